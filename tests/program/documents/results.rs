//! The sources' claims, judged by the figures in `results/`.

use std::fs;
use std::path::Path;

use collidoscope::about::Promise;
use collidoscope::experiments::claims::{value, xs};
use collidoscope::experiments::record::COLUMNS;
use collidoscope::experiments::{Claim, EXPERIMENTS, Experiment, Figure, Judgement, Original, Record};
use collidoscope::files::shipped_csv;
use collidoscope::methods::METHODS;

use super::text::{grouped, ids, item, paragraph, sentence};

/// The files of an experiment, one per folder of `results/`, sorted.
fn files(experiment: &Experiment) -> Vec<String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = fs::read_dir(top.join("results")).expect("results/ can be read");
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().expect("UTF-8"));
    let files = names.map(|folder| format!("results/{folder}/{}.csv", experiment.id));
    let mut files: Vec<_> = files.filter(|file| top.join(file).exists()).collect();
    files.sort();
    files
}

fn read(experiment: &'static Experiment, file: &str) -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let bytes = fs::read(path).unwrap_or_else(|why| panic!("{file}: {why}"));
    Record::of_csv(experiment, &bytes).unwrap_or_else(|| panic!("{file}: no figures"))
}

/// The number of claims by verdict.
pub fn verdicts() -> String {
    let files =
        EXPERIMENTS.iter().flat_map(|experiment| files(experiment).into_iter().map(move |f| (experiment, f)));
    let claims: Vec<Claim> =
        files.flat_map(|(experiment, file)| (experiment.claims)(&read(experiment, &file).figures)).collect();
    let count = |verdict| claims.iter().filter(|claim| claim.judgement == verdict).count();
    let counted =
        Judgement::OF_CLAIMS.into_iter().chain([Judgement::Open]).map(|verdict| (verdict, count(verdict)));
    let rows = counted.filter(|(_, count)| *count > 0);
    let rows: Vec<String> = rows.map(|(verdict, count)| format!("{} {count}", verdict.words())).collect();
    paragraph(&format!("Of {} claims: {}.", claims.len(), rows.join(", ")))
}

/// A heading per experiment: its source, what it measures, and its claims as every file of it judges them.
pub fn claims() -> String {
    EXPERIMENTS.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// Figures that say more than the claims of their experiment, from the same files.
pub fn more_figures() -> String {
    let of = |id: &str| {
        let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == id).unwrap();
        read(experiment, &format!("results/llvmpipe/{id}.csv")).figures
    };
    let (peers, cloth, splits, truth) = (of("peers"), of("cloth-scale"), of("split-rules"), of("truth"));

    let ratios = |metric: &str| {
        let xs = xs(&peers, "parry", metric).into_iter();
        let ratio = |x| value(&peers, "parry", metric, x).zip(value(&peers, "bvh-fast", metric, x));
        let ratios: Vec<f64> = xs.filter_map(ratio).map(|(parry, ours)| parry / ours).collect();
        let (low, high) = ratios.iter().fold((f64::MAX, 0.0_f64), |(a, b), r| (a.min(*r), b.max(*r)));
        format!("{} to {} times", grouped(low), grouped(high))
    };
    let (detection, distance) = (ratios("detection_time"), ratios("distance_time"));

    let as_fast =
        |series: &str| value(&cloth, series, "times_as_fast_as_binary", 257.0).expect("measured at 257");
    let (with, without) = (as_fast("cloth-fast"), as_fast("cloth-fast/kept apart"));

    let scenes = xs(&splits, "splatter", "volume_tests");
    let tests = |rule: &str, scene| value(&splits, rule, "volume_tests", scene).expect("measured");
    let wins = |scene: &&f64| {
        ["min-sum", "min-max", "longest-side"]
            .iter()
            .all(|rule| tests("splatter", **scene) < tests(rule, **scene))
    };
    let wins = scenes.iter().filter(wins).count();

    let exact = METHODS.iter().filter(|method| method.promise == Promise::Exact);
    let wrong = exact.filter_map(|method| {
        let own: Vec<&Figure> =
            truth.iter().filter(|f| f.series.split('/').next() == Some(method.id)).collect();
        let pairs: f64 = own.iter().filter(|f| f.metric == "missed").map(|f| f.x).sum();
        let errors = own.iter().filter(|f| ["missed", "false_hits"].contains(&f.metric));
        let errors: f64 = errors.map(|f| f.value).sum();
        (pairs > 0.0).then(|| format!("`{}` {errors} of {}", method.id, grouped(pairs)))
    });
    let wrong = wrong.collect::<Vec<_>>().join(", ");

    [
        format!(
            "`peers`: parry takes {detection} as long as `bvh-fast` to detect, and {distance} as long to measure a \
             distance."
        ),
        format!(
            "`cloth-scale`: at 257² `cloth-fast` is {without:.0} times as fast as `binary` on steps without contacts, \
             and {with:.0} times on steps with contacts."
        ),
        format!(
            "`split-rules`: of the four rules along x, y and z, `splatter` takes the fewest volume tests in {wins} of \
             {} scenes.",
            scenes.len()
        ),
        format!("`truth`, wrong answers by method: {wrong}."),
    ]
    .map(|text| item(&text))
    .concat()
}

fn section(experiment: &'static Experiment) -> String {
    let head = format!("{} *Source: {}*", sentence(experiment.says), sentence(experiment.source));
    let mut text = format!("### `{}`: {}\n\n{}\n", experiment.id, experiment.title, paragraph(&head));
    let files = files(experiment);
    if files.is_empty() {
        text += &paragraph(&format!(
            "No full run is kept here; `collidoscope bench {}` makes one.",
            experiment.id
        ));
    }
    for file in files {
        let measured = read(experiment, &file);
        let renderer = match measured.renderer.as_str() {
            "none" => String::new(),
            name => format!(" Renderer: {name}."),
        };
        text += &paragraph(&format!("From `{file}`.{renderer} Settings: {}.", measured.settings_text()));
        text += "\n";
        for claim in (experiment.claims)(&measured.figures) {
            text += &item(&row(&claim));
        }
    }
    text
}

/// A claim with its verdict, the remark on the comparison, and the source's sentence.
fn row(claim: &Claim) -> String {
    let remark = claim.remark.as_ref().map_or(String::new(), |remark| format!(" ({remark})"));
    let verdict = claim.judgement.words();
    let judged = format!("{}. Here: {}{remark}: **{verdict}**.", claim.published, claim.here);
    match &claim.original {
        // A break after every Chinese comma, because the text has no spaces where a line may end.
        Some(Original { sentence, section }) => {
            format!("{judged} Source, {section}: “{}”.", sentence.replace(',', ", "))
        }
        None => judged,
    }
}

/// The columns of the files of `bench`.
pub fn columns() -> String {
    paragraph(&format!("{}.", ids(&COLUMNS)))
}

#[test]
fn figures_are_read_as_they_are_written() {
    let text = format!("{}\nx,gjk,20,bodies,time,0.5,ms,,none,1,quick=no;frames=2\n", COLUMNS.join(","));
    let record = Record::of_csv(&EXPERIMENTS[0], text.as_bytes()).unwrap();
    assert_eq!(record.figures, [Figure::new("gjk", (20.0, "bodies"), "time", (0.5, "ms"))]);
    assert_eq!((record.renderer.as_str(), record.settings_text().as_str()), ("none", "quick=no;frames=2"));
    for bad in ["", "a,b\n1,2\n", &text.replace("0.5", "half")] {
        let read = Record::of_csv(&EXPERIMENTS[0], bad.as_bytes());
        assert!(read.is_none_or(|record| record.figures.is_empty()), "{bad}");
    }
}

#[test]
fn every_full_run_on_software_comes_with_the_program_and_is_written_as_it_was_read() {
    for experiment in EXPERIMENTS {
        let file = format!("results/llvmpipe/{}.csv", experiment.id);
        let is_kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists();
        let record = Record::shipped(experiment);
        assert_eq!(record.is_some(), is_kept, "{file}");
        let Some(record) = record else { continue };
        let csv = shipped_csv(experiment.id).unwrap();
        assert!(record.csv().unwrap() == csv, "{file}");
    }
}
