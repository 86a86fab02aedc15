//! The recorded motion, including the drags by hand.
//!
//! A frame is a step of the simulation, 1/60 s. Frame 0 is the beginning; frame n holds the nth step.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::answers::{self, Answers, Marks, Who};
use super::garment::Garment;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::Way;
use crate::cloth::response::guard::Guarded;
use crate::cloth::simulation::{Beginning, Frame, Hand, Simulation};
use crate::geometry::Point;
use crate::labs::kept_frames::{FrameMark, FrameMarks};
use crate::labs::lab::LabError;
use crate::labs::timeline::{Branch, Timeline};

/// Approximate memory limit of a motion's frames, bytes.
const MOST_BYTES: usize = 160 << 20;
/// Longest wait for one step before it is requested again.
const A_LONG_TIME: Duration = Duration::from_secs(60);
/// Number of frames that are kept whatever their memory.
const FEWEST: usize = 8;

/// A discarded recorded future with its drags.
pub struct Left {
    branch: Branch<Arc<Frame>, Answers>,
    hands: BTreeMap<u64, Hand>,
    /// Approximate memory of one frame, bytes.
    frame_bytes: usize,
}

impl Left {
    /// The frame at which the future was discarded.
    pub fn frame(&self) -> u64 {
        self.branch.frame()
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        self.branch.count() * self.frame_bytes
    }
}

/// A recorded motion.
pub struct Motion {
    /// Start values.
    pub beginning: Beginning,
    /// The garment; `None` for a square cloth.
    pub garment: Option<Arc<Garment>>,
    /// The cloth at rest.
    pub mesh: Arc<ClothMesh>,
    /// The obstacles.
    pub way: Arc<Way>,
    /// The particles that are held.
    pub held: Arc<Vec<u32>>,
    timeline: Timeline<Arc<Frame>, Answers>,
    marks: Marks,
    /// Drags by frame, from the start to the newest frame.
    hands: BTreeMap<u64, Hand>,
}

impl Motion {
    /// A new motion of a garment or a square cloth, and its simulation.
    pub fn new(beginning: Beginning, garment: Option<Arc<Garment>>) -> Result<(Self, Simulation), LabError> {
        let cloth = match &garment {
            Some(garment) => garment.cloth(&beginning),
            None => Cloth::new(beginning.scene, beginning.parameters()),
        };
        let cloth = cloth.map_err(|why| LabError(why.to_string()))?;
        let now = Arc::new(Frame {
            unguarded: None,
            state: cloth.state(),
            guarded: Guarded::default(),
            took: Duration::ZERO,
        });
        let mesh = Arc::new(cloth.mesh().clone());
        let mut motion = Self {
            beginning,
            garment,
            timeline: Timeline::new(0, now, (MOST_BYTES / frame_bytes(&mesh)).max(FEWEST)),
            marks: Marks::default(),
            mesh,
            way: Arc::new(cloth.way().clone()),
            held: Arc::new((0..cloth.held().len() as u32).filter(|p| cloth.held()[*p as usize]).collect()),
            hands: BTreeMap::new(),
        };
        // There are no contacts before the first step.
        motion.answer([]);
        Ok((motion, Simulation::new(cloth)))
    }

    /// Steps since the beginning.
    pub fn frame(&self) -> u64 {
        self.timeline.frame()
    }

    /// The current frame.
    pub fn now(&self) -> &Arc<Frame> {
        self.timeline.now()
    }

    /// The recorded frames.
    pub fn timeline(&self) -> &Timeline<Arc<Frame>, Answers> {
        &self.timeline
    }

    /// Marks of the recorded frames, from the answers of the shown methods.
    pub fn marks(&self) -> &FrameMarks {
        self.marks.marks()
    }

    /// Seeks to the recorded frame nearest to `frame`; true if the current frame changed.
    pub fn seek(&mut self, frame: u64) -> bool {
        self.timeline.seek(frame)
    }

    /// Advances one frame: to the next recorded frame if there is one and no particle is dragged, otherwise by
    /// simulation. False if the simulation is not finished within `patience`.
    pub fn step(
        &mut self,
        simulation: &mut Simulation,
        hand: Option<Hand>,
        patience: Duration,
    ) -> Result<bool, String> {
        if hand.is_none() && self.timeline.has_future() {
            return Ok(self.seek(self.frame() + 1));
        }
        let Some((next, hand)) = simulation.after(self.now(), hand, patience)? else { return Ok(false) };
        self.timeline.push_other(Arc::new(next));
        self.hands.extend(hand.map(|hand| (self.frame(), hand)));
        Ok(true)
    }

    /// Begins to simulate the frame after the current one, unless it is recorded.
    pub fn begin_next(&self, simulation: &mut Simulation) {
        if !self.timeline.has_future() {
            simulation.begin(self.now());
        }
    }

    /// Removes and returns the recorded future, because a drag replaces it.
    pub fn leave_future(&mut self) -> Left {
        let hands = self.hands.split_off(&(self.frame() + 1));
        let left = Left { branch: self.timeline.leave_future(), hands, frame_bytes: frame_bytes(&self.mesh) };
        self.marks.of_all(self.timeline.marks());
        left
    }

    /// Exchanges a discarded future (frames and drags) with the frames recorded in its place, and seeks to the frame
    /// at which the two diverge.
    pub fn swap(&mut self, left: &mut Left) {
        let hands = self.hands.split_off(&left.branch.from());
        self.hands.append(&mut std::mem::replace(&mut left.hands, hands));
        self.timeline.swap(&mut left.branch);
        self.marks.of_all(self.timeline.marks());
    }

    /// Records answers to the current frame.
    pub fn answer(&mut self, answers: impl IntoIterator<Item = (Who, FrameMark)>) {
        let frame = self.frame();
        let mut all = self.timeline.marks().at(frame).cloned().unwrap_or_default();
        answers::add(&mut all, answers);
        self.marks.of(frame, &all, *self.timeline.span().start());
        self.timeline.mark(all);
    }

    /// Shows on the timeline the marks of these lanes only.
    pub fn show_marks_of(&mut self, shown: Vec<Who>) {
        self.marks.show(shown, self.timeline.marks());
    }

    /// Simulates up to `frame` with the drags in `hands`, and blocks until done.
    pub fn advance_to(
        &mut self,
        simulation: &mut Simulation,
        frame: u64,
        hands: &BTreeMap<u64, Hand>,
    ) -> Result<(), String> {
        while self.frame() < frame {
            self.step(simulation, hands.get(&(self.frame() + 1)).copied(), A_LONG_TIME)?;
        }
        Ok(())
    }

    /// Drags by frame, up to the current frame.
    pub fn hands(&self) -> BTreeMap<u64, Hand> {
        self.hands.range(..=self.frame()).map(|(frame, hand)| (*frame, *hand)).collect()
    }

    /// Whether the recorded motion has a drag.
    pub fn has_hands(&self) -> bool {
        !self.hands.is_empty()
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        self.timeline.count() * frame_bytes(&self.mesh)
    }
}

/// Memory of one frame: start and end of the step, positions and velocities.
fn frame_bytes(mesh: &ClothMesh) -> usize {
    4 * size_of::<Point>() * mesh.rest.len()
}
