//! The lab's state: the road, its panes, what is set of methods and driver, and what its panels keep.
//!
//! The central type, [`RoadLab`], is built, and read and set as a configuration, in `put.rs`, and is what the window
//! shows in `lab.rs`. Here is what all of them, and the panels, do to it.

use std::mem::replace;
use std::path::{Path, PathBuf};

use super::Road;
use super::saved;
use crate::geometry::Point;
use crate::gpu::Gpu;
use crate::labs::capabilities::Files;
use crate::labs::contest::Contest;
use crate::labs::lab::LabError;
use crate::labs::playback::Playback;
use crate::labs::playhead::{Playhead, Recording};
use crate::labs::reading::{Reading, take_read};
use crate::labs::undo::Discarded;
use crate::road::car::Controls;
use crate::road::driver::{DEFAULT_SPEED, Driver};
use crate::road::terrain::{DEFAULT_SEED, DEFAULT_TRIANGLES, Terrain};
use crate::road::wheel::SearchRule;

/// Speed of the playback at first. A frame of the drive is half as long as one of the window.
const PLAYBACK_SPEED: f64 = 2.0;

/// Up to so many triangles a terrain of a seed is made at once.
const AT_ONCE: usize = 50_000;

/// Where the terrain comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum TerrainSource {
    /// A terrain from a seed, of about so many triangles.
    Seeded {
        /// Start of the random numbers.
        seed: u64,
        /// About how many triangles.
        triangles: usize,
    },
    /// The mesh of this file, an absolute path.
    File(PathBuf),
}

impl TerrainSource {
    /// Seed and number of triangles; those of the default for a file.
    pub fn parameters(&self) -> (u64, usize) {
        match *self {
            Self::Seeded { seed, triangles } => (seed, triangles),
            Self::File(_) => (DEFAULT_SEED, DEFAULT_TRIANGLES),
        }
    }
}

/// The road, its panes, and the state of its panels.
pub struct RoadLab {
    /// Terrain, car, and what the methods found.
    pub road: Road,
    /// The wheel (index into [`crate::road::car::WHEEL_NAMES`]) that is taken apart.
    pub wheel: usize,
    /// Whether and how fast it plays.
    pub playback: Playback,
    /// Seed and number of triangles that the controls show and the terrain may not have yet.
    pub draft: (u64, usize),
    /// Why a file that was dropped is no terrain.
    pub trouble: Option<String>,
    pub(super) source: TerrainSource,
    /// A terrain that is being read, or made of a seed.
    pub(super) reading: Option<Reading<(TerrainSource, Terrain)>>,
    gpu: Option<Gpu>,
    /// Whether the arrow keys drive.
    pub(super) by_keys: bool,
    /// How fast the car drives by itself, metres per second.
    pub(super) speed: f64,
    /// The point in the world at which the view stays; `None` while it moves along with the car.
    stays: Option<Point>,
    /// What changes have discarded since the window looked.
    pub(super) discarded: Discarded,
}

impl RoadLab {
    /// On this terrain, with everything else as it is at first. Without a GPU nothing is drawn.
    pub fn new(gpu: Option<Gpu>, source: TerrainSource, terrain: Terrain) -> Self {
        let mut lab = Self {
            road: Road::new(terrain),
            wheel: 0,
            playback: Playback::default(),
            draft: (DEFAULT_SEED, DEFAULT_TRIANGLES),
            trouble: None,
            source,
            reading: None,
            gpu,
            by_keys: false,
            speed: DEFAULT_SPEED,
            stays: None,
            discarded: Discarded::default(),
        };
        lab.playback.speed = PLAYBACK_SPEED;
        lab.draft = lab.parameters();
        lab.drive(Controls::default());
        lab.compare();
        lab
    }

    /// Begins on another terrain; rule, driver and panes stay.
    pub fn begin(&mut self, source: TerrainSource, terrain: Terrain) {
        let before = replace(&mut self.road, Road::new(terrain));
        let rule = before.rule();
        self.road.contest = before.contest;
        self.road.contest.lanes.clear();
        self.road.contest.begin_run();
        self.discarded = Discarded::default();
        self.source = source;
        self.reading = None;
        self.draft = self.parameters();
        self.trouble = None;
        self.stays = None;
        self.road.set_rule(rule);
        self.drive(Controls::default());
        self.compare();
    }

    /// Begins on the terrain of a seed, or begins to make it where that takes long; `name` says what is being made.
    pub fn take_seed(&mut self, seed: u64, triangles: usize, name: &str) -> Result<(), LabError> {
        if triangles <= AT_ONCE {
            let (source, terrain) = seeded(seed, triangles)?;
            self.begin(source, terrain);
            return Ok(());
        }
        self.reading = Some(Reading::begin(name.into(), move |_, _| {
            let (source, terrain) = seeded(seed, triangles).map_err(|why| why.0)?;
            Ok((source, terrain.prepared()))
        }));
        Ok(())
    }

    /// Back to the first frame; nothing of the drive until now is kept.
    pub(super) fn drive_from_start(&mut self) {
        self.road.restart();
        self.discarded = Discarded::default();
    }

    /// Settings, rule, driver, wheel and view as at first, and back to frame 0. Terrain, panes and focus stay.
    pub fn clear(&mut self) {
        self.road.contest.panes.reset_settings();
        (self.by_keys, self.speed, self.wheel, self.stays) = (false, DEFAULT_SPEED, 0, None);
        self.road.set_rule(SearchRule::Travel);
        self.drive(Controls::default());
        self.compare();
        self.drive_from_start();
    }

    fn compare(&mut self) {
        self.road.compare(self.road.contest.panes.clone());
    }

    /// Where the terrain comes from.
    pub fn source(&self) -> &TerrainSource {
        &self.source
    }

    /// Seed and number of triangles; those of the default where it drives on a mesh.
    pub fn parameters(&self) -> (u64, usize) {
        self.source.parameters()
    }

    /// Whether the arrow keys drive.
    pub fn by_keys(&self) -> bool {
        self.by_keys
    }

    /// Lets the arrow keys drive, or the route.
    pub fn set_by_keys(&mut self, by_keys: bool) {
        self.by_keys = by_keys;
        self.drive(Controls::default());
    }

    /// How fast it drives by itself, metres per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets how fast it drives by itself; the car speeds up or slows down to it.
    pub fn set_speed(&mut self, speed: f64) {
        self.speed = speed;
        self.drive(self.controls());
    }

    /// What the arrow keys ask for now; nothing while the car drives by itself.
    pub(super) fn controls(&self) -> Controls {
        match self.road.driver() {
            Driver::Keys(controls) => controls,
            Driver::Route(_) => Controls::default(),
        }
    }

    /// Takes what the arrow keys ask for. It counts only while they drive.
    pub fn drive(&mut self, controls: Controls) {
        self.road.set_driver(if self.by_keys { Driver::Keys(controls) } else { Driver::Route(self.speed) });
    }

    /// Whether the view moves along with the car.
    pub fn follows(&self) -> bool {
        self.stays.is_none()
    }

    /// Lets the view move along, or stay where the car is now.
    pub fn set_follows(&mut self, follows: bool) {
        if follows != self.follows() {
            self.stays = (!follows).then(|| self.place());
        }
    }

    /// The middle of the box that cameras frame, in the world, metres.
    pub fn looked_at(&self) -> Point {
        self.stays.unwrap_or_else(|| self.place())
    }

    /// The GPU that draws; `None` where there is none.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// The car's centre of mass in the world, metres.
    fn place(&self) -> Point {
        self.road.car().pose.translation.vector.into()
    }
}

impl Playhead for RoadLab {
    fn playback(&mut self) -> &mut Playback {
        &mut self.playback
    }

    fn recording(&self) -> Recording<'_> {
        Recording { frame: self.road.frame(), span: self.road.span(), marks: self.road.marks() }
    }

    fn begun(&self) -> u64 {
        self.road.contest.begun()
    }

    /// One frame on. What every lane took is measured.
    fn step(&mut self) {
        let left = self.road.step();
        self.discard_branch(left, self.road.rule());
        let (frame, question) = (self.road.frame(), format!("rule={}", self.road.rule().row().id));
        let Contest { lanes, measured, .. } = &mut self.road.contest;
        for lane in lanes {
            measured.push(lane.row(frame, question.clone(), &lane.last()));
        }
    }

    fn seek(&mut self, frame: u64) -> bool {
        self.road.seek(frame)
    }

    fn restart(&mut self) {
        self.restart();
    }
}

impl Files for RoadLab {
    /// Begins to read a mesh as terrain.
    fn take_file(&mut self, path: PathBuf) {
        self.trouble = None;
        self.reading = Some(Reading::begin(path, |path, _| {
            let (path, terrain) = saved::load(path).map_err(|why| why.0)?;
            Ok((TerrainSource::File(path), terrain))
        }));
    }

    fn reading(&self) -> Option<&Path> {
        self.reading.as_ref().map(Reading::path)
    }

    /// Begins on the terrain that was read, if one was.
    fn take_read(&mut self) {
        match take_read(&mut self.reading) {
            Some(Ok((source, terrain))) => self.begin(source, terrain),
            Some(Err(why)) => self.trouble = Some(why),
            None => {}
        }
    }
}

/// The terrain of a seed, of about so many triangles. The error says how many it may have.
pub fn seeded(seed: u64, triangles: usize) -> Result<(TerrainSource, Terrain), LabError> {
    let terrain = Terrain::seeded(seed, triangles).map_err(|why| LabError(why.to_string()))?;
    Ok((TerrainSource::Seeded { seed, triangles }, terrain))
}
