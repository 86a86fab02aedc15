//! `collidoscope bench`: reruns the sources' experiments.
//!
//! Progress and notes go to standard error, tables and claims to standard output, figures and plot to files. Exit
//! status 0: everything was measured, whether or not the claims hold; 2: an experiment failed; 130: interrupted, with
//! the results up to then in the files.

mod progress;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use progress::Progress;

use super::help;
use super::shared::whole;
use super::terminal::{complain, note, print, visible};
use crate::experiments::pivot::{Pivot, heading};
use crate::experiments::results::{name_of, write_results};
use crate::experiments::{self, EXPERIMENTS, Experiment, News, Record, RunError, Worker};
use crate::files;
use crate::gpu::process::leave_at_once;
use crate::language::{t, tr};
use crate::names::there_are;

#[derive(Args)]
pub struct BenchArguments {
    /// Experiment to run, or all
    #[arg(value_name = "ID|all")]
    experiment: String,
    /// Measure fewer frames, bodies or pairs: seconds instead of minutes
    #[arg(long)]
    quick: bool,
    /// Folder for ID.csv and ID.png; created if missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Write the plot as ID.svg, too
    #[arg(long)]
    svg: bool,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// The exit status that shells report for a program ended by SIGINT.
const INTERRUPTED: u8 = 130;

/// Time that an interrupted experiment has to reach its next step before it is abandoned.
const PATIENCE: Duration = Duration::from_secs(5);

/// Maximum number of columns of a table on the terminal.
const MOST_COLUMNS: usize = 8;

pub fn run(arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    let chosen: Vec<&'static Experiment> = match arguments.experiment.as_str() {
        "all" => EXPERIMENTS.iter().collect(),
        id => vec![find_experiment(id)?],
    };
    let is_new = !arguments.out.exists();
    // The folder is checked first, so that a bad one is refused before minutes of measuring.
    files::check_writable(&arguments.out).context("--out")?;
    let interrupts = listen_for_interrupts()?;
    let mut failed = Vec::new();
    for experiment in &chosen {
        // Dropping `worker` may wait for its thread, so `worker` is kept until the files are written.
        let (record, worker) = watch(experiment, arguments, &interrupts)?;
        print(&report(&record))?;
        let saved = save(&record, arguments);
        match &saved {
            Ok(files) => print(files)?,
            Err(why) => complain(&format!("{}: {why:#}", experiment.id)),
        }
        match &record.outcome {
            Some(Err(RunError::Stopped)) => {
                let nothing = record.figures.is_empty();
                let left = if nothing { "; nothing was measured yet, so no file is written" } else { "" };
                note(&format!("{} was interrupted{left}", experiment.id));
                if is_new {
                    // Only an empty folder can be removed so.
                    let _ = std::fs::remove_dir(&arguments.out);
                }
                if worker.is_abandoned() {
                    leave_at_once(INTERRUPTED.into());
                }
                return Ok(ExitCode::from(INTERRUPTED));
            }
            Some(Err(why)) => {
                complain(&format!("{}: {why}", experiment.id));
                failed.push(experiment.id);
            }
            Some(Ok(())) | None if saved.is_err() => failed.push(experiment.id),
            Some(Ok(())) | None => {}
        }
    }
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if chosen.len() > 1 {
        complain(&format!("{} of {} experiments failed: {}", failed.len(), chosen.len(), failed.join(", ")));
    }
    Ok(ExitCode::from(2))
}

/// The list of experiments for `collidoscope bench --help`.
pub fn experiment_list() -> String {
    let says = |e: &Experiment| t!("%{says} (%{source})", says = tr(e.says), source = tr(e.source));
    let rows: Vec<_> = EXPERIMENTS.iter().map(|e| (e.id, says(e).into_owned())).collect();
    help::list(&t!("Experiments:"), &rows)
}

fn find_experiment(id: &str) -> anyhow::Result<&'static Experiment> {
    let ids = || EXPERIMENTS.iter().map(|e| e.id).collect::<Vec<_>>();
    experiments::find(id)
        .with_context(|| format!("no experiment is called {id:?}; {}, and all", there_are(id, &ids())))
}

/// Installs a handler of Ctrl-C, and of the request to terminate; the result counts the signals.
fn listen_for_interrupts() -> anyhow::Result<Arc<AtomicU32>> {
    let count = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&count);
    ctrlc::set_handler(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    })
    .context("cannot install a Ctrl-C handler")?;
    Ok(count)
}

/// Runs one experiment until it ends or is interrupted.
fn watch(
    experiment: &'static Experiment,
    arguments: &BenchArguments,
    interrupts: &AtomicU32,
) -> anyhow::Result<(Record, Worker)> {
    let mut record = Record::new(experiment, arguments.quick, arguments.seed);
    let mut worker = Worker::start(experiment, arguments.quick, arguments.seed)
        .with_context(|| format!("{}: cannot start a thread", experiment.id))?;
    let mut shown = Progress::begin(experiment);
    let mut interrupted: Option<Instant> = None;
    while record.outcome.is_none() {
        if let Some(news) = worker.wait(Duration::from_millis(100)) {
            if let News::Event(experiments::Event::Note(text)) = &news {
                shown.note(text);
            }
            record.receive(news);
        }
        shown.update(&record);
        if interrupts.load(Ordering::Relaxed) > 0 {
            worker.stop();
            let since = *interrupted.get_or_insert_with(Instant::now);
            // After Ctrl-C, results are written without waiting for a long step to end; after a second
            // Ctrl-C, without waiting at all.
            let again = interrupts.load(Ordering::Relaxed) > 1;
            if again {
                worker.abandon();
            }
            if record.outcome.is_none() && (again || since.elapsed() > PATIENCE) {
                record.outcome = Some(Err(RunError::Stopped));
            }
        }
    }
    shown.finish();
    Ok((record, worker))
}

/// Table and claims of the results so far.
fn report(record: &Record) -> String {
    if record.figures.is_empty() {
        return String::new();
    }
    let metric = record.experiment.plot.metric;
    let whole = Pivot::of(&record.figures, metric);
    let columns = whole.xs.len();
    let mut text =
        format!("\n{}: {}\n{}\n", record.experiment.id, record.experiment.title, record.renderer_text());
    if columns == 0 {
        text += "\nno plotted value has been measured yet\n";
    } else {
        text += &format!("\n{}", whole.thinned(MOST_COLUMNS).to_text(metric));
    }
    if columns > MOST_COLUMNS {
        text += &format!("({MOST_COLUMNS} of {columns} columns; all are in the CSV)\n");
    }
    text += &other_metrics(record);
    text += "\n";
    for claim in record.claims() {
        text += &format!("{}\n", claim.line());
    }
    text
}

/// Writes CSV and plot and returns their paths as a message. An incomplete run, or a quick run where files of a full
/// run exist, replaces nothing: its files get unused names. Without results nothing is written.
fn save(record: &Record, arguments: &BenchArguments) -> anyhow::Result<String> {
    let (id, folder) = (record.experiment.id, &arguments.out);
    if record.figures.is_empty() {
        return Ok(String::new());
    }
    let name = name_of(record, folder);
    let files = write_results(record, folder, &name, arguments.svg)?;
    let files = files.iter().map(|path| visible(&path.display().to_string())).collect::<Vec<_>>();
    let why = match record.is_complete() {
        false => ", with the results so far".to_owned(),
        true if name != id => {
            format!(", of a quick run; the files {id} of a full run are kept")
        }
        true => String::new(),
    };
    let (last, others) = files.split_last().context("no file is written")?;
    Ok(format!("{} and {last}{why}\n", others.join(", ")))
}

/// One line that names the metrics of the CSV file that the table does not show.
fn other_metrics(record: &Record) -> String {
    let mut names: Vec<String> = Vec::new();
    for figure in record.figures.iter().filter(|f| f.metric != record.experiment.plot.metric) {
        let name = heading(figure.metric, figure.unit);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { String::new() } else { format!("(also in the CSV: {})\n", names.join("; ")) }
}
