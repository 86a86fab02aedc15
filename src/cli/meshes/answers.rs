//! The answers of a method in all poses, on one or more threads, handed on in the order of the poses.
//!
//! Every thread has a pair of its own, with its own trees, and takes the next poses when it has answered its last ones.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::terminal::progress;
use super::super::warm::ColdArgument;
use super::report::{Row, Text};
use crate::geometry::{Mesh, Pose};
use crate::hierarchies::methods::Method;
use crate::hierarchies::options::{BUILT, START, UPDATE, Update};
use crate::hierarchies::pair::{Built, MeshPair};
use crate::hierarchies::query::Query;
use crate::hierarchies::scaling::Scaling;
use crate::hierarchies::tree_pair::Start;
use crate::settings::Settings;

/// The queries, the same for every method.
pub struct Job<'a> {
    /// A and B, as read.
    pub meshes: &'a [Arc<Mesh>; 2],
    /// The poses of B.
    pub poses: &'a [Pose],
    /// The query in every pose.
    pub query: Query,
    /// Number of timed passes over all poses.
    pub repeat: u32,
    /// Whether first answers are timed.
    pub cold: &'a ColdArgument,
    /// The most threads.
    pub threads: usize,
    /// Whether a thread hands its rows on after its warm-up, and not only at the end of all passes.
    pub streams: bool,
}

/// Whether costs or times depend on the poses before, so that one thread has to answer all poses in their order.
pub fn keeps_state(settings: &Settings) -> bool {
    START.of(settings) != Start::Roots
        || BUILT.of(settings)
        || UPDATE.if_declared(settings) == Some(Update::HillClimbing)
}

/// Resolution of the progress bar while a tree is built.
const PARTS: u64 = 1000;

/// Maximum size of the trees of all threads together, bytes.
const MOST_BYTES: usize = 1 << 30;

/// A part grows until its answers take this long, so that rows appear soon and threads seldom wait for each other.
const PART: Duration = Duration::from_millis(1);
/// The most poses of a part.
const LONGEST_PART: usize = 256;

/// Answers all poses. `write` makes the text of a part, on any thread; `take` receives the parts in the order of the
/// poses, and ends the work with an error or with `false`. The result has the size of the trees and the number of
/// threads that took part, or nothing if `take` ended it with `false`.
pub fn answer<W, T>(
    (method, settings): (&'static Method, &Settings),
    job: &Job,
    is_shown: bool,
    write: W,
    take: T,
) -> anyhow::Result<Option<(Built, usize)>>
where
    W: Fn(&[Row]) -> Text + Sync,
    T: FnMut(Vec<Row>, Text) -> anyhow::Result<bool> + Send,
{
    let building = progress(&format!("{}: building", method.id), PARTS);
    let mut on_progress = |done: f64| {
        building.set_position((done * PARTS as f64) as u64);
        // The build is never cancelled: Ctrl-C ends the process.
        true
    };
    let (scaling, scaled) = Scaling::of(job.meshes);
    let mut pair = method.make_while(&scaled, settings, &mut on_progress).expect("nothing cancels it");
    drop(building);
    let steps = u64::from(job.repeat) * job.poses.len() as u64;
    let shown = if is_shown { progress(method.id, steps) } else { ProgressBar::hidden() };
    let built = pair.built();
    let by_size = MOST_BYTES / built.bytes.iter().sum::<usize>().max(1);
    let threads = job.threads.min(by_size.max(1));
    let order = Mutex::new(Order { next: 0, waiting: BTreeMap::new(), take, outcome: Ok(true) });
    let work = Work {
        job,
        scaling,
        write,
        shown,
        next: AtomicUsize::new(0),
        threads: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        order,
    };
    scope(|scope| {
        let help = || {
            let mut go_on = |_: f64| work.has_more();
            if let Some(mut pair) = method.make_while(&scaled, settings, &mut go_on) {
                work.go_on(&mut *pair, || ());
            }
        };
        let (began, mut alone) = (Instant::now(), true);
        work.go_on(&mut *pair, || {
            // Building takes the others as long as it took here: they begin if there is more to do than that.
            if alone && began.elapsed() >= built.time && work.has_more() {
                alone = false;
                // Where the system has no more threads, those that there are do the work.
                (1..threads).for_each(|_| drop(Builder::new().spawn_scoped(scope, help)));
            }
        });
    });
    let threads = work.threads.into_inner();
    let outcome = work.order.into_inner().unwrap_or_else(PoisonError::into_inner).outcome?;
    Ok(outcome.then(|| (pair.built(), threads)))
}

/// The work on a method, shared by its threads.
struct Work<'a, W, T> {
    job: &'a Job<'a>,
    scaling: Scaling,
    write: W,
    shown: ProgressBar,
    /// The first pose that no thread has taken.
    next: AtomicUsize,
    /// Number of threads that have taken poses.
    threads: AtomicUsize,
    is_over: AtomicBool,
    order: Mutex<Order<T>>,
}

/// Parts that wait for those before them.
struct Order<T> {
    /// The first pose of the next part.
    next: usize,
    waiting: BTreeMap<usize, (Vec<Row>, Text)>,
    take: T,
    outcome: anyhow::Result<bool>,
}

impl<W, T> Work<'_, W, T>
where
    W: Fn(&[Row]) -> Text,
    T: FnMut(Vec<Row>, Text) -> anyhow::Result<bool>,
{
    /// Whether there are poses that no thread has taken.
    fn has_more(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed) && self.next.load(Ordering::Relaxed) < self.job.poses.len()
    }

    /// Answers part after part until none is left; calls `between` after each. A thread holds back its rows as long as
    /// their times are to be measured again.
    fn go_on(&self, pair: &mut dyn MeshPair, mut between: impl FnMut()) {
        let mut warm_up = self.job.cold.warm_up();
        let (mut held, mut answered, mut length) = (Vec::new(), 0, 1);
        while self.has_more() {
            let first = self.next.fetch_add(length, Ordering::Relaxed);
            let last = (first + length).min(self.job.poses.len());
            if first >= last {
                break;
            }
            if answered == 0 {
                self.threads.fetch_add(1, Ordering::Relaxed);
            }
            let began = Instant::now();
            let answer = |pose| {
                let row = self.answer(pair, pose);
                warm_up.answered(row.time);
                row
            };
            held.push((first..last).map(answer).collect::<Vec<_>>());
            answered += last - first;
            self.shown.inc((last - first) as u64);
            length = if began.elapsed() < PART { 2 * length } else { length / 2 }.clamp(1, LONGEST_PART);
            if self.job.streams && answered > warm_up.untimed() {
                self.release(pair, &mut held, warm_up.take_untimed());
            }
            between();
        }
        self.release(pair, &mut held, warm_up.take_untimed());
    }

    fn answer(&self, pair: &mut dyn MeshPair, pose: usize) -> Row {
        let start = Instant::now();
        let answer = self.scaling.answer(pair, &self.job.poses[pose], &self.job.query);
        Row::new(pose, answer, start.elapsed())
    }

    /// Measures the times of the held rows again, in every further pass and where they do not count yet, and hands the
    /// rows on. `untimed` is the number of first rows whose time does not count.
    fn release(&self, pair: &mut dyn MeshPair, held: &mut Vec<Vec<Row>>, untimed: usize) {
        held.iter_mut().flatten().take(untimed).for_each(|row| row.time = Duration::MAX);
        let count = held.iter().map(Vec::len).sum();
        let mut again = |rows: usize| {
            let rows = held.iter_mut().flatten().take(rows);
            for row in rows.take_while(|_| !self.is_over.load(Ordering::Relaxed)) {
                row.time = black_box(self.answer(pair, row.pose)).time.min(row.time);
            }
        };
        again(untimed);
        for _ in 1..self.job.repeat {
            again(count);
            self.shown.inc(count as u64);
        }
        held.drain(..).for_each(|rows| self.deliver(rows));
    }

    /// Hands the rows on, and those that waited for them.
    fn deliver(&self, rows: Vec<Row>) {
        let text = (self.write)(&rows);
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let Order { next, waiting, take, outcome } = &mut *order;
        waiting.insert(rows.first().map_or(0, |row| row.pose), (rows, text));
        while let (Ok(true), Some((rows, text))) = (&*outcome, waiting.remove(next)) {
            *next += rows.len();
            *outcome = take(rows, text);
        }
        if !matches!(outcome, Ok(true)) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}
