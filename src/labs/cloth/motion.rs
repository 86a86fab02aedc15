//! The recorded motion: the frame on show, those before it, and those after it that were gone back from.
//!
//! A frame is a step of the simulation, 1/60 s. Frame 0 is the beginning; frame n holds the nth step.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::answers::Answers;
use super::beginning::Beginning;
use super::frame::{Frame, Hand};
use super::garment::Garment;
use super::simulation::Simulation;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::Way;
use crate::cloth::response::guard::Guarded;
use crate::geometry::Point;
use crate::labs::lab::LabError;
use crate::world::KeptFrames;

/// About how much memory the frames of a motion take at most, bytes.
const MOST_BYTES: usize = 192 << 20;
/// Of one step, after which it is asked for again.
const A_LONG_TIME: Duration = Duration::from_secs(60);
/// Fewest frames that are kept, however large they are.
const FEWEST: usize = 8;

/// A motion with its past, cheap to clone: frames are shared.
#[derive(Clone)]
pub struct Motion {
    /// What it began from.
    pub beginning: Beginning,
    /// The mesh that falls instead of a square cloth, if there is one.
    pub garment: Option<Arc<Garment>>,
    /// What was answered in the frames that can be gone to.
    pub(super) answers: Answers,
    /// The cloth at rest.
    pub mesh: Arc<ClothMesh>,
    /// What lies in its way.
    pub way: Arc<Way>,
    /// The particles that are held.
    pub held: Arc<Vec<u32>>,
    frame: u64,
    now: Arc<Frame>,
    kept: KeptFrames<Arc<Frame>>,
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
        let mut answers = Answers::default();
        // Nothing can have met before the first step.
        answers.nothing_in(0);
        let motion = Self {
            beginning,
            garment,
            answers,
            mesh: Arc::new(cloth.mesh().clone()),
            way: Arc::new(cloth.way().clone()),
            held: Arc::new((0..cloth.held().len() as u32).filter(|p| cloth.held()[*p as usize]).collect()),
            frame: 0,
            now,
            kept: KeptFrames::default(),
            hands: BTreeMap::new(),
        };
        Ok((motion, Simulation::new(cloth)))
    }

    /// Steps since the beginning.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The frame on show.
    pub fn now(&self) -> &Arc<Frame> {
        &self.now
    }

    /// A frame that is kept.
    pub fn at(&self, frame: u64) -> Option<&Arc<Frame>> {
        if frame == self.frame { Some(&self.now) } else { self.kept.at(frame) }
    }

    /// The frames that can be gone to, the one on show included.
    pub fn span(&self) -> RangeInclusive<u64> {
        let now = self.frame;
        let kept = self.kept.span().unwrap_or(now..=now);
        now.min(*kept.start())..=now.max(*kept.end())
    }

    /// To the frame nearest to this one that is kept. `false`, and nothing happens, if none is nearer than the one on show.
    pub fn go_to(&mut self, frame: u64) -> bool {
        let Some((kept, there)) = self.kept.nearest(frame) else { return false };
        if kept.abs_diff(frame) >= self.frame.abs_diff(frame) {
            return false;
        }
        let (kept, there) = (*kept, Arc::clone(there));
        self.kept.put(self.frame, Arc::clone(&self.now));
        (self.frame, self.now) = (kept, there);
        true
    }

    /// One frame back. `false`, and nothing happens, at the oldest one that is kept.
    pub fn step_back(&mut self) -> bool {
        let before = self.kept.before(self.frame).map(|(frame, _)| *frame);
        before.is_some_and(|frame| self.go_to(frame))
    }

    /// Whether an older frame is kept.
    pub fn can_step_back(&self) -> bool {
        self.kept.count_before(self.frame) > 0
    }

    /// One frame on: to the next one that is kept, unless a hand pulls; else to one that is simulated. Where a hand pulls,
    /// later frames are dropped: it leads another way. Whether there is a next one after so much patience.
    pub fn step(
        &mut self,
        simulation: &mut Simulation,
        hand: Option<Hand>,
        patience: Duration,
    ) -> Result<bool, String> {
        let is_newest = *self.span().end() == self.frame;
        if hand.is_none() && !is_newest && self.go_to(self.frame + 1) {
            return Ok(true);
        }
        let Some((next, hand)) = simulation.after(&self.now, hand, patience)? else { return Ok(false) };
        drop(self.kept.split_off(self.frame + 1));
        self.answers.forget_from(self.frame + 1);
        drop(self.hands.split_off(&(self.frame + 1)));
        self.kept.put(self.frame, std::mem::replace(&mut self.now, Arc::new(next)));
        self.frame += 1;
        if let Some(hand) = hand {
            self.hands.insert(self.frame, hand);
        }
        self.kept.keep_newest((MOST_BYTES / self.frame_bytes()).max(FEWEST));
        self.answers.forget_before(*self.span().start());
        Ok(true)
    }

    /// Frames up to `frame`, as the hands say, however long that takes.
    pub fn advance_to(
        &mut self,
        simulation: &mut Simulation,
        frame: u64,
        hands: &BTreeMap<u64, Hand>,
    ) -> Result<(), String> {
        while self.frame < frame {
            self.step(simulation, hands.get(&(self.frame + 1)).copied(), A_LONG_TIME)?;
        }
        Ok(())
    }

    /// What the hand did in each frame up to the one on show.
    pub fn hands(&self) -> BTreeMap<u64, Hand> {
        self.hands.range(..=self.frame).map(|(frame, hand)| (*frame, *hand)).collect()
    }

    /// Whether a hand has taken part in it, up to the newest frame.
    pub fn has_hands(&self) -> bool {
        !self.hands.is_empty()
    }

    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        (self.kept.len() + 1) * self.frame_bytes()
    }

    /// Start and end of the step, positions and velocities.
    fn frame_bytes(&self) -> usize {
        4 * size_of::<Point>() * self.mesh.rest.len()
    }
}
