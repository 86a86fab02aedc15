//! Analysis of a table without faults, computed again only after a change. What may take long is searched on a thread.

use crate::image_space::own::cost::{Conditions, PairCost, cost};
use crate::image_space::own::counterexample::{
    Counterexample, Mistakes, family, mistakes, pixels_to_search, smallest_counterexample_while,
};
use crate::image_space::own::pixel::{Touching, can_be_judged};
use crate::image_space::own::relations::{Strip, relations};
use crate::image_space::own::rows::{Effect, PIXELS, rows_that_matter_while};
use crate::image_space::own::table::{OwnTable, Repetition};
use crate::image_space::pass::PassProgram;

/// Number of pixels in a random family.
pub const FAMILY: usize = 1000;

/// Most draws that a search may evaluate, each on one pixel, before the next picture: about a hundredth of a second.
pub const AT_ONCE: usize = 200_000;

/// The conditions under which a table is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Whether touching counts as a collision.
    pub touching: Touching,
    /// Seed of the random family.
    pub seed: u64,
    /// Conditions of the cost.
    pub conditions: Conditions,
}

/// The properties of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The program that its cells mean.
    pub program: PassProgram,
    /// Its answers in every relation; `None` if pixels cannot judge the table, because it draws edges.
    pub strip: Option<Strip>,
    /// Cost of a pair for which one round runs, two rounds, and so on.
    pub costs: Vec<PairCost>,
    /// The result of the search; `None` while it runs.
    pub searched: Option<Searched>,
}

/// The properties of a table that are found on many pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// Its mistakes on the random family; `None` if pixels cannot judge it.
    pub mistakes: Option<Mistakes>,
    /// The smallest pixel on which it is wrong, if one was found.
    pub smallest: Option<Counterexample>,
    /// The effect of leaving out each row, by its place.
    pub effects: Vec<([usize; 2], Effect)>,
}

impl Analysis {
    /// Analyses a table, which must have no faults, without the search.
    pub fn of(table: &OwnTable, asked: &Asked) -> Self {
        let program = table.lowered();
        let rounds = 1..=program.rounds.len();
        Self {
            strip: relations(&program),
            costs: rounds.map(|rounds| cost(&program, &asked.conditions, rounds)).collect(),
            searched: None,
            program,
        }
    }

    /// The effect of leaving out the row at a place; `None` while it is searched.
    pub fn effect(&self, place: [usize; 2]) -> Option<&Effect> {
        self.searched.as_ref()?.effects.iter().find(|(of, _)| *of == place).map(|(_, effect)| effect)
    }

    /// The smallest pixel on which the table is wrong, if one was found.
    pub fn smallest(&self) -> Option<&Counterexample> {
        self.searched.as_ref()?.smallest.as_ref()
    }
}

impl Searched {
    /// Searches a table, which must have no faults. Once `go_on` returns `false`, the search ends soon, and its result
    /// means nothing.
    pub fn of(table: &OwnTable, asked: &Asked, go_on: &mut dyn FnMut() -> bool) -> Self {
        let program = table.lowered();
        let pixels = match can_be_judged(&program) {
            true => family(table.bodies, asked.seed, FAMILY),
            false => Vec::new(),
        };
        let mut all = Mistakes::default();
        for some in pixels.chunks(64) {
            let found = mistakes(&program, some, asked.touching);
            all.pixels += found.pixels;
            all.missed += found.missed;
            all.false_hits += found.false_hits;
            if !go_on() {
                break;
            }
        }
        Self {
            mistakes: can_be_judged(&program).then_some(all),
            smallest: smallest_counterexample_while(&program, asked.touching, asked.seed, go_on),
            effects: rows_that_matter_while(table, asked.seed, go_on),
        }
    }
}

/// Number of draws that a search evaluates at most, each on one pixel.
pub fn amount(table: &OwnTable) -> usize {
    let turns = match table.repeat {
        Repetition::Once => 1,
        Repetition::Slices(turns) | Repetition::Layers(turns) => turns as usize,
    };
    let rows = table.row_count();
    rows * turns * (FAMILY + pixels_to_search(table.bodies) + rows * PIXELS)
}
