//! What a row of the table of methods holds: what is said of a method, what it needs, and how it is made.

use std::ops::Deref;

use crate::about::About;
use crate::combined::piecewise::Piecewise;
use crate::detector::Detector;
use crate::gpu::{Capabilities, Gpu, GpuError};
use crate::image_space::pass::PassProgram;
use crate::object_space::hybrid_boxes::Volumes;
use crate::settings::Settings;

/// One row of [`METHODS`](super::METHODS): what is said of a method, and how it is made.
pub struct Method {
    /// Id, title, source, promise and settings; through `Deref` also fields of the row, as in `method.id`.
    pub about: About,
    /// Capabilities that the machine must offer.
    pub needs: Needs,
    /// The bodies that it decides by itself.
    pub bodies: Bodies,
    /// What it takes a round body for.
    pub round: Round,
    /// How the inspector takes it apart.
    pub inside: Inside,
    pub(super) make: Make,
}

impl Deref for Method {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

/// Makes a method's detector; called without a GPU only for methods that need none.
pub(super) type Make = fn(Option<&Gpu>, &Settings) -> Result<Box<dyn Detector>, GpuError>;

/// Capabilities of the machine that a method needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing but a processor, no GL context.
    Nothing,
    /// OpenGL that draws and reads depth back.
    Drawing,
    /// The same with 8 stencil bits.
    Stencil,
    /// OpenGL with counted occlusion queries.
    Queries,
    /// The same, and 8 stencil bits.
    QueriesAndStencil,
}

/// The bodies that a method decides by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bodies {
    /// Convex ones. Concave ones it decides piece by piece (see [`Piecewise`]).
    Convex,
    /// Any closed mesh as it is.
    Any,
}

/// What a method takes balls, cones and cylinders for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The true solids.
    Solids,
    /// The inscribed meshes that are drawn of them, which are a little smaller.
    Meshes,
}

/// How a method is taken apart by the inspector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inside {
    /// One row of a table of passes after the other; of several tables as long as they leave the pair open.
    Passes(&'static [&'static PassProgram]),
    /// Pairs of nodes down two trees, each through the stages of a cascade.
    Trees(Volumes),
    /// Simplices in the Minkowski difference, as GJK walks.
    Simplices,
}

impl Method {
    /// Makes its detector. `Err` names what is missing on this machine; without a GPU (`None`) only methods
    /// that need none can be made.
    pub fn detector(&self, gpu: Option<&Gpu>, settings: &Settings) -> Result<Box<dyn Detector>, GpuError> {
        match self.why_not(gpu.map(Gpu::capabilities)) {
            None => {
                let made = (self.make)(gpu, settings)?;
                Ok(if self.bodies == Bodies::Any { made } else { Box::new(Piecewise::new(made)) })
            }
            Some(missing) => Err(GpuError::Missing { missing, still_works: crate::gpu::STILL_WORKS }),
        }
    }

    /// What is missing on this machine, or `None` if the method runs here.
    pub fn why_not(&self, capabilities: Option<&Capabilities>) -> Option<String> {
        if self.needs == Needs::Nothing {
            return None;
        }
        let Some(capabilities) = capabilities else { return Some("a context (none could be opened)".into()) };
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
