//! `peers`: our trees compared with parry's mesh queries, on the same poses in one run.
//!
//! The target of `bvh-fast` is several times the speed of existing libraries. parry is a dependency of this
//! program, so it is measured here. FCL is not: `benches/peers/README.md` says how to build it and measure it
//! beside ours with `cargo bench --bench mesh_kernel`. parry has no query for all pairs, so detection and
//! distance are measured. Its distance between two meshes takes many milliseconds, so distances are measured
//! only for the first poses of the path, for all programs.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector as ParryVector};
use parry3d_f64::query::{distance, intersection_test};
use parry3d_f64::shape::TriMesh;

use super::path_query::{self, ask, prepare, times_as_much};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::geometry::{Mesh, Pose};
use crate::hierarchies::methods::{AABB_TREE, BVH_FAST, OBB_TREE};
use crate::hierarchies::query::{Query, Tolerance};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "peers",
    lab: "meshes",
    title: "Trees compared with parry",
    source: "our own experiment, not measured by any source",
    says: "Time of detection and of distance queries by our trees and by parry, on the same poses of two meshes, against the number of triangles.",
    needs_gpu: false,
    plot: PlotKind::lines(DETECTION, Axis::log("triangles of a mesh"), Axis::log("time of a detection, µs")),
    run,
    claims,
};

/// Mean time of a detection in microseconds, the shortest of all turns.
const DETECTION: &str = "detection_time";
/// Mean time of a distance query in microseconds, the shortest of all turns.
const DISTANCE: &str = "distance_time";
/// Metric: the number of poses in which the answer differs from that of `obb-tree`.
const DIFFERENCES: &str = "differences";
/// Name of parry's series.
const PARRY: &str = "parry";
/// The methods compared with parry. The first is the reference for all answers.
const OURS: [&str; 3] = [OBB_TREE, BVH_FAST, AABB_TREE];
/// Largest difference, in metres, of distances that count as equal.
const SAME: f64 = 1e-9;

/// The extent of a full or a quick run.
struct Extent {
    triangles: &'static [usize],
    poses: usize,
    /// Number of poses at the start of the path for which distances are measured.
    distance_poses: usize,
    turns: usize,
}

const FULL: Extent =
    Extent { triangles: &[1_000, 3_000, 10_000, 30_000], poses: 100, distance_poses: 5, turns: 3 };
const QUICK: Extent = Extent { triangles: &[200, 400], poses: 6, distance_poses: 2, turns: 1 };

/// The answers of a program in all poses, and its mean times.
struct PeerAnswers {
    colliding: Vec<bool>,
    distances: Vec<f64>,
    times: [Duration; 2],
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let Extent { triangles, poses, distance_poses, turns } = if run.quick { QUICK } else { FULL };
    run.expect(triangles.iter().sum::<usize>() * (OURS.len() + 1));
    path_query::report_extent(run, triangles[triangles.len() - 1], poses, turns);
    run.setting("poses_for_distances", distance_poses);
    let scene = path_query::scene("blobs")?;
    let path = scene.path(poses);
    for &count in triangles {
        let meshes = (scene.meshes)(run.seed, count);
        let x = (count as f64, "triangles");
        let mut first = None;
        for id in OURS {
            run.step_of(count, format!("{id} on {count} triangles"))?;
            let answers = ours(run, id, &meshes, &path, distance_poses, turns)?;
            report(run, id, x, &answers, first.as_ref().unwrap_or(&answers));
            first.get_or_insert(answers);
        }
        run.step_of(count, format!("{PARRY} on {count} triangles"))?;
        let answers = parry(run, &meshes, &path, distance_poses, turns)?;
        report(run, PARRY, x, &answers, first.as_ref().unwrap_or(&answers));
    }
    Ok(())
}

fn ours(
    run: &Run,
    id: &str,
    meshes: &[Arc<Mesh>; 2],
    path: &[Pose],
    distance_poses: usize,
    turns: usize,
) -> Result<PeerAnswers, RunError> {
    let mut pair = prepare(id, &[], meshes)?;
    let detected = ask(run, &mut *pair, path, &Query::Detect, turns)?;
    let measured =
        ask(run, &mut *pair, &path[..distance_poses], &Query::Distance(Tolerance::default()), turns)?;
    Ok(PeerAnswers {
        colliding: detected.answers.iter().map(|answer| answer.colliding).collect(),
        distances: measured.answers.iter().filter_map(|answer| answer.distance).collect(),
        times: [detected.time, measured.time],
    })
}

fn parry(
    run: &Run,
    meshes: &[Arc<Mesh>; 2],
    path: &[Pose],
    distance_poses: usize,
    turns: usize,
) -> Result<PeerAnswers, RunError> {
    let refused = |why: String| RunError::Setting(format!("{PARRY}: {why}"));
    let mesh = |mesh: &Mesh| {
        let points = mesh.vertices().iter().map(|p| ParryVector::new(p.x, p.y, p.z)).collect();
        TriMesh::new(points, mesh.triangles().to_vec()).map_err(|why| refused(why.to_string()))
    };
    let (a, b, here) = (mesh(&meshes[0])?, mesh(&meshes[1])?, ParryPose::IDENTITY);
    let there: Vec<ParryPose> = path.iter().map(for_parry).collect();
    let mut answers = PeerAnswers { colliding: vec![], distances: vec![], times: [Duration::MAX; 2] };
    // parry is timed like our methods: an untimed first turn gives the answers, and the shortest of the later turns
    // counts.
    for turn in 0..=turns {
        let (mut colliding, mut distances) = (vec![], vec![]);
        let begin = Instant::now();
        for pose in &there {
            run.check()?;
            let touching = intersection_test(&here, &a, black_box(pose), &b);
            colliding.push(touching.map_err(|why| refused(why.to_string()))?.intersecting);
        }
        let detection = begin.elapsed() / there.len() as u32;
        let begin = Instant::now();
        for pose in &there[..distance_poses] {
            run.check()?;
            let apart = distance(&here, &a, black_box(pose), &b);
            distances.push(apart.map_err(|why| refused(why.to_string()))?.distance);
        }
        let times = [detection, begin.elapsed() / distance_poses as u32];
        if turn == 0 {
            (answers.colliding, answers.distances) = (colliding, distances);
        } else {
            answers.times = [0, 1].map(|kind| answers.times[kind].min(times[kind]));
        }
    }
    Ok(answers)
}

fn for_parry(pose: &Pose) -> ParryPose {
    let (t, q) = (pose.translation.vector, pose.rotation.coords);
    ParryPose {
        translation: ParryVector::new(t.x, t.y, t.z),
        rotation: Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    }
}

fn report(run: &mut Run, series: &str, x: (f64, &'static str), answers: &PeerAnswers, first: &PeerAnswers) {
    for (metric, time) in [DETECTION, DISTANCE].into_iter().zip(answers.times) {
        run.measured(series, x, metric, (time.as_secs_f64() * 1e6, "µs"));
    }
    let others = answers.colliding.iter().zip(&first.colliding).filter(|(a, b)| a != b).count()
        + answers.distances.iter().zip(&first.distances).filter(|(a, b)| (*a - *b).abs() > SAME).count();
    run.measured(series, x, DIFFERENCES, (others as f64, ""));
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let faster = |metric: &str, what: &str| {
        let published = format!("our target: `{BVH_FAST}` {what} in less time than parry at every size");
        let of =
            |series: &'static str| figures.iter().filter(move |f| f.series == series && f.metric == metric);
        Claim::judged(published, || {
            let times = times_as_much(figures, metric, [PARRY, BVH_FAST])?;
            let holds = of(BVH_FAST).all(|f| of(PARRY).all(|parry| parry.x != f.x || f.value < parry.value));
            Some((format!("parry takes {times:.0} times as long in the mean"), holds))
        })
    };
    vec![faster(DETECTION, "detects"), faster(DISTANCE, "measures"), alike(figures)]
}

fn alike(figures: &[Figure]) -> Claim {
    let published = "our target: our trees give the same answers";
    let of_ours = figures.iter().filter(|f| f.metric == DIFFERENCES && f.series != PARRY);
    let of_parry: f64 =
        figures.iter().filter(|f| f.metric == DIFFERENCES && f.series == PARRY).map(|f| f.value).sum();
    let (count, others) = of_ours.fold((0, 0.0), |(count, sum), f| (count + 1, sum + f.value));
    Claim::judged(published, || {
        let here =
            format!("{others} answers differ in {count} comparisons of a path, and {of_parry} of parry's");
        (count > 0).then_some((here, others == 0.0))
    })
}
