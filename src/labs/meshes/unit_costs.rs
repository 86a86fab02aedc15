//! Unit costs: the time of a test of two volumes (cv), of a test of two triangles (cp) and of an update of a volume
//! (cu). They are fitted by least squares to timed answers, so that t = nv·cv + np·cp + nu·cu for an answer with nv,
//! np and nu of these operations. This is the cost function of the lecture (source 2).

use nalgebra::{DMatrix, DVector};

use crate::hierarchies::query::Cost;

/// Seconds per test of two volumes, per test of two triangles, and per update of a volume; none is negative.
pub type UnitCosts = [f64; 3];

/// Largest relative error of a fit that is trusted.
pub const TRUSTED: f64 = 0.25;

/// Fitted unit costs and their error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The unit costs.
    pub costs: UnitCosts,
    /// Root mean square of the residuals, relative to the root mean square of the times: 0 for a perfect fit.
    pub off: f64,
}

impl Fitted {
    /// Whether the costs explain the times they are fitted to.
    pub fn is_trusted(&self) -> bool {
        self.off <= TRUSTED
    }
}

/// The numbers nv, np and nu of volume tests, triangle tests and updates, as floating-point numbers.
pub fn counts(cost: &Cost) -> [f64; 3] {
    [cost.volume_tests, cost.triangle_tests, cost.updates].map(|n| n as f64)
}

/// Non-negative least squares over samples of `(counts, seconds)`: fits every subset of the three terms and takes the
/// fit with the smallest squared error among those without negative costs. All costs are 0 if there are no samples.
pub fn fit(samples: &[([f64; 3], f64)]) -> Fitted {
    let mut best = ([0.0; 3], f64::INFINITY);
    for terms in 0..8_u32 {
        let chosen: Vec<usize> = (0..3).filter(|term| terms >> term & 1 == 1).collect();
        let Some(costs) = solve(samples, &chosen) else { continue };
        let told = |n: &[f64; 3]| (0..3).map(|term| n[term] * costs[term]).sum::<f64>();
        let error: f64 = samples.iter().map(|(n, time)| (told(n) - time).powi(2)).sum();
        if costs.iter().all(|cost| *cost >= 0.0) && error < best.1 {
            best = (costs, error);
        }
    }
    let all: f64 = samples.iter().map(|(_, time)| time.powi(2)).sum();
    let off = if all > 0.0 { (best.1 / all).sqrt() } else { 0.0 };
    Fitted { costs: best.0, off }
}

/// Least squares with only the terms at the indices `chosen`; `None` if the samples do not determine their costs.
fn solve(samples: &[([f64; 3], f64)], chosen: &[usize]) -> Option<UnitCosts> {
    let mut costs = [0.0; 3];
    if chosen.is_empty() {
        return Some(costs);
    }
    let counts = DMatrix::from_fn(samples.len(), chosen.len(), |row, column| samples[row].0[chosen[column]]);
    let times = DVector::from_fn(samples.len(), |row, _| samples[row].1);
    let normal = counts.transpose() * &counts;
    let solved = normal.lu().solve(&(counts.transpose() * times))?;
    chosen.iter().zip(solved.iter()).for_each(|(term, cost)| costs[*term] = *cost);
    costs.iter().all(|cost| cost.is_finite()).then_some(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_found_again_and_none_is_negative() {
        let counts = [[100.0, 10.0, 3.0], [20.0, 40.0, 1.0], [7.0, 3.0, 50.0], [60.0, 0.0, 9.0]];
        let costs = [2e-8, 3e-7, 1e-7];
        let time = |n: &[f64; 3]| (0..3).map(|term| n[term] * costs[term]).sum::<f64>();
        let samples: Vec<_> = counts.iter().map(|n| (*n, time(n))).collect();
        let fitted = fit(&samples);
        let found = fitted.costs;
        assert!(fitted.off < 1e-6, "{fitted:?}");
        assert!(found.iter().zip(costs).all(|(found, cost)| (found - cost).abs() < 1e-6 * cost), "{found:?}");
        // With two samples in which more updates take less time, the exact solution would need a negative cost.
        let odd = fit(&[([10.0, 0.0, 5.0], 1e-6), ([10.0, 0.0, 9.0], 0.5e-6)]).costs;
        assert!(odd.iter().all(|cost| *cost >= 0.0) && odd[0] > 0.0, "{odd:?}");
        assert_eq!(fit(&[]), Fitted { costs: [0.0; 3], off: 0.0 });
    }

    #[test]
    fn times_of_a_busy_machine_are_not_trusted() {
        // Equal counts, with times disturbed by other load.
        let times = [1e-6, 1e-6, 9e-6, 1e-6, 7e-6];
        let samples: Vec<_> = times.iter().map(|time| ([10.0, 3.0, 5.0], *time)).collect();
        assert!(!fit(&samples).is_trusted());
        // Timing alone varies by about a tenth.
        let calm: Vec<_> = [1.0, 1.1, 0.9].iter().map(|time| ([10.0, 3.0, 5.0], 1e-6 * time)).collect();
        assert!(fit(&calm).is_trusted());
    }
}
