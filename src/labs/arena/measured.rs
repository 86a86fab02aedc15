//! All that was measured in the arena, as CSV.

use super::Arena;
use super::start::Start;
use crate::labs::lab::LabError;
use crate::labs::measured_file::settings_column;
use crate::methods::Method;
use crate::world::Parameters;

/// A row per frame and method since the start, with renderer, scene and settings; `None` before anything was measured.
pub fn csv(arena: &Arena) -> Option<Result<Vec<u8>, LabError>> {
    let renderer = arena.gpu().map_or_else(|| "none".to_owned(), |gpu| gpu.capabilities().device());
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
    let settings = |method: &'static Method| settings_column(arena.settings_of(method));
    let ledger = arena.ledger();
    (!ledger.is_empty())
        .then(|| ledger.csv(&renderer, &scene, settings).map_err(|why| LabError(why.to_string())))
}
