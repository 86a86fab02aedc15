//! `bvh-fast` compared with other libraries on the same near-contact poses, in one run.
//!
//! Peers: the OBBRSS trees of FCL and of coal, through the programs of `benches/peers/` if they were built, and
//! parry's `TriMesh`; rays and points are compared with parry only. The ratio beside a time is the time of the
//! fastest peer divided by it.
//! The time of a pose is the minimum over several sweeps, and the mean over all poses is printed: other load
//! on the machine delays single queries, but rarely all of one pose. Options after `--`: `--poses N`,
//! `--sweeps N`, `--only PART-OF-A-NAME`, `--csv FILE`.

mod meshes;
mod peers;
mod poses;

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use collidoscope::geometry::{Mesh, Point, Pose, Ray, Vector};
use collidoscope::hierarchies::fast::{pair::FastPair, scratch::tree};
use collidoscope::hierarchies::pair::MeshPair;
use collidoscope::hierarchies::query::{Query, Tolerance};
use collidoscope::simd::level::Level;
use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::query::{PointQuery as _, Ray as ParryRay, RayCast as _};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use meshes::Set;

/// Queries for every library, in this order.
const QUERIES: [&str; 3] = ["boolean", "all pairs", "distance"];

/// Results of one library for all poses of a set.
#[derive(Default)]
pub struct Run {
    /// For every pose, the minimum time of each query, µs; infinite for queries that the library does not have.
    pub times: Vec<[f64; 3]>,
    /// For every pose, whether the meshes touch, the number of touching pairs, and the distance.
    pub answers: Vec<(bool, usize, f64)>,
}

impl Run {
    fn mean(&self, query: usize, poses: usize) -> f64 {
        self.times[..poses].iter().map(|t| t[query]).sum::<f64>() / poses as f64
    }
}

fn main() {
    let option = |name: &str| std::env::args().skip_while(|arg| arg != name).nth(1);
    let number = |name: &str, or: usize| option(name).map_or(or, |n| n.parse().expect("a number"));
    let (poses, sweeps) = (number("--poses", 1000), number("--sweeps", 5));
    let only = option("--only").unwrap_or_default();
    let mut csv = "set,triangles_a,triangles_b,program,query,mean_us,ratio_to_fastest_peer\n".to_owned();
    for set in meshes::sets().into_iter().filter(|set| set.name.contains(&only)) {
        compare(&set, poses, sweeps, &mut csv);
    }
    if "sizes".contains(&only) {
        sizes(poses.min(200), sweeps);
    }
    if "rays and points".contains(&only) {
        rays_and_points(10 * poses, sweeps);
    }
    if let Some(file) = option("--csv") {
        std::fs::write(&file, csv).expect("the file can be written");
    }
}

/// Compares all libraries on one set.
fn compare(set: &Set, count: usize, sweeps: usize, csv: &mut String) {
    let mut pair = prepared(&set.meshes, 1);
    let counts = [0, 1].map(|i| set.meshes[i].triangles().len());
    let bytes = [0, 1].map(|i| pair.built().bytes[i] as f64 / counts[i] as f64);
    println!(
        "\n{}: {} and {} triangles, {:.0} and {:.0} bytes each",
        set.name, counts[0], counts[1], bytes[0], bytes[1]
    );
    for threads in [1, 2] {
        let fastest = (0..3).map(|_| prepared(&set.meshes, threads).built().time).min().expect("three");
        println!("  both trees on {threads} threads: {:.0} ms", fastest.as_secs_f64() * 1e3);
    }
    let poses = poses::near_contact(count, 7, |pose| pair.answer(pose, &Query::Detect).colliding);
    let named = |name: &str| Some((name.to_owned(), peers::program(name, &set.meshes, &poses, sweeps)?));
    let mut peers: Vec<(String, Run)> = ["fcl", "coal"].into_iter().filter_map(named).collect();
    // parry takes milliseconds for large meshes.
    let few = count.min(2_000_000 / (counts[0] + counts[1])).max(1);
    peers.push(("parry".to_owned(), peers::parry(&set.meshes, &poses[..few], sweeps.min(few))));
    let mut runs = vec![];
    for level in Level::available() {
        pair.set_level(level);
        runs.push((format!("bvh-fast {}", level.name()), ours(&mut pair, &poses, sweeps)));
    }
    let answers = &runs[0].1.answers;
    let hits = answers.iter().filter(|answer| answer.0).count();
    let pairs = answers.iter().map(|answer| answer.1).sum::<usize>() as f64 / count as f64;
    println!("  {count} poses, {hits} touching, {pairs:.1} pairs of triangles on average");
    for (name, peer) in &peers {
        agree(name, peer, answers);
    }
    for (program, run) in peers.iter().chain(&runs) {
        let mut line = format!("  {program:18}");
        for (query, name) in QUERIES.iter().enumerate() {
            // A slow library answers only the first poses; each comparison is limited to these.
            let ratios = peers.iter().map(|(_, peer)| {
                let poses = peer.times.len().min(run.times.len());
                peer.mean(query, poses) / run.mean(query, poses)
            });
            let least = ratios.fold(f64::INFINITY, f64::min);
            let mean = run.mean(query, run.times.len());
            if mean.is_finite() {
                write!(line, "  {name} {mean:9.2} µs (× {least:5.2})").expect("a string");
                writeln!(
                    csv,
                    "{},{},{},{program},{name},{mean:.3},{least:.3}",
                    set.name, counts[0], counts[1]
                )
                .expect("a string");
            }
        }
        println!("{line}");
    }
}

/// Query cost by number of triangles, which should grow logarithmically.
fn sizes(count: usize, sweeps: usize) {
    println!("\ntwo torus knots of n triangles");
    for triangles in [1_000, 4_000, 16_000, 64_000, 250_000, 1_000_000] {
        let mesh = Arc::new(meshes::torus_knot(triangles));
        let mut pair = prepared(&[mesh.clone(), mesh.clone()], 1);
        let poses = poses::near_contact(count, 7, |pose| pair.answer(pose, &Query::Detect).colliding);
        let run = ours(&mut pair, &poses, sweeps);
        let [boolean, all, distance] = [0, 1, 2].map(|query| run.mean(query, count));
        println!(
            "  {:8} triangles: build {:6.0} ms, boolean {boolean:.2} µs, all pairs {all:.2} µs, distance {distance:.2} µs",
            mesh.triangles().len(),
            pair.built().time.as_secs_f64() * 1e3
        );
    }
}

/// First hits of rays and nearest points, compared with parry: means over all questions of the least times.
fn rays_and_points(count: usize, sweeps: usize) {
    let mut random = Pcg64::seed_from_u64(3);
    for triangles in [1_000, 64_000, 1_000_000] {
        let mesh = Arc::new(meshes::torus_knot(triangles));
        let start = Instant::now();
        let ours = tree(&mesh, &mut |_| true).expect("nothing cancels it");
        let built = start.elapsed().as_secs_f64() * 1e3;
        let theirs = peers::parry_mesh(&mesh);
        let bounds = mesh.aabb();
        let mut place = |reach: f64| {
            let share = Vector::from_fn(|_, _| reach * random.random_range(-0.5..0.5));
            bounds.center() + bounds.extents().component_mul(&share)
        };
        let rays: Vec<(Point, Vector)> =
            (0..count).map(|_| (place(3.0), place(1.0))).map(|(p, q)| (p, q - p)).collect();
        let points: Vec<Point> = (0..count).map(|_| place(1.5)).collect();
        let parry = |p: &Vector| ParryVector::new(p.x, p.y, p.z);
        println!("\na torus knot of {} triangles, built in {built:.0} ms", mesh.triangles().len());
        versus(
            "first hit",
            &rays,
            sweeps,
            [
                &|(origin, direction)| {
                    let ray = Ray::new(*origin, *direction).expect("a ray");
                    ours.first_hit(&ray, f64::INFINITY).map_or(f64::INFINITY, |hit| hit.t)
                },
                &|(origin, direction)| {
                    let ray = ParryRay::new(parry(&origin.coords), parry(direction));
                    theirs.cast_local_ray(&ray, f64::MAX, false).unwrap_or(f64::INFINITY)
                },
            ],
        );
        versus(
            "nearest point",
            &points,
            sweeps,
            [&|p| ours.nearest(p).distance, &|p| {
                theirs.distance_to_local_point(parry(&p.coords), false).abs()
            }],
        );
    }
}

/// Prints the mean times of our answers and of parry's, their ratio, and the largest difference.
fn versus<Q>(name: &str, questions: &[Q], sweeps: usize, ask: [&dyn Fn(&Q) -> f64; 2]) {
    let mut least = vec![[f64::INFINITY; 2]; questions.len()];
    let mut largest = 0.0_f64;
    for _ in 0..sweeps {
        let mut answers = [vec![], vec![]];
        for (who, ask) in ask.iter().enumerate() {
            for (question, least) in questions.iter().zip(&mut least) {
                let start = Instant::now();
                answers[who].push(ask(question));
                least[who] = least[who].min(start.elapsed().as_secs_f64() * 1e6);
            }
        }
        let [ours, theirs] = &answers;
        let differ = ours.iter().zip(theirs).filter(|(ours, theirs)| ours != theirs);
        largest = differ.map(|(ours, theirs)| (ours - theirs).abs()).fold(largest, f64::max);
    }
    let [ours, theirs] =
        [0, 1].map(|who| least.iter().map(|least| least[who]).sum::<f64>() / least.len() as f64);
    println!(
        "  {name:14} {ours:6.2} µs, parry {theirs:6.2} µs (× {:5.2}), differ by at most {largest:.1e}",
        theirs / ours
    );
}

fn prepared(meshes: &[Arc<Mesh>; 2], threads: usize) -> FastPair {
    FastPair::on_threads(meshes, threads, &mut |_| true).expect("nothing cancels it")
}

fn ours(pair: &mut FastPair, poses: &[Pose], sweeps: usize) -> Run {
    let queries = [Query::Detect, Query::Determine, Query::Distance(Tolerance::default())];
    let mut run =
        Run { times: vec![[f64::INFINITY; 3]; poses.len()], answers: vec![(false, 0, 0.0); poses.len()] };
    for _ in 0..sweeps {
        // One kind of query at a time, as for the other libraries.
        for (kind, query) in queries.iter().enumerate() {
            for (i, pose) in poses.iter().enumerate() {
                let start = Instant::now();
                let answer = pair.answer(pose, query);
                let time = start.elapsed().as_secs_f64() * 1e6;
                run.times[i][kind] = run.times[i][kind].min(time);
                match query {
                    Query::Detect => run.answers[i].0 = answer.colliding,
                    Query::Determine => run.answers[i].1 = answer.pairs.len(),
                    _ => run.answers[i].2 = answer.distance.expect("there are triangles"),
                }
            }
        }
    }
    run
}

/// Reports where a library's answers differ. The triangle tests of the peers are not exact, so their numbers of
/// pairs may differ by a few.
fn agree(name: &str, peer: &Run, ours: &[(bool, usize, f64)]) {
    let both = || peer.answers.iter().zip(ours);
    let touching = both().filter(|(p, o)| p.0 != o.0).count();
    let pairs = both().filter(|(p, o)| p.1 != 0 && p.1 != o.1).count();
    let farthest = both().map(|(p, o)| (p.2.max(0.0) - o.2).abs()).fold(0.0, f64::max);
    println!(
        "  {name} differs in {touching} of {} booleans, {pairs} numbers of pairs, and in distance by at most {farthest:.1e} m",
        peer.answers.len()
    );
}
