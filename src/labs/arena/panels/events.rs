//! Events of a frame: collisions, and the errors of each method.

use std::borrow::Cow;

use crate::labs::arena::Arena;
use crate::language::{t, tr};

/// Lines that describe a frame, in the current language.
pub fn happened(arena: &Arena, frame: u64) -> Vec<String> {
    let Some(mark) = arena.marks().at(frame) else { return Vec::new() };
    let mut lines = vec![t!("Colliding pairs: %{n}", n = mark.hits).into_owned()];
    let errors = |missed: u64, false_hits: u64| {
        let missed = (missed > 0).then(|| t!("%{n} missed", n = missed));
        let false_hits = (false_hits > 0).then(|| t!("%{n} false", n = false_hits));
        missed.into_iter().chain(false_hits).map(Cow::into_owned).collect::<Vec<_>>().join(", ")
    };
    for (method, sample) in arena.measured_at(frame) {
        let errors = sample.errors.map(|[missed, false_hits]| errors(missed as u64, false_hits as u64));
        if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
            lines.push(format!("{}: {errors}", tr(method.title)));
        }
    }
    // Methods whose settings have changed since the frame have no errors of their own in it: only the sum of
    // all methods' errors is known.
    if lines.len() == 1 && mark.missed + mark.false_hits > 0 {
        lines.push(errors(mark.missed.into(), mark.false_hits.into()));
    }
    lines
}
