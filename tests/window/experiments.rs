//! The experiments: quick runs through the library, their files, and the `bench` command.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use collidoscope::experiments::ALL;
use collidoscope::experiments::ink::inks;
use collidoscope::experiments::pivot::Pivot;
use collidoscope::experiments::record::COLUMNS;
use collidoscope::experiments::worker::PATIENCE;
use collidoscope::experiments::{
    EXPERIMENTS, Event, Experiment, Figure, Judgement, News, PlotShape, Record, Run, RunError, Worker, find,
    plot,
};
use collidoscope::methods::published;

/// Runs an experiment to its end.
fn run(experiment: &'static Experiment, seed: u64) -> Record {
    let mut record = Record::new(experiment, true, seed);
    let mut worker = Worker::start(experiment, true, seed).unwrap();
    while record.outcome.is_none() {
        if let Some(news) = worker.wait(Duration::from_secs(1)) {
            record.receive(news);
        }
    }
    record
}

/// Number of figures by which runs are compared.
const COMPARED: usize = 60;

/// Runs an experiment until it has measured [`COMPARED`] figures.
fn begun(experiment: &'static Experiment, seed: u64) -> Record {
    let mut record = Record::new(experiment, true, seed);
    let mut worker = Worker::start(experiment, true, seed).unwrap();
    while record.figures.len() < COMPARED {
        assert!(record.outcome.is_none(), "{:?}", record.outcome);
        if let Some(news) = worker.wait(Duration::from_secs(1)) {
            record.receive(news);
        }
    }
    record
}

/// The rows of a CSV file as texts, without the heading.
fn rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(bytes);
    assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), COLUMNS);
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn assert_is_sane(record: &Record) {
    let id = record.experiment.id;
    assert!(record.is_complete(), "{id}: {:?}", record.outcome);
    assert!(record.progress.total > 0, "{id} tells how far it is");
    for figure in &record.figures {
        assert!(figure.x.is_finite() && figure.value.is_finite(), "{id}: {figure:?}");
        assert!(!figure.series.is_empty() && !figure.x_unit.is_empty(), "{id}: {figure:?}");
        if figure.metric == "time" {
            assert!(figure.value > 0.0 && figure.unit == "ms", "{id}: {figure:?}");
        }
    }
    let plotted = Pivot::of(&record.figures, record.experiment.plot.metric);
    assert!(plotted.rows.len() > 1 && plotted.values().count() > 3, "{id}: {plotted:?}");
    let claims = record.claims();
    assert!(!claims.is_empty(), "{id} has nothing to compare with");
    for claim in claims {
        assert!(!claim.published.is_empty() && !claim.here.is_empty(), "{id}: {claim:?}");
        let unjudged = [Judgement::TooSmall, Judgement::Open];
        assert!(unjudged.contains(&claim.judgement), "{id}: a quick run judges nothing: {claim:?}");
    }
}

fn assert_files_say_the_same(record: &Record) {
    let id = record.experiment.id;
    let rows = rows(&record.csv().unwrap());
    assert_eq!(rows.len(), record.figures.len());
    for (row, figure) in rows.iter().zip(&record.figures) {
        assert_eq!((row[0].as_str(), &row[1], row[4].as_str()), (id, &figure.series, figure.metric));
        assert_eq!((row[2].parse(), row[5].parse()), (Ok(figure.x), Ok(figure.value)));
        assert_eq!(row[7].parse().ok(), figure.published, "empty where nothing survived");
        assert_eq!((row[8].as_str(), row[9].as_str()), (record.renderer.as_str(), "1"));
        assert!(row[10].starts_with("quick=yes"), "{}", row[10]);
    }
    let picture = plot::draw(record, ALL).unwrap();
    assert_eq!(picture.dimensions(), (1600, 900));
    let svg = plot::svg(record, ALL).unwrap();
    let seen: HashSet<[u8; 3]> = picture.pixels().map(|p| p.0).collect();
    let plotted = Pivot::of(&record.figures, record.experiment.plot.metric);
    let inks = inks(plotted.rows.iter().map(|row| row.series));
    for (row, ink) in plotted.rows.iter().zip(inks) {
        assert!(seen.contains(&ink.on_light), "{id}: {} is not in the picture", row.series);
        let ([r, g, b], series) = (ink.on_light, row.series.replace('&', "&amp;").replace('<', "&lt;"));
        let parts = [format!("#{r:02x}{g:02x}{b:02x}"), format!(">{}</text>", series.replace('>', "&gt;"))];
        assert!(parts.iter().all(|part| svg.contains(part)), "{id}: {} is not in the SVG", row.series);
    }
}

/// A quick run of an experiment, checked.
fn checked(experiment: &'static Experiment) -> Record {
    let record = run(experiment, 1);
    println!("{}: {} figures, {:?}", experiment.id, record.figures.len(), record.notes);
    assert_is_sane(&record);
    assert_files_say_the_same(&record);
    record
}

/// Experiments with a test of their own, which checks their quick run, too.
const APART: [&str; 4] = ["figure-3", "resolution", "front", "time-critical"];

/// Checks a quarter of the other experiments, so that four tests share the work.
fn check_quarter(quarter: usize) {
    assert!(APART.iter().all(|id| find(id).is_some()));
    let others = EXPERIMENTS.iter().filter(|experiment| !APART.contains(&experiment.id));
    others.skip(quarter).step_by(4).for_each(|experiment| drop(checked(experiment)));
}

#[test]
fn quick_runs_measure_sanely_1() {
    check_quarter(0);
}

#[test]
fn quick_runs_measure_sanely_2() {
    check_quarter(1);
}

#[test]
fn quick_runs_measure_sanely_3() {
    check_quarter(2);
}

#[test]
fn quick_runs_measure_sanely_4() {
    check_quarter(3);
}

#[test]
fn every_image_space_method_is_measured_at_every_size() {
    let record = checked(find("figure-3").unwrap());
    let times = Pivot::of(&record.figures, "time");
    assert_eq!(times.xs, [20.0, 40.0, 60.0, 80.0, 100.0]);
    let with_resolution = published().filter(|m| m.settings.iter().any(|s| s.id == "resolution"));
    for id in with_resolution.map(|m| m.id).chain(["occlusion-query/pair-by-pair"]) {
        let row = times.rows.iter().find(|row| row.series == id).unwrap_or_else(|| panic!("{id} is missing"));
        assert!(row.cells.iter().all(Option::is_some), "{id}: {row:?}");
    }
    let disagreements = |series: &str| {
        let of = |f: &&Figure| f.series == series && f.metric == "disagreements";
        record.figures.iter().filter(of).map(|f| f.value).sum::<f64>()
    };
    assert!(disagreements("stencil-as-published") > disagreements("stencil"), "the printed table errs");
}

#[test]
fn the_resolution_experiment_sees_what_is_known_and_depends_on_its_seed_only() {
    let record = checked(find("resolution").unwrap());
    let wrong = Pivot::of(&record.figures, "wrong");
    let share = |series: &str, deeper: f64, less: f64| {
        let row = wrong.rows.iter().find(|row| row.series == series).unwrap();
        let cells = wrong.xs.iter().zip(&row.cells).filter(|(x, _)| (deeper..less).contains(*x));
        cells.filter_map(|(_, cell)| Some((*cell)?.value)).sum::<f64>()
    };
    assert!(share("occlusion-query", 0.0, 0.5) > 10.0, "thin overlaps are missed");
    assert_eq!(share("occlusion-query", 1.5, 3.0), 0.0, "deep ones never");
    assert_eq!(share("occlusion-query", -3.0, -0.25), 0.0, "what is apart is not hit");
    assert!(share("stencil-as-published", 1.5, 3.0) > 30.0, "the printed table misses deep ones, too");
    let claims = (record.experiment.claims)(&record.figures);
    assert_eq!(claims[0].judgement, Judgement::Holds, "{claims:?}");

    // The first figures of other runs show whether they depend on anything but the seed.
    let beginning = |record: &Record| -> Vec<_> {
        record.figures[..COMPARED].iter().map(|f| (f.series.clone(), f.metric, f.value.to_bits())).collect()
    };
    let first = beginning(&record);
    assert_eq!(first, beginning(&begun(record.experiment, 1)));
    assert_ne!(first, beginning(&begun(record.experiment, 2)));
}

#[test]
fn two_meshes_get_the_same_answers_from_a_front_and_within_a_budget() {
    for (id, promises) in [
        ("front", &["it gives the same answers as a traversal from the roots"][..]),
        ("time-critical", &["the budget is kept", "decided pairs are right"]),
    ] {
        let record = checked(find(id).unwrap());
        let claims = (record.experiment.claims)(&record.figures);
        for promise in promises {
            let claim = claims.iter().find(|claim| claim.published.contains(promise)).expect(promise);
            assert_eq!(claim.judgement, Judgement::Holds, "{}", claim.line());
        }
    }
}

#[test]
fn a_worker_stops_in_the_midst_and_when_it_is_dropped() {
    let experiment = find("figure-3").unwrap();
    let mut worker = Worker::start(experiment, false, 1).unwrap();
    let mut record = Record::new(experiment, false, 1);
    while record.progress.total == 0 {
        record.receive(worker.wait(Duration::from_secs(60)).expect("it begins"));
    }
    worker.stop();
    while record.outcome.is_none() {
        record.receive(worker.wait(Duration::from_secs(60)).expect("it ends"));
    }
    assert!(record.was_stopped() && worker.receive().is_none());
    assert!(record.settings_text().ends_with("complete=no"), "{}", record.settings_text());
    rows(&record.csv().unwrap());
    drop(Worker::start(experiment, false, 1).unwrap());
}

/// A figure: series, x, value, published value.
type Odd<'a> = (&'a str, f64, f64, Option<f64>);

/// A record as it would look with these figures.
fn record_of(experiment: &'static Experiment, figures: &[Odd]) -> Record {
    let mut record = Record::new(experiment, false, 1);
    for &(series, x, value, published) in figures {
        let (series, metric) = (series.to_owned(), experiment.plot.metric);
        record.receive(News::Event(Event::Figure(Figure {
            series,
            x,
            x_unit: "bodies",
            metric,
            value,
            unit: "ms",
            published,
        })));
    }
    record
}

#[test]
fn odd_figures_are_drawn_and_written_all_the_same() {
    let mut many: Vec<(String, f64, f64)> = Vec::new();
    for series in 0..40 {
        many.extend((0..9).map(|x| {
            (format!("a-rather-long-name-{series}/variant"), f64::from(x), 1.0 + f64::from(series))
        }));
    }
    let many: Vec<_> = many.iter().map(|(name, x, value)| (name.as_str(), *x, *value, None)).collect();
    let cases: [&[Odd]; 6] = [
        &[],
        &[("one", 20.0, 1.0, None)],
        &[("zero", 20.0, 0.0, None), ("minus", 20.0, -1.0, None)],
        &[("tiny", 1e-9, 1e-12, None), ("huge", 1e12, 1e15, None)],
        &[("with, comma \"and\" quotes\n", 20.0, 1.0, Some(1.1)), ("NaN", 20.0, f64::NAN, None)],
        &many,
    ];
    for experiment in [find("figure-3").unwrap(), &BARS] {
        for figures in cases {
            let record = record_of(experiment, figures);
            assert_eq!(plot::draw(&record, ALL).unwrap().dimensions(), (1600, 900));
            let rows = rows(&record.csv().unwrap());
            assert_eq!(rows.len(), figures.len());
            assert!(rows.iter().zip(figures).all(|(row, figure)| row[1] == figure.0));
        }
    }
}

static BARS: Experiment = {
    let mut bars = collidoscope::experiments::EXPERIMENTS[0].plot;
    bars.shape = PlotShape::Bars;
    Experiment {
        id: "bars",
        lab: "arena",
        title: "Bars",
        source: "this test",
        says: "Nothing is measured.",
        needs_gpu: false,
        plot: bars,
        run: |_| panic!("it breaks off"),
        claims: |_| Vec::new(),
    }
};

#[test]
fn an_experiment_that_panics_is_told_and_not_waited_for() {
    let record = run(&BARS, 1);
    assert!(matches!(record.outcome, Some(Err(RunError::Panicked))), "{:?}", record.outcome);
}

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.arg("bench").args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn assert_files(folder: &Path, id: &str) -> Vec<Vec<String>> {
    let names: HashSet<_> =
        std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, HashSet::from([format!("{id}.csv"), format!("{id}.png")]), "and nothing half-written");
    assert_eq!(image::image_dimensions(folder.join(format!("{id}.png"))).unwrap(), (1600, 900));
    rows(&std::fs::read(folder.join(format!("{id}.csv"))).unwrap())
}

#[test]
fn bench_writes_both_files_a_table_and_claims() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("made/for/it");
    let output = bench(&["resolution", "--quick", "--seed", "7", "--svg", "--out", out.to_str().unwrap()])
        .output()
        .unwrap();
    let (stdout, stderr) = said(&output);
    let svg = std::fs::read_to_string(out.join("resolution.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    std::fs::remove_file(out.join("resolution.svg")).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    for part in
        ["wrong, %", "occlusion-query", "claim: no miss deeper", ": too small to judge", "resolution.csv"]
    {
        assert!(stdout.contains(part), "{part:?} is missing in:\n{stdout}");
    }
    assert!(Judgement::OF_CLAIMS.iter().all(|verdict| !stdout.contains(&format!(": {}", verdict.words()))));
    assert!(stderr.contains("resolution:   0 %"), "progress in plain lines: {stderr}");
    let rows = assert_files(&out, "resolution");
    assert!(rows.len() > 100 && rows.iter().all(|row| row[9] == "7"));
}

#[test]
fn an_interrupt_leaves_complete_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = bench(&["resolution", "--out", folder.path().to_str().unwrap()]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // When the second step begins, the first has produced figures.
    while !lines.next().expect("it goes on").unwrap().contains("left") {}
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("interrupted")), "{rest:?}");
    let rows = assert_files(folder.path(), "resolution");
    assert!(!rows.is_empty() && rows.iter().all(|row| row[10].ends_with("complete=no")), "{rows:?}");
}

#[test]
fn an_interrupt_replaces_no_earlier_results() {
    let folder = tempfile::tempdir().unwrap();
    let earlier = folder.path().join("resolution.csv");
    std::fs::write(&earlier, "measured for hours").unwrap();
    let mut child = bench(&["resolution", "--out", folder.path().to_str().unwrap()]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let _first = lines.next().expect("it begins").unwrap();
    for _ in 0..2 {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert_eq!(std::fs::read_to_string(&earlier).unwrap(), "measured for hours");
    // Measured figures, if there are any, are saved next to it with more than a header.
    if let Ok(bytes) = std::fs::read(folder.path().join("resolution-1.csv")) {
        assert!(!rows(&bytes).is_empty());
    }
}

#[test]
fn an_interrupt_leaves_no_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let mut child = bench(&["resolution", "--out", out.to_str().unwrap()]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let _first = lines.next().expect("it begins").unwrap();
    for _ in 0..2 {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(std::fs::read_dir(&out).map_or(true, |mut files| files.next().is_some()), "{rest:?}");
}

#[test]
fn the_table_is_shown_even_where_no_file_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut child = bench(&["resolution", "--quick", "--out", out.to_str().unwrap()]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let _first = lines.next().expect("it begins").unwrap();
    std::fs::remove_dir_all(&out).unwrap();
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{rest:?}");
    assert!(stdout.contains("wrong, %") && stdout.contains("claim: no miss deeper"), "{stdout}");
    assert!(rest.last().is_some_and(|line| line.contains("no such folder; make it")), "{rest:?}");
}

#[test]
fn wrong_arguments_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let below = format!("{file}/below");
    let cases: [(&[&str], &[&str]); 6] = [
        (&["figure-5"], &["figure-5", "figure-3", "resolution", "all"]),
        (&[], &["ID|all"]),
        (&["figure-3", "--seed", "one"], &["one"]),
        (&["figure-3", "--out", file], &["is a file"]),
        (&["figure-3", "--out", &below], &["below", "cannot be written"]),
        (&["figure-3", "--slow"], &["--slow"]),
    ];
    for (arguments, parts) in cases {
        let output = bench(arguments).output().unwrap();
        let (stdout, stderr) = said(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stdout.is_empty() && stderr.lines().count() == 1, "{arguments:?}: {stderr}");
        assert!(parts.iter().all(|part| stderr.contains(part)), "{arguments:?}: {stderr}");
    }
}

#[test]
fn without_opengl_it_says_so_and_goes_on_to_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let without = |id: &str| {
        let mut command = bench(&[id, "--quick", "--out", out]);
        command.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent").output().unwrap()
    };
    let output = without("figure-3");
    let (stdout, stderr) = said(&output);
    assert_eq!((output.status.code(), stdout.as_str()), (Some(2), ""), "{stderr}");
    assert!(stderr.contains("figure-3: no OpenGL context"), "{stderr}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn ids_are_unique_and_none_is_called_all() {
    let ids: HashSet<_> = EXPERIMENTS.iter().map(|e| e.id).collect();
    assert_eq!(ids.len(), EXPERIMENTS.len());
    assert!(!ids.contains("all"));
}

static IS_HELD: AtomicBool = AtomicBool::new(true);
static HELD: LazyLock<Experiment> =
    LazyLock::new(|| Experiment { run: held, ..*find("table-3-cascades").expect("the experiment exists") });

/// A step that looks at no flag but the test's.
fn held(_: &mut Run) -> Result<(), RunError> {
    while IS_HELD.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

#[test]
fn a_long_step_without_opengl_is_not_waited_for() {
    let worker = Worker::start(&HELD, true, 1).unwrap();
    let began = Instant::now();
    drop(worker);
    // A wait for this step lasts as long as the limit.
    assert!(began.elapsed() < PATIENCE);
    IS_HELD.store(false, Ordering::Relaxed);
}
