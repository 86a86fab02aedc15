//! Homework files and families of pairs.

use collidoscope::experiments::truth::shapes::{KINDS, concave, convex, degenerate};
use collidoscope::grading::homework::Homework;
use rand::SeedableRng as _;
use rand_pcg::Pcg64;

const GOOD: &str = "id = \"a\"\n[title]\nen = \"A\"\n[[families]]\nname = \"far\"\ncount = 3\n";

#[test]
fn a_short_file_is_enough_and_faults_have_their_line() {
    let read = Homework::read(GOOD).unwrap();
    assert_eq!((read.title(), read.limits().memory, read.bodies.len()), ("A", 2048, KINDS.len()));
    for (from, to, says) in [
        ("id = \"a\"", "id = \"A b\"", "line 1: id \"A b\": use up to 60"),
        ("id = \"a\"", "id = \"a\"\ncolor = 1", "line 2: unknown field `color`"),
        ("en = \"A\"", "en = \"A\"\nfr = \"B\"", "line 4: title: no language is \"fr\""),
        ("\"far\"", "\"fer\"", "line 5: no family is called \"fer\"; did you mean \"far\"?"),
        ("count = 3", "count = 0", "far: count = 0: use 1 to"),
        ("count = 3", "count = 3\nweight = -1.0", "weight = -1: use 0 to"),
        ("count = 3", "count = 3\nweight = nan", "weight = NaN"),
        ("count = 3", "count = three", "line 6:"),
        ("id = \"a\"", "id = \"a\"\nlessons = [\"nonsense\"]", "line 2: no lesson is called"),
        ("id = \"a\"", "id = \"a\"\nbodies = [\"bax\"]", "did you mean \"box\"?"),
        ("id = \"a\"", "id = \"a\"\nlimits = {answer_s = 0.0}", "line 2: answer_s = 0: use 0.01 to 600"),
        ("id = \"a\"", "id = \"a\"\nbare_credit = 2.0", "line 2: bare_credit = 2: use 0 to 1"),
        ("count = 3\n", "count = 3\n[[families]]\nname = \"far\"\ncount = 1\n", "listed twice"),
        ("count = 3", "count = 3\n[table]\nresolution = 8", "line 8: resolution = 8: use 16 to 128"),
        ("count = 3", "count = 3\n[table]\ntouching = \"yes\"", "line 8: touching = \"yes\"; there are"),
        ("count = 3", "count = 3\n[table]\nslices = 0", "line 8: slices = 0: use 1 to 64"),
        ("count = 3", "count = 10000\n[[checks]]\nname = \"scale\"\ncount = 1", "10001 pairs in all"),
    ] {
        let why = Homework::read(&GOOD.replace(from, to)).unwrap_err();
        assert!(why.contains(says) && !why.contains('\n'), "{to}: {why}");
    }
}

#[test]
fn every_shape_is_closed_and_has_the_volume_of_its_pieces() {
    let mut random = Pcg64::seed_from_u64(3);
    for round in 0..200 {
        for kind in KINDS {
            let Some(shape) = convex(&mut random, kind) else { continue };
            assert!(shape.convexity().is_ok() && shape.size() <= 2.0, "{kind}");
        }
        let shape = concave(&mut random).unwrap();
        shape.mesh().check_closed().unwrap();
        let of_pieces: f64 = shape.pieces().iter().map(|piece| piece.volume()).sum();
        assert!((shape.volume() - of_pieces).abs() < 1e-12, "{round}");
        let flat = degenerate(&mut random).unwrap();
        let areas = (0..flat.mesh().triangles().len()).map(|t| flat.mesh().area_normal(t).norm());
        assert!(areas.fold(f64::INFINITY, f64::min) < 1e-15, "{round}");
    }
}
