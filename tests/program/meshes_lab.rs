//! The lab of two meshes: its panes agree with the reference, its parameters reproduce the answers, its
//! meshes can come from files.

use collidoscope::app::edits::Edits;
use collidoscope::exhibit::Params;
use collidoscope::geometry::Vector;
use collidoscope::hierarchies::methods::METHODS;
use collidoscope::labs::capabilities::Hand;
use collidoscope::labs::lab::{Lab, Saved};
use collidoscope::labs::meshes::lab::ROW;
use std::path::PathBuf;

use crate::support::labs::{fact, take_file};

fn hand(lab: &mut dyn Lab) -> &mut dyn Hand {
    lab.hand().expect("mesh B can be dragged")
}

fn build(line: &str, saved: Option<&Saved>) -> Box<dyn Lab> {
    let words: Params = line.parse().unwrap();
    (ROW.build)(None, &words, saved).unwrap_or_else(|why| panic!("{line}: {why}"))
}

#[test]
fn every_method_agrees_with_brute_force_on_the_path() {
    for method in METHODS {
        for query in ["detect", "determine", "distance"] {
            let line = format!("scene=own-copy&triangles=150&method={}&query={query}", method.id);
            let mut lab = build(&line, None);
            let mut hits = [0, 0];
            for frame in [0, 150, 300] {
                lab.seek(frame);
                hits[usize::from(fact(&*lab, "colliding") > 0.0)] += 1;
            }
            assert_eq!(fact(&*lab, "differences"), 0.0, "{line}");
            assert!(hits.iter().all(|n| *n > 0), "{line}: touching and apart, {hits:?}");
        }
    }
}

#[test]
fn what_is_moved_by_hand_is_said_in_words_and_goes_on_along_its_path() {
    let mut lab = build("triangles=300&frame=70", None);
    let (path, at) = (lab.words(false), lab.bounds().center());
    let grip = hand(&mut *lab).grip(1, at).expect("B can be taken");
    assert_eq!(hand(&mut *lab).grip(0, at), None, "A stands still");
    hand(&mut *lab).grab(1);
    hand(&mut *lab).carry(grip.moved(&Vector::new(9.0, 0.0, 0.0)));
    hand(&mut *lab).release(true);
    assert!(fact(&*lab, "colliding") == 0.0 && lab.words(false).get("moved") != Some("none"));
    let again = build(&lab.words(false).to_string(), None);
    assert_eq!((again.words(false), again.facts()), (lab.words(false), lab.facts()));
    hand(&mut *lab).grab(1);
    hand(&mut *lab).carry(grip.pose);
    hand(&mut *lab).release(false);
    assert_eq!(lab.words(false), again.words(false), "put back where it was taken");
    lab.put(&path).unwrap();
    assert_eq!(lab.words(false), path);
}

#[test]
fn the_timeline_shows_what_is_true_of_the_path_and_has_it_back_after_undo() {
    let mut lab = build("scene=own-copy&triangles=150", None);
    let mut edits = Edits::default();
    edits.watch(&mut *lab);
    for frame in (0..600).step_by(50) {
        lab.seek(frame);
    }
    let marks = |lab: &dyn Lab| lab.marks().clone();
    let of_the_path = marks(&*lab);
    assert!(of_the_path.len() == 12 && of_the_path.iter().any(|(_, mark)| mark.hits > 0));
    let center = lab.bounds().center();
    let grip = hand(&mut *lab).grip(1, center).unwrap();
    hand(&mut *lab).grab(1);
    for metres in [1.0, 3.0, 9.0] {
        hand(&mut *lab).carry(grip.moved(&Vector::new(metres, 0.0, 0.0)));
    }
    hand(&mut *lab).release(true);
    edits.watch(&mut *lab);
    assert_eq!(marks(&*lab).iter().map(|(frame, mark)| (*frame, mark.hits)).collect::<Vec<_>>(), [(550, 0)]);
    lab.seek(20);
    let displaced = marks(&*lab);
    edits.undo(&mut *lab).unwrap();
    let seen =
        |lab: &dyn Lab| marks(lab).iter().filter(|(frame, _)| *frame != 20).cloned().collect::<Vec<_>>();
    assert_eq!(seen(&*lab), of_the_path.iter().cloned().collect::<Vec<_>>());
    edits.redo(&mut *lab).unwrap();
    assert_eq!(marks(&*lab), displaced);
    lab.put(&"query=detect".parse().unwrap()).unwrap();
    assert_eq!(marks(&*lab).len(), 1, "another question");
    lab.put(&"query=determine".parse().unwrap()).unwrap();
    assert_eq!(marks(&*lab), displaced);
    // A cancelled drag changes nothing.
    hand(&mut *lab).grab(1);
    hand(&mut *lab).carry(grip.moved(&Vector::new(5.0, 0.0, 0.0)));
    hand(&mut *lab).release(false);
    assert_eq!(marks(&*lab), displaced);
}

/// The recorded traversal repeats the lab's query with its budget.
#[test]
fn the_walk_that_is_taken_apart_is_that_of_the_lab() {
    for line in [
        "method=obb-tree&query=determine&budget=40",
        "method=obb-tree&query=detect&budget=40",
        "method=kdop-14&query=distance&budget=60",
        "method=aabb-tree&query=detect",
    ] {
        let mut lab = build(&format!("scene=own-copy&triangles=150&{line}"), None);
        for frame in 60..63 {
            lab.put(&format!("frame={frame}").parse().unwrap()).unwrap();
            let subject = lab.subject().unwrap();
            let story = subject.record(subject.choices().focus).unwrap();
            let told = story.facts(story.steps());
            let told = |name: &str| told.iter().find(|(known, _)| *known == name).unwrap().1 as f64;
            for (of_story, of_lab) in [("volume tests", "volume-tests"), ("triangle tests", "triangle-tests")]
            {
                assert_eq!(told(of_story), fact(&*lab, of_lab), "{line}: {of_story}");
            }
            let is_open = fact(&*lab, "undecided") > 0.0 && fact(&*lab, "colliding") == 0.0;
            assert_eq!(story.is_undecided(), is_open, "{line}");
            let said = story.outcome();
            assert_eq!(said.word == "undecided", is_open, "{line}: {said:?}");
            assert_eq!(story.mistake(&subject.reference()), None, "{line}: what is open is no error");
        }
    }
}

#[test]
fn a_frame_is_the_same_however_it_is_come_to() {
    let facts = |lab: &dyn Lab| lab.facts();
    let mut stepped = build("triangles=300&frame=70", None);
    (0..9).for_each(|_| stepped.step());
    assert!(stepped.step_back());
    let named = build("triangles=300&frame=78", None);
    assert_eq!(facts(&*stepped), facts(&*named));
    let mut gone = build("triangles=300", None);
    assert!(gone.seek(78));
    assert_eq!(facts(&*gone), facts(&*named));
    assert!(fact(&*named, "volume-tests") > 0.0);
}

#[test]
fn meshes_come_from_files_and_are_saved_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, top: f64| {
        let path: PathBuf = folder.path().join(name);
        let corner = |i: usize| format!("v {} {} {}\n", i & 1, i >> 1 & 1, top * (i >> 2) as f64);
        let corners: String = (0..8).map(corner).collect();
        let faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
        std::fs::write(&path, corners + faces).unwrap();
        path
    };
    let paths = [write("a.obj", 1.0), write("b.obj", 2.0)];
    let with_meshes = ROW.takes.unwrap().read;
    let saved = with_meshes(&Params::default(), &paths).unwrap();
    let lab = build("frame=300", Some(&saved));
    assert_eq!(lab.words(false).get("scene"), None);
    assert_eq!(fact(&*lab, "colliding"), 1.0, "half way along its path B lies in A");
    assert_eq!(lab.save(folder.path()), serde_json::json!({ "meshes": ["a.obj", "b.obj"] }));
    assert!((ROW.read)(&lab.save(folder.path()), folder.path()).is_ok());
    let three = [paths[0].clone(), paths[1].clone(), paths[0].clone()];
    assert!(with_meshes(&Params::default(), &three).is_err());
}

#[test]
fn under_a_budget_nothing_is_said_that_is_wrong_and_more_of_it_decides_all() {
    for query in ["detect", "determine", "distance"] {
        let line = |budget: &str| {
            format!("scene=own-copy&triangles=150&method=obb-tree&query={query}&budget={budget}")
        };
        let [mut short, mut long, mut whole] =
            ["40", "100000", "off"].map(|budget| build(&line(budget), None));
        let mut open = 0;
        for frame in (0..600).step_by(60) {
            for lab in [&mut short, &mut long, &mut whole] {
                lab.seek(frame);
            }
            open += u32::from(fact(&*short, "undecided") > 0.0);
            for found in ["colliding", "pairs", "distance"] {
                let is_choice = found == "pairs" && query != "determine";
                assert!(is_choice || fact(&*long, found) == fact(&*whole, found), "{query} {frame}: {found}");
            }
            assert!(fact(&*short, "volume-tests") + fact(&*short, "triangle-tests") <= 40.0);
        }
        assert!(open > 0, "{query}: 40 tests decide nothing here");
        for lab in [&short, &long, &whole] {
            assert_eq!(fact(&**lab, "differences"), 0.0, "{query}");
        }
    }
    // A method without a budgeted traversal answers completely; the fast tree has one.
    for (method, is_complete) in [("brute-force", true), ("bvh-fast", false)] {
        let lab = build(&format!("triangles=300&method={method}&frame=70&budget=1"), None);
        assert_eq!(fact(&*lab, "undecided") == 0.0, is_complete, "{method}");
        assert_eq!(fact(&*lab, "differences"), 0.0, "{method}");
    }
}

#[test]
fn a_node_is_picked_by_a_click_and_let_go_by_another() {
    let mut lab = build("scene=knots&triangles=300&method=obb-tree&frame=70", None);
    let center = lab.bounds().center();
    // Rays from above, one of which hits a knot.
    let rays = (-10..=10).map(|i| (center + Vector::new(0.1 * f64::from(i), 0.0, 50.0), -Vector::z()));
    let is_hit = |lab: &mut dyn Lab, (origin, direction)| {
        hand(lab).click(0, origin, direction, false);
        lab.words(false).get("node") != Some("none")
    };
    let ray = rays.into_iter().find(|ray| is_hit(&mut *lab, *ray)).expect("a knot is hit");
    let words = lab.words(false);
    let node = words.get("node").unwrap();
    assert!(node.starts_with(['a', 'b']) && !node.ends_with(['a', 'b']), "{node}");
    assert_eq!(build(&words.to_string(), None).words(false), words);
    assert!(!is_hit(&mut *lab, ray), "the same leaf again");
    assert!(hand(&mut *lab).hover(0, Some(ray)), "it is marked while the pointer is on it");
    assert!(
        !hand(&mut *lab).hover(0, Some(ray)) && hand(&mut *lab).hover(0, None),
        "only what changes is drawn again"
    );
    assert!(is_hit(&mut *lab, ray));
    hand(&mut *lab).let_go();
    assert_eq!(lab.words(false).get("node"), Some("none"));
}

#[test]
fn a_mesh_from_a_file_that_was_replaced_comes_back_by_undo() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, top: f64| {
        let path = folder.path().join(name);
        let corners = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 {top}\n");
        std::fs::write(&path, corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").unwrap();
        path
    };
    let paths = [write("a.obj", 1.0), write("b.obj", 2.0)];
    let mut lab = build("triangles=300&seed=4", None);
    let mut edits = Edits::default();
    edits.watch(&mut *lab);
    let state = |lab: &dyn Lab| (lab.words(false).to_string(), lab.save(folder.path()));
    let mut states = vec![state(&*lab)];
    for path in &paths {
        take_file(&mut *lab, path.clone());
        edits.watch(&mut *lab);
        states.push(state(&*lab));
    }
    lab.put(&"scene=gears&triangles=400".parse().unwrap()).unwrap();
    edits.watch(&mut *lab);
    states.push(state(&*lab));
    for before in states[..3].iter().rev() {
        edits.undo(&mut *lab).expect("a change");
        assert_eq!(&state(&*lab), before);
    }
    assert!(!edits.can_undo());
    for after in &states[1..] {
        edits.redo(&mut *lab).expect("a change that was taken back");
        assert_eq!(&state(&*lab), after);
    }
}

#[test]
fn a_construction_is_taken_apart_and_a_method_that_tells_none_says_so() {
    for (construction, word) in [("middle", "split"), ("bottom-up", "clusters"), ("insertion", "triangle")] {
        let line =
            format!("triangles=200&method=aabb-tree&apart=tree-b&aabb-tree.construction={construction}");
        let lab = build(&line, None);
        let subject = lab.subject().unwrap();
        let story = subject.record(subject.choices().focus).unwrap();
        assert!(story.steps() > 50, "{line}: {} steps", story.steps());
        let last = story.facts(usize::MAX).into_iter().find(|(name, _)| *name == "cost percent").unwrap().1;
        assert!(last > 100, "{line}: the outermost box alone is 100");
        for at in [0, 1, story.steps() / 2, story.steps()] {
            let view = story.space(at, None);
            assert_eq!(view.dissection.surfaces.len(), 1, "B alone");
            assert_eq!(view.dissection.lines.is_empty(), at == 0, "{line} at {at}");
        }
        assert!(story.space(2, None).caption.contains(word), "{line}: {}", story.space(2, None).caption);
    }
    let lab = build("triangles=200&method=brute-force&apart=tree-a", None);
    let subject = lab.subject().unwrap();
    assert!(subject.record(subject.choices().focus).is_err());
}

#[test]
fn hill_climbing_is_taken_apart_for_the_picked_node() {
    let steps = |line: &str| {
        let lab = build(line, None);
        let subject = lab.subject().unwrap();
        let story = subject.record(subject.choices().focus)?;
        assert_eq!(story.space(usize::MAX, None).dissection.surfaces.len(), 1, "B alone");
        Ok::<_, String>((story.steps(), story.outcome().evidence))
    };
    let line = "triangles=600&frame=70&apart=update&method=kdop-18";
    let (root, evidence) = steps(line).unwrap();
    assert!(root >= 18, "a start for both ends of nine directions: {root}");
    assert!(evidence.contains('%'));
    let (_, below) = steps(&format!("{line}&node=b1")).unwrap();
    assert_ne!(evidence, below, "another node");
    assert!(steps("triangles=600&apart=update&method=obb-tree").is_err(), "it turns its boxes");
}
