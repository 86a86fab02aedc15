//! `collidoscope ccd`: the time when two moving features first touch. One JSON line per query, compared with the truth
//! in the file.

mod fractions;
pub mod queries;

use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::help;
use super::shared::{chosen, reading, write_or_print};
use super::terminal::{note, progress};
use crate::about::Promise;
use crate::continuous::methods::{self, EXACT, HYBRID, METHODS, Method};
use crate::continuous::pair::Kind;
use crate::files;
use crate::ui::format::number_of;
use queries::KnownQuery;

#[derive(Args)]
pub(super) struct CcdArguments {
    /// CSV file of queries, eight lines each: the four points at time 0, then at time 1; see docs/reference/file-formats.md
    #[arg(value_name = "FILE.csv")]
    queries: PathBuf,
    /// Features that the four points form
    #[arg(long, value_name = "KIND")]
    kind: Features,
    /// Method to run, see the list below; several separated by commas
    #[arg(long, value_name = "ID", default_value = HYBRID, value_delimiter = ',', conflicts_with = "all")]
    method: Vec<String>,
    /// Run all methods on each query. With several methods, each line has the field "method"
    #[arg(long)]
    all: bool,
    /// Write the lines to this file instead of standard output; the file appears when all lines are complete
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The features that the four points of a query form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Features {
    /// The two ends of one edge, then of the other
    EdgeEdge,
    /// A vertex, then the three corners of a triangle
    VertexFace,
}

pub(super) fn run(arguments: &CcdArguments) -> anyhow::Result<ExitCode> {
    let chosen = chosen(METHODS, "continuous test", &arguments.method, arguments.all)?;
    let kind = match arguments.kind {
        Features::EdgeEdge => Kind::EdgeEdge,
        Features::VertexFace => Kind::VertexFace,
    };
    let out = arguments.out.as_deref();
    files::check_outputs(out.as_slice(), &[&arguments.queries])?;
    let given = reading(&arguments.queries, || queries::read(&arguments.queries, kind))?;

    let columns: Vec<Column> = chosen.iter().map(|method| answer(method, &given)).collect();
    let mut text = String::new();
    for index in 0..given.len() {
        for (method, column) in chosen.iter().zip(&columns) {
            let time = column.times_of_contact[index];
            let mut line = json!({"query": index, "colliding": time.is_some(), "t": time});
            if chosen.len() > 1 {
                line["method"] = method.id.into();
            }
            text += &format!("{line}\n");
        }
    }
    write_or_print(out, &text)?;
    let exact = exact_times(&given);
    let mut broken = false;
    for (method, column) in chosen.iter().zip(&columns) {
        note(&summary(method, column, &given, &exact));
        broken |= method.promise != Promise::AsPublished && column.missed(&given) > 0;
    }
    if broken {
        note(
            "a method that promises no misses missed contacts listed in the file: does --kind match the points?",
        );
    }
    Ok(ExitCode::from(u8::from(broken)))
}

/// The list of methods for `collidoscope ccd --help`.
pub(super) fn method_list() -> String {
    help::methods(METHODS)
}

/// The results of a method: the time of contact for every query (`None`: no contact), and the median and mean time
/// that a query takes.
struct Column {
    times_of_contact: Vec<Option<f64>>,
    median: Duration,
    mean: Duration,
}

impl Column {
    fn missed(&self, given: &[KnownQuery]) -> usize {
        let answers = self.times_of_contact.iter().zip(given);
        answers.filter(|(time, given)| time.is_none() && given.touches).count()
    }

    fn false_hits(&self, given: &[KnownQuery]) -> usize {
        let answers = self.times_of_contact.iter().zip(given);
        answers.filter(|(time, given)| time.is_some() && !given.touches).count()
    }

    /// The number of contacts reported later than the exact time, and the largest delay, as a fraction of the step.
    fn late(&self, exact: &[Option<f64>]) -> (usize, f64) {
        let answers = self.times_of_contact.iter().zip(exact);
        let delays =
            answers.filter_map(|(time, exact)| Some((*time)? - (*exact)?)).filter(|delay| *delay > 0.0);
        delays.fold((0, 0.0), |(count, most), delay| (count + 1, delay.max(most)))
    }
}

/// The exact times, rounded down, of the contacts in the file; `None` for queries without contact.
fn exact_times(given: &[KnownQuery]) -> Vec<Option<f64>> {
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

/// Runs a method on all queries and times it. For the median each query is repeated on its own, and the median of the
/// queries' times counts. For the mean all queries are run one after the other, several times.
fn answer(method: &Method, given: &[KnownQuery]) -> Column {
    let shown = progress(method.id, given.len() as u64);
    let mut took = Vec::new();
    let times_of_contact = given.iter().map(|given| {
        let began = Instant::now();
        let time = method.answer(&given.asked);
        took.push(began.elapsed());
        shown.inc(1);
        time
    });
    let times_of_contact = times_of_contact.collect();
    let mut total: Duration = took.iter().sum();
    let repeats = (MEASURED.as_secs_f64() / total.as_secs_f64().max(1e-9)).clamp(1.0, 64.0) as u32;
    if repeats > 1 {
        let ask = |given: &KnownQuery| {
            black_box(method.answer(black_box(&given.asked)));
        };
        for (took, given) in took.iter_mut().zip(given) {
            let began = Instant::now();
            (0..repeats).for_each(|_| ask(given));
            *took = began.elapsed() / repeats;
        }
        let began = Instant::now();
        (0..repeats).for_each(|_| given.iter().for_each(ask));
        total = began.elapsed() / repeats;
    }
    took.sort();
    Column { times_of_contact, median: took[took.len() / 2], mean: total / given.len() as u32 }
}

fn summary(method: &Method, column: &Column, given: &[KnownQuery], exact: &[Option<f64>]) -> String {
    let contacts = column.times_of_contact.iter().flatten().count();
    let rounded = given.iter().filter(|given| given.asked.rounding > 0.0 && method.widens()).count();
    let widened = match rounded {
        0 => String::new(),
        1 => "; 1 query has numbers that f64 cannot hold, and was widened by their rounding error".to_owned(),
        n => format!(
            "; {n} queries have numbers that f64 cannot hold, and were widened by their rounding errors"
        ),
    };
    let late = match column.late(exact) {
        (0, _) => "0 late".to_owned(),
        (count, most) => format!("{count} late (by up to {most:.1e} of the step)"),
    };
    format!(
        "{}: {}, {}; against the truth of the file {}, {} missed, {late}; median {} ns, mean {} ns{widened}",
        method.id,
        number_of(given.len(), "query", "queries"),
        number_of(contacts, "contact", "contacts"),
        // Scripts search for these words.
        number_of(column.false_hits(given), "false hit", "false hits"),
        column.missed(given),
        column.median.as_nanos(),
        column.mean.as_nanos(),
    )
}
