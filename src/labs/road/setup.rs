//! The road as the window has it: terrain, car, panes, and what is set of them.

use std::path::PathBuf;

use super::Road;
use super::car::Controls;
use super::driver::Driver;
use super::measured::Measured;
use super::methods::{METHODS, Method};
use super::saved::SavedRoad;
use super::terrain::{DEFAULT_TRIANGLES, Terrain};
use super::wheel::SearchRule;
use super::words::RoadWords;
use crate::geometry::Point;
use crate::gpu::Gpu;
use crate::labs::lab::{LabError, MOST_PANES};
use crate::labs::playback::Playback;
use crate::labs::word_values::check_frames;
use crate::settings::Settings;

/// How fast the car drives by itself at first, metres per second.
const SPEED: f64 = 12.0;
/// Frames of the drive are half as long as those of the window.
const PLAYBACK_SPEED: f64 = 2.0;

/// What the car drives on.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
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

/// The road, its panes, and the state of its panels.
pub struct RoadLab {
    /// Terrain, car, and what the methods found.
    pub road: Road,
    /// The wheel (index into [`super::car::WHEEL_NAMES`]) that is taken apart.
    pub wheel: usize,
    /// Whether and how fast it plays.
    pub playback: Playback,
    /// What every lane took in every frame.
    pub measured: Measured,
    /// Seed and number of triangles as the controls stand.
    pub draft: (u64, usize),
    /// Why a file that was dropped is no terrain.
    pub trouble: Option<String>,
    ground: Ground,
    gpu: Option<Gpu>,
    panes: Vec<&'static Method>,
    focus: usize,
    /// In the order of [`METHODS`].
    settings: Vec<Settings>,
    by_keys: bool,
    speed: f64,
    /// Where the view stays; `None` while it moves along with the car.
    stays: Option<Point>,
}

impl RoadLab {
    /// Built with words, and with what was saved beside them.
    pub fn build(gpu: Option<&Gpu>, words: &RoadWords, saved: Option<&SavedRoad>) -> Result<Self, LabError> {
        let (ground, terrain) = match saved.and_then(|saved| saved.mesh.clone()) {
            Some((path, terrain)) => (Ground::File(path), terrain),
            None => {
                let seed = words.seed.unwrap_or(1);
                seeded(seed, words.triangles.unwrap_or(DEFAULT_TRIANGLES))?
            }
        };
        let mut lab = Self {
            road: Road::new(terrain),
            wheel: 0,
            ground,
            gpu: gpu.cloned(),
            playback: Playback::default(),
            panes: vec![&METHODS[0]],
            focus: 0,
            settings: METHODS.iter().map(|method| method.default_settings()).collect(),
            by_keys: false,
            speed: SPEED,
            stays: None,
            measured: Measured::default(),
            draft: (1, DEFAULT_TRIANGLES),
            trouble: None,
        };
        lab.playback.speed = PLAYBACK_SPEED;
        lab.draft = lab.parameters();
        lab.drive(Controls::default());
        lab.compare();
        let mut rest = RoadWords { seed: None, triangles: None, ..words.clone() };
        let state = saved.and_then(|saved| saved.state);
        if state.is_some() {
            rest.frame = None;
        }
        lab.put_words(&rest)?;
        if let Some(state) = state {
            lab.road.restore(state);
            lab.playback.playing = false;
        }
        Ok(lab)
    }

    /// Sets what is named: all of it or nothing.
    pub fn put_words(&mut self, words: &RoadWords) -> Result<(), LabError> {
        // 1. What cannot be is refused before anything changes.
        let panes = if words.methods.is_empty() { self.panes.len() } else { words.methods.len() };
        if let Some(focus) = words.focus.filter(|focus| *focus >= panes) {
            return Err(LabError(format!("focus={}: there are {panes} panes", focus + 1)));
        }
        if let Some(frame) = words.frame.filter(|frame| *frame != self.road.frame()) {
            check_frames(0, frame)?;
        }
        let begun = if words.seed.is_some() || words.triangles.is_some() {
            let (seed, triangles) = self.parameters();
            Some(seeded(words.seed.unwrap_or(seed), words.triangles.unwrap_or(triangles))?)
        } else {
            None
        };
        // 2. Terrain and drive. A frame that is named is come to from the start, under what is set now.
        let before = (self.ground.clone(), self.road.rule(), self.by_keys, self.speed);
        if let Some((ground, terrain)) = begun
            && (ground != self.ground || words.frame.is_none())
        {
            self.begin(ground, terrain);
        }
        self.by_keys = words.by_keys.unwrap_or(self.by_keys);
        self.speed = words.speed.unwrap_or(self.speed);
        self.drive(self.controls());
        if let Some(row) = words.rule.filter(|row| row.rule != self.road.rule()) {
            self.road.set_rule(row.rule);
        }
        // 3. Methods and their settings.
        for ((method, id), value) in &words.settings {
            if let Some(row) = METHODS.iter().position(|row| row.id == method) {
                self.settings[row].set(id, value).map_err(LabError)?;
            }
        }
        if !words.methods.is_empty() {
            self.panes.clone_from(&words.methods);
        }
        self.focus = words.focus.unwrap_or(self.focus).min(self.panes.len() - 1);
        self.compare();
        if let Some(frame) = words.frame {
            self.playback.playing = false;
            let now = (self.ground.clone(), self.road.rule(), self.by_keys, self.speed);
            if frame != self.road.frame() || now != before {
                self.restart();
                (0..frame).for_each(|_| self.step());
            }
        }
        // 4. What is looked at.
        self.wheel = words.wheel.unwrap_or(self.wheel);
        if let Some(follow) = words.follow {
            self.set_follows(follow);
        }
        Ok(())
    }

    /// Begins on another terrain; rule, driver and panes stay.
    pub fn begin(&mut self, ground: Ground, terrain: Terrain) {
        let rule = self.road.rule();
        self.road = Road::new(terrain);
        self.ground = ground;
        self.draft = self.parameters();
        self.trouble = None;
        self.measured.clear();
        self.stays = None;
        self.road.set_rule(rule);
        self.drive(Controls::default());
        self.compare();
    }

    /// One frame on, measured.
    pub fn step(&mut self) {
        self.road.step();
        for lane in self.road.lanes() {
            self.measured.push(self.road.frame(), self.road.rule(), lane);
        }
    }

    /// Back to the first frame.
    pub fn restart(&mut self) {
        self.road.reset();
        self.measured.clear();
    }

    /// Methods, rule, driver and view as they are at first, at the start of the drive: what was driven under another
    /// rule or by hand is no beginning of a lesson.
    pub fn clear(&mut self) {
        self.settings = METHODS.iter().map(|method| method.default_settings()).collect();
        (self.by_keys, self.speed, self.wheel, self.stays) = (false, SPEED, 0, None);
        self.road.set_rule(SearchRule::Travel);
        self.drive(Controls::default());
        self.compare();
        self.restart();
    }

    /// The lanes of the road are those of the panes.
    fn compare(&mut self) {
        let row = |id| METHODS.iter().position(|method| method.id == id).unwrap_or(0);
        let lanes = self.panes.iter().map(|method| (*method, self.settings[row(method.id)].clone()));
        self.road.compare(lanes);
    }

    /// What the car drives on.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Seed and number of triangles; those of the default where it drives on a mesh.
    pub fn parameters(&self) -> (u64, usize) {
        match self.ground {
            Ground::Seeded { seed, triangles } => (seed, triangles),
            Ground::File(_) => (1, DEFAULT_TRIANGLES),
        }
    }

    /// The methods of the panes.
    pub fn methods(&self) -> &[&'static Method] {
        &self.panes
    }

    /// The pane in focus.
    pub fn focus(&self) -> usize {
        self.focus
    }

    /// Moves the focus to an open pane.
    pub fn focus_on(&mut self, pane: usize) {
        self.focus = pane.min(self.panes.len() - 1);
    }

    /// Opens or closes panes; a new one shows a method that no other does, if there is one.
    pub fn open_panes(&mut self, count: usize) {
        let count = count.clamp(1, MOST_PANES);
        while self.panes.len() < count {
            let unseen = METHODS.iter().find(|row| !self.panes.iter().any(|pane| pane.id == row.id));
            self.panes.push(unseen.unwrap_or(&METHODS[self.panes.len() % METHODS.len()]));
        }
        self.panes.truncate(count);
        self.focus = self.focus.min(count - 1);
        self.compare();
    }

    /// Shows another method in a pane, and moves the focus there.
    pub fn show_in(&mut self, pane: usize, method: &'static Method) {
        self.panes[pane] = method;
        self.focus = pane;
        self.compare();
    }

    /// The settings of all methods, in the order of [`METHODS`].
    pub fn settings(&self) -> &[Settings] {
        &self.settings
    }

    /// The settings of a method.
    pub fn settings_of(&self, method: &Method) -> &Settings {
        let row = METHODS.iter().position(|row| row.id == method.id);
        &self.settings[row.unwrap_or(0)]
    }

    /// Sets one of the method in focus; the error says what would be right.
    pub fn set(&mut self, id: &str, text: &str) -> Result<(), String> {
        let focus = self.panes[self.focus].id;
        let row = METHODS.iter().position(|row| row.id == focus).unwrap_or(0);
        self.settings[row].set(id, text)?;
        self.compare();
        Ok(())
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

    /// Sets that; the car does not jump to it.
    pub fn set_speed(&mut self, speed: f64) {
        self.speed = speed;
        self.drive(self.controls());
    }

    /// What the keys ask for now.
    fn controls(&self) -> Controls {
        match self.road.driver() {
            Driver::Keys(controls) => controls,
            Driver::Route(_) => Controls::default(),
        }
    }

    /// What the keys ask for; counts only while they drive.
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

    /// The middle of what is framed.
    pub fn looked_at(&self) -> Point {
        self.stays.unwrap_or_else(|| self.place())
    }

    /// What draws, if anything does.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// Of the car's centre of mass.
    fn place(&self) -> Point {
        self.road.car().pose.translation.vector.into()
    }
}

/// The terrain of a seed.
pub fn seeded(seed: u64, triangles: usize) -> Result<(Ground, Terrain), LabError> {
    let terrain = Terrain::seeded(seed, triangles).map_err(|why| LabError(why.to_string()))?;
    Ok((Ground::Seeded { seed, triangles }, terrain))
}
