//! Analysis of a table without faults, computed again only after a change.

use crate::image_space::own::cost::{Conditions, PairCost, cost};
use crate::image_space::own::counterexample::{
    Counterexample, Mistakes, family, mistakes, smallest_counterexample,
};
use crate::image_space::own::pixel::{Touching, can_be_judged};
use crate::image_space::own::relations::{Strip, relations};
use crate::image_space::own::rows::{Effect, rows_that_matter};
use crate::image_space::own::table::OwnTable;
use crate::image_space::pass::PassProgram;

/// Number of pixels in a random family.
pub const FAMILY: usize = 1000;

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
    /// Its mistakes on the random family; `None` if pixels cannot judge it.
    pub mistakes: Option<Mistakes>,
    /// The smallest pixel on which it is wrong, if one was found.
    pub smallest: Option<Counterexample>,
    /// The effect of leaving out each row, by its place.
    pub effects: Vec<([usize; 2], Effect)>,
    /// Cost of a pair for which one round runs, two rounds, and so on.
    pub costs: Vec<PairCost>,
}

impl Analysis {
    /// Analyses a table, which must have no faults.
    pub fn of(table: &OwnTable, asked: &Asked) -> Self {
        let program = table.lowered();
        let judged = can_be_judged(&program);
        let pixels = if judged { family(table.bodies, asked.seed, FAMILY) } else { Vec::new() };
        let rounds = 1..=program.rounds.len();
        Self {
            strip: relations(&program),
            mistakes: judged.then(|| mistakes(&program, &pixels, asked.touching)),
            smallest: smallest_counterexample(&program, asked.touching, asked.seed),
            effects: rows_that_matter(table, asked.seed),
            costs: rounds.map(|rounds| cost(&program, &asked.conditions, rounds)).collect(),
            program,
        }
    }

    /// The effect of leaving out the row at a place.
    pub fn effect(&self, place: [usize; 2]) -> Option<&Effect> {
        self.effects.iter().find(|(of, _)| *of == place).map(|(_, effect)| effect)
    }
}
