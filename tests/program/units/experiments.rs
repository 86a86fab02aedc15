//! Parts that experiments share: claims, measuring, results, the worker.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use collidoscope::detector::{DetectError, Detection, Detector};
use collidoscope::experiments::claims::{is_exponent, savings_text, takes_less};
use collidoscope::experiments::ink::inks;
use collidoscope::experiments::measure::{cost_of, in_turns};
use collidoscope::experiments::pivot::Pivot;
use collidoscope::experiments::published::{
    HYBRID_BOXES, LECTURE, OCCLUSION_QUERY, PATENT, PublishedClaim, STENCIL,
};
use collidoscope::experiments::record::{Record, time_left};
use collidoscope::experiments::results::name_of;
use collidoscope::experiments::scenes::Frame;
use collidoscope::experiments::{Claim, EXPERIMENTS, Figure, Judgement, Run, RunError};
use collidoscope::methods;
use collidoscope::render::ink::Ink;
use collidoscope::ui::format::number;
use collidoscope::ui::scale::Scale;
use collidoscope::world::{Body, Pair};

fn time(series: &str, x: f64, value: f64) -> Figure {
    Figure::new(series, (x, "bodies"), "time", (value, "ms"))
}

#[test]
fn less_and_more_are_said_in_words() {
    for (savings, text) in [
        (vec![0.62], "62 % less"),
        (vec![0.62, 0.31], "31 to 62 % less"),
        (vec![-0.05, 0.12], "5 % more to 12 % less"),
        (vec![-1.5, -0.5], "50 to 150 % more"),
        (vec![0.2, 0.2], "20 % less"),
    ] {
        assert_eq!(savings_text(&savings), text);
    }
}

#[test]
fn a_claim_is_judged_by_all_its_places_and_not_at_all_without_numbers() {
    let figures = [time("a", 60.0, 1.0), time("b", 60.0, 2.0), time("a", 80.0, 1.9), time("b", 80.0, 2.0)];
    let judge = |share, from| takes_less(&figures, "less", ("a", "b"), (share, from)).judgement;
    assert_eq!(judge(0.6, 0.0), Judgement::NotReproduced);
    assert_eq!((judge(0.2, 0.0), judge(0.04, 0.0)), (Judgement::HoldsInPart, Judgement::Holds));
    assert_eq!(judge(0.2, 100.0), Judgement::Open);
    assert_eq!(takes_less(&figures, "less", ("a", "c"), (0.2, 0.0)).judgement, Judgement::Open);
    let claim = takes_less(&figures, "≥ 4 % less", ("a", "b"), (0.04, 0.0));
    assert_eq!(claim.line(), "claim: ≥ 4 % less; here: 5 to 50 % less time: holds");
}

#[test]
fn a_line_has_the_remark_and_the_sources_sentence_and_a_quick_run_has_no_verdict() {
    let published = PublishedClaim {
        experiment: "figure-3".into(),
        says: "faster".into(),
        original: "更快".into(),
        section: "第4节".into(),
        remark: Some("in one scene".into()),
    };
    let claim = Claim::of_source(&published, || Some(("2 ms".into(), true)));
    let quote = "\n  source, 第4节: “更快”";
    assert_eq!(claim.line(), format!("claim: faster; here: 2 ms (in one scene): holds{quote}"));
    let quick = claim.of_quick_run().line();
    assert_eq!(quick, format!("claim: faster; here: 2 ms (in one scene): too small to judge{quote}"));
    assert_eq!(Claim::open("faster", "not measured").of_quick_run().judgement, Judgement::Open);
}

#[test]
fn verdicts_follow_the_cases_and_the_tolerance_of_exponents() {
    let none = Judgement::NotReproduced;
    for (cases, verdict) in [
        (&[true, true][..], Judgement::Holds),
        (&[true, false], Judgement::HoldsInPart),
        (&[false, false], none),
        (&[], none),
    ] {
        assert_eq!(Judgement::of_cases(cases, none), verdict, "{cases:?}");
    }
    assert!(is_exponent(1.25, 1.0) && !is_exponent(1.26, 1.0) && !is_exponent(0.7, 1.0));
}

#[test]
fn fifty_things_and_four_variants_of_each_look_different() {
    let names: Vec<String> = (0..50).flat_map(|thing| (0..4).map(move |v| format!("{thing}/{v}"))).collect();
    let inks = inks(names.iter().map(String::as_str));
    for (i, ink) in inks.iter().enumerate() {
        assert!(!inks[..i].contains(ink), "{}", names[i]);
    }
}

#[test]
fn a_method_has_its_own_ink_in_any_company() {
    let row = methods::row_of("stencil").unwrap();
    assert_eq!(inks(["grid", "stencil", "octree"].into_iter())[1], Ink::of(row));
    assert_eq!(inks(["stencil"].into_iter())[0], Ink::of(row));
    let all = inks(["grid", "occlusion-query", "octree"].into_iter());
    assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
}

static DETECTIONS: AtomicUsize = AtomicUsize::new(0);
static STOP: AtomicBool = AtomicBool::new(false);

/// Stops the run in its third detection.
struct Third;

impl Detector for Third {
    fn detect(&mut self, _: &[Body], _: &[Pair]) -> Result<Detection, DetectError> {
        let before = DETECTIONS.fetch_add(1, Ordering::Relaxed);
        STOP.store(before >= 2, Ordering::Relaxed);
        Ok(Detection::default())
    }
}

#[test]
fn a_stopped_run_detects_nothing_more() {
    let mut ignore = |_| ();
    let run = Run::new(false, 1, None, &STOP, &mut ignore);
    let frames: Vec<Frame> = vec![Frame::default(); 8];
    let in_turns = in_turns(&run, &mut [Box::new(Third)], &frames, 4);
    assert!(matches!(in_turns, Err(RunError::Stopped)));
    assert_eq!(DETECTIONS.swap(0, Ordering::Relaxed), 3);
    STOP.store(false, Ordering::Relaxed);
    assert!(matches!(cost_of(&run, &mut Third, &frames), Err(RunError::Stopped)));
    assert_eq!(DETECTIONS.load(Ordering::Relaxed), 3);
}

fn figure(series: &str, x: f64, metric: &'static str, value: f64) -> Figure {
    Figure::new(series, (x, "bodies"), metric, (value, "ms"))
}

#[test]
fn figures_become_rows_and_columns() {
    let figures = [
        figure("b", 40.0, "time", 2.0),
        figure("a", 20.0, "time", 1.0),
        figure("a", 20.0, "pairs", 7.0),
        figure("a", 40.0, "time", f64::NAN),
        figure("b", 40.0, "time", 3.5),
    ];
    let pivot = Pivot::of(&figures, "time");
    assert_eq!(pivot.xs, [20.0, 40.0]);
    assert_eq!(pivot.rows[0].series, "b");
    let values = |row: usize| pivot.rows[row].cells.iter().map(|c| c.map(|c| c.value)).collect::<Vec<_>>();
    assert_eq!((values(0), values(1)), (vec![None, Some(3.5)], vec![Some(1.0), None]));
    let text = pivot.to_text("time");
    assert_eq!(text, "time, ms  20   40  bodies\nb          –  3.5\na          1    –\n");
    assert_eq!(Pivot::of(&figures, "nothing"), Pivot::default());
}

#[test]
fn too_many_columns_are_thinned_to_the_ends() {
    let figures: Vec<_> = (0..25).map(|i| figure("a", f64::from(i), "time", 1.0)).collect();
    let pivot = Pivot::of(&figures, "time").thinned(5);
    assert_eq!(pivot.xs, [0.0, 6.0, 12.0, 18.0, 24.0]);
    assert_eq!(pivot.rows[0].cells.len(), 5);
}

#[test]
fn numbers_are_short() {
    for (value, text) in [
        (0.0, "0"),
        (1.0, "1"),
        (0.12345, "0.123"),
        (12.345, "12.3"),
        (-0.5, "−0.5"),
        (-9999.0, "−9,999"),
        (150_000.0, "150,000"),
        (1e-7, "1.00e-7"),
        (0.99996, "1"),
    ] {
        assert_eq!(number(value), text);
    }
}

#[test]
fn every_claim_belongs_to_an_experiment_that_judges_it() {
    for publication in [&*OCCLUSION_QUERY, &*LECTURE, &*HYBRID_BOXES, &*STENCIL, &*PATENT] {
        assert!(!publication.source.is_empty() && !publication.conditions.is_empty());
        assert!(!publication.lost.is_empty());
        for claim in &publication.claims {
            let experiment = collidoscope::experiments::find(&claim.experiment).expect("in the table");
            let claims = (experiment.claims)(&[]);
            let shows = |c: &&Claim| c.published.contains(&claim.says);
            let shown = claims.iter().find(shows).unwrap_or_else(|| panic!("{}", claim.says));
            let original = shown.original.as_ref().expect("the source's sentence stands beside it");
            assert_eq!((&original.sentence, &original.section), (&claim.original, &claim.section));
            assert_eq!(shown.remark, claim.remark);
        }
    }
}

#[test]
fn no_run_replaces_what_took_longer_to_measure() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = &EXPERIMENTS[0];
    let run = |quick: bool, outcome| {
        let mut record = Record::new(experiment, quick, 1);
        record.figures.push(Figure::new("gjk", (1.0, "bodies"), "time", (2.0, "ms")));
        record.outcome = Some(outcome);
        record
    };
    let (full, quick) = (run(false, Ok(())), run(true, Ok(())));
    let stopped = run(false, Err(RunError::Stopped));
    let name = |record: &Record| name_of(record, folder.path());
    let (id, beside) = (experiment.id.to_owned(), format!("{}-1", experiment.id));
    let csv = folder.path().join(format!("{id}.csv"));
    for record in [&full, &quick, &stopped] {
        assert_eq!(name(record), id, "nothing is there");
    }
    for (earlier, of_quick) in [(&quick, &id), (&full, &beside), (&stopped, &beside)] {
        std::fs::write(&csv, earlier.csv().unwrap()).unwrap();
        let expected = [&id, of_quick, &beside].map(String::clone);
        assert_eq!([name(&full), name(&quick), name(&stopped)], expected);
    }
    std::fs::write(&csv, "measured for hours").unwrap();
    assert_eq!(name(&quick), beside, "of something else");
}

#[test]
fn values_lie_between_round_ends() {
    let scale = Scale::around([0.3, 7.7].into_iter(), false);
    assert_eq!((scale.low, scale.high), (0.0, 8.0));
    assert_eq!(scale.marks(6).len(), 5);
    let scale = Scale::around([0.3, 77.0, -1.0].into_iter(), true);
    assert_eq!((scale.low, scale.high), (0.2, 100.0));
    assert_eq!(scale.place(-1.0), None);
    assert!((scale.place((0.2 * 100.0_f64).sqrt()).unwrap() - 0.5).abs() < 1e-12);
    let texts: Vec<_> = scale.marks(6).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["0.2", "0.5", "1", "2", "5", "10", "20", "50", "100"]);
}

#[test]
fn nothing_one_value_and_the_same_value_twice_have_a_scale() {
    for values in [vec![], vec![0.0], vec![5.0], vec![3.0, 3.0], vec![-2.0], vec![1e-9], vec![1e12]] {
        for log in [false, true] {
            for scale in
                [Scale::around(values.iter().copied(), log), Scale::snug(values.iter().copied(), log)]
            {
                assert!(scale.low < scale.high && scale.high.is_finite(), "{values:?} {scale:?}");
                assert!(scale.marks(6).len() < 30, "{values:?}: {:?}", scale.marks(6));
            }
        }
    }
}

#[test]
fn the_values_themselves_are_marked_where_they_have_room() {
    let values = [20.0, 40.0, 41.0, 100.0];
    let scale = Scale::snug(values.into_iter(), false);
    let texts = |most| scale.marks_at(&values, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(texts(8), ["20", "40", "100"]);
    assert_eq!(texts(3), ["50", "100"], "round ones, about as many as asked for");
}

#[test]
fn the_time_left_is_that_of_the_remaining_steps_at_the_measured_speed() {
    let seconds = Duration::from_secs_f64;
    let left = |finished: &[(u64, f64)], (weight, so_far): (u64, f64), later: u64| {
        let finished: Vec<_> = finished.iter().map(|(weight, time)| (*weight, seconds(*time))).collect();
        time_left(&finished, (weight, seconds(so_far)), later).map(|left| left.as_secs_f64())
    };
    assert_eq!(left(&[], (1, 5.0), 3), None, "nothing is measured before the first step ends");
    assert_eq!(left(&[(1, 2.0)], (1, 0.5), 3), Some(7.5));
    assert_eq!(left(&[(1, 2.0)], (10, 0.0), 20), Some(60.0), "a step of weight 10 takes ten times as long");
    assert_eq!(left(&[(1, 30.0), (1, 1.0)], (1, 0.0), 1), Some(2.0), "the first step compiled shaders");
    assert_eq!(
        left(&[(1, 1.0)], (1, 4.0), 2),
        Some(11.0),
        "a step that takes longer makes later ones longer"
    );
    // Steps whose times deviate from their weights by a quarter: within a factor of two at every moment.
    let times: Vec<(u64, f64)> =
        (1..40).map(|i| (i, i as f64 * if i % 3 == 0 { 1.25 } else { 0.8 })).collect();
    let all: u64 = times.iter().map(|(weight, _)| weight).sum();
    for at in 3..times.len() - 1 {
        let done: u64 = times[..=at].iter().map(|(weight, _)| weight).sum();
        let truth: f64 = times[at..].iter().map(|(_, time)| time).sum();
        let said = left(&times[..at], (times[at].0, 0.0), all - done).unwrap();
        assert!((0.5..2.0).contains(&(said / truth)), "{said} s for {truth} s after step {at}");
    }
}
