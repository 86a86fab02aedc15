//! The lab of the cloth: all panes answer the same recorded step, drags are recorded and undone, and misses
//! are shown.

use std::path::Path;
use std::sync::Arc;

use collidoscope::about::Promise;
use collidoscope::app::edits::Edits;
use collidoscope::cloth::methods::{self, METHODS, loses};
use collidoscope::cloth::reached::Reached;
use collidoscope::cloth::response::pierced::pierced;
use collidoscope::geometry::{Pose, Vector};
use collidoscope::labs::capabilities::Hand;
use collidoscope::labs::cloth::cloth_lab::ClothLab;
use collidoscope::labs::cloth::lab::ROW;
use collidoscope::labs::cloth::lane::Detection;
use collidoscope::labs::contest::row_of;
use collidoscope::labs::lab::change_panes;
use collidoscope::labs::lab::{Lab, MOST_PANES, Visible};
use collidoscope::labs::playhead::Playhead;
use collidoscope::settings::Value;

use crate::support::labs::{fact, words};

/// A cloth that passes through itself, rich in contacts.
const SOFT: &str = "scene=centre&side=9&bending=0.005&itself=off";

fn cloth(line: &str) -> ClothLab {
    ClothLab::build(None, &words(line), None).unwrap()
}

#[test]
fn all_panes_answer_the_same_step_and_what_is_missed_is_seen() {
    let mut lab = cloth(&format!("{SOFT}&method=brute-force,quad-safe,cloth-fast,quad-as-published"));
    assert_eq!(lab.truth_lane().method().id, "brute-force", "by size");
    let (mut contacts, mut missed) = (0, 0);
    for frame in 1..=90 {
        lab.step();
        assert_eq!(lab.frame(), frame);
        let truth = Arc::clone(lab.truth().unwrap());
        for lane in &lab.contest.lanes[..3] {
            assert_eq!(lane.answer().unwrap().contacts.len(), truth.contacts.len(), "{}", lane.method().id);
            assert!(lane.judged().unwrap().is_right(), "{} in frame {frame}", lane.method().id);
        }
        let published = &lab.contest.lanes[3];
        contacts += truth.contacts.len();
        missed += published.judged().unwrap().missed.len();
        let mark = lab.marks().at(frame).unwrap();
        assert_eq!(mark.hits as usize, truth.contacts.len());
        assert_eq!(mark.missed as usize, published.judged().unwrap().missed.len());
    }
    assert!(contacts > 100 && missed > 0, "{contacts} contacts, {missed} missed");
    assert_eq!(lab.contest.lanes[3].total.missed as usize, missed);
    // Seeking back queries the same step again, and counts nothing twice.
    let before = fact(&lab, "contacts");
    assert!(lab.seek(40) && lab.seek(90));
    assert_eq!((fact(&lab, "contacts"), lab.contest.lanes[3].total.steps), (before, 90));
}

#[test]
fn a_pane_of_the_reference_says_that_it_is() {
    let lab = cloth("scene=folds&side=33&method=cloth-fast,quad-safe&frame=30");
    let is_reference: Vec<bool> =
        lab.contest.lanes.iter().map(|lane| lane.is_same_as(lab.truth_lane())).collect();
    assert_eq!(is_reference, [true, false]);
    let lab = cloth("scene=folds&side=33&method=cloth-fast&cloth-fast.certificates=off&frame=30");
    assert!(
        !lab.contest.lanes[0].is_same_as(lab.truth_lane()),
        "with other settings it has to find the same"
    );
}

#[test]
fn with_the_response_nothing_pierces_and_without_it_does() {
    let mut lab = cloth("scene=folds&side=9&frame=80");
    assert_eq!(fact(&lab, "pierced"), 0.0);
    lab.put(&words(&format!("{SOFT}&frame=80"))).unwrap();
    assert!(!pierced(lab.mesh(), &lab.now().state.positions).is_empty());
}

#[test]
fn a_frame_is_come_to_from_the_beginning_and_what_the_hand_did_is_kept_in_a_file() {
    let link = "scene=corner&side=7&seed=3&frame=12";
    let fresh = cloth(link);
    let mut used = cloth("scene=corner&side=7&seed=3&frame=4");
    used.put(&words(link)).unwrap();
    assert_eq!(used.now().state, fresh.now().state);
    assert!(!used.playback.playing, "it stands at the frame that was named");
    pull(&mut used, 5);
    assert_ne!(used.save(Path::new("/")), serde_json::Value::Null);
    let (file, state) = (used.save(Path::new("/")), used.now().state.clone());
    let saved = (ROW.read)(&file, Path::new("/")).unwrap();
    let again = (ROW.build)(None, &used.words(false), Some(&saved)).unwrap();
    assert_eq!((again.words(false), again.save(Path::new("/"))), (used.words(false), file.clone()));
    let again = (again as Box<dyn std::any::Any>).downcast::<ClothLab>().unwrap();
    assert_eq!(again.now().state, state);
    // A link describes the motion without the drag.
    used.put(&words(link)).unwrap();
    assert_eq!(used.now().state, fresh.now().state);
    for (key, wrong) in [(1, 1e4 as u64), (0, 0)] {
        let mut bad = file.clone();
        match key {
            1 => bad["hands"][0][1] = wrong.into(),
            _ => bad["hands"][0][2][0] = 1e300.into(),
        }
        let refused = (ROW.read)(&bad, Path::new("/"))
            .and_then(|saved| (ROW.build)(None, &words(link), Some(&saved)).map(drop));
        assert!(refused.is_err_and(|why| why.0.contains("hand") && !why.0.contains('\n')));
    }
}

/// Pulls a free corner of the cloth to the side for some frames, and releases it.
fn pull(lab: &mut ClothLab, frames: usize) {
    let particle = lab.mesh().rest.len() - 1;
    let place = lab.now().state.positions[particle];
    let grip = lab.grip(particle, place).unwrap();
    assert_eq!(grip.center, place);
    lab.grab(particle);
    for frame in 0..frames {
        let by = Vector::new(0.03 * frame as f64, 0.02, 0.0);
        lab.carry(Pose::from_parts((place.coords + by).into(), Default::default()));
        lab.step();
    }
    lab.release(true);
}

#[test]
fn a_pull_by_hand_and_a_restart_are_taken_back() {
    let mut lab = cloth("scene=corners&side=7");
    let mut edits = Edits::default();
    (0..20).for_each(|_| lab.step());
    edits.watch(&mut lab);
    let last = lab.now().state.clone();
    lab.seek(8);
    let at_eight = lab.now().state.clone();
    pull(&mut lab, 4);
    edits.watch(&mut lab);
    assert_eq!(*lab.span().end(), 12, "the frames after it are parted with");
    assert_ne!(lab.motion().timeline().at(12).unwrap().state, last);
    let change = edits.undo(&mut lab).unwrap();
    assert!(change.label.contains("by hand in frame 8"), "{}", change.label);
    assert_eq!((lab.frame(), &lab.now().state), (8, &at_eight));
    lab.seek(20);
    assert_eq!(lab.now().state, last);
    edits.redo(&mut lab).unwrap();
    assert_eq!(lab.frame(), 12);
    lab.restart();
    edits.watch(&mut lab);
    assert_eq!(lab.frame(), 0);
    edits.undo(&mut lab).unwrap();
    assert_eq!(lab.frame(), 12);
    // A cancelled drag changes nothing.
    let before = lab.now().state.clone();
    lab.grab(3);
    lab.step();
    lab.release(false);
    assert_eq!((lab.frame(), &lab.now().state), (12, &before));
    assert!(lab.take_discarded().is_empty());
    // Changing the wind starts another motion; undo restores the previous one with its frames.
    lab.put(&words("wind=5")).unwrap();
    edits.watch(&mut lab);
    assert_eq!(lab.frame(), 0);
    edits.undo(&mut lab).unwrap();
    assert_eq!((lab.frame(), lab.beginning().wind), (12, 0.0));
}

#[test]
fn a_hand_takes_hold_of_the_cloth_where_the_ray_meets_it() {
    let lab = cloth("scene=centre&side=9");
    let above = collidoscope::geometry::Point::new(0.26, 1.0, 0.24);
    let grip = lab.under(above, -Vector::y()).unwrap();
    assert!((grip.center - grip.at).norm() < 0.1, "{grip:?}");
    assert!((grip.at - above).norm() - 1.0 < 1e-3);
    assert!(lab.under(above, Vector::y()).is_none());
}

#[test]
fn a_contact_is_picked_by_a_click_and_by_a_word() {
    let mut lab = cloth(&format!("{SOFT}&frame=60"));
    let contact = lab.contest.lanes[0].answer().unwrap().contacts[0];
    let particles = contact.features.particles(lab.mesh());
    let middle: Vector = particles.map(|p| lab.now().state.positions[p as usize].coords).iter().sum();
    let eye = collidoscope::geometry::Point::new(0.3, 2.0, 4.0);
    lab.click(0, eye, middle / 4.0 - eye.coords, false);
    assert!(lab.config().settings.pair.is_some(), "a contact is near the ray");
    let word = lab.words(false).get("pair").unwrap().to_owned();
    lab.put(&words("pair=none")).unwrap();
    assert!(lab.config().settings.pair.is_none());
    lab.put(&words(&format!("pair={word}"))).unwrap();
    assert_eq!(lab.words(false).get("pair"), Some(&*word));
    for wrong in ["v0f0", "e1e1", "v999f0", "e0e99999", "v1"] {
        let why = lab.put(&words(&format!("pair={wrong}"))).unwrap_err();
        assert!(why.0.starts_with("pair="), "{why}");
    }
}

#[test]
fn every_triangle_says_how_far_it_came() {
    let reached = |line: &str| {
        let lab = cloth(line);
        lab.contest.lanes[0].reached().unwrap().to_vec()
    };
    // A nearly flat cloth has a certificate as a whole, and narrow cones.
    let calm = "scene=centre&side=9&frame=1&paint=stages";
    assert!(reached(&format!("{calm}&method=cloth-fast")).iter().all(|r| *r == Reached::Certificate));
    assert!(reached(&format!("{calm}&method=quad-safe")).iter().all(|r| *r == Reached::Contour));
    assert!(reached(&format!("{calm}&method=quad-as-published")).iter().all(|r| *r == Reached::Cone));
    assert!(reached(&format!("{calm}&method=brute-force")).iter().all(|r| *r == Reached::Exact));
    let met = reached(&format!("{SOFT}&frame=60&paint=stages"));
    assert!(met.contains(&Reached::Contact) && met.iter().any(|r| *r < Reached::Exact), "{met:?}");
}

#[test]
fn a_row_per_frame_and_method_is_measured() {
    let mut lab = cloth(&format!("{SOFT}&method=cloth-fast,quad-as-published"));
    assert!(lab.measurements().is_none());
    (0..3).for_each(|_| lab.step());
    let file = lab.measurements().unwrap().unwrap();
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let columns = reader.headers().unwrap().clone();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let cell = |row: usize, name: &str| {
        rows[row][columns.iter().position(|column| column == name).unwrap()].to_owned()
    };
    assert_eq!(rows.len(), 6);
    assert_eq!((cell(0, "method"), cell(5, "method")), ("cloth-fast".into(), "quad-as-published".into()));
    assert_eq!((cell(5, "frame"), cell(5, "missed")), ("3".into(), "0".into()));
    assert_eq!(cell(5, "refitted"), "213", "boxes of the quad tree, as published");
    assert!(
        cell(5, "settings").contains("threshold=1.1") && cell(0, "scene").contains("scene=centre side=9")
    );
}

#[test]
fn brute_force_is_not_asked_about_a_large_cloth_and_says_so() {
    let lab = cloth("scene=centre&side=66&method=brute-force&frame=1");
    let lane = &lab.contest.lanes[0];
    assert!(lane.answer().is_none() && lane.why_not().unwrap().contains("65"));
    assert!(lab.pane_trouble(0).unwrap().contains("65"));
    assert!(lab.truth().is_some(), "moving boxes are the reference above 17 particles along a side");
}

#[test]
fn every_scene_and_every_method_runs() {
    for scene in collidoscope::cloth::motion::scenes::SCENES {
        let ids: Vec<_> = METHODS.iter().skip(1).map(|method| method.id).collect();
        for ids in ids.chunks(MOST_PANES) {
            let lab = cloth(&format!("scene={}&side=6&frame=6&method={}", scene.id, ids.join(",")));
            assert!(lab.contest.lanes.iter().all(|lane| lane.answer().is_some()), "{}", scene.id);
            assert_eq!(fact(&lab, "missed"), 0.0);
            assert!(lab.bounds().extents().min() > 0.05, "{}", scene.id);
        }
    }
}

#[test]
fn what_was_counted_comes_back_with_its_motion() {
    let mut lab = cloth(&format!("{SOFT}&method=quad-as-published"));
    let mut edits = Edits::default();
    edits.watch(&mut lab);
    (0..60).for_each(|_| lab.step());
    edits.watch(&mut lab);
    let counted = |lab: &ClothLab| {
        (
            lab.contest.lanes[0].total.steps,
            lab.contest.lanes[0].total.missed,
            lab.contest.measured.iter().count(),
        )
    };
    let before = counted(&lab);
    assert!(before.0 > 0 && before.1 > 0, "{before:?}");
    lab.restart();
    edits.watch(&mut lab);
    assert_eq!(counted(&lab), (0, 0, 0));
    edits.undo(&mut lab).unwrap();
    assert_eq!(counted(&lab), before);
}

/// The timeline shows the marks of the panes' methods; a method that returns brings its marks back.
#[test]
fn marks_go_with_the_pane_of_their_method_and_come_back_with_it() {
    let mut lab = cloth(&format!("{SOFT}&method=cloth-fast,quad-as-published"));
    (0..60).for_each(|_| lab.step());
    let marks = |lab: &ClothLab| {
        let all = lab.marks().iter().map(|(_, mark)| *mark);
        all.fold([0, 0], |[hits, missed], mark| [hits + mark.hits, missed + mark.missed])
    };
    let both = marks(&lab);
    assert!(both[0] > 0 && both[1] > 0, "{both:?}");
    change_panes(&mut lab, |panes| panes.open(1));
    assert_eq!(
        marks(&lab),
        [both[0], 0],
        "moving boxes miss nothing, and the reference has the same contacts"
    );
    change_panes(&mut lab, |panes| {
        panes.show_all(&[
            panes.in_focus().method,
            row_of::<Detection>(methods::find("quad-as-published").unwrap()),
        ])
    });
    assert_eq!(marks(&lab), both);
    // A different threshold makes it a different method.
    change_panes(&mut lab, |panes| {
        panes.focus_on(1);
        panes.set("threshold", Value::Real(0.9));
    });
    assert_eq!(
        marks(&lab)[1] as usize,
        lab.contest.lanes[1].judged().unwrap().missed.len(),
        "the frame on show only"
    );
    change_panes(&mut lab, |panes| panes.set("threshold", Value::Real(1.1)));
    assert_eq!(marks(&lab), both);
}

/// Cameras follow the bounds, so these must follow the cloth without jumps.
#[test]
fn the_bounds_hold_the_cloth_closely_and_change_little_from_frame_to_frame() {
    for scene in ["folds", "corner", "ball"] {
        let mut lab = cloth(&format!("scene={scene}&side=9"));
        let first = lab.bounds();
        let mut last = first;
        for frame in 0..90 {
            lab.step();
            let (now, places) = (lab.bounds(), &lab.now().state.positions);
            assert!(places.iter().all(|p| *p >= now.min && *p <= now.max), "{scene} {frame}");
            let growth = now.extents().norm() / last.extents().norm();
            assert!((0.9..1.1).contains(&growth), "{scene} {frame}: {growth}");
            assert!((now.center() - last.center()).norm() < 0.08, "{scene} {frame}");
            last = now;
        }
        if scene == "folds" {
            assert!(
                last.extents().y < 0.5 * first.extents().y,
                "the heap is looked at, not where it fell from"
            );
        }
    }
}

#[test]
fn a_method_says_which_settings_lose_contacts() {
    for method in METHODS {
        let at_first = method.default_settings();
        assert_eq!(loses(&at_first), method.promise == Promise::AsPublished, "{}", method.id);
    }
    let mut settings = METHODS.iter().find(|method| method.id == "quad-safe").unwrap().default_settings();
    for (id, lossy) in
        [("span", "end-of-step"), ("cones", "alone"), ("centroid", "threshold"), ("same-side", "one-plane")]
    {
        let safe = settings.clone();
        settings.set(id, lossy).unwrap();
        assert!(loses(&settings), "{id}={lossy}");
        settings = safe;
    }
}
