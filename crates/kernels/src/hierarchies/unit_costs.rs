//! The cost function of the lecture (source 2), t = nv·cv + np·cp + nu·cu, with measured unit costs: the time of
//! a test of two volumes (cv), of a test of two triangles (cp) and of an update of a volume (cu).

use std::time::Duration;

use super::query::Cost;

/// Seconds per test of two volumes, per test of two triangles, and per update of a volume.
pub type UnitCosts = [f64; 3];

/// Volume tests, triangle tests and updates, repeated in loops without a traversal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Number of operations of each kind.
    pub numbers: [u64; 3],
    /// Time of all operations of each kind.
    pub times: [Duration; 3],
}

impl Replayed {
    /// Both measurements together.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            numbers: [0, 1, 2].map(|kind: usize| self.numbers[kind] + other.numbers[kind]),
            times: [0, 1, 2].map(|kind: usize| self.times[kind] + other.times[kind]),
        }
    }

    /// The shorter times of two measurements of the same work: other load makes a loop slower, never faster.
    pub fn shortest(&self, other: &Self) -> Self {
        let times = [0, 1, 2].map(|kind: usize| self.times[kind].min(other.times[kind]));
        Self { times, ..*self }
    }

    /// Time per operation; 0 for a kind without operations.
    pub fn unit_costs(&self) -> UnitCosts {
        [0, 1, 2].map(|kind: usize| self.times[kind].as_secs_f64() / self.numbers[kind].max(1) as f64)
    }
}

/// The numbers nv, np and nu.
pub fn counts(cost: &Cost) -> [u64; 3] {
    [cost.volume_tests, cost.triangle_tests, cost.updates]
}

/// The terms nv·cv, np·cp and nu·cu, seconds.
pub fn terms(cost: &Cost, units: &UnitCosts) -> [f64; 3] {
    let counts = counts(cost);
    [0, 1, 2].map(|kind: usize| counts[kind] as f64 * units[kind])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_costs_are_time_per_operation() {
        let millis = |times: [u64; 3]| times.map(Duration::from_millis);
        let quick = Replayed { numbers: [10, 0, 4], times: millis([20, 0, 8]) };
        let disturbed = Replayed { times: millis([15, 3, 80]), ..quick };
        assert_eq!(quick.shortest(&disturbed).times, millis([15, 0, 8]));
        let sum = quick.plus(&Replayed { numbers: [30, 2, 0], times: millis([20, 6, 0]) });
        assert_eq!(sum, Replayed { numbers: [40, 2, 4], times: millis([40, 6, 8]) });
        assert_eq!(sum.unit_costs(), [1e-3, 3e-3, 2e-3]);
        assert_eq!(Replayed::default().unit_costs(), [0.0; 3]);
        let cost = Cost { volume_tests: 3, triangle_tests: 2, updates: 1, ..Cost::default() };
        assert_eq!(terms(&cost, &[1.0, 10.0, 100.0]), [3.0, 20.0, 100.0]);
    }
}
