//! Conversion of the lab's state to a configuration, and parameters applied to the lab: all are checked first, then
//! applied in order.

use super::road_lab::{RoadLab, TerrainSource, seeded};
use super::saved::SavedRoad;
use super::words::Config;
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::config_words;
use crate::labs::lab::LabError;
use crate::labs::playhead::Playhead as _;
use crate::road::wheel::SEARCH_RULES;

impl RoadLab {
    /// The current configuration.
    pub fn config(&self) -> Config {
        Config {
            source: self.source.clone(),
            rule: SEARCH_RULES.iter().position(|row| row.rule == self.road.rule()).unwrap_or(0),
            by_keys: self.by_keys,
            speed: self.speed,
            frame: self.road.frame(),
            panes: self.road.contest.panes.clone(),
            wheel: self.wheel,
            follows: self.follows(),
        }
    }

    /// A lab from parameters and the state saved with them.
    pub fn build(gpu: Option<&Gpu>, words: &Params, saved: Option<&SavedRoad>) -> Result<Self, LabError> {
        let (source, terrain) = match saved.and_then(|saved| saved.mesh.clone()) {
            Some((path, terrain)) => (TerrainSource::File(path), terrain),
            None => {
                let (seed, triangles) =
                    config_words::read(words, Config::default())?.next.source.parameters();
                seeded(seed, triangles)?
            }
        };
        let mut lab = Self::new(gpu.cloned(), source, terrain);
        let mut rest = words.clone();
        ["seed", "triangles"].iter().for_each(|word| drop(rest.take(word)));
        let state = saved.and_then(|saved| saved.state);
        if state.is_some() {
            rest.take("frame");
        }
        lab.put_words(&rest)?;
        if let Some(state) = state {
            lab.road.restore(state);
            lab.playback.playing = false;
        }
        Ok(lab)
    }

    /// Applies parameters: all of them or, on error, none.
    pub(super) fn put_words(&mut self, words: &Params) -> Result<(), LabError> {
        // 1. Invalid parameters are refused before anything changes.
        let read = config_words::read(words, self.config())?;
        read.check_panes()?;
        read.check_frame(read.next.frame, self.road.frame())?;
        let has_frame = read.names(&["frame"]);
        let begun = if read.names(&["seed", "triangles"]) && (read.next.source != self.source || !has_frame) {
            let (seed, triangles) = read.next.source.parameters();
            Some(seeded(seed, triangles)?)
        } else {
            None
        };
        let has_follow = read.names(&["follow"]);
        let next = read.next;
        // 2. Terrain and drive.
        let before = (self.source.clone(), self.road.rule(), self.by_keys, self.speed);
        if let Some((source, terrain)) = begun {
            self.begin(source, terrain);
        }
        (self.by_keys, self.speed) = (next.by_keys, next.speed);
        self.drive(self.controls());
        let rule = SEARCH_RULES[next.rule].rule;
        if rule != self.road.rule() {
            self.set_rule(rule);
        }
        // 3. Methods and their settings. A given frame is replayed from frame 0 with the new settings.
        self.road.compare(next.panes);
        if has_frame {
            self.playback.playing = false;
            let now = (self.source.clone(), self.road.rule(), self.by_keys, self.speed);
            if next.frame != self.road.frame() || now != before {
                self.drive_from_start();
                (0..next.frame).for_each(|_| self.step());
            }
        }
        // 4. Selection and view. A new terrain makes the view follow the car unless `follow` is given.
        self.wheel = next.wheel;
        if has_follow {
            self.set_follows(next.follows);
        }
        Ok(())
    }
}
