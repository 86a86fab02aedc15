//! A folder of queries, such as the public data set of Wang and others (2021): a table with a row per family, kind of
//! features and method. The data set has a folder per family, with the folders `edge-edge` and `vertex-face`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::super::shared::reading;
use super::super::terminal::print;
use super::arguments::{CcdArguments, Features, KINDS, is_broken, kind_by_name, status};
use super::queries;
use super::timed::{answer, exact_times};
use crate::continuous::Kind;
use crate::continuous::methods::Method;
use crate::files;
use crate::ui::format::aligned;

/// Maximum depth of folders below the given one; links may form loops.
const DEEPEST: usize = 8;
/// Maximum number of files.
const MOST_FILES: usize = 100_000;

/// The columns of the table, as in the file of `--out`.
const COLUMNS: [&str; 9] =
    ["family", "kind", "method", "queries", "contacts", "missed", "false_hits", "late", "mean_ns"];

/// The sums over the files of a family, for one kind of features and one method.
#[derive(Default)]
struct Sums {
    queries: usize,
    contacts: usize,
    missed: usize,
    false_hits: usize,
    late: usize,
    time: Duration,
}

/// A file of queries.
struct File {
    path: PathBuf,
    family: String,
    kind: Kind,
}

/// Runs the methods on all files of the folder and prints the table.
pub fn run(arguments: &CcdArguments, chosen: &[&'static Method]) -> anyhow::Result<ExitCode> {
    let top = &arguments.queries;
    let files = files_of(top, arguments.kind.map(Features::kind))?;
    let paths: Vec<_> = files.iter().map(|file| &file.path).collect();
    files::check_outputs(arguments.out.as_slice(), &paths)?;
    // Ordered by family, then by kind in the order of `KINDS`, then by method as chosen.
    let mut table: BTreeMap<(String, usize, usize), Sums> = BTreeMap::new();
    for File { path, family, kind } in files {
        let given = reading(&path, || queries::read(&path, kind))?;
        let exact = exact_times(&given);
        let row = KINDS.iter().position(|(known, _)| *known == kind).unwrap_or(0);
        for (order, method) in chosen.iter().enumerate() {
            let column = answer(method, &given, &arguments.cold);
            let sums = table.entry((family.clone(), row, order)).or_default();
            sums.queries += given.len();
            sums.contacts += given.iter().filter(|given| given.touches).count();
            sums.missed += column.missed(&given);
            sums.false_hits += column.false_hits(&given);
            sums.late += column.late(&exact).0;
            sums.time += column.total;
        }
    }
    let rows = table.iter().map(|((family, kind, order), sums)| {
        let mean = sums.time.as_nanos() as f64 / sums.queries.max(1) as f64;
        [
            family.clone(),
            KINDS[*kind].1.to_owned(),
            chosen[*order].id.to_owned(),
            sums.queries.to_string(),
            sums.contacts.to_string(),
            sums.missed.to_string(),
            sums.false_hits.to_string(),
            sums.late.to_string(),
            format!("{mean:.0}"),
        ]
    });
    let rows: Vec<_> = std::iter::once(COLUMNS.map(str::to_owned)).chain(rows).collect();
    if let Some(out) = &arguments.out {
        let mut writer = csv::Writer::from_writer(Vec::new());
        rows.iter().try_for_each(|row| writer.write_record(row))?;
        files::write_whole(out, &writer.into_inner()?)?;
    }
    print(&format!("{}times {}\n", aligned(&rows), arguments.cold.caption()))?;
    let broken = table.iter().any(|((.., order), sums)| is_broken(chosen[*order], sums.missed));
    let differ = arguments.check && table.values().any(|sums| sums.missed + sums.false_hits > 0);
    Ok(if differ && !broken { ExitCode::from(1) } else { status(broken) })
}

/// All CSV files below the folder, in the order of their names; with `only`, those of this kind.
fn files_of(top: &Path, only: Option<Kind>) -> anyhow::Result<Vec<File>> {
    let mut paths = Vec::new();
    add(top, 0, &mut paths)?;
    paths.sort();
    // A folder given as `.` has a name only in its absolute form.
    let absolute = fs::canonicalize(top).with_context(|| format!("{}: is not readable", top.display()))?;
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        let below = path.strip_prefix(top).unwrap_or(&path);
        let named = kind_by_name(&absolute.join(below));
        let (kind, family) = match (named, only) {
            (Some(named), _) => named,
            (None, Some(kind)) => (kind, absolute.join(below.parent().unwrap_or(below))),
            (None, None) => bail!(
                "{}: neither its name nor its folders tell the kind of features; name a folder edge-edge or vertex-face, or give --kind",
                path.display()
            ),
        };
        if only.is_none_or(|only| only == kind) {
            let within = family.strip_prefix(&absolute).ok().filter(|name| !name.as_os_str().is_empty());
            let name = within.unwrap_or(Path::new(family.file_name().unwrap_or_default()));
            files.push(File { path, family: name.display().to_string(), kind });
        }
    }
    if files.is_empty() {
        bail!("{}: has no queries; name a folder with files such as family/edge-edge/0.csv", top.display());
    }
    Ok(files)
}

/// Adds the CSV files of a folder and of those below.
fn add(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let unreadable = || format!("{}: is not readable; check its permissions", folder.display());
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        if path.is_dir() {
            if depth < DEEPEST {
                add(&path, depth + 1, paths)?;
            }
        } else if is_csv {
            paths.push(path);
        }
        if paths.len() > MOST_FILES {
            bail!("{}: more than {MOST_FILES} files; name a folder below it", folder.display());
        }
    }
    Ok(())
}
