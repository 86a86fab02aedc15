//! The poses of a CSV file, one per line. The first line names the columns: `x,y,z,qx,qy,qz,qw` in any order, and
//! others, which are carried through to the answers. Positions are in metres; quaternions may have any length but 0.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use nalgebra::Translation3;

use super::super::cases::FARTHEST;
use super::super::rows::{Row, rows, value_of};
use super::super::shared::rotation;
use crate::files::input::{name_of, read_input};
use crate::files::reading::LARGEST_FILE;
use crate::files::text;
use crate::geometry::Pose;
use crate::names::quoted;
use crate::ui::format::number_of;

/// The required columns.
const COLUMNS: [&str; 7] = ["x", "y", "z", "qx", "qy", "qz", "qw"];

/// Maximum number of poses in a file; a pose takes 56 bytes.
pub const MOST_POSES: usize = 1_000_000;

/// The most columns of a file.
const MOST_COLUMNS: usize = 1000;

/// Quaternion lengths that differ from 1 by more than this are reported.
const UNIT: f64 = 1e-6;

/// The poses of a file, and its further columns.
#[derive(Debug, Default)]
pub struct Poses {
    /// The poses in their order.
    pub poses: Vec<Pose>,
    /// The names of the further columns.
    pub names: Vec<String>,
    /// The further cells of every pose as in the file, each behind a comma; empty if there are no further columns.
    pub carried: Vec<Box<str>>,
    /// The quaternions that were normalised.
    pub normalised: Option<Normalised>,
}

/// Reads all poses of the file, at least one. The error names the file, the line and the remedy.
pub fn read(path: &Path) -> anyhow::Result<Poses> {
    let name = name_of(path);
    let bytes = read_input(path, LARGEST_FILE).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    let text = text::decoded(&bytes).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    parse(text.as_bytes(), MOST_POSES).with_context(|| name.display().to_string())
}

/// Quaternions that had to be normalised: their number, and line and length of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normalised {
    /// Number of quaternions.
    pub count: usize,
    /// Line of the first one, from 1.
    pub line: usize,
    /// Length of the first one as written.
    pub length: f64,
}

/// The poses of a file with these bytes, at most `most`; an error names the line.
pub fn parse(bytes: &[u8], most: usize) -> anyhow::Result<Poses> {
    let mut rows = rows(bytes);
    let header =
        rows.next().with_context(|| format!("it is blank; its first line must be {}", COLUMNS.join(",")))?;
    let names = header.cells().map(value_of).collect::<Result<Vec<_>, _>>();
    let names = names.with_context(|| header.place())?;
    let place = |column: &str| names.iter().position(|name| *name == column);
    if COLUMNS.iter().any(|column| place(column).is_none()) {
        let columns = COLUMNS.join(",");
        let (at, is) = (header.place(), header.quoted());
        bail!("{at} is {is}; it must be {columns}, in any order and with any others");
    }
    if names.len() > MOST_COLUMNS {
        bail!("{}: more than {MOST_COLUMNS} columns; remove some", header.place());
    }
    if let Some(twice) = (0..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        bail!("{}: two columns are called {}; rename one", header.place(), quoted(names[twice]));
    }
    let further = names.iter().filter(|name| !COLUMNS.contains(name));
    let mut read =
        Poses { names: further.map(|name| name.replace("\"\"", "\"")).collect(), ..Poses::default() };
    for row in rows {
        if read.poses.len() == most {
            bail!("{}: more than {most} poses; split the file", row.place());
        }
        let (pose, length, further) = pose(&row, &names).with_context(|| row.place())?;
        if (length - 1.0).abs() > UNIT {
            let first = Normalised { count: 0, line: row.line, length };
            read.normalised.get_or_insert(first).count += 1;
        }
        read.poses.push(pose);
        if !read.names.is_empty() {
            read.carried.push(further.into());
        }
    }
    if read.poses.is_empty() {
        bail!("it has no poses; write one in every line after the first");
    }
    Ok(read)
}

/// Parses a line into its pose, the length of its quaternion, and its further cells.
fn pose(row: &Row, names: &[&str]) -> anyhow::Result<(Pose, f64, String)> {
    let count = row.cells().count();
    if count != names.len() {
        bail!("has {}; write {}", number_of(count, "value", "values"), names.join(","));
    }
    let (mut numbers, mut further) = ([0.0; COLUMNS.len()], String::new());
    for (cell, name) in row.cells().zip(names) {
        let text = value_of(cell)?;
        let Some(column) = COLUMNS.iter().position(|column| column == name) else {
            further.push(',');
            further.push_str(std::str::from_utf8(cell)?);
            continue;
        };
        numbers[column] = text.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| {
            anyhow!("{name} is {}, which is not a finite number; write one such as 0.25", quoted(text))
        })?;
    }
    let [x, y, z, turn @ ..] = numbers;
    if let Some(far) = [x, y, z].into_iter().find(|c| c.abs() > FARTHEST) {
        bail!("{far:e} m is too far away: coordinates must lie within ±{FARTHEST:e} m");
    }
    let (turned, length) = rotation(turn)
        .context("the quaternion has length 0, which is not a rotation; write 0,0,0,1 for no rotation")?;
    Ok((Pose::from_parts(Translation3::new(x, y, z), turned), length, further))
}

impl Poses {
    /// Refuses a further column with the name of a column of the answers.
    pub fn check_names(&self, taken: &[&str]) -> anyhow::Result<()> {
        match self.names.iter().find(|name| taken.contains(&name.as_str())) {
            Some(name) => bail!("its column {} is also one of the answers; rename it", quoted(name)),
            None => Ok(()),
        }
    }
}
