//! The eight relations of two depth intervals on a ray: source 4, figure 1.
//!
//! Intervals are closed and run from the near side to the far side. The figure's drawing is not available;
//! numbers and names are those of the presets in [`crate::world::presets`]. In 1 and 2, B is nearer; in 3 and
//! 8, B is farther; in 4 to 7 the intervals share more than a point, which the paper calls a collision.

/// Relation of B's interval to A's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// 1: B ends before A begins.
    NearerAndApart = 1,
    /// 2: B ends where A begins.
    NearerAndTouching,
    /// 3: B begins where A ends.
    FartherAndTouching,
    /// 4: B begins before A and ends inside it.
    ReachingInFromTheFront,
    /// 5: B lies within A. Equal intervals belong here.
    BInsideA,
    /// 6: A lies within B.
    AInsideB,
    /// 7: B begins inside A and ends behind it.
    ReachingOutAtTheBack,
    /// 8: B begins after A ends.
    FartherAndApart,
}

use Relation::*;

impl Relation {
    /// All relations, by number.
    pub const ALL: [Self; 8] = [
        NearerAndApart,
        NearerAndTouching,
        FartherAndTouching,
        ReachingInFromTheFront,
        BInsideA,
        AInsideB,
        ReachingOutAtTheBack,
        FartherAndApart,
    ];

    /// The relation of B's interval `b` to A's interval `a`, each `[near, far]` with near ≤ far, in any unit.
    /// Exactly one relation applies. An interval of length zero at the other's end touches it.
    pub fn of(a: [f64; 2], b: [f64; 2]) -> Self {
        let ([a_near, a_far], [b_near, b_far]) = (a, b);
        if a == b {
            BInsideA
        } else if b_far < a_near {
            NearerAndApart
        } else if b_far == a_near {
            NearerAndTouching
        } else if b_near == a_far {
            FartherAndTouching
        } else if b_near > a_far {
            FartherAndApart
        } else if b_near >= a_near && b_far <= a_far {
            BInsideA
        } else if b_near <= a_near && b_far >= a_far {
            AInsideB
        } else if b_near < a_near {
            ReachingInFromTheFront
        } else {
            ReachingOutAtTheBack
        }
    }

    /// The relation with a tolerance: ends within `slack` of each other count as equal. Without a tolerance, rounding
    /// decides whether coincident surfaces touch, overlap or leave a gap.
    pub fn within(a: [f64; 2], b: [f64; 2], slack: f64) -> Self {
        let snapped = |end: f64| a.into_iter().find(|other| (end - other).abs() <= slack).unwrap_or(end);
        Self::of(a, b.map(snapped))
    }

    /// The figure's number, 1 to 8.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The relation in a few English words.
    pub fn says(self) -> &'static str {
        match self {
            NearerAndApart => "B in front of A, separated",
            NearerAndTouching => "B in front of A, touching",
            FartherAndTouching => "B behind A, touching",
            ReachingInFromTheFront => "B reaches into A from the front",
            BInsideA => "B inside A",
            AInsideB => "A inside B",
            ReachingOutAtTheBack => "B reaches out of A at the back",
            FartherAndApart => "B behind A, separated",
        }
    }

    /// Whether the intervals share more than an end point (relations 4 to 7). The paper counts these as colliding.
    pub fn overlaps(self) -> bool {
        (4..=7).contains(&self.number())
    }

    /// Whether the intervals share nothing but an end point (relations 2 and 3). A strict depth test misses this.
    pub fn touches(self) -> bool {
        matches!(self, NearerAndTouching | FartherAndTouching)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::presets::RELATIONS;

    /// All intervals with integer ends from 0 to `most`, including those of length zero.
    fn intervals(most: i32) -> impl Iterator<Item = [i32; 2]> {
        (0..=most).flat_map(move |near| (near..=most).map(move |far| [near, far]))
    }

    /// Number of integer and half-integer points that both intervals contain.
    fn shared(a: [i32; 2], b: [i32; 2], most: i32) -> usize {
        let inside = |[near, far]: [i32; 2], p: i32| (2 * near..=2 * far).contains(&p);
        (0..=2 * most).filter(|&p| inside(a, p) && inside(b, p)).count()
    }

    #[test]
    fn every_pair_of_small_intervals_has_the_relation_that_its_points_show() {
        const MOST: i32 = 6;
        let mut met = [0; 9];
        for a in intervals(MOST) {
            for b in intervals(MOST) {
                let relation = Relation::of(a.map(f64::from), b.map(f64::from));
                let what = format!("A {a:?}, B {b:?}: {relation:?}");
                met[usize::from(relation.number())] += 1;
                let (in_both, in_a, in_b) = (shared(a, b, MOST), shared(a, a, MOST), shared(b, b, MOST));
                let a_point = in_a == 1 || in_b == 1;
                // If one interval is a single point inside the other interval, or at its end, then it is the only
                // shared point.
                assert_eq!(in_both == 0, matches!(relation.number(), 1 | 8), "{what}");
                if relation.touches() {
                    assert_eq!(in_both, 1, "{what}");
                } else if relation.overlaps() && !a_point {
                    assert!(in_both > 1, "{what}");
                }
                match relation {
                    NearerAndApart | NearerAndTouching => assert!(b[0] <= a[0] && b[1] <= a[1], "{what}"),
                    FartherAndApart | FartherAndTouching => assert!(b[0] >= a[0] && b[1] >= a[1], "{what}"),
                    BInsideA => assert_eq!(in_both, in_b, "{what}"),
                    AInsideB => assert!(in_both == in_a && in_b > in_a, "{what}"),
                    ReachingInFromTheFront => assert!(b[0] < a[0] && in_both < in_a.min(in_b), "{what}"),
                    ReachingOutAtTheBack => assert!(b[1] > a[1] && in_both < in_a.min(in_b), "{what}"),
                }
            }
        }
        assert!(met[1..].iter().all(|&count| count > 0), "{met:?}");
    }

    #[test]
    fn looked_at_from_behind_or_from_b_the_relation_turns_round() {
        let number = |a: [i32; 2], b: [i32; 2]| Relation::of(a.map(f64::from), b.map(f64::from)).number();
        // Expected numbers of the relation if the ray is seen from behind (nearer becomes farther), and if A and B are
        // exchanged (inside also becomes around).
        let (behind, from_b) = ([0, 8, 3, 2, 7, 5, 6, 4, 1], [0, 8, 3, 2, 7, 6, 5, 4, 1]);
        for a in intervals(5) {
            for b in intervals(5) {
                let here = usize::from(number(a, b));
                let turned = |[near, far]: [i32; 2]| [-far, -near];
                assert_eq!(number(turned(a), turned(b)), behind[here], "{a:?} {b:?}");
                assert_eq!(number(b, a), if a == b { 5 } else { from_b[here] }, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn with_slack_ends_that_nearly_coincide_do() {
        let number = |b: [f64; 2], slack: f64| Relation::within([10.0, 20.0], b, slack).number();
        for (b, exactly, within_one) in [
            ([5.0, 9.0], 1, 2),
            ([5.0, 8.0], 1, 1),
            ([5.0, 11.0], 4, 2),
            ([19.0, 30.0], 7, 3),
            ([21.0, 30.0], 8, 3),
            ([9.0, 21.0], 6, 5),
            ([5.0, 21.0], 6, 6),
            ([11.0, 15.0], 5, 5),
            ([12.0, 22.0], 7, 7),
        ] {
            assert_eq!((number(b, 0.0), number(b, 1.0)), (exactly, within_one), "{b:?}");
        }
    }

    #[test]
    fn names_and_numbers_are_those_of_the_presets() {
        for (relation, preset) in Relation::ALL.into_iter().zip(RELATIONS) {
            assert_eq!(preset.id, format!("relation-{}", relation.number()));
            assert!(preset.title.ends_with(relation.says()), "{} | {}", preset.title, relation.says());
            // A preset is colliding where its bodies share at least one point.
            assert_eq!(relation.overlaps() || relation.touches(), !preset.colliding.is_empty());
        }
    }
}
