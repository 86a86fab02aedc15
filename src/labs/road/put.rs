//! Words put on show on the road: held against what is there first, then applied in order.

use super::methods::METHODS;
use super::road_lab::{RoadLab, TerrainSource, seeded};
use super::saved::SavedRoad;
use super::terrain::{DEFAULT_SEED, DEFAULT_TRIANGLES};
use super::words::RoadWords;
use crate::gpu::Gpu;
use crate::labs::lab::LabError;
use crate::labs::word_values::{check_focus, check_frames};

impl RoadLab {
    /// Built with words, and with what was saved beside them.
    pub fn build(gpu: Option<&Gpu>, words: &RoadWords, saved: Option<&SavedRoad>) -> Result<Self, LabError> {
        let (source, terrain) = match saved.and_then(|saved| saved.mesh.clone()) {
            Some((path, terrain)) => (TerrainSource::File(path), terrain),
            None => {
                let seed = words.seed.unwrap_or(DEFAULT_SEED);
                seeded(seed, words.triangles.unwrap_or(DEFAULT_TRIANGLES))?
            }
        };
        let mut lab = Self::new(gpu.cloned(), source, terrain);
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

    /// Puts words on show: all of them or, if anything is refused, nothing.
    pub(super) fn put_words(&mut self, words: &RoadWords) -> Result<(), LabError> {
        // 1. What cannot be is refused before anything changes.
        check_focus(words.focus, words.methods.len(), self.panes.len())?;
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
        let before = (self.source.clone(), self.road.rule(), self.by_keys, self.speed);
        if let Some((source, terrain)) = begun
            && (source != self.source || words.frame.is_none())
        {
            self.begin(source, terrain);
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
            let now = (self.source.clone(), self.road.rule(), self.by_keys, self.speed);
            if frame != self.road.frame() || now != before {
                self.drive_from_start();
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
}
