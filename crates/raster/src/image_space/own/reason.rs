//! Why a table is wrong on a pixel: the row at which its run goes wrong, found by running it row by row.

use super::pixel::Pixel;
use crate::image_space::explained::relation::Relation;
use crate::image_space::pass::{PassProgram, Read, Turn};
use crate::image_space::pixel_twin::{Incoming, PixelState, run_on};
use crate::image_space::recording::Outcome;

/// The row or the value that makes a table wrong. Rows are numbered from 1 through all rounds, as on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The first row of which no fragment passes.
    NothingPasses {
        /// Number of the row.
        row: usize,
        /// Whether the stencil test stops every fragment, or the depth test; `None` if each stops some.
        by_stencil: Option<bool>,
        /// Whether fragments that pass would have written their depth.
        would_write: bool,
    },
    /// Every row passes something, but the last stencil value proves nothing.
    EndsWith {
        /// That value.
        stencil: u8,
        /// The value that proves a collision.
        proof: u8,
    },
    /// This row gives the pixel the stencil value that proves a collision.
    Proves {
        /// Number of the row.
        row: usize,
        /// The value.
        stencil: u8,
    },
    /// The last row whose count makes the table say "colliding".
    Counts {
        /// Number of the row.
        row: usize,
    },
}

impl Reason {
    /// The reason why a table of rounds that run once gives its wrong answer on a pixel; `None` if no single row or
    /// value is the reason.
    pub fn of(table: &PassProgram, pixel: &Pixel) -> Option<Self> {
        let [first, second] = [0, 1].map(|body| pixel.sides(body));
        if pixel.turns(table)?.as_slice() != [Turn::ONLY] {
            return None;
        }
        if pixel.collides(table) { proof(table, [&first, &second]) } else { gap(table, [&first, &second]) }
    }

    /// The reason in an English clause.
    pub fn says(self) -> String {
        match self {
            Self::NothingPasses { row, by_stencil, would_write } => {
                let test = match by_stencil {
                    Some(true) => "the stencil test",
                    Some(false) => "the depth test",
                    None => "both tests",
                };
                let end = if would_write { ", so that row writes no depth" } else { "" };
                format!("no fragment of row {row} passes {test}{end}")
            }
            Self::EndsWith { stencil, proof } => {
                format!("the stencil value ends as {stencil}, and only {proof} proves a collision")
            }
            Self::Proves { row, stencil } => {
                format!("row {row} makes the stencil value {stencil}, which proves a collision")
            }
            Self::Counts { row } => format!("row {row} counts a fragment, as every counted row before it"),
        }
    }
}

/// The pixel's buffers before the first row.
const BEFORE: PixelState = PixelState { depth: 1.0, stencil: 0, passed: 0 };

/// Why a run ends without a proof.
fn gap(table: &PassProgram, surfaces: [&[Incoming]; 2]) -> Option<Reason> {
    let mut state = BEFORE;
    for (index, pass) in table.rows().enumerate() {
        let (mut stencil, mut depth, mut passed) = (0, 0, 0);
        run_on(&mut state, pass, surfaces, |outcome| match outcome {
            Outcome::StencilFailed => stencil += 1,
            Outcome::DepthFailed => depth += 1,
            _ => passed += 1,
        });
        if passed == 0 && stencil + depth > 0 {
            let by_stencil = if stencil > 0 && depth > 0 { None } else { Some(stencil > 0) };
            let would_write = pass.depth.is_some_and(|depth| depth.write);
            return Some(Reason::NothingPasses { row: index + 1, by_stencil, would_write });
        }
    }
    match table.read {
        Read::Stencil(proof) => Some(Reason::EndsWith { stencil: state.stencil, proof }),
        _ => None,
    }
}

/// The row that makes a run end with a proof.
fn proof(table: &PassProgram, surfaces: [&[Incoming]; 2]) -> Option<Reason> {
    let (mut state, mut last) = (BEFORE, None);
    for (index, pass) in table.rows().enumerate() {
        let before = state.stencil;
        run_on(&mut state, pass, surfaces, |_| {});
        match table.read {
            Read::Stencil(value) if state.stencil == value && before != value => {
                last = Some(Reason::Proves { row: index + 1, stencil: value });
            }
            Read::Counts | Read::Booleans | Read::AnyCount if pass.counted && state.passed > 0 => {
                last = Some(Reason::Counts { row: index + 1 });
            }
            _ => {}
        }
    }
    last
}

/// The relation of the bodies on a pixel on which each covers one interval.
pub fn relation(pixel: &Pixel) -> Option<Relation> {
    match [&pixel.bodies[0][..], &pixel.bodies[1][..]] {
        [[a], [b]] => Some(Relation::of(a.map(f64::from), b.map(f64::from))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::relations::{b_of, pixel};
    use crate::image_space::own::text::read;
    use crate::image_space::{occlusion_query, stencil};

    #[test]
    fn the_printed_table_stops_at_its_fifth_row() {
        for relation in Relation::ALL.into_iter().filter(|relation| relation.overlaps()) {
            let pixel = pixel(b_of(relation));
            assert!(!pixel.collides(&stencil::PUBLISHED), "{relation:?}");
            let reason = Reason::of(&stencil::PUBLISHED, &pixel).unwrap();
            assert!(
                matches!(reason, Reason::NothingPasses { row: 5, by_stencil: Some(true), would_write: true }),
                "{relation:?}: {reason:?}"
            );
            assert_eq!(super::relation(&pixel), Some(relation));
        }
        let says = Reason::NothingPasses { row: 5, by_stencil: Some(true), would_write: true }.says();
        assert_eq!(says, "no fragment of row 5 passes the stencil test, so that row writes no depth");
    }

    #[test]
    fn a_false_hit_names_the_row_that_proves() {
        let table = read(
            "read stencil = 2\nround\n clear stencil 0\n draw A near stencil always 1 pass replace\n \
             draw B near stencil equal 1 pass incr\n",
        );
        let table = table.unwrap().lowered();
        let apart = pixel(b_of(Relation::FartherAndApart));
        assert_eq!(Reason::of(&table, &apart), Some(Reason::Proves { row: 2, stencil: 2 }));
        let counts = read("read counts\nround\n draw A near count\n").unwrap().lowered();
        assert_eq!(Reason::of(&counts, &apart), Some(Reason::Counts { row: 1 }));
        // A right miss of a right table: its second round counts nothing.
        let nearer = pixel(b_of(Relation::NearerAndApart));
        let reason = Reason::of(&occlusion_query::PROGRAM, &nearer);
        assert!(matches!(reason, Some(Reason::NothingPasses { by_stencil: Some(false), .. })), "{reason:?}");
    }

    #[test]
    fn a_value_that_proves_nothing_is_named() {
        let table = read("read stencil = 9\nround\n draw A near stencil always 1 pass replace\n").unwrap();
        let reason = Reason::of(&table.lowered(), &pixel(b_of(Relation::BInsideA)));
        assert_eq!(reason, Some(Reason::EndsWith { stencil: 1, proof: 9 }));
    }
}
