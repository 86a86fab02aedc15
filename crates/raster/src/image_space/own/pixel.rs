//! A pixel of two bodies in whole numbers, the truth about it, a table's answer, and the pixel's history under the
//! table: its depth and stencil value after every row, turn by turn.

use crate::image_space::pass::{PassProgram, Repeat, Surface, Turn};
use crate::image_space::pixel_twin::{Incoming, PixelState, decides, history_of};

/// The depth intervals of a body on a pixel, the nearest first, in whole numbers; they share no point.
pub type Intervals = Vec<[u32; 2]>;

/// Two bodies on a pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixel {
    /// The intervals of A and of B.
    pub bodies: [Intervals; 2],
    /// Whether the farthest surfaces of A, and of B, are drawn first.
    pub farthest_first: [bool; 2],
    /// The largest number that an end may have. Numbers from 0 to it spread evenly between the near and the far plane.
    pub most: u32,
}

/// The part of a pixel's ray that two bodies have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// No point.
    Nothing,
    /// Points at which both end, but no length.
    Touch,
    /// A length.
    Overlap,
}

/// Whether touching counts as a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touching {
    /// It does.
    Collides,
    /// It does not.
    IsSeparated,
    /// Either answer is right.
    IsEither,
}

impl Common {
    /// The right answer; `None` if both are.
    pub fn colliding(self, touching: Touching) -> Option<bool> {
        match (self, touching) {
            (Self::Nothing, _) => Some(false),
            (Self::Overlap, _) | (Self::Touch, Touching::Collides) => Some(true),
            (Self::Touch, Touching::IsSeparated) => Some(false),
            (Self::Touch, Touching::IsEither) => None,
        }
    }
}

/// Whether pixels can judge the table. On a pixel it is not known where the edges of a body are.
pub fn can_be_judged(table: &PassProgram) -> bool {
    !table.rows().any(|row| matches!(row.draw, Surface::Edges(_)))
}

impl Pixel {
    /// The part that the closed intervals have in common.
    pub fn common(&self) -> Common {
        let [a, b] = &self.bodies;
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a[0].max(b[0]), a[1].min(b[1]))));
        let mut common = Common::Nothing;
        for (from, to) in pairs {
            match from.cmp(&to) {
                std::cmp::Ordering::Less => return Common::Overlap,
                std::cmp::Ordering::Equal => common = Common::Touch,
                std::cmp::Ordering::Greater => {}
            }
        }
        common
    }

    /// Whether the table says "colliding" because of this pixel.
    pub fn collides(&self, table: &PassProgram) -> bool {
        let [first, second] = [0, 1].map(|body| self.sides(body));
        match self.turns(table) {
            Some(turns) => decides(table, &turns, [&first, &second]),
            None => false,
        }
    }

    /// The pixel with the roles of the bodies exchanged.
    pub fn exchanged(&self) -> Self {
        let ([a, b], [of_a, of_b]) = (self.bodies.clone(), self.farthest_first);
        Self { bodies: [b, a], farthest_first: [of_b, of_a], most: self.most }
    }

    /// The pixel of two bodies with these intervals of depths, rounded to multiples of 1/1024; `None` if a body is not on
    /// it, or thinner than that.
    pub fn of_depths(bodies: [&[[f64; 2]]; 2]) -> Option<Self> {
        const MOST: u32 = 1022;
        let number =
            |depth: f64| (depth * f64::from(MOST + 2) - 1.0).round().clamp(0.0, f64::from(MOST)) as u32;
        let bodies = bodies.map(|body| body.iter().map(|ends| ends.map(number)).collect::<Intervals>());
        let is_solid =
            |body: &Intervals| !body.is_empty() && body.iter().flatten().is_sorted_by(|a, b| a < b);
        bodies.iter().all(is_solid).then_some(Self { bodies, farthest_first: [false; 2], most: MOST })
    }

    /// The depth of a number, from 0 at the near plane to 1 at the far plane, neither of which a body reaches.
    pub fn depth(&self, number: u32) -> f64 {
        f64::from(number + 1) / f64::from(self.most + 2)
    }

    pub(super) fn sides(&self, body: usize) -> Vec<Incoming> {
        let side = |end: u32, is_near| Incoming { depth: self.depth(end), is_near };
        let ends = |[near, far]: &[u32; 2]| [side(*near, true), side(*far, false)];
        let mut sides: Vec<_> = self.bodies[body].iter().flat_map(ends).collect();
        if self.farthest_first[body] {
            sides.reverse();
        }
        sides
    }

    /// The turns of the table. Slices lie between the depths that both bodies reach; `None` if there are none.
    pub(super) fn turns(&self, table: &PassProgram) -> Option<Vec<Turn>> {
        match table.repeat {
            Repeat::Once => Some(vec![Turn::ONLY]),
            Repeat::Layers => {
                // No pixel has more surfaces than this, so the last turn counts nothing.
                let surfaces = 2 * self.bodies.iter().map(Vec::len).sum::<usize>() as u32 + 1;
                let turns = 0..table.layers().min(surfaces);
                Some(turns.map(|number| Turn { number, ..Turn::ONLY }).collect())
            }
            Repeat::Slices => {
                let ends = self.bodies.each_ref().map(|body| Some([body.first()?[0], body.last()?[1]]));
                let [Some(a), Some(b)] = ends else { return None };
                let [from, to] = [a[0].max(b[0]), a[1].min(b[1])];
                if from > to {
                    return None;
                }
                let [from, to] = [from, to].map(|end| self.depth(end));
                let count = table.slices(1).max(1);
                let plane = |number: u32| from + (to - from) * (f64::from(number) + 0.5) / f64::from(count);
                Some((0..count).map(|number| Turn { number, plane: plane(number) as f32 }).collect())
            }
        }
    }
}

/// The buffers of a pixel before the first row.
pub const BEFORE: PixelState = PixelState { depth: 1.0, stencil: 0, passed: 0 };

/// The history of a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// The turns in which every round runs; one if the table does not repeat.
    pub turns: Vec<Turn>,
    /// The states after the rows: by round, then by turn, then by row.
    states: Vec<PixelState>,
    /// Number of rows in each round.
    rows: Vec<usize>,
    /// Whether the table says "colliding" because of this pixel.
    pub colliding: bool,
}

impl History {
    /// Runs all rounds of a table on a pixel. There are no turns if slices find no depth that both bodies reach.
    pub fn of(table: &PassProgram, pixel: &Pixel) -> Self {
        let turns = pixel.turns(table).unwrap_or_default();
        let [first, second] = [0, 1].map(|body| pixel.sides(body));
        let states = history_of(table, &turns, [&first, &second]);
        let rows = table.rounds.iter().map(<[_]>::len).collect();
        Self { turns, states, rows, colliding: pixel.collides(table) }
    }

    /// The states before and after a row in a turn, counted from 0; `None` if there is no such row or turn.
    pub fn around(&self, [round, row]: [usize; 2], turn: usize) -> Option<[PixelState; 2]> {
        if row >= *self.rows.get(round)? || turn >= self.turns.len() {
            return None;
        }
        let earlier: usize = self.rows[..round].iter().sum::<usize>() * self.turns.len();
        let at = earlier + turn * self.rows[round] + row;
        let before = at.checked_sub(1).and_then(|at| self.states.get(at)).copied().unwrap_or(BEFORE);
        Some([before, *self.states.get(at)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::settings::BUILT_IN;
    use crate::image_space::own::table::OwnTable;
    use crate::image_space::pass::Takes;

    /// Whether some half of a whole number lies in both.
    fn share(a: &Intervals, b: &Intervals) -> usize {
        let inside =
            |body: &Intervals, p: u32| body.iter().any(|[near, far]| (2 * near..=2 * far).contains(&p));
        (0..=12).filter(|p| inside(a, *p) && inside(b, *p)).count()
    }

    /// All bodies of up to two intervals with ends from 0 to 6.
    pub fn bodies(most: usize) -> Vec<Intervals> {
        let all: Vec<[u32; 2]> = (0..6).flat_map(|near| (near + 1..7).map(move |far| [near, far])).collect();
        let mut bodies: Vec<Intervals> = vec![vec![]];
        bodies.extend(all.iter().map(|one| vec![*one]));
        if most == 2 {
            for a in &all {
                bodies.extend(all.iter().filter(|b| b[0] > a[1]).map(|b| vec![*a, *b]));
            }
        }
        bodies
    }

    #[test]
    fn what_is_common_is_what_the_points_show() {
        for a in bodies(2) {
            for b in bodies(2) {
                let pixel = Pixel { bodies: [a.clone(), b.clone()], farthest_first: [false; 2], most: 6 };
                // Bodies that touch share single points, none of which neighbours another.
                let expected = match share(&a, &b) {
                    0 => Common::Nothing,
                    points => {
                        let longer = a.iter().any(|a| b.iter().any(|b| a[0].max(b[0]) < a[1].min(b[1])));
                        assert!(longer || points <= 4);
                        if longer { Common::Overlap } else { Common::Touch }
                    }
                };
                assert_eq!(pixel.common(), expected, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn the_methods_that_promise_something_are_right_where_bodies_overlap_or_are_apart() {
        for (id, program) in BUILT_IN {
            if id.ends_with("as-published") || !can_be_judged(program) {
                continue;
            }
            let program = OwnTable::of_program(id, program).lowered();
            let most = if program.takes == Takes::Closed { 2 } else { 1 };
            for a in bodies(most) {
                for b in bodies(most) {
                    for farthest_first in [[false; 2], [true, false], [true; 2]] {
                        let pixel = Pixel { bodies: [a.clone(), b.clone()], farthest_first, most: 6 };
                        if let Some(right) = pixel.common().colliding(Touching::IsEither) {
                            assert_eq!(pixel.collides(&program), right, "{id}: {pixel:?}");
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod history_tests {
    use super::*;
    use crate::image_space::own::relations::pixel;
    use crate::image_space::own::table::OwnTable;
    use crate::image_space::{parity_slice, stencil};

    #[test]
    fn the_history_is_found_row_by_row_and_turn_by_turn() {
        // B reaches out of A at the back: the stencil value runs from 0 to 3.
        let history = History::of(&stencil::CORRECTED, &pixel([5, 8]));
        let stencils: Vec<_> = (0..2)
            .flat_map(|round| (0..8).map(move |row| [round, row]))
            .filter_map(|place| history.around(place, 0))
            .map(|[_, after]| after.stencil)
            .collect();
        assert_eq!(stencils, [1, 1, 1, 2, 2, 3]);
        assert!(
            history.colliding && history.around([0, 0], 1).is_none() && history.around([2, 0], 0).is_none()
        );
        assert_eq!(history.around([0, 0], 0).unwrap()[0], BEFORE);

        let slices = OwnTable::of_program("", &parity_slice::PROGRAM).lowered();
        let history = History::of(&slices, &pixel([5, 8]));
        assert_eq!(history.turns.len(), 32);
        let rows = slices.rounds[0].len();
        for turn in 1..32 {
            let [before, _] = history.around([0, 0], turn).unwrap();
            assert_eq!(before, history.around([0, rows - 1], turn - 1).unwrap()[1], "turn {turn}");
        }
        assert!(History::of(&slices, &pixel([7, 8])).turns.is_empty(), "no common depth");
    }
}
