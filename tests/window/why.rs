//! The sentence above a story says why a method gave its answer. Its numbers are counted again here in another way: from
//! the twin of a pixel instead of the recorded buffers, and from brute force instead of the recorded traversal.

use collidoscope::detector::Mistake;
use collidoscope::image_space::explained::probe::Probe;
use collidoscope::image_space::explained::relation::Relation;
use collidoscope::image_space::pass::Takes;
use collidoscope::image_space::pixel_twin::collides;
use collidoscope::image_space::recording::{PassRecording, depth_share};
use collidoscope::inspector::Subject as _;
use collidoscope::inspector::outcome::{Outcome, Reference};
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods::{self, Inside, METHODS, REFERENCE, own_program};
use collidoscope::stories::arena::{self, Steps};
use collidoscope::world::{Body, PRESETS, Pair};

use crate::support::gpu;
use crate::support::pairs::{SITUATIONS, pairs};
use crate::support::window::Drive as _;
use crate::window::panel::open_small_world;

/// All whole numbers of a sentence, in order.
fn numbers(sentence: &str) -> Vec<usize> {
    let digits = sentence.replace(',', "");
    digits.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

/// Numbers of pixels, by the twin: those on which both bodies have an interval, meet, and overlap; those that count
/// although the intervals share nothing; and those that do not count although they overlap.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    both: usize,
    meet: usize,
    overlap: usize,
    wrong: usize,
    ignored: usize,
}

fn counted(recording: &PassRecording) -> Counted {
    let side = recording.side() as u32;
    let mut all = Counted::default();
    for pixel in (0..side).flat_map(|y| (0..side).map(move |x| [x, y])) {
        let probe = Probe::at(recording, pixel);
        let [[a], [b]] = probe.intervals.each_ref().map(Vec::as_slice) else { continue };
        let counts = {
            let [a, b] = [a, b].map(|ends| Some(ends.map(depth_share)));
            collides(&recording.table, a, b)
        };
        // At a silhouette, rounding may exchange the ends of an interval.
        let ends = [a, b].map(|ends| [ends[0].min(ends[1]), ends[0].max(ends[1])]);
        let relation = Relation::of(ends[0].map(f64::from), ends[1].map(f64::from));
        // A body of no thickness shares a point with one around it.
        let is_length = ends[0][1].min(ends[1][1]) > ends[0][0].max(ends[1][0]);
        let meets = relation.overlaps() || relation.touches();
        all.both += 1;
        all.meet += usize::from(meets);
        all.overlap += usize::from(relation.overlaps() && is_length);
        all.wrong += usize::from(counts && !meets);
        all.ignored += usize::from(!counts && is_length);
    }
    all
}

/// The sentence of a story about two bodies, and a judgement of every number in it.
fn check_table(what: &str, method: &str, bodies: &[Body; 2]) -> (String, Option<Mistake>) {
    let method = methods::find(method).unwrap();
    let record = |id: &str| {
        let method = methods::find(id).unwrap();
        let pair = Pair { a: 0, b: 1 };
        arena::record(Some(&gpu()), method, &method.default_settings(), bodies, pair).unwrap()
    };
    let truth = Outcome::of(&record(REFERENCE).verdict);
    let reference =
        Reference::By { method: &methods::find(REFERENCE).unwrap().about, outcome: Some(truth.clone()) };
    let recording = record(method.id);
    let Steps::Passes(tables) = &recording.steps else { return (String::new(), None) };
    let (last, verdict) = (tables.last().unwrap().clone(), recording.verdict);
    let story = recording.story();
    let mistake = Mistake::of(verdict.colliding, truth.hit);
    let why = story.why(&reference).unwrap();
    let what = format!("{what} by {}: {why} {mistake:?}", method.id);
    assert!(why.ends_with('.') && !why.contains('%'), "{what}");
    if last.table.takes != Takes::Convex || why.starts_with("Neither fat") {
        return (why, mistake);
    }
    let counted = counted(&last);
    let said = numbers(&why);
    if let Some((row, rest)) = why.strip_prefix("Row ").and_then(|rest| rest.split_once(' ')) {
        assert_eq!((method.id, row), ("stencil-as-published", "5"), "{what}");
        assert!(rest.starts_with("still raises") == verdict.colliding, "{what}");
    }
    if why.contains("count as an overlap") || why.contains("counts as an overlap") {
        let n = said[usize::from(why.starts_with("Row"))];
        assert_eq!(n, counted.wrong, "{what} {counted:?}");
        assert!(n > 0 && verdict.colliding, "{what}");
        if mistake.is_some() {
            let truth = reference.in_words().unwrap();
            assert!(why.contains(&format!("but the bodies are {truth}.")), "{what}");
        }
    } else if why.contains("overlap do not count") || why.contains("overlap does not count") {
        let n = said[usize::from(why.starts_with("Row"))];
        assert_eq!((n, mistake), (counted.ignored, Some(Mistake::Missed)), "{what} {counted:?}");
    } else if why.contains("overlap or touch on") {
        assert_eq!(said[0], counted.meet, "{what} {counted:?}");
        assert!(verdict.colliding && counted.meet > 0, "{what}");
        if mistake.is_none() {
            assert_eq!(said[1], counted.both, "{what} {counted:?}");
        }
    } else if why.contains("overlap on none of") {
        assert_eq!((said[0], counted.overlap, counted.meet), (counted.both, 0, 0), "{what} {counted:?}");
    } else if why.contains("No pixel is covered") {
        assert_eq!(counted.both, 0, "{what}");
    } else if why.contains("only touch") {
        assert_eq!((said[0], counted.overlap), (counted.meet, 0), "{what} {counted:?}");
    } else {
        assert!(why.contains("within the precision") || why.contains("Within the precision"), "{what}");
        assert_eq!((said[0], mistake), (counted.meet, Some(Mistake::FalseHit)), "{what} {counted:?}");
    }
    // The last row that has a result has the result that the sentence names.
    if let Some((_, row)) = why.split_once("; row ") {
        let (n, found) = row.trim_end_matches('.').split_once(": ").unwrap();
        let caption = story.caption(n.parse().unwrap()).unwrap();
        assert!(caption.ends_with(&format!(": {found}")), "{what}: {caption}");
    }
    (why, mistake)
}

#[test]
fn every_number_about_pixels_is_counted_again_by_the_twin() {
    let tables = || METHODS.iter().filter(|method| matches!(method.inside, Inside::Passes(_)));
    let mut told: Vec<(String, Option<Mistake>)> = Vec::new();
    for preset in PRESETS {
        let bodies = (preset.build)();
        let [a, b, ..] = &bodies[..] else { continue };
        for method in tables() {
            told.push(check_table(preset.id, method.id, &[a.clone(), b.clone()]));
        }
    }
    for situation in SITUATIONS {
        for (index, pair) in pairs(situation, 6, 11).iter().enumerate() {
            for method in ["stencil-as-published", "stencil", "occlusion-query", "occlusion-conservative"] {
                told.push(check_table(&format!("{situation:?} {index}"), method, pair));
            }
        }
    }
    // Every kind of sentence was met.
    for (part, mistake) in [
        ("Row 5 still raises the stencil where it should only write depth: ", Some(Mistake::FalseHit)),
        ("Row 5 still tests the stencil where it should only write depth: ", Some(Mistake::Missed)),
        ("overlap or touch on", None),
        ("overlap on none of", None),
        ("only touch", Some(Mistake::Missed)),
    ] {
        // On a graphics card, rounding decides whether coincident faces touch.
        if part == "only touch" && !gpu().capabilities().is_software() {
            continue;
        }
        assert!(told.iter().any(|(why, of)| why.contains(part) && *of == mistake), "{part:?}: {told:#?}");
    }
}

#[test]
fn every_answer_about_a_pair_has_a_reason() {
    for preset in PRESETS {
        let setup = Setup { start: Start::Preset(preset), method: methods::find(REFERENCE).unwrap() };
        let Some(subject) = Arena::new(Some(gpu()), setup).unwrap().subject() else { continue };
        let reference = subject.reference();
        for choice in subject.choices().all.iter().filter(|choice| choice.about.id != own_program::ID) {
            let story = subject.record(choice.about).unwrap();
            let what = format!("{} on {}", choice.about.id, preset.id);
            match story.why(&reference) {
                Some(why) => assert!(why.ends_with('.') && !why.contains('%'), "{what}: {why}"),
                None => assert_eq!(story.steps(), 0, "{what}"),
            }
        }
    }
}

/// The inspector records two compared methods side by side, and the one may name the bodies as the other does.
#[test]
fn every_method_is_compared_with_every_other() {
    let preset = PRESETS.iter().find(|preset| preset.id == "intersecting").unwrap();
    for method in METHODS.iter().filter(|method| method.id != own_program::ID) {
        let setup = Setup { start: Start::Preset(preset), method };
        let subject = Arena::new(Some(gpu()), setup).unwrap().subject().unwrap();
        for other in subject.choices().all.iter().map(|choice| choice.about) {
            for (one, beside) in [(&method.about, other), (other, &method.about)] {
                if one.id == own_program::ID {
                    continue;
                }
                let model = subject.model(one, beside);
                let story =
                    model.map_or_else(|| subject.record(one), |model| subject.record_like(one, model));
                let hit = story.map(|story| story.outcome().hit);
                let alone = subject.record(one).map(|story| story.outcome().hit);
                assert_eq!(hit, alone, "{} beside {}", one.id, beside.id);
                assert!(alone.is_ok(), "{}: {alone:?}", one.id);
            }
        }
    }
}

#[test]
fn every_lab_says_why_its_method_answers_so() {
    let mut harness = open_small_world();
    for (link, part) in [
        ("lab=meshes&triangles=400&query=determine&method=obb-tree&frame=40", "step "),
        ("lab=meshes&triangles=400&query=distance&method=aabb-tree&frame=10", "are the closest"),
        ("lab=meshes&triangles=200&query=detect&method=brute-force&frame=2", "triangles"),
        ("lab=level&frame=60", "hit"),
        ("lab=road&frame=30", "Triangle"),
        ("lab=cloth&frame=60", "xact test"),
    ] {
        harness.state_mut().present(&format!("{link}&page=inspector&step=0").parse().unwrap()).unwrap();
        harness.run_steps(4);
        let reference = harness.state_mut().lab.subject().unwrap().reference();
        let story = harness.state_mut().inspected().unwrap();
        let why = story.why(&reference).unwrap();
        assert!(why.ends_with('.') && !why.contains('%') && why.contains(part), "{link}: {why}");
    }
}
