//! Chooses the fastest schedule for this machine by trying each on the real work.
//!
//! Timing affects only the choice of a schedule: all give the same verdicts.

use std::time::Duration;

use super::word::Schedule;

/// Number of timed detections per schedule, after an untimed one in which the schedule creates its resources. Odd, so
/// that there is a median.
const TRIALS: usize = 5;

/// The measurement is repeated when the number of pairs has changed by more than this factor.
const REPEAT_FACTOR: usize = 4;

/// Tries all schedules, then keeps the fastest.
pub struct Auto {
    candidates: Vec<Schedule>,
    /// Per candidate: seconds per pair of each detection; the first entry includes set-up and is ignored.
    times: Vec<Vec<f64>>,
    /// Number of pairs when the measurement began.
    pairs_at_start: usize,
    measured: Option<Measurement>,
}

/// Result of a measurement.
struct Measurement {
    /// Index of the fastest schedule in the list of candidates.
    fastest: usize,
    /// Per candidate: the median of its seconds per pair.
    medians: Vec<f64>,
    /// Number of pairs of the last detection; [`Auto::note`] scales its times by it.
    pairs: usize,
}

impl Auto {
    /// A new measurement. `candidates` must not be empty.
    pub fn new(candidates: Vec<Schedule>) -> Self {
        let times = vec![Vec::new(); candidates.len()];
        Self { candidates, times, pairs_at_start: 0, measured: None }
    }

    /// Discards what was measured.
    pub fn begin_again(&mut self) {
        self.measured = None;
        self.times.iter_mut().for_each(Vec::clear);
    }

    /// The schedule for the next detection, over `pairs` pairs.
    pub fn choose(&mut self, pairs: usize) -> Schedule {
        let changed =
            pairs > REPEAT_FACTOR * self.pairs_at_start || REPEAT_FACTOR * pairs < self.pairs_at_start;
        if pairs > 0 && changed {
            self.pairs_at_start = pairs;
            self.begin_again();
        }
        match &self.measured {
            Some(measured) => self.candidates[measured.fastest],
            None => self.candidates[self.next()],
        }
    }

    /// Records the duration of a detection over `pairs` pairs with this schedule.
    pub fn record_time(&mut self, schedule: Schedule, time: Duration, pairs: usize) {
        if pairs == 0 {
            return;
        }
        if let Some(measured) = &mut self.measured {
            measured.pairs = pairs;
            return;
        }
        if let Some(index) = self.candidates.iter().position(|c| *c == schedule) {
            self.times[index].push(time.as_secs_f64() / pairs as f64);
        }
        if self.times.iter().all(|times| times.len() > TRIALS) {
            let medians: Vec<f64> = self.times.iter().map(|times| median(&times[1..])).collect();
            let order = |a: &usize, b: &usize| medians[*a].total_cmp(&medians[*b]);
            let fastest = (0..medians.len()).min_by(order).unwrap_or(0);
            self.measured = Some(Measurement { fastest, medians, pairs });
        }
    }

    /// Result or progress of the measurement, in one English line.
    pub fn note(&self) -> Option<String> {
        let Some(measured) = &self.measured else {
            let done: usize = self.times.iter().map(Vec::len).sum();
            let all = self.candidates.len() * (TRIALS + 1);
            return Some(format!("auto: trying the schedules, {done} of {all} detections"));
        };
        let milliseconds = |i: &usize| format!("{:.1}", 1e3 * measured.medians[*i] * measured.pairs as f64);
        let mut others: Vec<usize> = (0..self.candidates.len()).filter(|i| *i != measured.fastest).collect();
        others.sort_by(|a, b| measured.medians[*a].total_cmp(&measured.medians[*b]));
        let mut text = format!(
            "auto: {} is fastest here: {} ms a frame",
            self.candidates[measured.fastest].word(),
            milliseconds(&measured.fastest)
        );
        for (place, other) in others.iter().enumerate() {
            let joint = if place == 0 { "; " } else { ", " };
            text += &format!("{joint}{} {} ms", self.candidates[*other].word(), milliseconds(other));
        }
        Some(text)
    }

    /// Index of the next candidate to try: the first of those with the fewest trials.
    fn next(&self) -> usize {
        (0..self.times.len()).min_by_key(|i| self.times[*i].len()).unwrap_or(0)
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use Schedule::{Atlas, Fast, Instanced, PairByPair};

    /// Simulates a fixed time per pair for every schedule; returns the schedule of each detection.
    fn feed(auto: &mut Auto, pairs: usize, detections: usize) -> Vec<Schedule> {
        let mut chosen = Vec::new();
        for detection in 0..detections {
            let schedule = auto.choose(pairs);
            let microseconds = match schedule {
                // The first detection of each schedule compiles shaders and must not count.
                _ if detection < 4 => 1_000_000,
                Atlas => 20,
                Fast => 25 + 500 * u64::from(detection == 9),
                Instanced => 30,
                // With many pairs another schedule wins.
                PairByPair if pairs > 1000 => 10,
                _ => 50,
            };
            auto.record_time(schedule, Duration::from_micros(microseconds * pairs as u64), pairs);
            chosen.push(schedule);
        }
        chosen
    }

    #[test]
    fn each_takes_its_turns_and_the_fastest_stays() {
        let mut auto = Auto::new(Schedule::WORKING.to_vec());
        let turns = Schedule::WORKING.len() * (TRIALS + 1);
        let chosen = feed(&mut auto, 100, turns + 50);
        for turn in chosen[..turns].chunks(4) {
            assert_eq!(turn, Schedule::WORKING);
        }
        assert!(chosen[turns..].iter().all(|s| *s == Atlas));
        assert_eq!(
            auto.note().unwrap(),
            "auto: atlas is fastest here: 2.0 ms a frame; fast 2.5 ms, instanced 3.0 ms, pair-by-pair 5.0 ms"
        );
    }

    #[test]
    fn much_more_or_much_less_to_do_is_measured_again() {
        let mut auto = Auto::new(Schedule::WORKING.to_vec());
        let turns = Schedule::WORKING.len() * (TRIALS + 1);
        feed(&mut auto, 100, turns);
        assert_eq!(feed(&mut auto, 400, 1), [Atlas], "four times as much is not yet much");
        assert_eq!(feed(&mut auto, 25, 1), [Atlas]);
        assert_eq!(feed(&mut auto, 0, 1), [Atlas], "an empty frame says nothing");
        feed(&mut auto, 2000, turns);
        assert!(auto.note().unwrap().starts_with("auto: pair-by-pair is fastest here: 20.0 ms a frame"));
        assert_eq!(feed(&mut auto, 300, 1), [Fast], "the turns begin again");
        assert!(auto.note().unwrap().contains("1 of 24"), "{:?}", auto.note());
    }

    #[test]
    fn one_candidate_is_chosen_without_a_rival() {
        let mut auto = Auto::new(vec![Fast]);
        assert!(feed(&mut auto, 7, 20).iter().all(|s| *s == Fast));
        assert!(auto.note().unwrap().starts_with("auto: fast is fastest here: "));
    }
}
