//! `collidoscope meshes`: tests two mesh files in many poses with any of the tree methods, and reports a CSV
//! row with the cost per pose.

mod answers;
pub mod poses;
mod report;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;

use answers::{Job, answer, keeps_state};
use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use poses::{MOST_POSES, Normalised, Reader, Source};
use report::{Column, Format, Layout, Row, Text, differ, summary};

use super::help;
use super::interrupted::clean_up_on_signals;
use super::shared::{OutsideArgument, chosen, given, reading, whole, with_settings};
use super::terminal::{aside, note, print, print_piece, visible_json, visible_lines};
use super::warm::ColdArgument;
use crate::files;
use crate::files::input::{check_inputs, is_stream, name_of, read_input};
use crate::files::reading::LARGEST_FILE;
use crate::geometry::Mesh;
use crate::geometry::import::{files_of, read_triangles, read_triangles_of};
use crate::hierarchies::methods::{BRUTE_FORCE, METHODS, Method};
use crate::hierarchies::query::{MOST_PAIRS, Query, Tolerance};
use crate::hierarchies::scaling::size;
use crate::settings::Settings;

#[derive(Args)]
pub(super) struct MeshesArguments {
    /// First mesh, at rest: any triangles, closed or not. One of the three files may be `-`, standard input; the content
    /// of a mesh then tells its format
    a: PathBuf,
    /// Second mesh, placed in every pose
    b: PathBuf,
    /// Poses of B in A's coordinates, metres: CSV with x,y,z,qx,qy,qz,qw in its first line, in any order. Further
    /// columns are carried through to the rows
    #[arg(long, value_name = "FILE.csv")]
    poses: PathBuf,
    /// Unit of the mesh files in metres, such as 0.001 for millimetres
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive(false))]
    scale: f64,
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
    /// With --query within: the distance; colliding then tells whether the surfaces are at most that far apart
    #[arg(long, value_name = "METRES", required_if_eq("query", "within"), value_parser = positive(true))]
    within: Option<f64>,
    /// With --query distance: add the closest points on A and on B, the unit vector from A to B, all in A's coordinates,
    /// and their triangles
    #[arg(long)]
    closest: bool,
    /// The most threads of bvh-fast; all cores by default, or 1 with several methods, --repeat or --cold: threads share
    /// caches and memory, which lengthens their times. Answers do not depend on it. The other methods use 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=256))]
    threads: Option<usize>,
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
    /// Whether the distance is at most --within, in the column colliding; faster than distance
    Within,
}

/// Maximum number of triangle pairs, over all poses, for which `--all` includes brute force: about a minute of work.
const MOST_BRUTE_FORCE: f64 = 1e9;

/// Maximum number of triangle pairs in all answers that are kept, for their file or for a comparison; each takes 8
/// bytes, and about 20 in the file of `--pairs`.
const MOST_OF_ALL: usize = 10_000_000;

pub(super) fn run(arguments: &MeshesArguments) -> anyhow::Result<ExitCode> {
    arguments.outside.apply();
    clean_up_on_signals();
    if arguments.closest && arguments.query != QueryKind::Distance {
        bail!("--closest: only a distance has closest points; add --query distance");
    }
    if arguments.within.is_some() && arguments.query != QueryKind::Within {
        bail!("--within: only one query takes a distance; add --query within");
    }
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
    let meshes = load(&arguments.a, &arguments.b, arguments.scale)?;
    // The poses of a pipe are answered as they come, unless several methods need them.
    let comes = is_stream(&arguments.poses) && methods.len() == 1;
    let is_kept = !comes || methods.iter().any(|(_, settings)| !arguments.streams(settings));
    let mut reader = Reader::open(&arguments.poses, if is_kept { MOST_POSES } else { usize::MAX })?;
    let kept = if comes { Vec::new() } else { reader.all()? };
    let tests = meshes.iter().map(|m| m.triangles().len() as f64).product::<f64>() * kept.len() as f64;
    if arguments.all && tests * f64::from(arguments.repeat) > MOST_BRUTE_FORCE {
        methods.retain(|(m, _)| m.id != BRUTE_FORCE);
        note(&format!(
            "{BRUTE_FORCE} is left out: {tests:.1e} pairs of triangles take too long; use --method {BRUTE_FORCE} to run it"
        ));
    }
    let layout = Layout {
        format: arguments.format,
        query: arguments.query(),
        several: methods.len() > 1,
        closest: arguments.closest,
        pairs: arguments.pairs.is_some(),
        meshes: &meshes,
        carried: reader.names(),
    };
    reader.check_names(&layout.names()).with_context(|| reader.name.clone())?;
    if !comes {
        note_normalised(&reader);
    }

    let mut output = Output {
        is_printed: arguments.out.is_none(),
        is_read: true,
        goes_on: arguments.pairs.is_some() || methods.len() > 1,
        text: layout.heading(),
    };
    let (mut columns, mut first, mut pairs) = (Vec::new(), Vec::new(), 0);
    for method in &methods {
        let source = if comes { Source::Read(&mut reader) } else { Source::Kept(kept.iter()) };
        match run_method(method, arguments, (&layout, source), (&mut output, &mut first, &mut pairs))? {
            Some(column) => columns.push(column),
            // The program that reads the rows has ended.
            None => return Ok(ExitCode::SUCCESS),
        }
    }
    if comes {
        note_normalised(&reader);
    }
    let Output { text, .. } = output;
    let mut files = Vec::new();
    files.extend(arguments.out.as_ref().map(|path| (path.clone(), text.rows.into_bytes())));
    files.extend(arguments.pairs.as_ref().map(|path| (path.clone(), text.pairs.into_bytes())));
    files::write_all_whole(&files)?;
    let words = [arguments.query.word(), if arguments.within.is_some() { "as close" } else { "colliding" }];
    let summary = summary(&columns, &meshes, words, arguments.repeat, arguments.cold.caption());
    if arguments.out.is_some() {
        print(&summary)?;
    } else {
        // Standard output carries only the rows.
        aside(&summary);
    }
    let mut status = ExitCode::SUCCESS;
    for Column { method, differs, .. } in &columns {
        if let Some(pose) = differs {
            note(&format!("{} differs from {} in pose {pose}", method.id, columns[0].method.id));
            status = ExitCode::from(1);
        }
    }
    Ok(status)
}

/// Lines of all methods: rows that are printed as they come, or kept for their file, and pairs.
struct Output {
    is_printed: bool,
    /// False once the program that reads the rows has ended.
    is_read: bool,
    /// True if answers are needed without that program: for a file, or for the exit status of a comparison.
    goes_on: bool,
    text: Text,
}

impl Output {
    /// Prints or keeps the lines; `false` if nothing needs further ones.
    fn add(&mut self, text: &Text, format: Format) -> anyhow::Result<bool> {
        self.text.rows += &text.rows;
        self.text.pairs += &text.pairs;
        if !self.is_printed {
            return Ok(true);
        }
        let rows = std::mem::take(&mut self.text.rows);
        self.is_read = self.is_read
            && match format {
                Format::Csv => print_piece(&visible_lines(&rows)),
                Format::Jsonl => print_piece(&visible_json(&rows)),
            }?;
        Ok(self.is_read || self.goes_on)
    }
}

/// The answers of a method in all poses, in several passes: `None` if their reader has gone. `first` are the rows of
/// the first of several methods, with which the others are compared, and `pairs` the number of pairs in all answers.
fn run_method(
    (method, settings): &(&'static Method, Settings),
    arguments: &MeshesArguments,
    (layout, source): (&Layout, Source),
    (output, first, pairs): (&mut Output, &mut Vec<Row>, &mut usize),
) -> anyhow::Result<Option<Column>> {
    let job = Job {
        meshes: layout.meshes,
        query: layout.query,
        repeat: arguments.repeat,
        cold: &arguments.cold,
        threads: arguments.threads(layout.several),
        streams: arguments.streams(settings),
    };
    let reach = size(&layout.meshes[0]) + size(&layout.meshes[1]);
    let is_first = first.is_empty();
    let mut column = Column::new(method);
    let take = |rows: Vec<Row>, text: Text| {
        for row in rows {
            *pairs += if layout.several || layout.pairs { row.pairs.len() } else { 0 };
            if row.is_full() || *pairs > MOST_OF_ALL {
                bail!(
                    "{}: pose {}, by {}: more pairs of triangles touch than can be listed ({MOST_PAIRS} in a pose, {MOST_OF_ALL} in all); use --query detect, or fewer triangles, poses or methods",
                    name_of(&arguments.b).display(),
                    row.placed.number,
                    method.id
                );
            }
            column.add(&row);
            if is_first && layout.several {
                first.push(row);
            } else if let (None, Some(other)) = (column.differs, first.get(row.placed.number)) {
                let size = reach + row.placed.pose.translation.vector.amax();
                column.differs = differ(other, &row, &job.query, size).then_some(row.placed.number);
            }
        }
        output.add(&text, layout.format)
    };
    // A bar would be drawn over rows on the same terminal.
    let is_shown = arguments.out.is_some() || !std::io::stdout().is_terminal();
    let ran =
        answer((method, settings), (&job, source), is_shown, |rows| layout.text(method.id, rows), take)?;
    Ok(ran.map(|(built, threads)| {
        (column.built, column.threads) = (built, threads);
        column
    }))
}

impl MeshesArguments {
    fn query(&self) -> Query {
        match self.query {
            QueryKind::Detect => Query::Detect,
            QueryKind::Determine => Query::Determine,
            QueryKind::Distance => Query::Distance(Tolerance::default()),
            QueryKind::Within => Query::Within(self.within.unwrap_or_default()),
        }
    }

    /// Whether rows are handed on before all poses are answered. Where costs depend on the poses before, no pose is
    /// answered again before that.
    fn streams(&self, settings: &Settings) -> bool {
        self.repeat == 1 && (self.cold.is_cold() || !keeps_state(settings))
    }

    /// The most threads: by default one where times are compared.
    fn threads(&self, several: bool) -> usize {
        let is_for_times = several || self.repeat > 1 || self.cold.is_cold();
        let usual = || if is_for_times { 1 } else { available_parallelism().map_or(1, usize::from) };
        self.threads.unwrap_or_else(usual)
    }
}

fn note_normalised(reader: &Reader) {
    if let Some(Normalised { count, line, length }) = reader.normalised {
        let normalised = format!("{count} quaternions normalised to length 1");
        note(&format!("{}: {normalised}; the first, in line {line}, had {length:?}", reader.name));
    }
}

impl QueryKind {
    fn word(self) -> &'static str {
        match self {
            Self::Detect => "detect",
            Self::Determine => "determine",
            Self::Distance => "distance",
            Self::Within => "within",
        }
    }
}

/// The list of methods and their settings for `collidoscope meshes --help`.
pub fn method_list() -> String {
    help::methods(METHODS)
}

/// Reads A and B, and scales them; both share one mesh if they are the same file.
fn load(a: &Path, b: &Path, scale: f64) -> anyhow::Result<[Arc<Mesh>; 2]> {
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
        Ok(Arc::new(if scale == 1.0 { mesh } else { mesh.scaled(scale) }))
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

/// Parser for a positive number, or also 0.
fn positive(or_zero: bool) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync {
    move |text| {
        let is_right = |number: &f64| number.is_finite() && (*number > 0.0 || or_zero && *number == 0.0);
        let number = text.parse().ok().filter(is_right);
        number.ok_or_else(|| format!("expected a number {} 0", if or_zero { "from" } else { "above" }))
    }
}
