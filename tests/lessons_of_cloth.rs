//! Numbers in the lessons about the cloth: a line of the page, in every language, holds what the engine answers on the recorded
//! step that the lesson shows.

use collidoscope::cli::ccd::queries::{Given, read};
use collidoscope::cloth::detect::exact::kind;
use collidoscope::cloth::detect::{Counts, Event, Found, Outcome, Verdict};
use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, BINARY, REFERENCE, SAFE};
use collidoscope::cloth::motion::scenes;
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::cloth::response::Response;
use collidoscope::cloth::response::pierced::pierced;
use collidoscope::cloth::step::{Features, Step};
use collidoscope::cloth::tree::bounds::Span;
use collidoscope::cloth::tree::detect::{Cones, Stages, Tree};
use collidoscope::cloth::tree::nodes;
use collidoscope::continuous::cubic::Cubic;
use collidoscope::continuous::methods as ccd;
use collidoscope::continuous::pair::{Kind, Query};
use collidoscope::geometry::Point;

use crate::lessons_measured::{assert_says, shown};

/// Settings of a method that are not at their defaults.
type Changes<'a> = &'a [(&'a str, &'a str)];

/// A step of a scene, and all its contacts.
struct Shown {
    mesh: ClothMesh,
    step: Step,
    truth: Vec<Features>,
}

/// A cloth as the lab makes it, of 17 × 17 particles.
fn cloth(scene: &str, itself: bool) -> Cloth {
    let response = Response { itself, obstacles: true };
    Cloth::new(scenes::find(scene).unwrap(), Parameters { response, ..Parameters::new(17) }).unwrap()
}

impl Shown {
    /// The step that was asked for in this frame of the lab, of a cloth that passes through itself.
    fn of((scene, frame): (&str, usize)) -> Self {
        let mut cloth = cloth(scene, false);
        let step = (0..frame).map(|_| cloth.advance().asked).last().unwrap();
        Self::of_step(cloth.mesh().clone(), step)
    }

    fn of_step(mesh: ClothMesh, step: Step) -> Self {
        let mut shown = Self { mesh, step, truth: Vec::new() };
        shown.truth = shown.found(REFERENCE, &[]).contacts.iter().map(|contact| contact.features).collect();
        shown
    }

    fn found(&self, id: &str, changes: Changes) -> Found {
        let method = methods::find(id).unwrap();
        let mut settings = method.default_settings();
        changes.iter().for_each(|(name, value)| settings.set(name, value).unwrap());
        method.make(&self.mesh, &settings).unwrap().detect(&self.step)
    }

    fn counts(&self, id: &str, changes: Changes) -> Counts {
        self.found(id, changes).counts
    }

    /// How many contacts this does not find.
    fn lost(&self, id: &str, changes: Changes) -> usize {
        let found: Vec<Features> = self.found(id, changes).contacts.iter().map(|c| c.features).collect();
        self.truth.iter().filter(|features| found.binary_search(features).is_err()).count()
    }
}

fn whole(number: impl TryInto<u64, Error: std::fmt::Debug>) -> String {
    shown(number.try_into().unwrap() as f64, 0)
}

/// Boxes alone, in the quad tree.
const BOXES: Changes = &[("cones", "off"), ("centroid", "off"), ("same-side", "off"), ("once", "off")];
/// The frames that the lessons show: the cloth falls, it has fallen through itself, and the ramp meets the floor.
const FALLING: (&str, usize) = ("centre", 20);
const FALLEN: (&str, usize) = ("centre", 36);
const RAMP: (&str, usize) = ("spiral", 14);

#[test]
fn trees_have_as_many_boxes_as_the_lesson_says() {
    let flat = |side| ClothMesh::grid(side, |u, v| Point::new(u, 0.0, v)).unwrap();
    for side in [5, 9, 17, 33] {
        let mesh = flat(side);
        let trees = [nodes::binary(&mesh), nodes::quad(side - 1)];
        let [binary, quad] = [0, 1].map(|i| trees[i].len());
        let four = trees[1].iter().filter(|node| node.children.len() == 4).count();
        assert_eq!(binary - quad, 2 * four, "a box with four children saves two");
        let row = [mesh.faces.len(), binary, quad].map(whole);
        assert_says("quad-tree", if side == 33 { &row[1..] } else { &row[..] });
        if side == 17 {
            assert_says("quad-tree", &[whole(four), whole(binary - quad)]);
            assert_says("quad-tree", &[whole(mesh.faces.len() * (mesh.faces.len() - 1) / 2)]);
        }
        if side == 33 {
            assert_says("quad-tree", &[whole(four), whole(binary - quad)]);
        }
    }
}

#[test]
fn a_tree_saves_box_tests_and_no_pair() {
    let shown = Shown::of(FALLING);
    let rows = [(BINARY, &[][..]), (SAFE, BOXES), (SAFE, &[])].map(|(id, changes)| shown.counts(id, changes));
    assert_eq!(rows[0].leaf_pairs, rows[1].leaf_pairs, "any tree of boxes leaves the same pairs");
    for row in rows {
        assert_says("quad-tree", &[whole(row.box_tests), whole(row.leaf_pairs)]);
    }
    let begin = Shown::of(("centre", 1)).counts(BINARY, &[]).leaf_pairs;
    assert_says("quad-tree", &[whole(begin)]);
    assert_says("normal-cones", &[whole(begin)]);
}

#[test]
fn cones_prune_what_the_lesson_says() {
    let shown = Shown::of(FALLING);
    for cones in ["off", "alone"] {
        let counts = shown.counts(SAFE, &[("cones", cones)]);
        assert_says("normal-cones", &[whole(counts.box_tests), whole(counts.leaf_pairs)]);
    }
    let begin = Shown::of(("centre", 1)).counts(SAFE, &[("cones", "alone")]);
    assert_eq!((begin.box_tests, begin.cone_prunes), (0, 1), "the flat cloth is pruned as a whole");
    let fallen = Shown::of(FALLEN);
    let end = fallen.lost(SAFE, &[("cones", "alone"), ("span", "end-of-step")]);
    let swept = fallen.lost(SAFE, &[("cones", "alone")]);
    assert_says("normal-cones", &[whole(end), whole(swept), whole(fallen.truth.len())]);
}

/// The half-angles of the cones, in degrees: of the whole cloth, and the widest of its quadrants.
fn half_angles(mesh: &ClothMesh, step: &Step, span: Span) -> [f64; 2] {
    let stages = Stages { span, cones: Cones::WithContour, ..Stages::BOXES };
    let mut tree = Tree::new(mesh, nodes::quad(mesh.side.unwrap() - 1), stages);
    tree.refit(step);
    let degrees = |node: usize| tree.bounds()[node].cone.half_angle.to_degrees();
    let root = tree.nodes().len() - 1;
    let quadrants = tree.nodes()[root].children.iter().map(|child| degrees(*child as usize));
    [degrees(root), quadrants.fold(0.0, f64::max)]
}

#[test]
fn a_ramp_fools_cones_and_no_contours() {
    let ramp = Shown::of(RAMP);
    let [angle, _] = half_angles(&ramp.mesh, &ramp.step, Span::Swept);
    assert_says("normal-cones", &[shown(angle, 1)]);
    assert_says("normal-cones", &[whole(ramp.truth.len())]);
    let alone = ramp.found(SAFE, &[("cones", "alone")]);
    assert_eq!((alone.contacts.len(), alone.counts.box_tests), (0, 0));
    let with = ramp.found(SAFE, &[]);
    assert_eq!(ramp.lost(SAFE, &[]), 0);
    let row = [with.counts.box_tests, with.counts.contour_refusals, with.contacts.len() as u64];
    assert_says("contour", &row.map(whole));
    let before = Shown::of((RAMP.0, 11));
    assert!(before.truth.is_empty());
    assert_says("contour", &[whole(before.counts(SAFE, &[]).contour_refusals), "11".into()]);
}

#[test]
fn parts_of_the_ramp_are_pruned() {
    let ramp = Shown::of(RAMP);
    let method = methods::find(SAFE).unwrap();
    let mut detect = method.make(&ramp.mesh, &method.default_settings()).unwrap();
    let mut alone = Vec::new();
    detect.watch(&ramp.step, &mut |event| {
        if let Event::Patches(first, second, outcome) = event && first == second {
            alone.push(outcome);
        }
    });
    assert_eq!(alone, [&[Outcome::Opened][..], &[Outcome::Contour; 4]].concat(), "the root, and its quadrants");
}

#[test]
fn a_cloth_that_turns_inside_out_has_narrow_cones_at_both_ends() {
    let mesh = ClothMesh::grid(9, |u, v| Point::new(u - 0.5, 0.0, v - 0.5)).unwrap();
    let start = mesh.rest.clone();
    let step = Step { end: start.iter().map(|p| Point::from(-p.coords)).collect(), start };
    let back = Step { start: step.end.clone(), end: step.start.clone() };
    assert!([&step, &back].iter().all(|step| half_angles(&mesh, step, Span::End)[0] < 1e-5));
    assert_eq!(half_angles(&mesh, &step, Span::Swept)[0], 180.0);
}

#[test]
fn a_gutter_has_a_wide_cone_and_narrow_halves() {
    let bent = |u: f64, v: f64| {
        let angle = 240.0_f64.to_radians() * u;
        Point::new(angle.sin(), v, angle.cos())
    };
    let mesh = ClothMesh::grid(17, bent).unwrap();
    let still = Step { start: mesh.rest.clone(), end: mesh.rest.clone() };
    let angles = half_angles(&mesh, &still, Span::End);
    assert_says("normal-cones", &angles.map(|degrees| shown(degrees, 1)));
}

#[test]
fn centroids_lose_what_the_lesson_says() {
    let fallen = Shown::of(FALLEN);
    let (all, truth) = (fallen.counts(SAFE, &[("centroid", "off")]).leaf_pairs, fallen.truth.len());
    let percent = |part: usize, all: usize| shown(100.0 * part as f64 / all as f64, 1);
    // The patent's table 6, beside what is dropped and lost in the frame.
    for (threshold, published) in [
        ("1.5", ["19.92", "3.10"]),
        ("1.3", ["22.79", "5.25"]),
        ("1.1", ["29.59", "9.89"]),
        ("1", ["36.39", "12.91"]),
        ("0.8", ["55.97", "25.72"]),
        ("0.5", ["81.10", "49.21"]),
    ] {
        let changes = [("centroid", "threshold"), ("threshold", threshold)];
        let dropped = fallen.counts(SAFE, &changes).centroid_drops as usize;
        let here = [percent(dropped, all as usize), percent(fallen.lost(SAFE, &changes), truth)];
        let threshold = shown(threshold.parse().unwrap(), 1);
        assert_says("centroid-filter", &[&published.map(str::to_owned)[..], &here, &[threshold]].concat());
    }
    for rule in ["threshold", "bound"] {
        let changes = [("centroid", rule)];
        let row = [fallen.counts(SAFE, &changes).centroid_drops, fallen.lost(SAFE, &changes) as u64];
        assert_says("centroid-filter", &row.map(whole));
    }
    assert_says("centroid-filter", &[whole(all), whole(truth)]);
    // The least threshold, in hundredths, that loses nothing here.
    let safe = (50..=150).rev().map(|hundredths| shown(f64::from(hundredths) / 100.0, 2));
    let safe = safe.take_while(|t| fallen.lost(SAFE, &[("centroid", "threshold"), ("threshold", t)]) == 0);
    assert_says("centroid-filter", &[safe.last().unwrap()]);
}

/// How far the centroid is from the farthest corner.
fn reach(corners: [Point; 3]) -> f64 {
    let centroid = (corners[0].coords + corners[1].coords + corners[2].coords) / 3.0;
    corners.iter().map(|corner| (corner.coords - centroid).norm()).fold(0.0, f64::max)
}

#[test]
fn triangles_reach_as_far_as_the_lesson_says() {
    let right_angled = |leg: f64| reach([[0.0, 0.0, 0.0], [leg, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point::from));
    let longest = std::f64::consts::SQRT_2;
    let at_rest = right_angled(1.0);
    assert_says("centroid-filter", &[shown(at_rest, 3), shown(2.0 * at_rest, 3), shown(2.0 * at_rest / longest, 3)]);
    assert_says("centroid-filter", &["20".into(), shown(2.0 * right_angled(1.2) / longest, 2)]);
    let needle = reach([[0.0, 0.0, 0.0], [1.0, 1e-9, 0.0], [1.0, -1e-9, 0.0]].map(Point::from));
    assert!((2.0 * needle - 4.0 / 3.0).abs() < 1e-6);

    let Shown { mesh, step, .. } = Shown::of(FALLEN);
    let at_ends = || mesh.faces.iter().flat_map(|face| [&step.start, &step.end].map(|at| face.map(|p| at[p as usize])));
    let farthest = at_ends().map(reach).fold(0.0, f64::max);
    let length = |at: &[Point], [a, b]: [u32; 2]| (at[a as usize] - at[b as usize]).norm();
    let stretch = mesh.edges.iter().flat_map(|edge| {
        [&step.start, &step.end].map(|at| length(at, *edge) / length(&mesh.rest, *edge))
    });
    let stretch = 100.0 * (stretch.fold(0.0, f64::max) - 1.0);
    assert_says("centroid-filter", &[shown(stretch, 0), shown(2.0 * farthest / mesh.longest_edge(), 2)]);
}

/// The particle at rest and the triangle of the lesson about sides.
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
    assert!(times.len() == 2 && (times[0] - 2.0 / 3.0).abs() < 1e-9 && (times[1] - 0.75).abs() < 1e-9, "{times:?}");
    // 12 − 28t + 7t² + 12t³, and its third root.
    let power = |t: f64| 12.0 - 28.0 * t + 7.0 * t * t + 12.0 * t.powi(3);
    assert!([2.0 / 3.0, 0.75, -2.0].iter().all(|t| power(*t).abs() < 1e-9));
    assert!((0..=8).map(|i| f64::from(i) / 8.0).all(|t| (power(t) - value(&cubic, t)).abs() < 1e-9));
    let told = |id: &str| ccd::find(id).unwrap().answer(&query.into()).unwrap();
    assert!(told(ccd::HYBRID) <= 2.0 / 3.0 && told(ccd::HYBRID) > 0.666);
    assert!((told(ccd::NAIVE) - 0.75).abs() < 1e-9, "late: {}", told(ccd::NAIVE));
    assert!((told(ccd::EXACT) - 2.0 / 3.0).abs() < 1e-12);
    // Of the question about two signs.
    let least = (0..=1000).map(|i| value(&[4.0, -1.0, 2.0, 5.0], f64::from(i) / 1000.0)).fold(f64::MAX, f64::min);
    assert_says("same-side", &[shown(least, 2)]);
}

#[test]
fn same_side_filters_lose_what_the_lesson_says() {
    let fallen = Shown::of(FALLEN);
    for rule in ["off", "one-plane", "cubic"] {
        let counts = fallen.counts(SAFE, &[("same-side", rule)]);
        let dropped = counts.feature_pairs - counts.exact_tests;
        let row = [dropped, counts.exact_tests, fallen.lost(SAFE, &[("same-side", rule)]) as u64];
        assert_says("same-side", &row.map(whole));
        assert_says("same-side", &[whole(counts.feature_pairs), whole(fallen.truth.len())]);
    }
}

/// The cubic of these Bernstein coefficients.
fn value(c: &[f64; 4], t: f64) -> f64 {
    let s = 1.0 - t;
    c[0] * s * s * s + 3.0 * c[1] * s * s * t + 3.0 * c[2] * s * t * t + c[3] * t * t * t
}

/// Where it changes its sign in the step: between the places at which its slope is 0.
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
    // By the number of roots in the step: pairs of features, and contacts.
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
                assert_says("coplanarity-roots", &times.iter().map(|time| shown(*time, 3)).collect::<Vec<_>>());
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/continuous/data");
    let ids = [ccd::NAIVE, ccd::HYBRID, ccd::EXACT];
    let (mut queries, mut contacts, mut missed, mut false_hits) = (0, 0, [0; 3], [0; 3]);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(kind) = Kind::ALL.into_iter().find(|kind| path.to_string_lossy().contains(kind.id())) else {
            continue;
        };
        for Given { asked, touches } in read(&path, kind).unwrap() {
            queries += 1;
            contacts += usize::from(touches);
            for (i, id) in ids.into_iter().enumerate() {
                let told = ccd::find(id).unwrap().answer(&asked).is_some();
                missed[i] += usize::from(touches && !told);
                false_hits[i] += usize::from(told && !touches);
            }
        }
    }
    assert_says("coplanarity-roots", &[whole(queries), whole(contacts), whole(missed[0])]);
    for (missed, false_hits) in missed.into_iter().zip(false_hits) {
        assert_says("coplanarity-roots", &[whole(missed), whole(false_hits)]);
    }
}

#[test]
fn without_a_response_the_cloth_passes_through_itself_and_with_one_it_does_not() {
    let mut pierce = [false, true].map(|itself| {
        let mut cloth = cloth("centre", itself);
        (0..FALLEN.1).for_each(|_| drop(cloth.advance()));
        pierced(cloth.mesh(), cloth.positions()).len()
    });
    assert_eq!(std::mem::take(&mut pierce[1]), 0);
    assert_says("step-limiting", &[whole(pierce[0]), whole(FALLEN.1)]);
}
