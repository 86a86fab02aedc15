//! A method's answers to all queries of a file, held against the truth, and their times.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::super::terminal::progress;
use super::super::warm::ColdArgument;
use super::queries::KnownQuery;
use crate::continuous::methods::{self, EXACT, Method};

/// The results of a method: the time of contact for every query (`None`: no contact), and the median and mean time
/// that a query takes.
pub struct Column {
    /// Time of contact, as a fraction of the step.
    pub times_of_contact: Vec<Option<f64>>,
    /// Median of the times of the queries.
    pub median: Duration,
    /// Time of all queries together.
    pub total: Duration,
}

impl Column {
    /// Mean time of a query.
    pub fn mean(&self) -> Duration {
        self.total / self.times_of_contact.len().max(1) as u32
    }

    /// The number of contacts of the file without an answer.
    pub fn missed(&self, given: &[KnownQuery]) -> usize {
        let answers = self.times_of_contact.iter().zip(given);
        answers.filter(|(time, given)| time.is_none() && given.touches).count()
    }

    /// The number of answers without a contact in the file.
    pub fn false_hits(&self, given: &[KnownQuery]) -> usize {
        let answers = self.times_of_contact.iter().zip(given);
        answers.filter(|(time, given)| time.is_some() && !given.touches).count()
    }

    /// The queries whose verdict differs from the truth of the file.
    pub fn differing(&self, given: &[KnownQuery]) -> Vec<usize> {
        let answers = self.times_of_contact.iter().zip(given).enumerate();
        let differs = answers.filter(|(_, (time, given))| time.is_some() != given.touches);
        differs.map(|(index, _)| index).collect()
    }

    /// The number of contacts reported later than the exact time, and the largest delay, as a fraction of the step.
    pub fn late(&self, exact: &[Option<f64>]) -> (usize, f64) {
        let answers = self.times_of_contact.iter().zip(exact);
        let delays =
            answers.filter_map(|(time, exact)| Some((*time)? - (*exact)?)).filter(|delay| *delay > 0.0);
        delays.fold((0, 0.0), |(count, most), delay| (count + 1, delay.max(most)))
    }
}

/// The exact times, rounded down, of the contacts in the file; `None` for queries without contact.
pub fn exact_times(given: &[KnownQuery]) -> Vec<Option<f64>> {
    let exact = methods::find(EXACT);
    let shown = progress("exact times", given.len() as u64);
    let times = given.iter().map(|given| {
        shown.inc(1);
        exact.filter(|_| given.touches).and_then(|exact| exact.answer(&given.asked))
    });
    times.collect()
}

/// The queries are repeated until all of them together take about this long, because a single answer is too short to
/// time.
const MEASURED: Duration = Duration::from_millis(200);
/// Maximum number of repetitions of a query.
const MOST_REPEATS: f64 = 64.0;

/// Runs a method on all queries and times it. For the median each query is repeated on its own, and the median of the
/// queries' times counts. For the mean all queries are run one after the other, several times. Where all queries take
/// longer than [`MEASURED`], each time counts once; the answers of the warm-up are given again. Cold times are those of
/// the first answers.
pub fn answer(method: &Method, given: &[KnownQuery], cold: &ColdArgument) -> Column {
    let shown = progress(method.id, given.len() as u64);
    let mut took = Vec::with_capacity(given.len());
    let mut warm_up = cold.warm_up();
    let times_of_contact = given.iter().map(|given| {
        let began = Instant::now();
        let time = method.answer(&given.asked);
        let time_taken = began.elapsed();
        warm_up.answered(time_taken);
        took.push(time_taken);
        shown.inc(1);
        time
    });
    let times_of_contact = times_of_contact.collect();
    let first: Duration = took.iter().sum();
    let repeats = (MEASURED.as_secs_f64() / first.as_secs_f64().max(1e-9)).clamp(1.0, MOST_REPEATS) as u32;
    let repeats = if cold.is_cold() { 1 } else { repeats };
    let ask = |given: &KnownQuery| {
        black_box(method.answer(black_box(&given.asked)));
    };
    let again = if repeats > 1 { given.len() } else { warm_up.untimed() };
    for (took, given) in took.iter_mut().zip(&given[..again]) {
        let began = Instant::now();
        (0..repeats).for_each(|_| ask(given));
        *took = began.elapsed() / repeats;
    }
    let mut total = took.iter().sum();
    if repeats > 1 {
        let began = Instant::now();
        (0..repeats).for_each(|_| given.iter().for_each(ask));
        total = began.elapsed() / repeats;
    }
    took.sort();
    Column { times_of_contact, median: took[took.len() / 2], total }
}
