//! Numbers in the lessons about the level: a line of the page, in every language, has the answer of the lab
//! or of a solid made here.

use collidoscope::exhibit::Params;
use collidoscope::geometry::{Aabb, Point, Vector};
use collidoscope::labs::lab::Lab as _;
use collidoscope::labs::level::level_lab::LevelLab;
use collidoscope::labs::playhead::Playhead as _;
use collidoscope::level::compile::SplitRule;
use collidoscope::level::compiled::Level;
use collidoscope::level::figure::{CAR, Figure};
use collidoscope::level::methods::{BEVELS, BSP_SHIFT, BSP_SHIFT_BEVELS, find};
use collidoscope::level::mover::Mover;
use collidoscope::level::plane::Plane;
use collidoscope::level::sweep::{Look, Move};

use crate::gpu::lessons_measured::{assert_says, shown};

/// A lab whose parameters are set one after another.
struct Asked(LevelLab);

impl Asked {
    fn new(line: &str) -> Self {
        let words: Params = line.parse().unwrap();
        let mut lab = LevelLab::build(None, &words, None).unwrap();
        lab.settle();
        Self(lab)
    }

    fn put(&mut self, line: &str) -> &Self {
        self.0.put(&line.parse().unwrap()).unwrap();
        self.0.settle();
        self
    }

    fn fact(&self, name: &str) -> f64 {
        let facts = self.0.facts();
        facts.into_iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no fact {name}")).1
    }

    /// Step `number` of the recorded sweep, as the inspector and links number it.
    fn step(&mut self, number: usize) -> Look {
        let lane = &mut self.0.contest.lanes[0].contestant;
        lane.watch();
        lane.looks()[number - 1]
    }

    /// Exact distance to the contact, metres.
    fn truth(&self) -> f64 {
        self.fact("stop") + self.fact("early")
    }
}

#[test]
fn segments_take_what_the_lesson_says() {
    let mut lab = Asked::new("seed=1&faces=1500&mover=point&frame=60&method=bsp-shift");
    let size = ["faces", "tree-nodes", "solid-leaves"].map(|name| shown(lab.fact(name), 0));
    assert_says("segments-in-a-bsp", &size);
    for ahead in ["0.2", "1", "5", "20"] {
        let nodes = shown(lab.put(&format!("ahead={ahead}")).fact("nodes"), 0);
        let stop = (lab.fact("hit") > 0.0).then(|| shown(lab.fact("stop"), 2));
        assert_says(
            "segments-in-a-bsp",
            &[vec![ahead.to_owned(), nodes], stop.into_iter().collect()].concat(),
        );
    }
    let free = lab.put("ahead=5&frame=150").fact("nodes");
    lab.put("frame=318");
    assert_says("segments-in-a-bsp", &[free, lab.fact("nodes")].map(|nodes| shown(nodes, 0)));
    assert_says("segments-in-a-bsp", &[shown(lab.fact("stop"), 2)]);
}

/// Distance of a time on a path of this length, as the lessons write it.
fn metres(time: f64, length: f64) -> String {
    shown(time * length, 2)
}

#[test]
fn linked_steps_of_a_segment_show_what_the_lesson_says() {
    let mut lab = Asked::new("seed=1&faces=1500&mover=point&frame=60&method=bsp-shift");
    let Look::Node { behind: None, ahead: Some(_), .. } = lab.step(2) else { panic!("{:?}", lab.step(2)) };
    let Look::Node { behind: Some(near), ahead: Some(far), ahead_first: false, .. } = lab.step(3) else {
        panic!("{:?}", lab.step(3))
    };
    let Look::Node { times, .. } = lab.step(17) else { panic!("{:?}", lab.step(17)) };
    assert_eq!(times, far, "the waiting piece");
    let Look::Empty { .. } = lab.step(16) else { panic!("{:?}", lab.step(16)) };
    let Look::Node { behind: Some(rim), .. } = lab.step(23) else { panic!("{:?}", lab.step(23)) };
    let Look::Solid { hit: Some(hit), .. } = lab.step(33) else { panic!("{:?}", lab.step(33)) };
    assert_eq!(metres(rim[0], 5.0), metres(hit.time, 5.0));
    assert_says("segments-in-a-bsp", &["3".into(), metres(near[1], 5.0), "23".into(), metres(hit.time, 5.0)]);
    assert_says("segments-in-a-bsp", &["16", "17", "33", "34"].map(str::to_owned));
    lab.put("ahead=20&frame=60");
    let Look::Skipped { .. } = lab.step(34) else { panic!("{:?}", lab.step(34)) };
}

#[test]
fn linked_steps_of_a_sphere_show_what_the_lesson_says() {
    let mut lab = Asked::new("seed=1&faces=1500&mover=sphere&radius=0.4&frame=60&method=bsp-shift");
    let Look::Node { behind: Some(behind), ahead: Some(ahead), .. } = lab.step(73) else {
        panic!("{:?}", lab.step(73))
    };
    assert_says("plane-shifting", &["73".into(), metres(behind[0], 5.0), metres(ahead[1], 5.0)]);
    assert_says("one-tree", &["73".into()]);
    let mut hits = Vec::new();
    for number in [57, 85] {
        let Look::Solid { hit: Some(hit), .. } = lab.step(number) else { panic!("{:?}", lab.step(number)) };
        hits.extend([number.to_string(), metres(hit.time, 5.0)]);
    }
    assert_says("plane-shifting", &hits);
}

#[test]
fn linked_steps_of_other_lessons_show_what_they_say() {
    let mut lab = Asked::new("seed=1&faces=1500&mover=cylinder&frame=324&method=bsp-shift");
    let Look::Node { plane, shifts, .. } = lab.step(8) else { panic!("{:?}", lab.step(8)) };
    assert!(plane.normal.y > 0.999 && plane.offset.abs() < 1e-9, "the floor: {plane:?}");
    assert!(shifts[0].abs() < 1e-9);
    assert_says("cylinder-and-hull", &["8".into(), shown(shifts[1], 1)]);
    let mut lab = Asked::new("seed=10&faces=1500&mover=sphere&radius=0.6&frame=60&method=bsp-shift-bevels");
    let Look::Plane { is_bevel: true, behind: None, .. } = lab.step(101) else {
        panic!("{:?}", lab.step(101))
    };
    assert_says("bevel-planes", &["101".into()]);
}

#[test]
fn shifted_planes_are_as_early_as_the_lesson_says() {
    let mut lab = Asked::new("seed=1&faces=1500&method=bsp-shift&frame=60");
    for radius in ["0", "0.05", "0.2", "0.4", "0.8", "1"] {
        let mover =
            if radius == "0" { "mover=point".into() } else { format!("mover=sphere&radius={radius}") };
        lab.put(&format!("{mover}&frame=60"));
        let early = shown(1e3 * lab.fact("early").abs(), 1);
        let row = [shown(lab.fact("nodes"), 0), shown(lab.truth(), 3), early];
        assert_says("plane-shifting", &row);
    }
    let [point, others @ ..] = ["mover=point", "radius=0.4", "radius=0.8", "radius=1"].map(|words| {
        let mover = if words.starts_with("radius") { "mover=sphere&" } else { "" };
        lab.put(&format!("{mover}{words}&frame=60")).fact("nodes")
    });
    let ratios = others.map(|nodes| shown(nodes / point, 1));
    assert_says(
        "bevel-planes",
        &[vec![shown(point, 0)], others.map(|n| shown(n, 0)).into(), ratios.into()].concat(),
    );
    lab.put("mover=sphere&radius=0.6&frame=396");
    assert_says("plane-shifting", &[lab.fact("stop"), lab.truth()].map(|metres| shown(1e3 * metres, 0)));
    lab.put("radius=0.4&frame=60");
    assert!(lab.fact("normal-y").abs() < 1e-9, "the side of the step is upright");
    let true_normal = lab.put("method=exact").fact("normal-y");
    assert_says("plane-shifting", &[shown(true_normal, 2)]);
}

/// Largest error in the stopping distance of a sphere of radius 1 at an edge of this angle, without bevels or
/// with one.
fn corner_error(degrees: f64, with_bevel: bool) -> f64 {
    let (sin, cos) = (0.5 * degrees).to_radians().sin_cos();
    let plane = |x, y, z, offset| Plane::new(Vector::new(x, y, z), offset);
    let edge = [plane(sin, 0.0, cos, 0.0), plane(sin, 0.0, -cos, 0.0)];
    let ends = [plane(-1.0, 0.0, 0.0, 9.0), plane(0.0, 1.0, 0.0, 9.0), plane(0.0, -1.0, 0.0, 9.0)];
    let room = Aabb::cube(Point::origin(), 60.0);
    let level = Level::of_brushes(&[[&edge[..], &ends].concat()], &room, SplitRule::Mixed, &mut |_, _| true);
    let level = level.unwrap();
    // Halfway between the planes that meet at the corner.
    let towards = edge[0].normal + if with_bevel { Vector::x() } else { edge[1].normal };
    let from = Point::from(towards.normalize() * 20.0);
    let a_move = Move { mover: Mover::Sphere { radius: 1.0 }, from, to: Point::origin() };
    let method = find(if with_bevel { BSP_SHIFT_BEVELS } else { BSP_SHIFT }).unwrap();
    let mut settings = method.default_settings();
    if with_bevel {
        settings.set(BEVELS.setting.id, "all-edges").unwrap();
    }
    let (hit, _) = method.make(&level, &settings).sweep(&a_move).unwrap();
    20.0 * (1.0 - hit.unwrap().time) - 1.0
}

#[test]
fn corners_are_as_far_out_as_the_lesson_says() {
    for degrees in [150.0, 120.0, 90.0, 60.0, 30.0] {
        let errors = [false, true].map(|with_bevel| shown(corner_error(degrees, with_bevel), 3));
        assert_says("bevel-planes", &[shown(degrees, 0), errors[0].clone(), errors[1].clone()]);
    }
    // Two bevels, with the same derivation.
    assert_says(
        "bevel-planes",
        &[shown(1.0 / 75.0_f64.to_radians().sin() - 1.0, 3), shown(corner_error(90.0, true), 3)],
    );
}

#[test]
fn bevels_leave_what_the_lesson_says() {
    let rules = [
        "bsp-shift",
        "bsp-shift-bevels&bsp-shift-bevels.bevels=published",
        "bsp-shift-bevels&bsp-shift-bevels.bevels=all-edges",
    ];
    for scene in ["seed=10&frame=60", "seed=1&frame=396"] {
        let mut lab = Asked::new(&format!("faces=1500&mover=sphere&radius=0.6&{scene}"));
        let (mut early, mut cost) = (Vec::new(), Vec::new());
        for rule in rules {
            lab.put(&format!("method={rule}"));
            early.push(shown(1e3 * lab.fact("early"), 0));
            cost.extend(["nodes", "bevels"].map(|name| shown(lab.fact(name), 0)));
        }
        assert_says("bevel-planes", &early);
        assert_says("bevel-planes", &cost);
        if scene == "seed=10&frame=60" {
            let whole = lab.put("method=bsp-offset").fact("early");
            assert_says("bevel-planes", &[early[0].clone(), shown(1e3 * whole, 0)]);
        }
    }
    let mut lab = Asked::new("seed=10&faces=1500&mover=sphere&radius=0.6&frame=60&method=bsp-shift");
    let mut sizes = [vec![], vec![], vec![]];
    for rule in rules {
        let place = if rule == "bsp-shift" { "" } else { "&bsp-shift-bevels.bevel-nodes=nodes" };
        lab.put(&format!("method={rule}{place}"));
        let size = ["own-tree-nodes", "own-tree-depth", "own-tree-bytes"].map(|name| lab.fact(name));
        let [nodes, depth, bytes] = size;
        for (row, number) in sizes.iter_mut().zip([nodes, depth, (bytes / 1024.0).floor()]) {
            row.push(shown(number, 0));
        }
    }
    sizes.iter().for_each(|row| assert_says("bevel-planes", row));
    let platform = Asked::new(
        "seed=3&faces=1500&mover=sphere&radius=0.6&frame=1252&method=bsp-shift-bevels&bsp-shift-bevels.bevels=all-edges",
    );
    assert_says("bevel-planes", &[shown(platform.fact("early"), 2)]);
}

/// A row of the table of shifts along this normal, for sphere, cylinder and hull.
fn reaches(normal: Vector) -> Vec<f64> {
    let figure = |kind| Figure { kind, ..Figure::default() };
    (1..CAR).map(|kind| figure(kind).mover().reach(&normal.normalize())).collect()
}

#[test]
fn movers_reach_as_far_as_the_lesson_says() {
    // The ramp rises by 1.5 m over 3.5 m.
    let ramp = Vector::new(0.0, 3.5, -1.5);
    for normal in [Vector::x(), Vector::z(), Vector::y(), -Vector::y(), ramp] {
        let row: Vec<_> = reaches(normal).iter().map(|metres| shown(metres.abs(), 3)).collect();
        assert_says("cylinder-and-hull", &row);
    }
    let upright = ramp.normalize().y;
    assert_says("cylinder-and-hull", &[shown(upright.acos().to_degrees(), 0), shown(reaches(ramp)[1], 3)]);
    assert_says("cylinder-and-hull", &[shown(reaches(ramp)[1] / upright, 2)]);
}

#[test]
fn stairs_stop_movers_where_the_lesson_says() {
    let mut lab = Asked::new("seed=1&faces=1500&frame=0&method=bsp-shift");
    for mover in ["sphere", "cylinder", "hull"] {
        lab.put(&format!("mover={mover}&frame=324"));
        assert_says("cylinder-and-hull", &[lab.truth(), lab.fact("stop")].map(|metres| shown(metres, 3)));
    }
    let mut foot = |mover: &str, foot: f64| {
        lab.put(&format!("driver=exact&mover={mover}&frame=380"));
        [lab.fact("y") - foot, lab.fact("z")]
    };
    let (sphere, others) = (foot("sphere", 0.4), [foot("cylinder", 0.0), foot("hull", 0.0)]);
    for other in others {
        let [lower, behind] = [0, 1].map(|i| shown(other[i] - sphere[i], 2));
        assert_says("cylinder-and-hull", &[shown(other[0], 2), behind, lower]);
    }
    lab.put("driver=bsp-shift&mover=sphere&frame=380");
    assert!(
        (lab.fact("z") - others[0][1]).abs() < 1e-3,
        "shifted planes carry the sphere up with the others"
    );
}

#[test]
fn trees_for_one_size_take_what_the_lesson_says() {
    let mut lab = Asked::new("seed=1&faces=1500&mover=sphere&frame=60&method=bsp-shift");
    for radius in ["0.05", "0.2", "0.4", "0.8", "1"] {
        let shared = lab.put(&format!("radius={radius}&method=bsp-shift&frame=60")).fact("nodes");
        let early = lab.fact("early");
        let own = lab.put("method=bsp-offset").fact("nodes");
        assert!((lab.fact("early") - early).abs() < 1e-6, "both stop at the same place");
        assert_says("one-tree", &[shown(own, 0), shown(shared, 0), shown(1e3 * early, 1)]);
    }
    let mut other = Asked::new("seed=10&faces=1500&mover=sphere&radius=0.6&frame=60&method=bsp-shift");
    let early = other.fact("early");
    let own = other.put("method=bsp-offset").fact("early");
    assert_says("one-tree", &[early, own].map(|metres| shown(1e3 * metres, 0)));
}

#[test]
fn a_larger_level_takes_what_the_lesson_says() {
    for faces in [1500, 3000, 10_000] {
        let mut lab = Asked::new(&format!("seed=1&faces={faces}&mover=point&frame=60&method=bsp-shift"));
        let mut row = ["faces", "tree-nodes", "nodes"].map(|name| shown(lab.fact(name), 0)).to_vec();
        if faces == 10_000 {
            assert_says("segments-in-a-bsp", &row[1..]);
        }
        for mover in ["sphere", "cylinder"] {
            row.push(shown(lab.put(&format!("mover={mover}&frame=60")).fact("nodes"), 0));
        }
        assert_says("one-tree", &row);
    }
}
