//! The answers of a method, and the output of `collidoscope meshes`: CSV rows, pairs, and a table of the
//! costs of all methods.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::geometry::Mesh;
use crate::hierarchies::methods::Method;
use crate::hierarchies::pair::Built;
use crate::hierarchies::query::{Answer, Cost, Query};
use crate::ui::format::{aligned, number_of};

/// The answers of one method in all poses.
pub struct Column {
    /// The method.
    pub method: &'static Method,
    /// The query of every pose.
    pub query: Query,
    /// Build time and memory.
    pub built: Built,
    /// The answers in all poses, from the first pass over the poses.
    pub answers: Vec<Answer>,
    /// The time of each pose: the shortest of all passes over the poses.
    pub times: Vec<Duration>,
}

/// Difference above which the distances of two methods count as different, as a share of the larger distance.
const SAME_DISTANCE: f64 = 1e-9;
/// This limit as a share of the size of the pair, 45 units in the last place, for distances of rounding errors. The
/// larger limit applies.
const SAME_PLACE: f64 = 1e-14;

/// The rows of the CSV file. Scripts rely on this format. With `several` methods, a first column names the
/// method.
pub fn csv(columns: &[Column], several: bool) -> anyhow::Result<Vec<u8>> {
    let names = ["pose", "colliding", "triangle_pairs", "distance", "bv_tests", "triangle_tests", "time_us"];
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(several.then_some("method").into_iter().chain(names))?;
    for column in columns {
        for (pose, (answer, time)) in column.answers.iter().zip(&column.times).enumerate() {
            let of_determine = column.query == Query::Determine;
            let row = [
                pose.to_string(),
                answer.colliding.to_string(),
                if of_determine { answer.pairs.len().to_string() } else { String::new() },
                answer.distance.map(|d| d.to_string()).unwrap_or_default(),
                answer.cost.volume_tests.to_string(),
                answer.cost.triangle_tests.to_string(),
                microseconds(*time),
            ];
            writer.write_record(
                several.then_some(column.method.id).into_iter().chain(row.iter().map(String::as_str)),
            )?;
        }
    }
    Ok(writer.into_inner()?)
}

/// The rows of [`csv`] as JSON lines, with the same names. `distance` and `triangle_pairs` are null where the query does
/// not find them.
pub fn json_lines(columns: &[Column]) -> String {
    let line = |method: &str, query: Query, pose: usize, answer: &Answer, time: Duration| {
        let object = json!({
            "pose": pose,
            "method": method,
            "colliding": answer.colliding,
            "triangle_pairs": (query == Query::Determine).then_some(answer.pairs.len()),
            "distance": answer.distance,
            "bv_tests": answer.cost.volume_tests,
            "triangle_tests": answer.cost.triangle_tests,
            "time_us": time.as_nanos() as f64 / 1e3,
        });
        format!("{object}\n")
    };
    let of_column = |column: &Column| {
        let rows = column.answers.iter().zip(&column.times).enumerate();
        let rows =
            rows.map(|(pose, (answer, time))| line(column.method.id, column.query, pose, answer, *time));
        rows.collect::<String>()
    };
    columns.iter().map(of_column).collect()
}

/// The found pairs as CSV, in ascending order in every pose. With `several` methods, a first column names the
/// method.
pub fn pairs(columns: &[Column], several: bool) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(several.then_some("method").into_iter().chain(["pose", "a", "b"]))?;
    for column in columns {
        for (pose, answer) in column.answers.iter().enumerate() {
            for [a, b] in answer.sorted_pairs() {
                let row = [pose.to_string(), a.to_string(), b.to_string()];
                let row = row.iter().map(String::as_str);
                writer.write_record(several.then_some(column.method.id).into_iter().chain(row))?;
            }
        }
    }
    Ok(writer.into_inner()?)
}

/// A summary: the sizes of the meshes, the number of collisions, and a row of costs per method.
/// `warmth` is the state of the methods, as a caption.
pub fn summary(
    columns: &[Column],
    meshes: &[Arc<Mesh>; 2],
    query: &str,
    sweeps: u32,
    warmth: &str,
) -> String {
    let Some(first) = columns.first() else { return String::new() };
    let [a, b] = meshes.each_ref().map(|mesh| mesh.triangles().len());
    let (poses, colliding) = (first.answers.len(), first.answers.iter().filter(|a| a.colliding).count());
    let text = format!(
        "A {}, B {b}; {query} in {}, {colliding} colliding; least time of {} {warmth}\n",
        number_of(a, "triangle", "triangles"),
        number_of(poses, "pose", "poses"),
        number_of(sweeps as usize, "sweep", "sweeps"),
    );
    let heading = [
        "method",
        "build ms",
        "bytes per triangle",
        "mean us",
        "median us",
        "max us",
        "volume tests",
        "triangle tests",
    ];
    let mut rows = vec![heading.map(str::to_owned)];
    for column in columns {
        let mut times = column.times.clone();
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
        let [bytes_a, bytes_b] = column.built.bytes;
        let per_triangle = if column.built.shared {
            bytes_a as f64 / a as f64
        } else {
            (bytes_a + bytes_b) as f64 / (a + b) as f64
        };
        let mean_of = |count: &dyn Fn(&Cost) -> u64| {
            let total: u64 = column.answers.iter().map(|answer| count(&answer.cost)).sum();
            format!("{:.1}", total as f64 / poses as f64)
        };
        rows.push([
            column.method.id.to_owned(),
            format!("{:.1}", column.built.time.as_secs_f64() * 1e3),
            format!("{per_triangle:.0}"),
            microseconds(mean),
            microseconds(times[times.len() / 2]),
            microseconds(times[times.len() - 1]),
            mean_of(&|cost| cost.volume_tests),
            mean_of(&|cost| cost.triangle_tests),
        ]);
    }
    text + &aligned(&rows)
}

/// Methods whose answers differ from the first method's: a line for each, with the first differing pose. `sizes` are the
/// sizes of the pair in all poses, metres.
pub fn differences(columns: &[Column], sizes: &[f64]) -> Vec<String> {
    let Some((first, others)) = columns.split_first() else { return Vec::new() };
    let differs = |other: &Column| {
        let mut both = first.answers.iter().zip(&other.answers).zip(sizes);
        let pose = both.position(|((a, b), size)| {
            let distances_differ = match (a.distance, b.distance) {
                (Some(a), Some(b)) => (a - b).abs() > (SAME_DISTANCE * a.max(b)).max(SAME_PLACE * size),
                (a, b) => a != b,
            };
            let of_determine = other.query == Query::Determine;
            a.colliding != b.colliding
                || distances_differ
                || of_determine && a.sorted_pairs() != b.sorted_pairs()
        })?;
        Some(format!("{} differs from {} in pose {pose}", other.method.id, first.method.id))
    };
    others.iter().filter_map(differs).collect()
}

fn microseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e6)
}
