//! `collidoscope meshes`: tests two mesh files in many poses with any of the tree methods, and reports a CSV
//! row with the cost per pose.

pub mod poses;
mod report;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use report::Column;

use super::help;
use super::shared::{OutsideArgument, chosen, given, reading, whole, with_settings};
use super::terminal::{aside, note, print, print_json, progress};
use super::warm::ColdArgument;
use crate::files;
use crate::files::input::{check_inputs, is_stream, name_of, read_input};
use crate::files::reading::LARGEST_FILE;
use crate::geometry::import::{files_of, read_triangles, read_triangles_of};
use crate::geometry::{Mesh, Pose};
use crate::hierarchies::methods::{BRUTE_FORCE, METHODS, Method};
use crate::hierarchies::query::{MOST_PAIRS, Query, Tolerance};
use crate::hierarchies::scaling::{Scaling, size};
use crate::settings::Settings;

#[derive(Args)]
pub(super) struct MeshesArguments {
    /// First mesh, at rest: any triangles, closed or not. One of the three files may be `-`, standard input; the content
    /// of a mesh then tells its format
    a: PathBuf,
    /// Second mesh, placed in every pose
    b: PathBuf,
    /// Poses of B in A's coordinates, metres: CSV with x,y,z,qx,qy,qz,qw in its first line
    #[arg(long, value_name = "FILE.csv")]
    poses: PathBuf,
    /// Method to run, see the list below; several separated by commas
    #[arg(
        long,
        value_name = "ID",
        default_value = "bvh-fast",
        value_delimiter = ',',
        conflicts_with = "all"
    )]
    method: Vec<String>,
    /// Run all methods, in one table; brute force only if it takes less than about a minute. With several
    /// methods, a first column names the method
    #[arg(long)]
    all: bool,
    /// Query to make in every pose; only distance fills the column distance, and only determine fills
    /// triangle_pairs
    #[arg(long, value_name = "QUERY", default_value = "detect")]
    query: QueryKind,
    /// Number of timed passes over all poses; the time of a pose is its shortest in all passes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=10_000))]
    repeat: u32,
    #[command(flatten)]
    cold: ColdArgument,
    /// Setting of the method; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Format of the rows; in both a field has the same name
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
    /// Write the rows to this file instead of standard output; the file appears when all rows are complete
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the found pairs of triangles to this file: pose, triangle of A, triangle of B, numbered from 0
    #[arg(long, value_name = "FILE.csv")]
    pairs: Option<PathBuf>,
    #[command(flatten)]
    outside: OutsideArgument,
}

/// The query made in every pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum QueryKind {
    /// Whether the meshes touch; stops at the first pair of triangles
    Detect,
    /// All pairs of triangles that touch
    Determine,
    /// The smallest distance. Distances of two methods count as equal if they differ by at most 1e-9 of the larger, or
    /// by 1e-14 of the size of the pair: the largest coordinates of A, of B and of the pose added up
    Distance,
}

/// The format of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A first line with the names, then a row per pose
    Csv,
    /// A JSON line per pose, which always names its method
    Jsonl,
}

impl QueryKind {
    fn query(self) -> Query {
        match self {
            Self::Detect => Query::Detect,
            Self::Determine => Query::Determine,
            Self::Distance => Query::Distance(Tolerance::default()),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Detect => "detect",
            Self::Determine => "determine",
            Self::Distance => "distance",
        }
    }
}

/// Resolution of the progress bar while a tree is built.
const PARTS: u64 = 1000;

/// Maximum number of triangle pairs, over all poses, for which `--all` includes brute force: about a minute of work.
const MOST_BRUTE_FORCE: f64 = 1e9;

/// Maximum number of triangle pairs in all answers together; each takes 8 bytes, and about 20 in the file of
/// `--pairs`.
const MOST_OF_ALL: usize = 10_000_000;

pub(super) fn run(arguments: &MeshesArguments) -> anyhow::Result<ExitCode> {
    arguments.outside.apply();
    let chosen = chosen(METHODS, "method for two meshes", &arguments.method, arguments.all)?;
    check_inputs(&[&arguments.a, &arguments.b, &arguments.poses])?;
    let mut methods = with_settings(chosen, &given(&arguments.set)?)?;
    let outputs: Vec<_> =
        [&arguments.out, &arguments.pairs].into_iter().flatten().map(PathBuf::as_path).collect();
    let mut read = [&arguments.a, &arguments.b].map(|mesh| files_of(mesh)).concat();
    read.push(arguments.poses.clone());
    files::check_outputs(&outputs, &read)?;
    if arguments.pairs.is_some() && arguments.query != QueryKind::Determine {
        note(&format!(
            "--query {} stops at one pair of triangles, so --pairs writes at most one per pose; --query determine finds all",
            arguments.query.word()
        ));
    }
    let meshes = load(&arguments.a, &arguments.b)?;
    let poses = poses::read(&arguments.poses)?;
    let tests = meshes.iter().map(|m| m.triangles().len() as f64).product::<f64>() * poses.len() as f64;
    if arguments.all && tests * f64::from(arguments.repeat) > MOST_BRUTE_FORCE {
        methods.retain(|(m, _)| m.id != BRUTE_FORCE);
        note(&format!(
            "{BRUTE_FORCE} is left out: {tests:.1e} pairs of triangles take too long; use --method {BRUTE_FORCE} to run it"
        ));
    }

    let (mut columns, mut pairs) = (Vec::new(), 0);
    for (method, settings) in &methods {
        columns.push(answer((method, settings), &meshes, &poses, arguments, &mut pairs)?);
    }
    let several = columns.len() > 1;
    let rows = match arguments.format {
        Format::Csv => report::csv(&columns, several)?,
        Format::Jsonl => report::json_lines(&columns).into_bytes(),
    };
    let mut files = Vec::new();
    let printed = match &arguments.out {
        None => Some(String::from_utf8(rows).context("the rows are text")?),
        Some(path) => {
            files.push((path.clone(), rows));
            None
        }
    };
    if let Some(path) = &arguments.pairs {
        files.push((path.clone(), report::pairs(&columns, several)?));
    }
    files::write_all_whole(&files)?;
    let summary = report::summary(
        &columns,
        &meshes,
        arguments.query.word(),
        arguments.repeat,
        arguments.cold.caption(),
    );
    match printed {
        None => print(&summary)?,
        Some(rows) => {
            match arguments.format {
                Format::Csv => print(&rows)?,
                Format::Jsonl => print_json(&rows)?,
            }
            // Standard output carries only the rows.
            aside(&summary);
        }
    }
    let reach = size(&meshes[0]) + size(&meshes[1]);
    let sizes: Vec<f64> = poses.iter().map(|pose| reach + pose.translation.vector.amax()).collect();
    let differences = report::differences(&columns, &sizes);
    differences.iter().for_each(|text| note(text));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The list of methods and their settings for `collidoscope meshes --help`.
pub fn method_list() -> String {
    help::methods(METHODS)
}

/// Reads A and B; both share one mesh if they are the same file.
fn load(a: &Path, b: &Path) -> anyhow::Result<[Arc<Mesh>; 2]> {
    let read = |path| -> anyhow::Result<Arc<Mesh>> {
        let name = name_of(path);
        let (mesh, notes) = if is_stream(path) {
            let bytes = reading(path, || read_input(path, LARGEST_FILE));
            let bytes = bytes.map_err(|why| anyhow!("{}: {why}", name.display()))?;
            read_triangles_of(&bytes, &name)?
        } else {
            reading(path, || read_triangles(path))?
        };
        notes.iter().for_each(|text| note(&format!("{}: {text}", name.display())));
        Ok(Arc::new(mesh))
    };
    let first = read(a)?;
    let second = if files::is_same(a, b) { first.clone() } else { read(b)? };
    for (mesh, path) in [(&first, a), (&second, b)] {
        let largest = mesh.vertices().iter().map(|p| p.coords.amax()).fold(0.0, f64::max);
        if largest > super::cases::FARTHEST {
            let most = super::cases::FARTHEST;
            bail!(
                "{}: has a coordinate of {largest:e} m, but coordinates must lie within ±{most:e} m",
                name_of(path).display()
            );
        }
    }
    Ok([first, second])
}

/// Builds the method and queries all poses in several passes, each from the first pose to the last. So a method that
/// keeps data between queries always continues from the previous pose. Answers and costs are those of the first pass;
/// its times during the warm-up are measured again. `pairs` accumulates the number of pairs over all answers.
fn answer(
    (method, settings): (&'static Method, &Settings),
    meshes: &[Arc<Mesh>; 2],
    poses: &[Pose],
    arguments: &MeshesArguments,
    pairs: &mut usize,
) -> anyhow::Result<Column> {
    let query = arguments.query.query();
    let building = progress(&format!("{}: building", method.id), PARTS);
    let mut on_progress = |done: f64| {
        building.set_position((done * PARTS as f64) as u64);
        // The build is never cancelled: Ctrl-C ends the process, and nothing is written before the end.
        true
    };
    let (scaling, scaled) = Scaling::of(meshes);
    let mut pair = method.make_while(&scaled, settings, &mut on_progress).expect("nothing cancels it");
    drop(building);
    let shown = progress(method.id, u64::from(arguments.repeat) * poses.len() as u64);
    let mut column = Column { method, query, built: pair.built(), answers: Vec::new(), times: Vec::new() };
    let mut warm_up = arguments.cold.warm_up();
    for (index, pose) in poses.iter().enumerate() {
        let start = Instant::now();
        let answer = scaling.answer(&mut *pair, pose, &query);
        let time = start.elapsed();
        warm_up.answered(time);
        *pairs += answer.pairs.len();
        if answer.is_full() || *pairs > MOST_OF_ALL {
            bail!(
                "{}: pose {index}, by {}: more pairs of triangles touch than can be listed ({MOST_PAIRS} in a pose, {MOST_OF_ALL} in all); use --query detect, or fewer triangles, poses or methods",
                name_of(&arguments.b).display(),
                method.id
            );
        }
        column.answers.push(answer);
        column.times.push(time);
        shown.inc(1);
    }
    let untimed = warm_up.untimed();
    column.times[..untimed].fill(Duration::MAX);
    for sweep in std::iter::once(&poses[..untimed]).chain((1..arguments.repeat).map(|_| poses)) {
        for (pose, least) in sweep.iter().zip(&mut column.times) {
            let start = Instant::now();
            black_box(scaling.answer(&mut *pair, pose, &query));
            *least = start.elapsed().min(*least);
        }
        shown.inc(sweep.len() as u64);
    }
    Ok(column)
}
