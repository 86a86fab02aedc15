//! The methods that are right in all compared frames, and the fastest of them.

use super::disagreements::Comparison;
use super::totals::Total;
use crate::methods::Method;

/// A method with its totals.
pub type Winner = (&'static Method, Total);

/// The methods that made no error in the compared frames.
#[derive(Clone, Copy, Default)]
pub struct Winners {
    /// Their number.
    pub right: usize,
    /// The fastest of them; `None` if none is timed.
    pub fastest_right: Option<Winner>,
}

impl Winners {
    /// The best of `methods`. A method without a verdict in some frame is left out.
    pub fn of(comparison: &Comparison, methods: impl Iterator<Item = &'static Method>) -> Self {
        let frames = comparison.frames();
        let totals = methods.map(|method| (method, comparison.total(method)));
        let is_right = |(_, total): &Winner| frames > 0 && total.judged == frames && total.errors() == 0;
        let right: Vec<Winner> = totals.filter(is_right).collect();
        let timed = right.iter().filter(|(_, total)| total.timed > 0);
        Self { right: right.len(), fastest_right: timed.min_by_key(|(_, total)| total.mean()).copied() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::comparison::disagreements::tests::found;
    use crate::comparison::findings::Errors;
    use crate::methods::METHODS;

    #[test]
    fn all_sums_belong_to_the_same_frames_and_name_the_best_method() {
        let row = |id| METHODS.iter().position(|method| method.id == id).unwrap();
        let [exact, slow, pixels, wrong] = ["gjk", "obb", "stencil", "stencil-as-published"].map(row);
        let judged = |all: &[(usize, Option<&[usize]>)], errors: &[(usize, u64, [usize; 2])]| {
            let mut found = found(6, all);
            for answer in &mut found.answers {
                let of = errors.iter().find(|(row, ..)| METHODS[*row].id == answer.method.id).unwrap();
                answer.cost.cpu = Duration::from_micros(of.1);
                let [missed, false_hits] = of.2.map(|count| (0..count).collect());
                answer.errors = answer.trouble.is_none().then_some(Errors { missed, false_hits });
            }
            found
        };
        let hits: &[usize] = &[0, 1, 2];
        let mut comparison = Comparison::default();
        comparison.push(0, &judged(&[(exact, Some(hits))], &[(exact, 900, [0, 0])]));
        comparison.push(1, &judged(&[(exact, Some(hits))], &[(exact, 900, [0, 0])]));
        assert_eq!(comparison.total(&METHODS[exact]).hits, 6);

        // Three methods more: the sums of the first one begin again with them.
        let all = [(exact, Some(hits)), (slow, Some(hits)), (pixels, Some(&[0][..])), (wrong, Some(hits))];
        let times = |pixels_missed, wrong_missed| {
            [
                (exact, 900, [0, 0]),
                (slow, 950, [0, 0]),
                (pixels, 20, [pixels_missed, 0]),
                (wrong, 10, [wrong_missed, 2]),
            ]
        };
        let winners = |comparison: &Comparison| {
            let all = [exact, slow, pixels, wrong].map(|row| &METHODS[row]);
            let best = Winners::of(comparison, all.into_iter());
            (best.right, best.fastest_right.map(|(method, _)| method.id))
        };
        comparison.push(2, &judged(&all, &times(0, 0)));
        assert_eq!((comparison.frames(), comparison.span()), (1, Some([2, 2])));
        for row in [exact, slow, wrong] {
            assert_eq!(comparison.total(&METHODS[row]).hits, 3, "{}", METHODS[row].id);
        }
        assert_eq!(winners(&comparison), (3, Some("stencil")));

        // One error is enough to lose, and a frame evaluated again counts once.
        comparison.push(3, &judged(&all, &times(2, 1)));
        comparison.push(3, &judged(&all, &times(2, 0)));
        let total = comparison.total(&METHODS[pixels]);
        assert_eq!((total.missed, total.judged, total.mean()), (2, 2, Some(Duration::from_micros(20))));
        assert_eq!(total.true_hits(), 4);
        assert_eq!(winners(&comparison), (2, Some("gjk")));

        // A method that gave no verdict in some frame is not compared; one that left does not disturb the others.
        let failed = [(exact, Some(hits)), (slow, None), (wrong, Some(hits))];
        comparison.push(4, &judged(&failed, &times(0, 0)));
        assert_eq!(comparison.frames(), 3);
        assert_eq!(comparison.total(&METHODS[slow]).judged, 2);
        assert_eq!(winners(&comparison), (1, Some("gjk")));
        comparison.begin_again();
        assert_eq!((comparison.frames(), winners(&comparison)), (0, (0, None)));
    }
}
