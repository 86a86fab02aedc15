//! A row of the table of methods: description, requirements and constructor of a method.

use std::ops::Deref;

use crate::about::MethodInfo;
use crate::combined::piecewise::Piecewise;
use crate::detector::Detector;
use crate::gpu::{Capabilities, Gpu, GpuError};
use crate::image_space::own;
use crate::image_space::pass::{PassProgram, Takes};
use crate::object_space::hybrid_boxes::Volumes;
use crate::settings::Settings;

/// One row of [`METHODS`](super::METHODS).
pub struct Method {
    /// Id, title, source, promise and settings; `Deref` makes them fields of the row, as in `method.id`.
    pub about: MethodInfo,
    /// Required capabilities of the machine.
    pub needs: Needs,
    /// The bodies that the method handles by itself.
    pub bodies: Bodies,
    /// How the method represents a round body.
    pub round: Round,
    /// How the inspector shows the method.
    pub inside: Inside,
    pub(super) make: Make,
}

impl Deref for Method {
    type Target = MethodInfo;

    fn deref(&self) -> &MethodInfo {
        &self.about
    }
}

/// Constructor of a method's detector; called without a GPU only for methods that need none.
pub(super) type Make = fn(Option<&Gpu>, &Settings) -> Result<Box<dyn Detector>, GpuError>;

/// Capabilities of the machine that a method needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A processor only, no GL context.
    Nothing,
    /// OpenGL that can draw and read depth back.
    Drawing,
    /// OpenGL that can draw and read back, with 8 stencil bits.
    Stencil,
    /// OpenGL with counted occlusion queries.
    Queries,
    /// OpenGL with counted occlusion queries and 8 stencil bits.
    QueriesAndStencil,
}

/// The bodies that a method handles by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bodies {
    /// Convex bodies. Concave bodies are tested piece by piece (see [`Piecewise`]).
    Convex,
    /// Any closed mesh, without pieces.
    Any,
    /// Those that the table in the method's settings takes.
    OfTable,
}

/// How a method represents balls, cones and cylinders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// As exact solids.
    Solids,
    /// As the inscribed meshes that are drawn, which are slightly smaller.
    Meshes,
}

/// How the inspector shows a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inside {
    /// Rows of a table of passes, one after the other; further tables follow if the pair is still undecided.
    Passes(&'static [&'static PassProgram]),
    /// Rows of the table of passes in the method's settings.
    OwnPasses,
    /// Pairs of nodes of two trees, each with the stages of a cascade.
    Trees(Volumes),
    /// Simplices of GJK in the Minkowski difference.
    Simplices,
    /// The certificate of a program of one's own.
    Program,
}

impl Method {
    /// Whether a user writes the method: it is no method of the literature, nor one of this project, so experiments and
    /// `--all` leave it out.
    pub fn is_own(&self) -> bool {
        matches!(self.inside, Inside::OwnPasses | Inside::Program)
    }

    /// Whether the method's time may be compared with those of others. Answers of another process include starting it,
    /// the pipe between them, and whatever else it does.
    pub fn is_timed(&self) -> bool {
        self.inside != Inside::Program
    }

    /// Whether the method runs tables of passes.
    pub fn runs_passes(&self) -> bool {
        matches!(self.inside, Inside::Passes(_) | Inside::OwnPasses)
    }

    /// The tables of passes that the method runs with these settings; none if it runs no tables.
    pub fn tables(&self, settings: &Settings) -> Vec<PassProgram> {
        match self.inside {
            Inside::Passes(tables) => tables.iter().map(|table| (*table).clone()).collect(),
            Inside::OwnPasses => vec![own::settings::table(settings).lowered()],
            Inside::Trees(_) | Inside::Simplices | Inside::Program => Vec::new(),
        }
    }

    /// The bodies that the method handles by itself with these settings: [`Bodies::Convex`] or [`Bodies::Any`].
    pub fn bodies_with(&self, settings: &Settings) -> Bodies {
        match self.bodies {
            Bodies::OfTable => match own::settings::table(settings).bodies {
                Takes::Convex => Bodies::Convex,
                Takes::Closed => Bodies::Any,
            },
            bodies => bodies,
        }
    }

    /// Creates the method's detector. `Err` names the missing capability; without a GPU (`None`) only methods
    /// that need none can be created.
    pub fn detector(&self, gpu: Option<&Gpu>, settings: &Settings) -> Result<Box<dyn Detector>, GpuError> {
        match self.why_not(gpu.map(Gpu::capabilities)) {
            None => {
                let made = (self.make)(gpu, settings)?;
                Ok(if self.bodies_with(settings) == Bodies::Any {
                    made
                } else {
                    Box::new(Piecewise::new(made))
                })
            }
            Some(missing) => Err(GpuError::Missing { missing, still_works: crate::gpu::STILL_WORKS }),
        }
    }

    /// The capability that this machine lacks, or `None` if the method can run.
    pub fn why_not(&self, capabilities: Option<&Capabilities>) -> Option<String> {
        if self.needs == Needs::Nothing {
            return None;
        }
        let Some(capabilities) = capabilities else {
            return Some("an OpenGL context (none could be opened)".into());
        };
        let (queries, stencil) = match self.needs {
            Needs::Nothing | Needs::Drawing => (false, false),
            Needs::Stencil => (false, true),
            Needs::Queries => (true, false),
            Needs::QueriesAndStencil => (true, true),
        };
        if queries && capabilities.sample_counter_bits == 0 {
            Some("counted occlusion queries (GL_SAMPLES_PASSED has 0 counter bits)".into())
        } else if stencil && !capabilities.stencil {
            Some("a render target with 8 stencil bits".into())
        } else {
            None
        }
    }
}
