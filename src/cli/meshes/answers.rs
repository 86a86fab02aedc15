//! The answers of a method in all poses, on one or more threads, handed on in the order of the poses.
//!
//! The threads share the trees. Each takes the next poses when it has answered its last ones.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::terminal::{progress, waiting};
use super::super::warm::ColdArgument;
use super::poses::{Placed, Source};
use super::report::{Row, Text};
use crate::geometry::{Mesh, Pose};
use crate::hierarchies::methods::Method;
use crate::hierarchies::options::{BUILT, START, UPDATE, Update};
use crate::hierarchies::pair::{Built, MeshPair};
use crate::hierarchies::query::{Answer, Query};
use crate::hierarchies::scaling::Scaling;
use crate::hierarchies::tree_pair::Start;
use crate::settings::Settings;

/// The queries, the same for every method.
pub struct Job<'a> {
    /// A and B, as read.
    pub meshes: &'a [Arc<Mesh>; 2],
    /// The query in every pose.
    pub query: Query,
    /// Number of timed passes over all poses.
    pub repeat: u32,
    /// Whether first answers are timed.
    pub cold: &'a ColdArgument,
    /// The most threads; methods that cannot share their trees take one.
    pub threads: usize,
    /// Whether a thread hands its rows on after its warm-up, and not only at the end of all passes.
    pub streams: bool,
}

/// Whether costs or times depend on the poses before, so that no pose is answered again before all are answered.
pub fn keeps_state(settings: &Settings) -> bool {
    START.of(settings) != Start::Roots
        || BUILT.of(settings)
        || UPDATE.if_declared(settings) == Some(Update::HillClimbing)
}

/// Resolution of the progress bar while a tree is built.
const PARTS: u64 = 1000;

/// A part grows until its answers take this long, so that rows appear soon and threads seldom wait for each other.
const PART: Duration = Duration::from_millis(1);
/// The most poses of a part.
const LONGEST_PART: usize = 256;

/// Answers all poses. `write` makes the text of a part, on any thread; `take` receives the parts in the order of the
/// poses, and ends the work with an error or with `false`. The result has the size of the trees and the number of
/// threads that took part, or nothing if `take` ended it with `false`.
pub fn answer<W, T>(
    (method, settings): (&'static Method, &Settings),
    (job, source): (&Job, Source),
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
    let shown = match source.count() {
        _ if !is_shown => ProgressBar::hidden(),
        Some(count) => progress(method.id, u64::from(job.repeat) * count as u64),
        None => waiting(method.id),
    };
    let order =
        Mutex::new(Order { next: 0, waiting: BTreeMap::new(), take, outcome: Ok(true), broken: None });
    let work = Work {
        job,
        scaling,
        write,
        shown,
        comes: source.count().is_none(),
        source: Mutex::new(source),
        threads: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        order,
    };
    scope(|scope| {
        for mut pair in (1..job.threads).map_while(|_| pair.sharing()) {
            let work = &work;
            // Where the system has no more threads, those that there are do the work.
            let _ = Builder::new().spawn_scoped(scope, move || work.go_on(&mut *pair));
        }
        work.go_on(&mut *pair);
    });
    let threads = work.threads.into_inner();
    let Order { outcome, broken, .. } = work.order.into_inner().unwrap_or_else(PoisonError::into_inner);
    let outcome = outcome?;
    broken.map_or(Ok(()), Err)?;
    Ok(outcome.then(|| (pair.built(), threads)))
}

/// The work on a method, shared by its threads.
struct Work<'a, W, T> {
    job: &'a Job<'a>,
    scaling: Scaling,
    write: W,
    shown: ProgressBar,
    /// The poses that no thread has taken.
    source: Mutex<Source<'a>>,
    /// True for poses of a pipe: each may come only after the answer to the last one.
    comes: bool,
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
    /// The error behind the last pose.
    broken: Option<anyhow::Error>,
}

impl<W, T> Work<'_, W, T>
where
    W: Fn(&[Row]) -> Text,
    T: FnMut(Vec<Row>, Text) -> anyhow::Result<bool>,
{
    /// Answers part after part until none is left. A thread holds back its rows as long as their times are to be
    /// measured again.
    fn go_on(&self, pair: &mut dyn MeshPair) {
        let mut warm_up = self.job.cold.warm_up();
        let (mut held, mut answered, mut length) = (Vec::new(), 0, 1);
        while !self.is_over.load(Ordering::Relaxed) {
            let part = locked(&self.source).part(length);
            let part = part.unwrap_or_else(|why| {
                locked(&self.order).broken = Some(why);
                Vec::new()
            });
            if part.is_empty() {
                break;
            }
            if answered == 0 {
                self.threads.fetch_add(1, Ordering::Relaxed);
            }
            let began = Instant::now();
            answered += part.len();
            self.shown.inc(part.len() as u64);
            let answer = |placed: Placed| {
                let (answer, time) = self.answer(pair, &placed.pose);
                warm_up.answered(time);
                Row::new(placed, answer, time)
            };
            held.push(part.into_iter().map(answer).collect::<Vec<_>>());
            length = if began.elapsed() < PART { 2 * length } else { length / 2 }.clamp(1, LONGEST_PART);
            if self.job.streams && (self.comes || answered > warm_up.untimed()) {
                self.release(pair, &mut held, warm_up.take_untimed());
            }
        }
        self.release(pair, &mut held, warm_up.take_untimed());
    }

    fn answer(&self, pair: &mut dyn MeshPair, pose: &Pose) -> (Answer, Duration) {
        let start = Instant::now();
        let answer = self.scaling.answer(pair, pose, &self.job.query);
        (answer, start.elapsed())
    }

    /// Measures the times of the held rows again, in every further pass and where they do not count yet, and hands the
    /// rows on. `untimed` is the number of first rows whose time does not count.
    fn release(&self, pair: &mut dyn MeshPair, held: &mut Vec<Vec<Row>>, untimed: usize) {
        held.iter_mut().flatten().take(untimed).for_each(|row| row.time = Duration::MAX);
        let count = held.iter().map(Vec::len).sum();
        let mut again = |rows: usize| {
            let rows = held.iter_mut().flatten().take(rows);
            for row in rows.take_while(|_| !self.is_over.load(Ordering::Relaxed)) {
                row.time = black_box(self.answer(pair, &row.placed.pose)).1.min(row.time);
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
        let mut order = locked(&self.order);
        let Order { next, waiting, take, outcome, .. } = &mut *order;
        waiting.insert(rows.first().map_or(0, |row| row.placed.number), (rows, text));
        while let (Ok(true), Some((rows, text))) = (&*outcome, waiting.remove(next)) {
            *next += rows.len();
            *outcome = take(rows, text);
        }
        if !matches!(outcome, Ok(true)) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
