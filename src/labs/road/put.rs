//! Conversion of the lab's state to a configuration, and parameters applied to the lab: all are checked first, then
//! applied in order. And undo of changes that discard recorded frames.

use super::lane::Statistics;
use super::road_lab::{RoadLab, seeded};
use super::saved::SavedRoad;
use super::words::{Config, TerrainSource};
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::config_words;
use crate::labs::contest::Run;
use crate::labs::lab::LabError;
use crate::labs::timeline::Branch;
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::road::recorded::Recorded;
use crate::road::wheel::{SEARCH_RULES, SearchRule};

impl RoadLab {
    /// The current configuration.
    pub fn config(&self) -> Config {
        Config {
            settings: self.settings,
            source: self.source.clone(),
            rule: SEARCH_RULES.iter().position(|row| row.rule == self.road.rule()).unwrap_or(0),
            frame: self.road.frame(),
            panes: self.road.contest.panes.clone(),
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
        let new_terrain =
            if read.names(&["seed", "triangles"]) && (read.next.source != self.source || !has_frame) {
                let (seed, triangles) = read.next.source.parameters();
                Some(seeded(seed, triangles)?)
            } else {
                None
            };
        let mut next = read.next;
        let is_other = new_terrain.is_some() || config_words::is_other_scene(&self.config(), &next);
        let replays = has_frame && (is_other || next.frame != self.road.frame());
        // 2. A new terrain makes the view follow the car unless `follow` is given.
        if let Some((source, terrain)) = new_terrain {
            self.begin(source, terrain);
            next = config_words::read(words, self.config())?.next;
        }
        // 3. The rest. A given frame is replayed from frame 0 with the new settings.
        self.playback.playing &= !has_frame;
        self.apply(next, replays);
        Ok(())
    }
}

/// A discarded branch of the drive.
struct Left {
    branch: Branch<Recorded>,
    rule: SearchRule,
    /// The measurements, if `branch` is a whole drive.
    run: Option<Run<Statistics>>,
}

impl RoadLab {
    /// Sets the rule for the origins of the wheels' rays.
    pub fn set_rule(&mut self, rule: SearchRule) {
        let before = self.road.rule();
        let left = self.road.set_rule(rule);
        self.discard_branch(left, before);
    }

    /// Restarts; the previous drive is kept for undo.
    pub fn restart(&mut self) {
        let has_frames = *self.road.span().end() > 0;
        let (branch, run) = self.road.restart();
        if has_frames {
            let left = Left { branch, rule: self.road.rule(), run: Some(run) };
            self.discarded.push(Undo::new(RESTART.to_owned(), true, left, Left::bytes, Self::swap));
        }
    }

    /// Keeps a discarded branch and the rule for ray origins under which it was computed, for undo.
    pub(super) fn discard_branch(&mut self, branch: Option<Branch<Recorded>>, rule: SearchRule) {
        if let Some(branch) = branch {
            let label = branch_at(branch.frame());
            let left = Left { branch, rule, run: None };
            self.discarded.push(Undo::new(label, false, left, Left::bytes, Self::swap));
        }
    }

    fn swap(&mut self, left: &mut Left) {
        self.road.swap(&mut left.branch, &mut left.rule);
        if let Some(run) = &mut left.run {
            self.road.contest.swap_run(run);
        }
    }
}

impl Left {
    fn bytes(&self) -> usize {
        self.branch.count() * size_of::<Recorded>() + self.run.as_ref().map_or(0, Run::bytes)
    }
}
