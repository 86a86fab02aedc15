//! A mesh file as cloth in the lab: opened, refused, hung and dropped, saved, and undone.

use std::path::{Path, PathBuf};

use collidoscope::app::edits::Edits;
use collidoscope::cloth::motion::simulation::Cloth;
use collidoscope::cloth::response::pierced::pierced;
use collidoscope::cloth::simulation::Beginning;
use collidoscope::labs::cloth::garment::Garment;
use collidoscope::labs::cloth::lab::ROW;
use collidoscope::labs::cloth::picture::draws;
use collidoscope::labs::lab::{Lab, LabError};

use crate::support::labs::{fact, take_file, words};

/// A tube of 8 × 6 particles, open at both ends, with its lowest corner far from the origin.
fn tube(folder: &Path) -> PathBuf {
    let (around, up) = (8, 6);
    let mut text = String::new();
    for p in 0..around * up {
        let turn = std::f64::consts::TAU * f64::from(p % around) / f64::from(around);
        let (x, z) = (20.0 * turn.cos() + 300.0, 20.0 * turn.sin());
        text += &format!("v {x} {} {z}\n", 8 * (p / around));
    }
    for p in 0..around * (up - 1) {
        let next = p / around * around + (p + 1) % around;
        text += &format!("f {} {} {}\n", p + 1, next + 1, p + around + 1);
        text += &format!("f {} {} {}\n", next + around + 1, p + around + 1, next + 1);
    }
    let path = folder.join("tube.obj");
    std::fs::write(&path, text).unwrap();
    path
}

fn build(line: &str, paths: &[PathBuf]) -> Result<Box<dyn Lab>, LabError> {
    let saved = (ROW.takes.unwrap().read)(&words(line), paths)?;
    (ROW.build)(None, &words(line), Some(&saved))
}

#[test]
fn a_garment_falls_without_passing_through_itself_and_methods_without_a_grid_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path());
    let mut lab = build("scene=folds&method=binary,brute-force,cloth-fast,quad-safe", &[path]).unwrap();
    assert_eq!((fact(&*lab, "particles"), fact(&*lab, "triangles")), (48.0, 80.0));
    let bounds = lab.bounds();
    assert!(bounds.extents().max() < 2.5, "the tube is scaled to one metre: {bounds:?}");
    (0..30).for_each(|_| lab.step());
    let lowest = fact(&*lab, "lowest-y");
    assert!(lowest > 0.0 && lowest < 0.045, "it has come down from 0.05 onto the floor: {lowest}");
    assert_eq!(fact(&*lab, "pierced"), 0.0);
    assert_eq!(fact(&*lab, "missed"), 0.0);
    for pane in 0..4 {
        let trouble = lab.pane_trouble(pane);
        assert_eq!(trouble.is_some(), pane >= 2, "{pane}: {trouble:?}");
        assert!(trouble.is_none_or(|why| why.contains("square cloth") && why.contains("binary tree")));
    }
    for part in ["walk", "pair"] {
        lab.put(&words(&format!("apart={part}"))).unwrap();
        let subject = lab.subject().unwrap();
        let record = |id: &str| subject.record(subject.choices().find(id).unwrap());
        assert!(record("binary").is_ok_and(|story| story.steps() > 0), "{part}");
        assert!(record("cloth-fast").is_err_and(|why| why.contains("square cloth")), "{part}");
    }
    // A scene that holds its cloth hangs the mesh from its highest point.
    lab.put(&words("scene=corner&frame=30")).unwrap();
    assert_eq!(fact(&*lab, "particles"), 48.0, "another scene keeps the garment");
    assert!(fact(&*lab, "highest-y") > 1.0 && fact(&*lab, "lowest-y") < 0.0, "it hangs and has turned");
}

#[test]
fn a_garment_is_saved_taken_back_and_given_up_for_a_square_cloth() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path());
    let mut lab = (ROW.build)(None, &words("side=9&method=binary"), None).unwrap();
    let mut edits = Edits::default();
    edits.watch(&mut *lab);
    take_file(&mut *lab, path);
    edits.watch(&mut *lab);
    assert_eq!((fact(&*lab, "particles"), lab.trouble()), (48.0, None));
    assert_eq!(lab.words(false).get("side"), None, "a size is that of a square cloth");
    (0..5).for_each(|_| lab.step());
    // A saved scene refers to the file relative to itself, and restores the same state.
    let file = lab.save(folder.path());
    assert_eq!(file["garment"], "tube.obj");
    let saved = (ROW.read)(&file, folder.path()).unwrap();
    assert!(saved.notes.iter().any(|note| note.contains("80 triangles")), "{:?}", saved.notes);
    let again = (ROW.build)(None, &lab.words(false), Some(&saved)).unwrap();
    assert_eq!(again.words(false), lab.words(false));
    assert_eq!(fact(&*again, "lowest-y"), fact(&*lab, "lowest-y"));
    // Undo and redo.
    edits.undo(&mut *lab).unwrap();
    assert_eq!((fact(&*lab, "particles"), lab.words(false).get("side")), (81.0, Some("9")));
    edits.redo(&mut *lab).unwrap();
    assert_eq!(fact(&*lab, "particles"), 48.0);
    // Setting a size replaces the mesh by a square cloth.
    lab.put(&words("side=9")).unwrap();
    assert_eq!((fact(&*lab, "particles"), lab.save(folder.path())), (81.0, serde_json::Value::Null));
}

#[test]
fn what_is_no_garment_is_refused_in_one_line_and_the_cloth_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path());
    let mut lab = build("method=binary", std::slice::from_ref(&path)).unwrap();
    for (name, text, why) in [
        ("a.txt", "hello", "unknown file type"),
        ("b.obj", "v 1 2\n", "line 1"),
        ("c.obj", "v 1 2 3\n", "no faces"),
    ] {
        let wrong = folder.path().join(name);
        std::fs::write(&wrong, text).unwrap();
        take_file(&mut *lab, wrong);
        let said = lab.trouble().unwrap();
        assert!(said.contains(name) && said.contains(why) && !said.contains('\n'), "{said}");
        assert_eq!(fact(&*lab, "particles"), 48.0);
    }
    let two = build("", &[path.clone(), path]).err().unwrap();
    assert!(two.0.contains("one mesh"), "{}", two.0);
}

#[test]
fn what_needs_a_grid_is_refused_of_a_garment_and_no_reference_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = tube(folder.path());
    for (line, why) in
        [("side=33", "side=33: a garment has the particles"), ("reference=cloth-fast", "a square cloth")]
    {
        let refused = build(&format!("method=binary&{line}"), std::slice::from_ref(&path)).err().unwrap();
        assert!(refused.0.starts_with(line) && refused.0.contains(why), "{refused}");
    }
    let mut lab = (ROW.build)(None, &words("side=9&method=binary&reference=cloth-fast"), None).unwrap();
    let mut edits = Edits::default();
    edits.watch(&mut *lab);
    take_file(&mut *lab, path);
    edits.watch(&mut *lab);
    assert_eq!(lab.words(false).get("reference"), Some("auto"), "by size it is the binary tree");
    let why = lab.put(&words("reference=cloth-fast")).unwrap_err();
    assert!(why.0.contains("a square cloth"), "{why}");
    edits.undo(&mut *lab).unwrap();
    assert_eq!((fact(&*lab, "particles"), lab.words(false).get("reference")), (81.0, Some("cloth-fast")));
    edits.redo(&mut *lab).unwrap();
    assert_eq!((fact(&*lab, "particles"), lab.words(false).get("reference")), (48.0, Some("auto")));
    lab.put(&words("side=9&reference=cloth-fast")).unwrap();
    assert_eq!(lab.words(false).get("reference"), Some("cloth-fast"), "the cloth is a square again");
}

/// A pane whose method does not support the current garment stays as it is when another file is refused.
#[test]
fn a_refused_file_changes_nothing_of_a_garment_on_show() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = build("method=cloth-fast,quad-safe", &[tube(folder.path())]).unwrap();
    assert_eq!(lab.words(false).get("method"), Some("cloth-fast,quad-safe"));
    (0..3).for_each(|_| lab.step());
    let before = (lab.words(true), lab.save(folder.path()), lab.run_id(), lab.marks().clone());
    let wrong = folder.path().join("wrong.obj");
    std::fs::write(&wrong, "v 1 2\n").unwrap();
    take_file(&mut *lab, wrong);
    assert!(lab.trouble().is_some_and(|why| why.contains("wrong.obj")));
    assert_eq!((lab.words(true), lab.save(folder.path()), lab.run_id(), lab.marks().clone()), before);
    assert!(lab.take_discarded().is_empty(), "there is nothing to take back");
    // An accepted file is answered by all methods.
    take_file(&mut *lab, tube(folder.path()));
    assert_eq!((lab.words(false).get("method"), lab.trouble()), (Some("binary,quad-safe"), None));
}

/// Two crossing squares: the mesh is accepted, and the lab counts the crossings.
#[test]
fn a_mesh_that_passes_through_itself_is_taken_and_said_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crossed.obj");
    let corners =
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0.4 -0.5 0.3\nv 0.4 0.5 0.3\nv 0.6 0.5 0.7\nv 0.6 -0.5 0.7\n";
    std::fs::write(&path, format!("{corners}f 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n")).unwrap();
    let lab = build("method=binary", &[path]).unwrap();
    let lab: &dyn std::any::Any = &*lab;
    let lab = lab.downcast_ref::<collidoscope::labs::cloth::cloth_lab::ClothLab>().unwrap();
    let garment = lab.garment().unwrap();
    assert!(garment.pierced > 0);
    assert_eq!(garment.pierced, pierced(lab.mesh(), &lab.mesh().rest).len());
    assert!(lab.beginning().response.itself && !lab.response().itself, "asked for, and not done");
    assert!(!draws(lab, "response"), "no pushes, no row of the legend");
}

/// Two sheets that cross at common positions of particles: nothing separates them, so they fall.
#[test]
fn a_mesh_that_passes_through_itself_falls() {
    const SIDE: usize = 9;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crossing.obj");
    let mut text = String::new();
    for sheet in 0..2 {
        for p in 0..SIDE * SIDE {
            let [u, v] = [p % SIDE, p / SIDE].map(|i| i as f64 / (SIDE - 1) as f64);
            let (y, z) = if sheet == 0 { (1.0, v) } else { (0.5 + u, v + 0.5 / (SIDE - 1) as f64) };
            text += &format!("v {u} {y} {z}\n");
        }
    }
    for corner in (0..2 * SIDE * SIDE).filter(|p| p % SIDE < SIDE - 1 && p / SIDE % SIDE < SIDE - 1) {
        let [a, b, c, d] = [corner + 1, corner + 2, corner + 1 + SIDE, corner + 2 + SIDE];
        text += &format!("f {a} {b} {c}\nf {d} {c} {b}\n");
    }
    std::fs::write(&path, text).unwrap();
    let (garment, _) = Garment::read(&path).unwrap();
    assert!(garment.pierced > 0);
    let mut cloth = garment.cloth(&Beginning::default()).unwrap();
    let height = |cloth: &Cloth| cloth.positions().iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let before = height(&cloth);
    for step in 0..40 {
        assert!(!cloth.advance().guarded.rejected, "step {step}");
    }
    assert!(height(&cloth) < before - 0.1, "{} after {before}", height(&cloth));
}

/// A sphere of rings and spokes, with many thin triangles around each pole.
fn sphere(folder: &Path, rings: u32, spokes: u32) -> PathBuf {
    let mut text = String::from("v 0 1 0\n");
    for ring in 1..rings {
        let (sin, cos) = (std::f64::consts::PI * f64::from(ring) / f64::from(rings)).sin_cos();
        for spoke in 0..spokes {
            let turn = std::f64::consts::TAU * f64::from(spoke) / f64::from(spokes);
            text += &format!("v {} {cos} {}\n", sin * turn.cos(), sin * turn.sin());
        }
    }
    text += "v 0 -1 0\n";
    let at = |ring: u32, spoke: u32| 2 + (ring - 1) * spokes + spoke % spokes;
    let last = at(rings - 1, spokes - 1) + 1;
    for spoke in 0..spokes {
        let next = spoke + 1;
        text += &format!("f 1 {} {}\n", at(1, next), at(1, spoke));
        text += &format!("f {last} {} {}\n", at(rings - 1, spoke), at(rings - 1, next));
        for ring in 1..rings - 1 {
            text += &format!("f {} {} {}\n", at(ring, spoke), at(ring, next), at(ring + 1, spoke));
            text += &format!("f {} {} {}\n", at(ring, next), at(ring + 1, next), at(ring + 1, spoke));
        }
    }
    let path = folder.join("sphere.obj");
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_fine_garment_keeps_its_shape_as_it_begins_to_fall() {
    let folder = tempfile::tempdir().unwrap();
    let (garment, _) = Garment::read(&sphere(folder.path(), 70, 140)).unwrap();
    let mut cloth = garment.cloth(&Beginning::default()).unwrap();
    let end = cloth.unguarded().end;
    let mesh = cloth.mesh();
    for [a, b] in mesh.edges.iter().map(|ends| ends.map(|p| p as usize)) {
        let (length, rest) = ((end[a] - end[b]).norm(), (mesh.rest[a] - mesh.rest[b]).norm());
        assert!((length - rest).abs() < 0.05 * rest, "{length} and {rest}");
    }
}
