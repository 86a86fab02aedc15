//! The recorded motion, and what the hand did in it.
//!
//! A frame is a step of the simulation, 1/60 s. Frame 0 is the beginning; frame n holds the nth step.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::answers::{self, Answers, Marks, Who};
use super::garment::Garment;
use crate::cloth::beginning::Beginning;
use crate::cloth::frame::{Frame, Hand};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::Way;
use crate::cloth::response::guard::Guarded;
use crate::cloth::simulation::Simulation;
use crate::geometry::Point;
use crate::labs::lab::LabError;
use crate::labs::marks::{FrameMark, FrameMarks};
use crate::labs::timeline::{Branch, Timeline};

/// About how much memory the frames of a motion take at most, bytes.
const MOST_BYTES: usize = 192 << 20;
/// Of one step, after which it is asked for again.
const A_LONG_TIME: Duration = Duration::from_secs(60);
/// Fewest frames that are kept, however large they are.
const FEWEST: usize = 8;

/// A recorded future that was left, and what the hand did in it.
pub struct Left {
    branch: Branch<Arc<Frame>, Answers>,
    hands: BTreeMap<u64, Hand>,
    /// Memory of one frame.
    frame_bytes: usize,
}

impl Left {
    /// The frame at which it was left.
    pub fn frame(&self) -> u64 {
        self.branch.frame()
    }

    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.branch.count() * self.frame_bytes
    }
}

/// A motion with its past.
pub struct Motion {
    /// What it began from.
    pub beginning: Beginning,
    /// The mesh that falls instead of a square cloth, if there is one.
    pub garment: Option<Arc<Garment>>,
    /// The cloth at rest.
    pub mesh: Arc<ClothMesh>,
    /// What lies in its way.
    pub way: Arc<Way>,
    /// The particles that are held.
    pub held: Arc<Vec<u32>>,
    timeline: Timeline<Arc<Frame>, Answers>,
    marks: Marks,
    /// What the hand did in each frame since the beginning, up to the newest.
    hands: BTreeMap<u64, Hand>,
}

impl Motion {
    /// A motion that begins, with the simulation that makes it: of a garment, or of a square cloth.
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
        // Nothing can have met before the first step.
        motion.answer([]);
        Ok((motion, Simulation::new(cloth)))
    }

    /// Steps since the beginning.
    pub fn frame(&self) -> u64 {
        self.timeline.frame()
    }

    /// The frame on show.
    pub fn now(&self) -> &Arc<Frame> {
        self.timeline.now()
    }

    /// The recorded frames.
    pub fn timeline(&self) -> &Timeline<Arc<Frame>, Answers> {
        &self.timeline
    }

    /// What happened in the recorded frames, by the methods on show.
    pub fn marks(&self) -> &FrameMarks {
        self.marks.marks()
    }

    /// To the recorded frame nearest to this one. Whether it is another.
    pub fn seek(&mut self, frame: u64) -> bool {
        self.timeline.seek(frame)
    }

    /// One frame on: to the recorded one, unless a hand pulls; else to one that is simulated. Whether there is one after so
    /// much patience.
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

    /// Leaves the recorded future: a hand leads elsewhere.
    pub fn leave_future(&mut self) -> Left {
        let hands = self.hands.split_off(&(self.frame() + 1));
        let left = Left { branch: self.timeline.leave_future(), hands, frame_bytes: frame_bytes(&self.mesh) };
        self.marks.of_all(self.timeline.marks());
        left
    }

    /// Exchanges a future for the frames recorded in its place, and goes to where it was left.
    pub fn swap(&mut self, left: &mut Left) {
        let hands = self.hands.split_off(&left.branch.from());
        self.hands.append(&mut std::mem::replace(&mut left.hands, hands));
        self.timeline.swap(&mut left.branch);
        self.marks.of_all(self.timeline.marks());
    }

    /// Writes down what was answered to the frame on show.
    pub fn answer(&mut self, answers: impl IntoIterator<Item = (Who, FrameMark)>) {
        let frame = self.frame();
        let mut all = self.timeline.marks().at(frame).cloned().unwrap_or_default();
        answers::add(&mut all, answers);
        self.marks.of(frame, &all, *self.timeline.span().start());
        self.timeline.mark(all);
    }

    /// From now on the marks are those of these methods.
    pub fn show_marks_of(&mut self, shown: Vec<Who>) {
        self.marks.show(shown, self.timeline.marks());
    }

    /// Frames up to `frame`, as the hands say, however long that takes.
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

    /// What the hand did in each frame up to the one on show.
    pub fn hands(&self) -> BTreeMap<u64, Hand> {
        self.hands.range(..=self.frame()).map(|(frame, hand)| (*frame, *hand)).collect()
    }

    /// Whether a hand has taken part in it, up to the newest frame.
    pub fn has_hands(&self) -> bool {
        !self.hands.is_empty()
    }

    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.timeline.count() * frame_bytes(&self.mesh)
    }
}

/// Start and end of the step, positions and velocities.
fn frame_bytes(mesh: &ClothMesh) -> usize {
    4 * size_of::<Point>() * mesh.rest.len()
}
