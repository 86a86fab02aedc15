//! Stories of a step: they report the methods' decisions with the numbers behind them, and end with the
//! methods' answers.

use std::collections::BTreeSet;
use std::mem::discriminant;
use std::rc::Rc;
use std::sync::Arc;

use collidoscope::cloth::detect::{Found, Outcome, Verdict};
use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, AS_PUBLISHED, FAST, METHODS, Method, SAFE};
use collidoscope::cloth::step::{Features, Step};
use collidoscope::continuous::exact::OnGrid;
use collidoscope::continuous::hybrid;
use collidoscope::inspector::story::{Choices, Story, Subject as _};
use collidoscope::labs::cloth::subject::{ClothSubject, Part};
use collidoscope::render::dissection::Dissection;
use collidoscope::settings::Settings;
use collidoscope::stories::cloth::measuring::{Measuring, Why};
use collidoscope::stories::cloth::merging::Merging;
use collidoscope::stories::cloth::pair_recording::{MOST_BOXES, MethodDecision, PairRecording};
use collidoscope::stories::cloth::question::Question;
use collidoscope::stories::cloth::recording::{
    Decision, MOST_CONTACTS, MOST_DROPPED, MOST_TESTED, MOST_WALKED, Recording,
};

use egui::accesskit::Role;
use egui_kittest::kittest::{Queryable as _, by};

use crate::support::cloths::{recorded, scene};
use crate::support::window::Drive as _;
use crate::window::panel::open_small_world;

fn question(mesh: &ClothMesh, step: &Step) -> Rc<Question> {
    let (mesh, step) = (Arc::new(mesh.clone()), Arc::new(step.clone()));
    Rc::new(Question::new(mesh, step, Dissection::default(), 1))
}

/// Steps of several scenes, with contacts and without.
fn questions() -> Vec<Rc<Question>> {
    let all = [("folds", 9), ("spiral", 9), ("centre", 10)].map(|(id, side)| {
        let recording = recorded(scene(id), side, (90, 30), false);
        let questions = recording.steps.iter().map(|step| question(&recording.mesh, step));
        questions.collect::<Vec<_>>()
    });
    all.into_iter().flatten().collect()
}

fn settings(method: &Method, changes: &[(&str, &str)]) -> Settings {
    let mut settings = method.default_settings();
    changes.iter().for_each(|(name, value)| settings.set(name, value).unwrap());
    settings
}

fn record(question: &Rc<Question>, method: &Method, changes: &[(&str, &str)]) -> (Recording, Measuring) {
    let settings = settings(method, changes);
    let mut measuring = Measuring::new(Rc::clone(question), method.id, &settings);
    let recording = Recording::of(question, method, &settings, &mut measuring).unwrap();
    (recording, measuring)
}

/// Asserts that the numbers agree with the decision.
fn assert_numbers(look: &Decision, what: &str) {
    match look {
        Decision::Patches(_, _, outcome, measured) => {
            if let Some((_, gap)) = measured.gap {
                // The fastest method rounds its boxes outward.
                let apart = *outcome == Outcome::Boxes;
                assert!(if apart { gap > 0.0 } else { gap < 1e-6 }, "{what}: {look:?}");
            }
            let is_narrow = measured.cone.map(|cone| cone.is_narrow());
            assert!(
                !matches!(outcome, Outcome::Cone | Outcome::Contour) || is_narrow == Some(true),
                "{what}"
            );
            if let (Outcome::Certificate, Some([a, b, c])) = (outcome, measured.form) {
                assert!(a > 0.0 && b > 0.0 && 4.0 * a * b > c * c, "{what}: {look:?}");
            }
        }
        Decision::Centroids(_, [between, bound]) => assert!(between > bound, "{what}: {look:?}"),
        Decision::Features(_, verdict, why) => match (verdict, why) {
            (Verdict::Boxes, Why::Gap(_, gap)) => assert!(*gap > 0.0, "{what}: {look:?}"),
            (Verdict::SameSide, Why::Plane([from, to])) => assert!(from * to > 0.0, "{what}: {look:?}"),
            (Verdict::SameSide, Why::Coefficient(least)) => assert!(*least != 0.0, "{what}: {look:?}"),
            (Verdict::Exact(_), Why::Rounds(_)) => {}
            other => panic!("{what}: {other:?}"),
        },
    }
}

#[test]
fn a_walk_tells_what_its_method_decides_with_the_numbers_behind_it() {
    for question in questions() {
        for method in METHODS {
            let (recording, _) = record(&question, method, &[]);
            let answer =
                method.make(&question.mesh, &method.default_settings()).unwrap().detect(&question.step);
            assert_eq!(recording.found.contacts, answer.contacts, "{}", method.id);
            assert_eq!(recording.found.counts, answer.counts, "{}", method.id);
            recording.looks.iter().for_each(|look| assert_numbers(look, method.id));
            let (tally, counts) = (recording.tally(usize::MAX), answer.counts);
            let [walk, dropped, tested, lost] = recording.left_out;
            let [boxes, cone, contour, certificate, corners, _, leaves] = tally.patches;
            let [apart, side, free, contacts] = tally.features;
            if walk == 0 {
                assert_eq!(cone + contour, counts.cone_prunes, "{}", method.id);
                assert!(method.id == FAST || boxes <= counts.box_tests, "{}", method.id);
                assert_eq!(certificate > 0, counts.certified > 0, "{}", method.id);
                assert_eq!(corners + leaves, counts.leaf_pairs, "{}", method.id);
                assert!(corners == 0 || method.id == FAST, "{}", method.id);
                assert_eq!(tally.centroids, counts.centroid_drops, "{}", method.id);
            }
            assert_eq!(apart + side + dropped, counts.feature_box_drops + counts.same_side_drops);
            assert_eq!(free + contacts + tested + lost, counts.exact_tests, "{}", method.id);
            assert_eq!(contacts + lost, counts.hits, "{}", method.id);
            let told: BTreeSet<Features> = recording.looks.iter().filter_map(contact).collect();
            let found: BTreeSet<Features> = answer.contacts.iter().map(|contact| contact.features).collect();
            assert!(told.is_subset(&found), "{}", method.id);
            assert!(lost > 0 || told == found, "{}", method.id);
            assert!(recording.looks.len() <= MOST_WALKED + MOST_DROPPED + MOST_TESTED + MOST_CONTACTS);
        }
    }
}

fn contact(look: &Decision) -> Option<Features> {
    match look {
        Decision::Features(pair, Verdict::Exact(Some(_)), _) => Some(*pair),
        _ => None,
    }
}

#[test]
fn every_outcome_of_every_stage_has_a_story() {
    let runs: [(&str, &[(&str, &str)]); 6] = [
        (SAFE, &[]),
        (SAFE, &[("cones", "alone")]),
        (AS_PUBLISHED, &[("threshold", "0.6")]),
        (AS_PUBLISHED, &[("cones", "off"), ("centroid", "off")]),
        (FAST, &[]),
        (FAST, &[("certificates", "off")]),
    ];
    let mut seen = Vec::new();
    for question in questions() {
        for (id, changes) in runs {
            let (recording, _) = record(&question, methods::find(id).unwrap(), changes);
            for look in &recording.looks {
                assert_numbers(look, id);
                let kind = match look {
                    Decision::Patches(_, _, outcome, measured) => {
                        let is_refused =
                            *outcome == Outcome::Opened && measured.cone.is_some_and(|c| c.is_narrow());
                        format!("{outcome:?} {is_refused}")
                    }
                    Decision::Centroids(..) => "centroids".to_owned(),
                    Decision::Features(_, verdict, why) => format!(
                        "{:?} {:?} {}",
                        discriminant(verdict),
                        discriminant(why),
                        matches!(verdict, Verdict::Exact(Some(_)))
                    ),
                };
                if !seen.contains(&kind) {
                    seen.push(kind);
                }
            }
        }
    }
    // Seven outcomes of patches, and the contour that is not simple; centroids; boxes, both filters, no
    // contact and contact.
    assert_eq!(seen.len(), 8 + 1 + 5, "{seen:#?}");
}

/// Pairs of features that a method tested in a step, some for every verdict.
fn some_pairs(question: &Rc<Question>) -> Vec<Features> {
    let (recording, _) = record(question, methods::find(SAFE).unwrap(), &[]);
    let mut pairs = Vec::new();
    for wanted in 0..4 {
        let of = |look: &&Decision| match look {
            Decision::Features(_, Verdict::Boxes, _) => wanted == 0,
            Decision::Features(_, Verdict::SameSide, _) => wanted == 1,
            Decision::Features(_, Verdict::Exact(None), _) => wanted == 2,
            Decision::Features(_, Verdict::Exact(Some(_)), _) => wanted == 3,
            _ => false,
        };
        pairs.extend(recording.looks.iter().filter(of).take(3).filter_map(|look| match look {
            Decision::Features(pair, ..) => Some(*pair),
            _ => None,
        }));
    }
    pairs
}

#[test]
fn the_roots_of_a_pair_are_the_exact_ones_and_one_inside_is_a_contact() {
    let (mut contacts, mut outside) = (0, 0);
    let safe = methods::find(SAFE).unwrap();
    for question in questions() {
        for pair in some_pairs(&question) {
            let settings = safe.default_settings();
            let mut measuring = Measuring::new(Rc::clone(&question), SAFE, &settings);
            let told = PairRecording::of(&question, (safe, &settings), pair, &mut measuring).unwrap();
            assert!(matches!(told.decision, MethodDecision::Tested(_)), "{pair:?}");
            let query = told.query;
            let exact = OnGrid::of(&query);
            let times: Vec<f64> = told.roots.iter().map(|root| root.time).collect();
            let all: Vec<f64> = exact.possible_times().into_iter().map(|(time, _)| time).collect();
            assert_eq!(times, all, "{pair:?}");
            let first = told.roots.iter().find(|root| root.touches).map(|root| root.time);
            assert_eq!(first, exact.first_contact(), "{pair:?}");
            assert_eq!(
                told.answer,
                hybrid::first_contact(query.kind, &query.start, &query.end, 0.0),
                "{pair:?}"
            );
            for root in &told.roots {
                let value = told.cubic.at(root.time);
                assert!(value.abs() <= 2.0 * told.cubic.bound, "{pair:?}: {root:?} {value:e}");
                outside += usize::from(!root.touches);
                if root.touches {
                    contacts += 1;
                    assert!(told.answer.is_some_and(|time| time <= root.time), "{pair:?}: a contact");
                    assert!(told.included.is_some_and(|time| time <= root.time), "{pair:?}: a contact");
                    let [u, v] = root.at;
                    assert!((-1e-6..=1.0 + 1e-6).contains(&u) && v > -1e-6, "{pair:?}: {root:?}");
                }
            }
            assert!(told.looks.len() < MOST_BOXES + 300);
        }
    }
    assert!(contacts > 5 && outside > 3, "{contacts} {outside}");
}

#[test]
fn a_pair_is_told_as_every_method_answers_it() {
    let mut left_out = 0;
    for question in questions().into_iter().step_by(2) {
        let pairs = some_pairs(&question);
        for method in METHODS {
            let settings = method.default_settings();
            let answer = method.make(&question.mesh, &settings).unwrap().detect(&question.step);
            for pair in pairs.iter().step_by(3) {
                let mut measuring = Measuring::new(Rc::clone(&question), method.id, &settings);
                let told = PairRecording::of(&question, (method, &settings), *pair, &mut measuring).unwrap();
                let found = answer.contacts.iter().find(|contact| contact.features == *pair);
                assert_eq!(told.verdict(), found.map(|contact| contact.time), "{} {pair:?}", method.id);
                left_out += usize::from(matches!(told.decision, MethodDecision::Culled(_)));
            }
        }
    }
    assert!(left_out > 0, "some pair is left out with its patches or triangles");
}

#[test]
fn cones_merge_up_to_those_that_the_method_prunes_by() {
    for question in questions() {
        for (id, changes) in [(SAFE, &[][..]), (AS_PUBLISHED, &[]), (SAFE, &[("cones", "alone")])] {
            let (recording, measuring) = record(&question, methods::find(id).unwrap(), changes);
            let merging = Merging::of(&question, &measuring).unwrap();
            assert_eq!(merging.left_out, 0);
            let nodes = &measuring.patches.nodes;
            assert_eq!(merging.merges.len(), nodes.iter().filter(|node| !node.children.is_empty()).count());
            for merge in &merging.merges {
                assert_eq!(merge.cone, measuring.bounds(merge.patch).unwrap().cone);
                assert!(merge.parts.iter().all(|(_, cone)| cone.half_angle <= merge.cone.half_angle + 1e-9));
                if let Some([a, b]) = merge.pairs {
                    assert_eq!(a.merged(&b), merge.cone);
                }
            }
            for look in &recording.looks {
                let Decision::Patches(a, b, outcome, _) = look else { continue };
                let Some(merge) = merging.merges.iter().find(|merge| merge.patch == *a && a == b) else {
                    continue;
                };
                match outcome {
                    Outcome::Contour => assert_eq!(merge.is_simple, Some(true)),
                    Outcome::Cone => assert!(merge.cone.is_narrow()),
                    _ if changes.is_empty() && id == SAFE => assert_ne!(merge.is_simple, Some(true)),
                    _ => assert!(!merge.cone.is_narrow()),
                }
            }
        }
    }
}

fn subject(question: &Rc<Question>, part: Part, truth: Arc<Found>) -> ClothSubject {
    let focus = &methods::find(SAFE).unwrap().about;
    ClothSubject {
        question: Rc::clone(question),
        part,
        pair: None,
        missed: None,
        settings: METHODS.iter().map(|method| method.default_settings()).collect(),
        truth: (&methods::find(FAST).unwrap().about, Some(truth)),
        choices: Choices::of(focus, METHODS.iter().map(|method| &method.about)),
        edition: 1,
    }
}

#[test]
fn every_story_is_walked_there_and_back_and_a_lost_contact_is_called_missed() {
    let mut missed = 0;
    for question in questions() {
        let fast = methods::find(FAST).unwrap();
        let truth = fast.make(&question.mesh, &fast.default_settings()).unwrap().detect(&question.step);
        let truth = Arc::new(truth);
        for part in [Part::Walk, Part::Cones, Part::Pair] {
            let subject = subject(&question, part, truth.clone());
            for method in METHODS {
                let story = match subject.record(&method.about) {
                    Ok(story) => story,
                    Err(why) => {
                        assert!(part == Part::Cones && !why.contains('\n'), "{}: {why}", method.id);
                        continue;
                    }
                };
                assert_walked(&*story, method.id);
                let mistake = story.mistake(&subject.reference());
                assert!(mistake.is_none() || method.id == AS_PUBLISHED, "{}", method.id);
                missed += usize::from(mistake.is_some() && part == Part::Walk);
                if part == Part::Walk && mistake.is_none() {
                    assert_eq!(story.outcome().hit, !truth.contacts.is_empty(), "{}", method.id);
                }
            }
        }
    }
    assert!(missed > 0, "the published method loses contacts");
}

fn assert_walked(story: &dyn Story, what: &str) {
    let end = story.steps();
    assert!(story.landmarks().is_sorted() && story.landmarks().iter().all(|at| *at <= end), "{what}");
    let outcome = story.outcome();
    assert!(!outcome.word.is_empty() && !outcome.evidence.is_empty(), "{what}");
    let captions: Vec<String> =
        [0, 1, end / 2, end, usize::MAX].iter().map(|at| story.space(*at, None).caption).collect();
    assert!(captions.iter().all(|caption| !caption.is_empty()), "{what}");
    let back: Vec<String> =
        [usize::MAX, end, end / 2, 1, 0].iter().map(|at| story.space(*at, None).caption).collect();
    assert!(captions.iter().eq(back.iter().rev()), "{what}");
    assert_eq!(captions[3], captions[4], "{what}: past the end is the end");
    // Every caption contains a number.
    let numbers = captions.iter().filter(|caption| caption.contains(|c: char| c.is_ascii_digit())).count();
    assert!(numbers >= 4, "{what}: {captions:?}");
    let facts = story.facts(end);
    assert_eq!(facts[0], ("steps", end as u64), "{what}");
}

#[test]
fn every_part_is_on_the_page_of_the_inspector() {
    let mut harness = open_small_world();
    let parts =
        [("walk", "Tree of patches"), ("cones", "The tree of cones"), ("pair", "The coplanarity cubic")];
    let scene = "lab=cloth&scene=folds&side=9&frame=36&itself=off&method=quad-safe&page=inspector";
    for (part, name) in parts {
        for step in ["0", "12", "last"] {
            harness
                .state_mut()
                .present(&format!("{scene}&apart={part}&step={step}").parse().unwrap())
                .unwrap();
            harness.run();
            assert!(harness.state_mut().inspected().unwrap().steps() > 12, "{part}");
            let drawn = by()
                .role(Role::Image)
                .predicate(move |node| node.label().is_some_and(|label| label.starts_with(name)));
            assert!(harness.query(drawn).is_some(), "{part} at {step}");
        }
    }
}
