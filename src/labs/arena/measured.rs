//! Measurements of the arena as CSV.

use super::Arena;
use super::start::Start;
use crate::comparison::ledger::figures;
use crate::comparison::statistics::Sample;
use crate::labs::lab::LabError;
use crate::labs::measured::{self, Row};
use crate::methods::Method;
use crate::world::Parameters;

/// One row per frame and method since the start, for the lab with this id; `None` if nothing was measured.
pub fn csv(lab: &str, arena: &Arena) -> Option<Result<Vec<u8>, LabError>> {
    let numbers = |p: &Parameters| {
        format!("seed={} bodies={} density={} level={}", p.seed, p.count, p.density, p.level)
    };
    let scene = match arena.start() {
        Start::Experiment(parameters) => numbers(parameters),
        Start::Models(models, parameters) => {
            let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
            format!("{} mesh={}", numbers(parameters), names.join("+"))
        }
        Start::Preset(preset) => format!("preset={}", preset.id),
    };
    // Methods have different counters: each counter gets a column, in order of first appearance.
    let mut columns: Vec<String> = Vec::new();
    for (name, _) in arena.ledger().samples().flat_map(|(_, sample)| figures(sample)) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let row = |(method, sample): (&'static Method, &Sample)| {
        let figures = figures(sample);
        let value =
            |column: &String| figures.iter().find(|(name, _)| name == column).map(|(_, value)| *value);
        let values = columns.iter().map(value).collect();
        Row::with(sample.frame, (&method.about, arena.settings_of(method)), values)
    };
    let rows: Vec<_> = arena.ledger().samples().map(row).collect();
    let columns: Vec<_> = columns.iter().map(String::as_str).collect();
    (!rows.is_empty()).then(|| measured::file(lab, arena.gpu(), &scene, &columns, rows.iter()))
}
