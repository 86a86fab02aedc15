//! Lessons on the time of a contact and on the response to it.

use collidoscope::cli::ccd::queries::{KnownQuery, read};
use collidoscope::cloth::detect::exact::kind;
use collidoscope::cloth::detect::{Event, Verdict};
use collidoscope::cloth::methods::{self, SAFE};
use collidoscope::cloth::motion::scenes;
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::cloth::response::Response;
use collidoscope::cloth::response::guard::{
    AT_MOST, GAP, Guarded, IMPULSES, ONWARD, REJECTED, STOPPED, THICKNESS,
};
use collidoscope::cloth::response::pierced::pierced;
use collidoscope::cloth::step::Features;
use collidoscope::continuous::cubic::Cubic;
use collidoscope::continuous::{Kind, Query, methods as ccd};
use collidoscope::geometry::Point;

use super::{FALLEN, Shown, whole};
use crate::gpu::lessons_measured::{assert_says, shown};

/// The particle at rest and the moving triangle of the lesson about sides.
fn met_twice() -> Query {
    let at = |p: [f64; 3]| Point::from(p);
    Query {
        kind: Kind::VertexFace,
        start: [[0.0, 1.0, 0.0], [2.0, 1.0, 2.0], [2.0, 2.0, -1.0], [-2.0, -2.0, 1.0]].map(at),
        end: [[0.0, 1.0, 0.0], [1.0, 2.0, 2.0], [-2.0, -2.0, 1.0], [0.0, 2.0, -2.0]].map(at),
    }
}

#[test]
fn a_particle_is_met_twice_and_told_too_late_by_rounded_roots() {
    let query = met_twice();
    let cubic = Cubic::of(query.kind, &query.start, &query.end, 0.0).coefficients.map(|c| -c);
    for (is, should) in cubic.iter().zip([12.0, 8.0 / 3.0, -13.0 / 3.0, 3.0]) {
        assert!((is - should).abs() < 1e-12, "{cubic:?}");
    }
    let times = roots(&cubic);
    assert!(
        times.len() == 2 && (times[0] - 2.0 / 3.0).abs() < 1e-9 && (times[1] - 0.75).abs() < 1e-9,
        "{times:?}"
    );
    // 12 − 28t + 7t² + 12t³, and its third root.
    let power = |t: f64| 12.0 - 28.0 * t + 7.0 * t * t + 12.0 * t.powi(3);
    assert!([2.0 / 3.0, 0.75, -2.0].iter().all(|t| power(*t).abs() < 1e-9));
    assert!((0..=8).map(|i| f64::from(i) / 8.0).all(|t| (power(t) - value(&cubic, t)).abs() < 1e-9));
    let told = |id: &str| ccd::find(id).unwrap().answer(&query.into()).unwrap();
    assert!(told(ccd::HYBRID) <= 2.0 / 3.0 && told(ccd::HYBRID) > 0.666);
    assert!((told(ccd::NAIVE) - 0.75).abs() < 1e-9, "late: {}", told(ccd::NAIVE));
    assert!((told(ccd::EXACT) - 2.0 / 3.0).abs() < 1e-12);
    // For the question about two signs.
    let least =
        (0..=1000).map(|i| value(&[4.0, -1.0, 2.0, 5.0], f64::from(i) / 1000.0)).fold(f64::MAX, f64::min);
    assert_says("same-side", &[shown(least, 2)]);
}

/// The value of the cubic with these Bernstein coefficients.
fn value(c: &[f64; 4], t: f64) -> f64 {
    let s = 1.0 - t;
    c[0] * s * s * s + 3.0 * c[1] * s * s * t + 3.0 * c[2] * s * t * t + c[3] * t * t * t
}

/// Its sign changes in the step, searched between the zeros of its slope.
fn roots(c: &[f64; 4]) -> Vec<f64> {
    let [a, b, d] = [c[1] - c[0], c[2] - c[1], c[3] - c[2]];
    let (square, linear) = (a - 2.0 * b + d, 2.0 * (b - a));
    let under = linear * linear - 4.0 * square * a;
    let mut places = vec![0.0, 1.0];
    if under > 0.0 {
        let turns = [-1.0, 1.0].map(|sign| (-linear + sign * under.sqrt()) / (2.0 * square));
        places.extend(turns.into_iter().filter(|t| *t > 0.0 && *t < 1.0));
    }
    places.sort_by(f64::total_cmp);
    let root = |ends: &[f64]| {
        let (mut from, mut to) = (ends[0], ends[1]);
        let sign = value(c, from).signum();
        if value(c, to).signum() == sign {
            return None;
        }
        for _ in 0..60 {
            let middle = 0.5 * (from + to);
            if value(c, middle).signum() == sign { from = middle } else { to = middle }
        }
        Some(from)
    };
    places.windows(2).filter_map(root).collect()
}

#[test]
fn roots_are_contacts_as_rarely_as_the_lesson_says() {
    let fallen = Shown::of(FALLEN);
    let method = methods::find(SAFE).unwrap();
    let mut detect = method.make(&fallen.mesh, &method.default_settings()).unwrap();
    // Rows by number of roots in the step: pairs of features, and contacts.
    let mut rows = [[0_u64; 2]; 4];
    detect.watch(&fallen.step, &mut |event| {
        let Event::Features(features, Verdict::Exact(time)) = event else { return };
        let [start, end] = fallen.step.ends(features.particles(&fallen.mesh));
        let times = roots(&Cubic::of(kind(features), &start, &end, 0.0).coefficients);
        rows[times.len()][0] += 1;
        rows[times.len()][1] += u64::from(time.is_some());
        match features {
            Features::VertexFace(201, 497) => {
                let told = times.iter().map(|time| shown(*time, 3)).collect::<Vec<_>>();
                assert!((time.unwrap() - times[1]).abs() < 1e-9, "the second root is the contact");
                assert_says("coplanarity-roots", &told);
            }
            Features::EdgeEdge(26, 174) => {
                assert_eq!(time, None);
                assert_says(
                    "coplanarity-roots",
                    &times.iter().map(|time| shown(*time, 3)).collect::<Vec<_>>(),
                );
            }
            _ => {}
        }
    });
    assert_eq!(rows[3], [0, 0]);
    for (count, row) in rows[..3].iter().enumerate() {
        assert_says("coplanarity-roots", &[count.to_string(), whole(row[0]), whole(row[1])]);
    }
    let [pairs, contacts] = [0, 1].map(|i| rows.iter().map(|row| row[i]).sum::<u64>());
    assert_says("coplanarity-roots", &[whole(pairs), whole(contacts)]);
}

#[test]
fn rounded_roots_miss_as_many_public_contacts_as_the_lesson_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/continuous/data");
    let ids = [ccd::NAIVE, ccd::HYBRID, ccd::EXACT];
    let (mut queries, mut contacts, mut missed, mut false_hits) = (0, 0, [0; 3], [0; 3]);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(kind) = Kind::ALL.into_iter().find(|kind| path.to_string_lossy().contains(kind.id())) else {
            continue;
        };
        for KnownQuery { asked, touches } in read(&path, kind).unwrap() {
            queries += 1;
            contacts += usize::from(touches);
            for (i, id) in ids.into_iter().enumerate() {
                let told = ccd::find(id).unwrap().answer(&asked).is_some();
                missed[i] += usize::from(touches && !told);
                false_hits[i] += usize::from(told && !touches);
            }
        }
    }
    assert_says("coplanarity-roots", &[whole(queries), whole(contacts)]);
    for (missed, false_hits) in missed.into_iter().zip(false_hits) {
        assert_says("coplanarity-roots", &[whole(missed), whole(false_hits)]);
    }
}

#[test]
fn rounded_roots_find_nothing_within_a_plane() {
    let at = |p: [f64; 3]| Point::from(p);
    let triangle = [[1.0, -1.0, 0.0], [2.0, 0.0, 0.0], [1.0, 1.0, 0.0]].map(at);
    let query = |x: f64| [at([x, 0.0, 0.0]), triangle[0], triangle[1], triangle[2]];
    let query = Query { kind: Kind::VertexFace, start: query(0.0), end: query(2.0) };
    assert_eq!(ccd::find(ccd::NAIVE).unwrap().answer(&query.into()), None);
    assert!(ccd::find(ccd::HYBRID).unwrap().answer(&query.into()).is_some());
}

/// Number of self-crossings of a cloth after each frame, and the guard's work in each.
fn pierced_after(scene: &str, frames: usize, parameters: Parameters) -> (Vec<usize>, Vec<Guarded>) {
    let mut cloth = Cloth::new(scenes::find(scene).unwrap(), parameters).unwrap();
    let next = |_| {
        let guarded = cloth.advance().guarded;
        (pierced(cloth.mesh(), cloth.positions()).len(), guarded)
    };
    (0..frames).map(next).unzip()
}

#[test]
fn only_a_response_keeps_the_cloth_from_passing_through_itself() {
    let (scene, frame) = FALLEN;
    let usual = Parameters::new(17);
    let free = Parameters { response: Response { itself: false, obstacles: true }, ..usual };
    let (pierces, _) = pierced_after(scene, frame, free);
    assert_says("step-limiting", &[whole(*pierces.last().unwrap()), whole(frame)]);
    let (pierces, done) = pierced_after(scene, frame, usual);
    assert!(pierces.iter().all(|count| *count == 0));
    assert!(done.iter().all(|done| done.stopped == 0), "pushes and impulses are enough");

    let (frame, fine) = (13, Parameters::new(33));
    let soft = Parameters { bending: 0.005 * fine.bending, gravity: 30.0, ..fine };
    let (pierces, done) = pierced_after("folds", frame, soft);
    assert!(pierces.iter().all(|count| *count == 0));
    let Guarded { rounds, stopped, .. } = done[frame - 1];
    assert_says("step-limiting", &[whole(frame), whole(rounds), whole(stopped)]);
}

/// Each list is one line of the page. 0.6 is the example of the lesson.
#[test]
fn the_lesson_states_the_constants_of_the_guard() {
    let share = |share: f64| share.to_string();
    for line in [
        vec![share(ONWARD), shown(0.6 * ONWARD, 2)],
        vec![share(THICKNESS)],
        vec![share(ONWARD), share(AT_MOST)],
        vec![whole(IMPULSES), whole(STOPPED), whole(REJECTED)],
        vec![share(GAP)],
    ] {
        assert_says("step-limiting", &line);
    }
}
