//! CPU twin of a table of passes on one pixel: oracle and explanation of the GPU's result.
//!
//! A convex body covers a pixel with one depth interval: its near and its far surface. Executing the table is
//! then a handful of comparisons, which give the pixel's history pass by pass. [`history`] does this for
//! given intervals, [`history_of`] for any number of surfaces and turns, [`run_row`] for fragments recorded
//! from a GPU.

use super::depth_lists::{Event, shared_on_ray};
use super::pass::{Pass, PassProgram, Read, Repeat, Surface, Turn, Who};
use super::recording::{FARTHEST, Outcome};
use crate::gpu::{Compare, StencilOp};

/// Near and far depth of a body on a pixel, 0 at the near plane and 1 at the far one; `None` where the
/// body does not cover the pixel.
pub type Interval = Option<[f64; 2]>;

/// A fragment before its tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incoming {
    /// Depth, 0 at the near plane.
    pub depth: f64,
    /// Whether the surface faces the eye there.
    pub is_near: bool,
}

/// A fragment of a surface that faces the eye.
impl From<f64> for Incoming {
    fn from(depth: f64) -> Self {
        Self { depth, is_near: true }
    }
}

/// The pixel after a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelState {
    /// Value of the depth buffer, 0 near to 1 far.
    pub depth: f64,
    /// Value of the stencil buffer.
    pub stencil: u8,
    /// Fragments of this pass that passed both tests.
    pub passed: u32,
}

/// Runs every round of `table` on a pixel that A, as drawn, covers with `first` and B with `second`; one
/// entry per pass. Buffers start at depth 1 and stencil 0, and keep their values from round to round.
pub fn history(table: &PassProgram, first: Interval, second: Interval) -> Vec<PixelState> {
    history_of(table, &[Turn::ONLY], [&sides(first), &sides(second)])
}

/// Runs every round of `table` in these turns on a pixel on which A and B have these surfaces, in drawing
/// order; one entry per pass. Buffers start at depth 1 and stencil 0.
pub fn history_of(table: &PassProgram, turns: &[Turn], surfaces: [&[Incoming]; 2]) -> Vec<PixelState> {
    let mut state = PixelState { depth: 1.0, stencil: 0, passed: 0 };
    let mut states = Vec::new();
    for round in table.rounds.iter() {
        for turn in turns {
            states.extend(round.iter().map(|pass| step(&mut state, &pass.in_turn(*turn), surfaces)));
        }
    }
    states
}

/// Whether this pixel alone makes the table say "colliding".
pub fn collides(table: &PassProgram, first: Interval, second: Interval) -> bool {
    decides(table, &[Turn::ONLY], [&sides(first), &sides(second)])
}

/// Whether this pixel alone makes the table say "colliding" in these turns. Of layers, a round ends with the turn in
/// which its first counted row counts nothing.
pub fn decides(table: &PassProgram, turns: &[Turn], surfaces: [&[Incoming]; 2]) -> bool {
    if table.read == Read::Lists {
        return shared_on_ray(&mut events(surfaces)).is_some();
    }
    let mut state = PixelState { depth: 1.0, stencil: 0, passed: 0 };
    let mut any = false;
    for (index, round) in table.rounds.iter().enumerate() {
        let (mut count, mut pictures) = (None, Vec::new());
        for turn in turns {
            let (mut first, mut last) = (None, None);
            for pass in round {
                step(&mut state, &pass.in_turn(*turn), surfaces);
                if pass.counted {
                    first = first.or(Some(state.passed));
                    last = Some(state.passed);
                }
                if pass.depth_read {
                    pictures.push(state.depth);
                }
            }
            count = last.map(|last| count.unwrap_or(0) + last).or(count);
            if table.repeat == Repeat::Layers && first == Some(0) {
                break;
            }
        }
        let found = match table.read {
            Read::Depths => matches!(pictures[..], [first, second] if second > 0.0 && second >= first),
            Read::Stencil(value) if index + 1 == table.rounds.len() => state.stencil == value,
            // A round that counts nothing decides nothing.
            _ => count != Some(0),
        };
        if !found && table.read.ends_at_zero() {
            return false;
        }
        any |= found;
    }
    any
}

/// The surfaces of a body with one interval, or none.
fn sides(interval: Interval) -> Vec<Incoming> {
    let side = |depth, is_near| Incoming { depth, is_near };
    interval.into_iter().flat_map(|[near, far]| [side(near, true), side(far, false)]).collect()
}

/// The entries and exits of both bodies.
fn events(surfaces: [&[Incoming]; 2]) -> Vec<Event> {
    let of_body = |(body, surfaces): (usize, &[Incoming])| {
        let event = |side: &Incoming| Event {
            depth: (side.depth * f64::from(FARTHEST)).round() as u32,
            turn: if side.is_near { 1 } else { -1 },
            body,
        };
        surfaces.iter().map(event).collect::<Vec<_>>()
    };
    surfaces.into_iter().enumerate().flat_map(of_body).collect()
}

/// Runs one row of a table on a pixel: clears, then processes these `fragments` in order and reports each
/// outcome to `each`. `farthest` is the depth of the far plane: 1, or the largest value of a buffer of whole
/// numbers, to which a cleared depth is then rounded.
pub fn run_row(
    state: &mut PixelState,
    pass: &Pass,
    farthest: f64,
    fragments: impl IntoIterator<Item = impl Into<Incoming>>,
    mut each: impl FnMut(Outcome),
) {
    if let Some(depth) = pass.clear.depth {
        let depth = f64::from(depth) * farthest;
        state.depth = if farthest > 1.0 { depth.round() } else { depth };
    }
    state.stencil = pass.clear.stencil.unwrap_or(state.stencil);
    state.passed = 0;
    for incoming in fragments {
        each(fragment(state, pass, incoming.into()));
    }
}

fn step(state: &mut PixelState, pass: &Pass, surfaces: [&[Incoming]; 2]) -> PixelState {
    run_on(state, pass, surfaces, |_| {});
    *state
}

/// Runs one row of a table on a pixel on which A and B have these surfaces, and reports the outcome of every fragment.
pub fn run_on(state: &mut PixelState, pass: &Pass, surfaces: [&[Incoming]; 2], each: impl FnMut(Outcome)) {
    let of = |who| surfaces[usize::from(who == Who::Second)].iter().copied();
    let fragments: Vec<Incoming> = match pass.draw {
        Surface::Whole(who) => of(who).collect(),
        Surface::Near(who) => of(who).filter(|surface| surface.is_near).collect(),
        Surface::Far(who) => of(who).filter(|surface| !surface.is_near).collect(),
        Surface::Tile => vec![0.0.into()],
        // The surfaces on a pixel do not tell where edges are.
        Surface::Edges(_) => Vec::new(),
    };
    run_row(state, pass, 1.0, fragments, each);
}

/// The per-fragment operations in GL's order: stencil test, depth test, then the writes.
fn fragment(state: &mut PixelState, pass: &Pass, incoming: Incoming) -> Outcome {
    let Incoming { depth, is_near } = incoming;
    let stencil_passes = pass.stencil.is_none_or(|s| {
        let (reference, stored) = (s.reference & s.mask, state.stencil & s.mask);
        compare(s.test, f64::from(reference), f64::from(stored))
    });
    let depth_passes = pass.depth.is_none_or(|d| compare(d.test, depth, state.depth));
    let outcome = match (stencil_passes, depth_passes) {
        (false, _) => Outcome::StencilFailed,
        (true, false) => Outcome::DepthFailed,
        (true, true) => Outcome::Passed,
    };
    if let Some(s) = pass.stencil {
        let op = match outcome {
            Outcome::StencilFailed => s.fail,
            Outcome::DepthFailed => s.depth_fail,
            Outcome::Passed if is_near => s.pass,
            Outcome::Passed => s.back_pass.unwrap_or(s.pass),
        };
        let after = apply(op, state.stencil, s.reference);
        state.stencil = state.stencil & !s.write | after & s.write;
    }
    if outcome == Outcome::Passed {
        state.passed += 1;
        if pass.depth.is_some_and(|d| d.write) {
            state.depth = depth;
        }
    }
    outcome
}

/// Whether the comparison `test` holds between `incoming` and `stored`.
pub fn compare(test: Compare, incoming: f64, stored: f64) -> bool {
    match test {
        Compare::Never => false,
        Compare::Less => incoming < stored,
        Compare::Equal => incoming == stored,
        Compare::LessEqual => incoming <= stored,
        Compare::Greater => incoming > stored,
        Compare::NotEqual => incoming != stored,
        Compare::GreaterEqual => incoming >= stored,
        Compare::Always => true,
    }
}

/// The stencil value (8 bits) after the operation `op` on the stored value.
pub fn apply(op: StencilOp, stored: u8, reference: u8) -> u8 {
    match op {
        StencilOp::Keep => stored,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::Increment => stored.saturating_add(1),
        StencilOp::Decrement => stored.saturating_sub(1),
        StencilOp::Invert => !stored,
        StencilOp::IncrementWrap => stored.wrapping_add(1),
        StencilOp::DecrementWrap => stored.wrapping_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::{depth_readback, occlusion_query, recode, stencil};

    const RIGHT: [&PassProgram; 5] = [
        &occlusion_query::PROGRAM,
        &occlusion_query::BOOLEAN,
        &depth_readback::PROGRAM,
        &recode::PROGRAM,
        &stencil::CORRECTED,
    ];

    /// B's interval in every relation to A's: before, touching, overlapping, inside, around, behind. Closed
    /// intervals overlap when each begins before the other ends.
    const A: Interval = Some([0.4, 0.6]);
    const RELATIONS: [([f64; 2], bool); 8] = [
        ([0.1, 0.2], false),
        ([0.7, 0.8], false),
        ([0.3, 0.5], true),
        ([0.5, 0.7], true),
        ([0.45, 0.55], true),
        ([0.2, 0.8], true),
        ([0.4, 0.6], true),
        ([0.61, 0.9], false),
    ];

    #[test]
    fn the_tables_that_are_right_decide_every_relation() {
        for (b, overlapping) in RELATIONS {
            for table in RIGHT {
                assert_eq!(collides(table, A, Some(b)), overlapping, "{b:?} against {A:?}");
                assert_eq!(collides(table, Some(b), A), overlapping, "{b:?} against {A:?}, swapped");
            }
        }
    }

    #[test]
    fn the_published_table_hits_what_lies_behind_and_misses_what_overlaps() {
        assert!(collides(&stencil::PUBLISHED, A, Some([0.7, 0.8])), "B behind A is a false hit");
        for (b, overlapping) in RELATIONS {
            if overlapping {
                assert!(!collides(&stencil::PUBLISHED, A, Some(b)), "{b:?} is missed");
            }
        }
    }

    #[test]
    fn a_pixel_that_one_body_leaves_free_never_collides() {
        for table in RIGHT.into_iter().chain([&stencil::PUBLISHED]) {
            for covered in [[0.4, 0.6], [0.0, 1.0]] {
                assert!(!collides(table, Some(covered), None) && !collides(table, None, Some(covered)));
            }
        }
    }

    #[test]
    fn the_stencil_history_runs_from_0_to_3_where_the_bodies_overlap() {
        let stencils: Vec<_> =
            history(&stencil::CORRECTED, A, Some([0.5, 0.7])).iter().map(|s| s.stencil).collect();
        assert_eq!(stencils, [1, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn recode_sorts_a_pixel_into_four_classes() {
        let class = |a, b| history(&recode::PROGRAM, a, b).last().map(|state| state.stencil);
        assert_eq!(class(None, A), Some(0), "not on A");
        assert_eq!(class(A, None), Some(1), "not on B");
        assert_eq!(class(A, Some([0.1, 0.2])), Some(1), "B in front");
        assert_eq!(class(A, Some([0.7, 0.8])), Some(3), "B behind");
        for b in [[0.3, 0.5], [0.5, 0.7], [0.45, 0.55], [0.2, 0.8]] {
            assert_eq!(class(A, Some(b)), Some(2), "{b:?} overlaps");
        }
    }
}
