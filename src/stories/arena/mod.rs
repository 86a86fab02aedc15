//! Recordings of one method's test of one pair of the arena.
//!
//! A *pass table* is the list of draws, each with its state, by which a method decides a pair on the GPU; it
//! is divided into *rounds*, each of which ends with a result. `case.rs` has the pair and the verdict that
//! all stories of a pair contain, `pair.rs` draws the two bodies in space. `passes/` shows pass tables, `walk/`
//! traversals of two trees, `simplices/` the simplices of GJK. `frame/` shows the queries of all pairs of a frame.

pub mod case;
pub mod frame;
pub mod passes;
pub mod program;
pub mod simplices;
pub mod walk;

use std::rc::Rc;

use egui::Ui;

use self::case::Case;
use self::passes::tables::{self, Tables};
use self::simplices::Simplices;
use self::walk::Walk;
use super::arena::case::plain;
use crate::about::MethodInfo;
use crate::combined::piecewise;
use crate::detector::{DetectError, Evidence, Verdict};
use crate::gpu::Gpu;
use crate::image_space::framing::oriented_box;
use crate::image_space::options::Options;
use crate::image_space::recording::{PassRecording, Step};
use crate::image_space::schedule::step_by_step::{self, Assigned};
use crate::inspector::outcome::Outcome;
use crate::inspector::region::centred_sentence;
use crate::inspector::space::SpaceView;
use crate::inspector::story::{Showing, Story};
use crate::language::t;
use crate::methods::{Bodies, Inside, Method};
use crate::object_space::hybrid_boxes::{exact_settings, trace};
use crate::object_space::simplices as gjk;
use crate::render::palette;
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// The recording of a method's test of a pair: the data of its story.
#[derive(Clone)]
pub struct Recording {
    /// The method with this verdict.
    pub method: &'static Method,
    /// The numbers of the two bodies in the world.
    pub pair: Pair,
    /// The two bodies as the method tests them: whole, or the convex pieces that determine the verdict.
    pub bodies: [Body; 2],
    /// The method's verdict.
    pub verdict: Verdict,
    /// The steps that led to the verdict.
    pub steps: Steps,
}

/// The recorded steps; their kind depends on the method.
#[derive(Clone, Debug)]
pub enum Steps {
    /// No steps, because the bounding boxes are separated.
    Apart,
    /// The pass tables that were run, in their order.
    Passes(Vec<PassRecording>),
    /// Pairs of nodes of two bounding-volume trees.
    Trees(trace::Trace),
    /// Simplices of GJK in the Minkowski difference.
    Simplices(gjk::Trace),
}

impl Recording {
    /// Number of steps. Position 0 is before the first step, position `n` after the `n`th step.
    pub fn len(&self) -> usize {
        match &self.steps {
            Steps::Apart => 0,
            Steps::Passes(tables) => tables.iter().map(|table| table.steps.len()).sum(),
            Steps::Trees(trace) => trace.steps.len(),
            Steps::Simplices(trace) => trace.steps.len(),
        }
    }

    /// True if there are no steps.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pass table that is current after `position` steps, and the index in it of the last step that was
    /// run; before the first step, the first table and `None`.
    pub fn pass_at(&self, position: usize) -> Option<(&PassRecording, Option<usize>)> {
        let Steps::Passes(recorded) = &self.steps else { return None };
        tables::at(recorded, position)
    }

    /// The last step of a pass table that was run after `position` steps.
    pub fn step_at(&self, position: usize) -> Option<&Step> {
        let (table, index) = self.pass_at(position)?;
        table.steps.get(index?)
    }

    /// Makes the story of the recording.
    pub fn story(self) -> Rc<dyn Story> {
        let Self { method, pair, bodies, verdict, steps } = self;
        let case = Case { method, pair, bodies, verdict };
        match (steps, method.inside) {
            (Steps::Passes(recorded), inside) => {
                // The tables of a method whose tables are settings are those that were recorded.
                let programs = match inside {
                    Inside::Passes(all) => all.iter().map(|table| (*table).clone()).collect(),
                    _ => recorded.iter().map(|recorded| recorded.table.clone()).collect(),
                };
                Rc::new(Tables::new(case, programs, recorded))
            }
            (Steps::Trees(trace), _) => Rc::new(Walk { case, trace }),
            (Steps::Simplices(trace), _) => Rc::new(Simplices { case, trace }),
            (Steps::Apart, _) => Rc::new(SeparatedBoxes(case)),
        }
    }
}

/// Records a method's test of a pair of `bodies`. If the method tests only convex bodies, a concave body is
/// represented by one of its pieces: by the first pieces that the method reports as colliding, otherwise by
/// the nearest pieces. A method's second pass table (the sandwich method draws enlarged bodies in the first
/// and shrunken bodies in the second) is recorded only if the first leaves the pair undecided. The verdict is
/// the method's. The error is one line for the user.
pub fn record(
    gpu: Option<&Gpu>,
    method: &'static Method,
    settings: &Settings,
    bodies: &[Body],
    pair: Pair,
) -> Result<Recording, String> {
    let whole = [bodies[pair.a].clone(), bodies[pair.b].clone()];
    record_pair(gpu, method, settings, whole, pair, Names::default())
}

/// Determines which body is named A and which B, where a method's verdict does not depend on it.
#[derive(Clone, Copy, Default)]
pub struct Names<'a> {
    /// While a body is dragged: the bodies as they were before the drag, so that their names do not change.
    pub before_drag: Option<&'a [Body; 2]>,
    /// A method with its settings that names the bodies; `None`: the recorded method itself.
    pub like: Option<(&'static Method, &'a Settings)>,
}

/// Records a method's test of the two bodies of `pair`, which `names` names.
pub fn record_pair(
    gpu: Option<&Gpu>,
    method: &'static Method,
    settings: &Settings,
    whole: [Body; 2],
    pair: Pair,
    names: Names<'_>,
) -> Result<Recording, String> {
    if let Some(missing) = method.why_not(gpu.map(Gpu::capabilities)) {
        return Err(format!("{}: this machine lacks {missing}", method.title));
    }
    let mut detector = method.detector(gpu, settings).map_err(|e| e.to_string())?;
    let mut deciding = |whole: [Body; 2]| match method.bodies_with(settings) {
        Bodies::Any => Ok(whole),
        Bodies::Convex | Bodies::OfTable => {
            piecewise::deciding_pieces(&mut *detector, &whole).map_err(|e| in_world(e, pair).to_string())
        }
    };
    let two = deciding(whole)?;
    let before_drag = names.before_drag.cloned().map(deciding).transpose()?;
    let detection = detector.detect(&two, &[Pair { a: 0, b: 1 }]);
    let detection = detection.map_err(|e| in_world(e, pair).to_string())?;
    let verdict = detection.verdicts[0];
    let steps = match method.inside {
        _ if verdict.evidence == Evidence::EmptyWindow => Steps::Apart,
        Inside::Passes(_) | Inside::OwnPasses => {
            let gpu = gpu.ok_or("there is no OpenGL context to draw with")?;
            let mut recordings = Vec::new();
            let options = Options::of(settings).ok_or("the settings are those of another method")?;
            let like = names.like.and_then(|(other, its)| Some((other.tables(its), Options::of(its)?)));
            let bodies = before_drag.as_ref().unwrap_or(&two);
            for table in &method.tables(settings) {
                let assigned = match &like {
                    Some((tables, options)) => tables.first().map(|table| (table, options)),
                    None => before_drag.as_ref().map(|_| (table, &options)),
                };
                let assigned = assigned.map(|(table, options)| Assigned { table, options, bodies });
                let recording = step_by_step::record_in_roles(gpu, table, &options, &two, assigned);
                let recording = recording.map_err(|e| e.to_string())?;
                let Some(recording) = recording else { break };
                let is_open = recording.verdict.colliding;
                recordings.push(recording);
                if !is_open {
                    break;
                }
            }
            if recordings.is_empty() { Steps::Apart } else { Steps::Passes(recordings) }
        }
        Inside::Trees(volumes) if settings.has("stage") => {
            Steps::Trees(trace::record(volumes, settings, &two))
        }
        Inside::Trees(volumes) => Steps::Trees(trace::record(volumes, &exact_settings(&two), &two)),
        Inside::Simplices => Steps::Simplices(gjk::record(&two)),
        // The lab shows the answers that it has ([`program`]): nothing is asked again.
        Inside::Program => Steps::Apart,
    };
    Ok(Recording { method, pair, bodies: two, verdict, steps })
}

/// Replaces the index of a body in an error by the body's number in the world.
fn in_world(error: DetectError, pair: Pair) -> DetectError {
    let number = |body: usize| if body == 0 { pair.a } else { pair.b };
    match error {
        DetectError::NotConvex { body, reason } => DetectError::NotConvex { body: number(body), reason },
        DetectError::NotClosed { body, reason } => DetectError::NotClosed { body: number(body), reason },
        other => other,
    }
}

/// The story of a pair with separated boxes, by a method that tests no such pair.
pub fn separated_boxes(method: &'static Method, bodies: [Body; 2], pair: Pair) -> Rc<dyn Story> {
    let verdict = Verdict { colliding: false, evidence: Evidence::EmptyWindow };
    Rc::new(SeparatedBoxes(Case { method, pair, bodies, verdict }))
}

/// The story of a pair with separated boxes: it has no steps, because no method tests the pair.
struct SeparatedBoxes(Case);

impl Story for SeparatedBoxes {
    fn about(&self) -> &'static MethodInfo {
        &self.0.method.about
    }

    fn steps(&self) -> usize {
        0
    }

    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn facts(&self, _at: usize) -> Vec<(&'static str, u64)> {
        vec![("steps", 0)]
    }

    fn space(&self, _at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = plain(&self.0);
        let [a, b] = &self.0.bodies;
        let oriented = a.aabb().overlaps(&b.aabb());
        for body in [a, b] {
            let corners = if oriented { oriented_box(body).corners() } else { body.aabb().corners() };
            view.dissection.box_edges(&corners, 1.25, palette::PICKED.faded(0.6));
        }
        view.caption = t!("The bounding boxes are separated, so the bodies are, too.").into_owned();
        view
    }

    fn list(&self, _ui: &mut Ui, _other: Option<&dyn Story>, _showing: &mut Showing<'_>) {}

    fn below(&self, ui: &mut Ui, _showing: &mut Showing<'_>) {
        centred_sentence(
            ui,
            &t!("The bounding boxes are separated, so the pair cannot collide and the method draws nothing."),
            false,
        );
    }
}
