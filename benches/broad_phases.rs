//! Time per frame of every broad phase, compared with parry's tree and, with `--fcl`, FCL's dynamic tree.
//!
//! Two scenes, each with 1,000, 10,000 and 100,000 boxes that fill 5 % of a cube. `unit`: axis-aligned boxes
//! of side 1 m at random positions; each moves in a straight line by 1 to 6 % of its side per frame, reverses
//! at the walls, and passes through other boxes. `bodies`: the boxes of the experiment `broad-phase`, which
//! rotate and collide.
//! [`WARM_UP`] frames fill the state kept between frames, and [`FRAMES`] are measured. The recording is
//! played [`ROUNDS`] times, and all algorithms take turns frame by frame. The fastest round of a frame
//! counts, because other load on the machine affects it least; the result is the median over the frames. An
//! algorithm that finds a different number of pairs is reported.
//!
//! `cargo bench --bench broad_phases -- [--fcl] [SCENE] [BODIES]...`

#[path = "peers/fcl_tree.rs"]
mod fcl_tree;
#[path = "peers/parry_tree.rs"]
mod parry_tree;

use std::time::Instant;

use collidoscope::broad_phase::{AabbTree, BROAD_PHASES, BroadPhase};
use collidoscope::geometry::{Aabb, Point, Vector};
use collidoscope::object_space::reference::distance;
use collidoscope::world::{Body, Parameters, World};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const DENSITY: f64 = 0.05;
const WARM_UP: usize = 6;
const FRAMES: usize = 6;

/// Number of rounds over the recording, by the number of boxes.
const ROUNDS: fn(usize) -> usize = |bodies| (400_000 / bodies).clamp(4, 200);

/// Above this number of boxes brute force is skipped.
const MOST_FOR_BRUTE_FORCE: usize = 10_000;

/// The boxes of every frame.
pub type Recording = Vec<Vec<Aabb>>;

/// Finds the pairs of a frame and returns their number.
pub type Find = Box<dyn FnMut(&[Aabb]) -> usize>;

/// Measurements of one algorithm: microseconds and pairs, an entry per frame.
pub struct Measured {
    /// Library and algorithm.
    pub name: String,
    /// The fastest round of every frame, microseconds.
    pub times: Vec<f64>,
    /// Pairs found in every frame.
    pub pairs: Vec<usize>,
}

/// Name and constructor of an algorithm.
type Algorithm = (String, Box<dyn Fn() -> Find>);

/// Name of a scene, and the function that records it for a number of boxes.
type Scene = (&'static str, fn(usize) -> Recording);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let fcl = arguments.iter().any(|a| a == "--fcl");
    let sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000, 100_000] } else { sizes };
    let scenes: [Scene; 2] = [("unit", unit_boxes), ("bodies", bodies)];
    let named = |name: &str| arguments.iter().any(|a| a == name);
    let any = scenes.iter().any(|(name, _)| named(name));
    for (name, record) in scenes.iter().filter(|(name, _)| !any || named(name)) {
        for &count in &sizes {
            let recording = record(count);
            let mut all = measure(&recording);
            if fcl {
                all.extend(fcl_tree::measure(&recording, ROUNDS(count).min(30)).expect("FCL's program runs"));
            }
            print_table(name, count, &all);
        }
    }
}

fn unit_boxes(count: usize) -> Recording {
    let mut random = Pcg64::seed_from_u64(1);
    let side = (count as f64 / DENSITY).cbrt();
    let reach = 0.5 * (side - 1.0);
    let mut centers: Vec<Point> = (0..count)
        .map(|_| Point::from(Vector::from_fn(|_, _| random.random_range(-reach..=reach))))
        .collect();
    let mut steps: Vec<Vector> = (0..count)
        .map(|_| {
            let step = Vector::from_fn(|_, _| random.random_range(-1.0..1.0_f64));
            step.normalize() * random.random_range(0.01..0.06)
        })
        .collect();
    let frame = |_| {
        for (center, step) in centers.iter_mut().zip(&mut steps) {
            *center += *step;
            for axis in 0..3 {
                if center[axis].abs() > reach {
                    step[axis] = -step[axis];
                    center[axis] += 2.0 * step[axis];
                }
            }
        }
        centers.iter().map(|&center| Aabb::cube(center, 0.5)).collect()
    };
    (0..WARM_UP + FRAMES).map(frame).collect()
}

fn bodies(count: usize) -> Recording {
    let mut world = World::new(Parameters { seed: 1, count, density: DENSITY, ..Parameters::default() })
        .expect("the parameters are in range");
    let mut tree = AabbTree::default();
    let frame = |_| {
        world.advance();
        let bodies = world.bodies();
        let boxes: Vec<Aabb> = bodies.iter().map(Body::aabb).collect();
        let mut pairs = tree.find(&boxes);
        pairs.retain(|pair| distance(&bodies[pair.a], &bodies[pair.b]) == 0.0);
        world.respond(&pairs);
        boxes
    };
    (0..WARM_UP + FRAMES).map(frame).collect()
}

fn measure(recording: &Recording) -> Vec<Measured> {
    let count = recording[0].len();
    let ours = BROAD_PHASES.iter().filter(|row| row.id != "brute-force" || count <= MOST_FOR_BRUTE_FORCE);
    let ours = ours.map(|row| -> Algorithm {
        let make = row.make;
        let fresh = move || -> Find {
            let mut phase = make();
            Box::new(move |boxes| phase.find(boxes).len())
        };
        (row.id.into(), Box::new(fresh))
    });
    let theirs = parry_tree::VARIANTS
        .iter()
        .map(|&(name, make)| -> Algorithm { (format!("parry {name}"), Box::new(make)) });
    let algorithms: Vec<Algorithm> = ours.chain(theirs).collect();
    let nothing = |name: &String| Measured {
        name: name.clone(),
        times: vec![f64::MAX; recording.len()],
        pairs: vec![],
    };
    let mut all: Vec<Measured> = algorithms.iter().map(|(name, _)| nothing(name)).collect();
    for round in 0..ROUNDS(count) {
        let mut fresh: Vec<Find> = algorithms.iter().map(|(_, make)| make()).collect();
        for (frame, boxes) in recording.iter().enumerate() {
            for (find, measured) in fresh.iter_mut().zip(&mut all) {
                if measured.name == "brute-force" && round > 2 {
                    continue;
                }
                let start = Instant::now();
                let pairs = find(boxes);
                let time = start.elapsed().as_secs_f64() * 1e6;
                measured.times[frame] = measured.times[frame].min(time);
                if round == 0 {
                    measured.pairs.push(pairs);
                }
            }
        }
    }
    all
}

fn print_table(scene: &str, count: usize, all: &[Measured]) {
    let time = |measured: &Measured| {
        let mut times = measured.times[WARM_UP..].to_vec();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let fastest = |whose: &str| {
        let theirs = all.iter().filter(|m| m.name.starts_with(whose));
        theirs.map(time).min_by(f64::total_cmp)
    };
    let pairs: usize = all[0].pairs[WARM_UP..].iter().sum();
    println!("\n{scene}, {count} boxes, {} pairs per frame", pairs / FRAMES);
    println!("{:<24} {:>10} {:>12} {:>12}", "", "ms", "of parry", "of FCL");
    let peers = [fastest("parry"), fastest("FCL")];
    for measured in all {
        let time = time(measured);
        let of = peers.map(|peer| peer.map_or("-".into(), |peer| format!("{:.2}", time / peer)));
        println!("{:<24} {:>10.3} {:>12} {:>12}", measured.name, time * 1e-3, of[0], of[1]);
        if measured.pairs != all[0].pairs {
            println!("  finds different numbers of pairs: {:?}, not {:?}", measured.pairs, all[0].pairs);
        }
    }
}
