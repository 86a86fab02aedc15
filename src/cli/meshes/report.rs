//! The output of `collidoscope meshes`: a row per pose, pairs, and a table of the costs of all methods.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::super::rows::{rows, value_of};
use super::poses::Placed;
use crate::geometry::{Mesh, Point, Vector};
use crate::hierarchies::methods::Method;
use crate::hierarchies::pair::Built;
use crate::hierarchies::query::{Answer, MOST_PAIRS, Query};
use crate::ui::format::{aligned, number_of};

/// The format of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A first line with the names, then a row per pose
    Csv,
    /// A JSON line per pose, which always names its method
    Jsonl,
}

/// The answer in a pose.
pub struct Row {
    /// The pose.
    pub placed: Placed,
    /// Whether the meshes touch, or are as close as asked.
    pub colliding: bool,
    /// The pairs of triangles found, in ascending order.
    pub pairs: Vec<[u32; 2]>,
    distance: Option<f64>,
    closest: Option<[Point; 2]>,
    /// Numbers of tests: of volumes, of triangles.
    tests: [u64; 2],
    /// The shortest time of all passes over the poses.
    pub time: Duration,
}

impl Row {
    /// The row of an answer that took `time`.
    pub fn new(placed: Placed, mut answer: Answer, time: Duration) -> Self {
        answer.pairs.sort_unstable();
        let tests = [answer.cost.volume_tests, answer.cost.triangle_tests];
        let Answer { colliding, pairs, distance, closest, .. } = answer;
        Self { placed, colliding, pairs, distance, closest, tests, time }
    }

    /// Whether more pairs may touch than are listed.
    pub fn is_full(&self) -> bool {
        self.pairs.len() >= MOST_PAIRS
    }
}

/// Lines of the output.
pub struct Text {
    /// The rows.
    pub rows: String,
    /// The pairs as CSV.
    pub pairs: String,
}

/// Names of the columns that every answer has, after that of the method.
const NAMES: [&str; 7] =
    ["pose", "colliding", "triangle_pairs", "distance", "bv_tests", "triangle_tests", "time_us"];
/// Names of the columns of the closest points: on A, on B, the unit vector from A to B, and the triangles.
const CLOSEST: [&str; 11] =
    ["ax", "ay", "az", "bx", "by", "bz", "nx", "ny", "nz", "triangle_a", "triangle_b"];

/// The columns of the rows. Scripts rely on names and order.
pub struct Layout<'a> {
    /// The format of the rows.
    pub format: Format,
    /// The query in every pose.
    pub query: Query,
    /// Whether CSV has a first column with the method.
    pub several: bool,
    /// Whether rows have the closest points.
    pub closest: bool,
    /// Whether pairs are written.
    pub pairs: bool,
    /// A and B.
    pub meshes: &'a [Arc<Mesh>; 2],
    /// The names of the further columns of the poses.
    pub carried: Vec<String>,
}

impl Layout<'_> {
    /// The names of the columns before the carried ones.
    pub fn names(&self) -> Vec<&'static str> {
        let method = self.several || self.format == Format::Jsonl;
        let closest = if self.closest { &CLOSEST[..] } else { &[] };
        [if method { &["method"][..] } else { &[] }, &NAMES, closest].concat()
    }

    /// The first lines of the rows and of the pairs.
    pub fn heading(&self) -> Text {
        let carried = self.carried.iter().map(|name| match name.contains([',', '"']) {
            true => format!("\"{}\"", name.replace('"', "\"\"")),
            false => name.clone(),
        });
        let names = self.names().into_iter().map(str::to_owned).chain(carried).collect::<Vec<_>>();
        let rows = if self.format == Format::Csv { names.join(",") + "\n" } else { String::new() };
        Text { rows, pairs: format!("{}pose,a,b\n", if self.several { "method," } else { "" }) }
    }

    /// The lines of these rows.
    pub fn text(&self, method: &str, rows: &[Row]) -> Text {
        let (mut text, mut pairs) = (String::new(), String::new());
        let several = if self.several { format!("{method},") } else { String::new() };
        for row in rows {
            match self.format {
                Format::Csv => self.write_csv(&several, row, &mut text),
                Format::Jsonl => text += &format!("{}\n", self.json(method, row)),
            }
            for [a, b] in row.pairs.iter().filter(|_| self.pairs) {
                let _ = writeln!(pairs, "{several}{},{a},{b}", row.placed.number);
            }
        }
        Text { rows: text, pairs }
    }

    fn write_csv(&self, method: &str, row: &Row, text: &mut String) {
        let count = if self.query == Query::Determine { row.pairs.len().to_string() } else { String::new() };
        let distance = self.distance(row).map(|metres| metres.to_string()).unwrap_or_default();
        let (Row { placed, colliding, tests: [volumes, triangles], .. }, time) =
            (row, microseconds(row.time));
        let pose = placed.number;
        let _ = write!(text, "{method}{pose},{colliding},{count},{distance},{volumes},{triangles},{time}");
        for value in self.closest(row) {
            text.push(',');
            match value {
                Value::Number(n) if n.is_f64() => *text += &n.as_f64().unwrap_or_default().to_string(),
                Value::Null => {}
                other => *text += &other.to_string(),
            }
        }
        text.push_str(&placed.carried);
        text.push('\n');
    }

    /// The row as JSON, with null where CSV is empty.
    fn json(&self, method: &str, row: &Row) -> Value {
        let mut object = json!({
            "pose": row.placed.number,
            "method": method,
            "colliding": row.colliding,
            "triangle_pairs": (self.query == Query::Determine).then_some(row.pairs.len()),
            "distance": self.distance(row),
            "bv_tests": row.tests[0],
            "triangle_tests": row.tests[1],
            "time_us": row.time.as_nanos() as f64 / 1e3,
        });
        for (name, value) in CLOSEST.iter().zip(self.closest(row)) {
            object[*name] = value;
        }
        // The cells begin with a comma.
        let cells = rows(row.placed.carried.as_bytes()).flat_map(|row| row.cells().skip(1));
        for (name, cell) in self.carried.iter().zip(cells) {
            object[name] = value_of(cell).unwrap_or_default().replace("\"\"", "\"").into();
        }
        object
    }

    /// The smallest distance; that of another query is not the smallest.
    fn distance(&self, row: &Row) -> Option<f64> {
        row.distance.filter(|_| matches!(self.query, Query::Distance(_)))
    }

    /// The values of [`CLOSEST`], if they are wanted.
    fn closest(&self, row: &Row) -> Vec<Value> {
        let (Some([p, q]), Some([a, b]), true) = (row.closest, row.pairs.first(), self.closest) else {
            return vec![Value::Null; if self.closest { CLOSEST.len() } else { 0 }];
        };
        let normal = match row.distance {
            Some(metres) if metres > 0.0 => unit(q - p),
            _ => normal(&self.meshes[0], *a)
                .or_else(|| Some(-(row.placed.pose.rotation * normal(&self.meshes[1], *b)?))),
        };
        let normal =
            normal.map_or([Value::Null, Value::Null, Value::Null], |n| [n.x, n.y, n.z].map(Value::from));
        let points = [p.x, p.y, p.z, q.x, q.y, q.z].map(Value::from);
        points.into_iter().chain(normal).chain([Value::from(*a), Value::from(*b)]).collect()
    }
}

/// The unit normal of a triangle of any size; `None` for one without area.
fn normal(mesh: &Mesh, triangle: u32) -> Option<Vector> {
    let [p, q, r] = mesh.corners(triangle as usize);
    unit(unit(q - p)?.cross(&unit(r - p)?))
}

/// The unit vector; `None` for a vector of no length. Scaled first, so that no square overflows or underflows.
fn unit(v: Vector) -> Option<Vector> {
    let largest = v.amax();
    (largest > 0.0 && largest.is_finite()).then(|| (v / largest).normalize())
}

/// The costs of one method, and where its answers differ from the first method's.
pub struct Column {
    /// The method.
    pub method: &'static Method,
    /// Build time and memory of a pair of trees.
    pub built: Built,
    /// Number of threads that took part.
    pub threads: usize,
    /// The first pose in which the answer differs from the first method's.
    pub differs: Option<usize>,
    colliding: usize,
    tests: [u64; 2],
    times: Vec<Duration>,
}

impl Column {
    /// A column without answers.
    pub fn new(method: &'static Method) -> Self {
        let (built, times) = (Built::default(), Vec::new());
        Self { method, built, threads: 1, differs: None, colliding: 0, tests: [0; 2], times }
    }

    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        self.colliding += usize::from(row.colliding);
        self.tests = [0, 1].map(|i: usize| self.tests[i] + row.tests[i]);
        self.times.push(row.time);
    }
}

/// Difference above which the distances of two methods count as different, as a share of the larger distance.
const SAME_DISTANCE: f64 = 1e-9;
/// This limit as a share of the size of the pair, 45 units in the last place, for distances of rounding errors. The
/// larger limit applies.
const SAME_PLACE: f64 = 1e-14;

/// Whether the answers of two methods in a pose differ. `size` is the size of the pair in this pose, metres.
pub fn differ(a: &Row, b: &Row, query: &Query, size: f64) -> bool {
    let distances_differ = match (query, a.distance, b.distance) {
        (Query::Distance(_), Some(a), Some(b)) => {
            (a - b).abs() > (SAME_DISTANCE * a.max(b)).max(SAME_PLACE * size)
        }
        (Query::Distance(_), a, b) => a != b,
        _ => false,
    };
    a.colliding != b.colliding || distances_differ || *query == Query::Determine && a.pairs != b.pairs
}

/// A summary: the sizes of the meshes, the number of collisions, and a row of costs per method. `query` is a word for
/// the query and one for a positive answer; `warmth` is the state of the methods, as a caption.
pub fn summary(
    columns: &[Column],
    meshes: &[Arc<Mesh>; 2],
    query: [&str; 2],
    sweeps: u32,
    warmth: &str,
) -> String {
    let Some(first) = columns.first() else { return String::new() };
    let [a, b] = meshes.each_ref().map(|mesh| mesh.triangles().len());
    let poses = first.times.len();
    let threads = match columns.iter().map(|column| column.threads).max() {
        Some(threads @ 2..) => format!(" on {threads} threads"),
        _ => String::new(),
    };
    let text = format!(
        "A {}, B {b}; {} in {}, {} {}; least time of {}{threads} {warmth}\n",
        number_of(a, "triangle", "triangles"),
        query[0],
        number_of(poses, "pose", "poses"),
        first.colliding,
        query[1],
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
        let [volumes, triangles] = column.tests.map(|total| format!("{:.1}", total as f64 / poses as f64));
        rows.push([
            column.method.id.to_owned(),
            format!("{:.1}", column.built.time.as_secs_f64() * 1e3),
            format!("{per_triangle:.0}"),
            microseconds(mean),
            microseconds(times[times.len() / 2]),
            microseconds(times[times.len() - 1]),
            volumes,
            triangles,
        ]);
    }
    text + &aligned(&rows)
}

fn microseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e6)
}
