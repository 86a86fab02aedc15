//! Quick reruns of the three tables of source 3: their figures are plausible, and the claims follow from
//! them.

use std::sync::atomic::{AtomicBool, Ordering};

use collidoscope::experiments::{self, Claim, Event, Figure, Judgement, Run, RunError};

const IDS: [&str; 3] = ["table-1-tightness", "table-2-boxes", "table-3-cascades"];

fn quick(id: &str) -> (Vec<Figure>, Vec<Claim>) {
    let (stop, mut figures, mut steps) = (AtomicBool::new(false), vec![], (0, 0));
    let experiment = experiments::find(id).unwrap();
    let mut tell = |event| match event {
        Event::Figure(figure) => figures.push(figure),
        Event::Progress { done, weight, total, .. } => {
            assert_eq!(done, steps.0, "steps are counted one by one");
            steps = (done + weight, total);
        }
        Event::Note(text) => assert!(!text.is_empty()),
        Event::Setting { name, value } => assert!(!name.is_empty() && !value.is_empty()),
    };
    (experiment.run)(&mut Run::new(true, 1, None, &stop, &mut tell)).unwrap();
    assert_eq!(steps.0, steps.1, "{id}: as many steps as were expected");
    for figure in &figures {
        assert!(figure.value.is_finite() && figure.value >= 0.0, "{figure:?}");
        let again = |f: &&Figure| {
            (f.metric, &f.series, f.x, f.x_unit) == (figure.metric, &figure.series, figure.x, figure.x_unit)
        };
        assert_eq!(figures.iter().filter(again).count(), 1, "one value per place: {figure:?}");
    }
    let plotted = figures.iter().filter(|f| f.metric == experiment.plot.metric).count();
    assert!(plotted >= 8, "{id} has something to plot");
    let claims = (experiment.claims)(&figures);
    (figures, claims)
}

fn value(figures: &[Figure], metric: &str, series: &str, x: f64) -> f64 {
    let there = |f: &&Figure| f.metric == metric && f.series == series && f.x == x;
    figures.iter().find(there).unwrap_or_else(|| panic!("{metric} of {series} at {x}")).value
}

#[test]
fn table_1_finds_boxes_that_turn_with_the_body_the_tightest() {
    let (figures, claims) = quick(IDS[0]);
    for x in [1.0, 2.0, 4.0, 8.0] {
        let ratio = |series| value(&figures, "volume_ratio", series, x);
        // No volume is smaller than its body, and a ball fills 52 % of its cube.
        assert!(["sphere", "AABB", "18-DOP", "OBB"].iter().all(|s| ratio(s) > 1.0));
        assert!(ratio("18-DOP") <= ratio("AABB"));
        assert!(
            ["sphere", "AABB", "18-DOP", "OBB"].iter().all(|s| value(&figures, "test_time_ns", s, x) > 0.0)
        );
    }
    // A sphere around a body stretched eight times is mostly empty; a box that turns with the body is not.
    assert!(
        value(&figures, "volume_ratio", "sphere", 8.0) > 5.0 * value(&figures, "volume_ratio", "OBB", 8.0)
    );
    assert_eq!(claims[0].judgement, Judgement::Holds, "{:?}", claims[0]);
}

#[test]
fn table_2_finds_boxes_on_the_centroid_larger() {
    let (figures, claims) = quick(IDS[1]);
    let sizes: Vec<f64> =
        figures.iter().filter(|f| f.metric == "time" && f.series == "hull-area").map(|f| f.x).collect();
    assert_eq!(sizes.len(), 2);
    for x in sizes {
        for model in ["ball", "bumpy", "long", "star"] {
            let ratio = |fit: &str| value(&figures, "volume_ratio", &format!("{fit}/{model}"), x);
            assert!(ratio("hull-area") <= ratio("hull-area-centroid") * (1.0 + 1e-9), "{model}");
            assert!(ratio("vertex-pca") <= ratio("vertex-pca-mean") * (1.0 + 1e-9), "{model}");
        }
        // A ball fills π/6 of its box, however the box is turned.
        let ball = value(&figures, "volume_ratio", "hull-area/ball", x);
        assert!((ball - 6.0 / std::f64::consts::PI).abs() < 0.1, "{ball}");
    }
    assert_eq!(claims.len(), 4);
    assert!(claims.iter().all(|claim| claim.judgement != Judgement::Open));
}

#[test]
fn table_3_finds_that_inequality_8_rejects_nothing() {
    let (figures, claims) = quick(IDS[2]);
    for x in [40.0, 200.0] {
        assert_eq!(value(&figures, "rejected_share", "inequality (8)", x), 0.0);
        // Most pairs in a fixed space are far apart: the spheres decide them.
        assert!(value(&figures, "rejected_share", "spheres (5)", x) > 0.5);
        for id in ["sphere-aabb-obb", "obb-sphere", "aabb-obb", "obb"] {
            assert!(
                ["pair_time_ns", "candidate_time_ns", "exact_time_ns"]
                    .iter()
                    .all(|metric| value(&figures, metric, id, x) > 0.0)
            );
        }
    }
    let eight = claims.last().unwrap();
    assert_eq!(eight.judgement, Judgement::Contradicted, "{eight:?}");
}

#[test]
fn they_stop_when_asked_and_claim_nothing_without_figures() {
    for id in IDS {
        let experiment = experiments::find(id).unwrap();
        let claims = (experiment.claims)(&[]);
        assert!(claims.iter().all(|claim| claim.judgement == Judgement::Open), "{id}: {claims:?}");
        let stop = AtomicBool::new(false);
        let mut steps = 0;
        let mut tell = |event| {
            if matches!(event, Event::Progress { .. }) {
                steps += 1;
                stop.store(true, Ordering::Relaxed);
            }
        };
        let ended = (experiment.run)(&mut Run::new(true, 1, None, &stop, &mut tell));
        assert!(matches!(ended, Err(RunError::Stopped)), "{id}");
        assert_eq!(steps, 1, "{id}");
    }
}
