//! All that was measured in the arena, as CSV.

use super::Arena;
use super::start::Start;
use crate::labs::lab::LabError;
use crate::world::Parameters;

/// A row per frame and method since the start; `None` before anything was measured.
pub fn csv(arena: &Arena) -> Option<Result<Vec<u8>, LabError>> {
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
    arena.ledger().file(arena.gpu(), &scene, |method| arena.settings_of(method).clone())
}
