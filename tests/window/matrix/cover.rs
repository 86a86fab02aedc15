//! Pairwise covers: few cases that together contain every pair of values of different axes.

use std::collections::HashSet;

use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// A pair of values: axis and value of both, the smaller axis first.
type Two = [(usize, usize); 2];

/// Cases for axes with these numbers of values: every case has the index of a value for each axis. The same seed gives
/// the same cases. Greedy: each case starts with a pair that is still missing, and its other axes, in random order, take
/// the value with the most missing pairs.
pub fn pairwise(counts: &[usize], seed: u64) -> Vec<Vec<usize>> {
    let mut random = Pcg64::seed_from_u64(seed);
    let axes = 0..counts.len();
    let mut missing: Vec<Two> = axes
        .clone()
        .flat_map(|a| (a + 1..counts.len()).map(move |b| (a, b)))
        .flat_map(|(a, b)| (0..counts[a]).flat_map(move |x| (0..counts[b]).map(move |y| [(a, x), (b, y)])))
        .collect();
    missing.shuffle(&mut random);
    let mut is_missing: HashSet<Two> = missing.iter().copied().collect();
    let mut cases = Vec::new();
    while let Some(two) = missing.pop() {
        if !is_missing.contains(&two) {
            continue;
        }
        let mut case: Vec<Option<usize>> = vec![None; counts.len()];
        two.into_iter().for_each(|(axis, value)| case[axis] = Some(value));
        let mut order: Vec<usize> = axes.clone().filter(|axis| case[*axis].is_none()).collect();
        order.shuffle(&mut random);
        for axis in order {
            let gain = |value: usize| {
                let taken = case.iter().enumerate().filter_map(|(other, value)| Some((other, (*value)?)));
                taken.filter(|other| is_missing.contains(&sorted((axis, value), *other))).count()
            };
            let from = random.random_range(0..counts[axis]);
            let values = (0..counts[axis]).map(|value| (value + from) % counts[axis]);
            case[axis] = values.max_by_key(|value| gain(*value));
        }
        let case: Vec<usize> = case.into_iter().flatten().collect();
        for (b, y) in case.iter().enumerate() {
            for (a, x) in case[..b].iter().enumerate() {
                is_missing.remove(&[(a, *x), (b, *y)]);
            }
        }
        cases.push(case);
    }
    cases
}

fn sorted(one: (usize, usize), other: (usize, usize)) -> Two {
    if one.0 < other.0 { [one, other] } else { [other, one] }
}

#[test]
fn every_pair_of_values_is_in_a_case() {
    let counts = [5, 2, 3, 4, 2, 2];
    let cases = pairwise(&counts, 1);
    let has = |a: usize, x: usize, b: usize, y: usize| cases.iter().any(|case| case[a] == x && case[b] == y);
    for (b, of_b) in counts.iter().enumerate() {
        for (a, of_a) in counts[..b].iter().enumerate() {
            assert!((0..*of_a).all(|x| (0..*of_b).all(|y| has(a, x, b, y))), "axes {a} and {b}");
        }
    }
    assert!(cases.iter().all(|case| case.len() == counts.len()));
    assert!((20..40).contains(&cases.len()), "{} cases; 20 are needed, 480 are possible", cases.len());
    assert_eq!(cases, pairwise(&counts, 1));
    assert_ne!(cases, pairwise(&counts, 2));
}
