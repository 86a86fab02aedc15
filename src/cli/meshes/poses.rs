//! The poses of a CSV file: `x,y,z,qx,qy,qz,qw` in the first line, then one pose per line. Positions are in
//! metres; quaternions may have any length but 0.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use nalgebra::Translation3;

use super::super::cases::FARTHEST;
use super::super::rows::{Row, rows};
use super::super::shared::rotation;
use super::super::terminal::note;
use crate::files::input::{name_of, read_input};
use crate::files::reading::LARGEST_FILE;
use crate::files::text;
use crate::geometry::Pose;
use crate::names::quoted;

/// The required header line.
const COLUMNS: [&str; 7] = ["x", "y", "z", "qx", "qy", "qz", "qw"];

/// Maximum number of poses in a file; a pose takes about 400 bytes with its answer.
pub const MOST_POSES: usize = 1_000_000;

/// Quaternion lengths that differ from 1 by more than this are reported.
const UNIT: f64 = 1e-6;

/// Reads all poses of the file, at least one. The error names the file, the line and the remedy.
pub fn read(path: &Path) -> anyhow::Result<Vec<Pose>> {
    let name = name_of(path);
    let bytes = read_input(path, LARGEST_FILE).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    let text = text::decoded(&bytes).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    let (poses, normalised) =
        parse(text.as_bytes(), MOST_POSES).with_context(|| name.display().to_string())?;
    if let Some(Normalised { count, line, length }) = normalised {
        note(&format!(
            "{}: {count} quaternions normalised to length 1; the first, in line {line}, had {length:?}",
            name.display()
        ));
    }
    Ok(poses)
}

/// Quaternions that had to be normalised: their number, and line and length of the first.
#[derive(Debug, PartialEq)]
pub struct Normalised {
    /// Number of quaternions.
    pub count: usize,
    /// Line of the first one, from 1.
    pub line: usize,
    /// Length of the first one as written.
    pub length: f64,
}

/// The poses of a file with these bytes, at most `most`, and the rotations that were normalised; an error names the
/// line.
pub fn parse(bytes: &[u8], most: usize) -> anyhow::Result<(Vec<Pose>, Option<Normalised>)> {
    let mut rows = rows(bytes);
    let header =
        rows.next().with_context(|| format!("it is blank; its first line must be {}", COLUMNS.join(",")))?;
    if header.values("").ok() != Some(COLUMNS) {
        bail!("{} is {}; it must be {}", header.place(), header.quoted(), COLUMNS.join(","));
    }
    let (mut poses, mut normalised, mut count) = (Vec::new(), None, 0);
    for row in rows {
        if poses.len() == most {
            bail!("{}: more than {most} poses; split the file", row.place());
        }
        let (pose, length) = pose(&row).with_context(|| row.place())?;
        if (length - 1.0).abs() > UNIT {
            normalised.get_or_insert((row.line, length));
            count += 1;
        }
        poses.push(pose);
    }
    if poses.is_empty() {
        bail!("it has no poses; write one in every line after the first");
    }
    Ok((poses, normalised.map(|(line, length)| Normalised { count, line, length })))
}

/// Parses a line into its pose and the length of its quaternion.
fn pose(row: &Row) -> anyhow::Result<(Pose, f64)> {
    let values: [&str; COLUMNS.len()] = row.values(&COLUMNS.join(","))?;
    let mut numbers = [0.0; COLUMNS.len()];
    for ((number, text), column) in numbers.iter_mut().zip(values).zip(COLUMNS) {
        *number = text.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| {
            anyhow!("{column} is {}, which is not a finite number; write one such as 0.25", quoted(text))
        })?;
    }
    let [x, y, z, turn @ ..] = numbers;
    if let Some(far) = [x, y, z].into_iter().find(|c| c.abs() > FARTHEST) {
        bail!("{far:e} m is too far away: coordinates must lie within ±{FARTHEST:e} m");
    }
    let (turned, length) = rotation(turn)
        .context("the quaternion has length 0, which is not a rotation; write 0,0,0,1 for no rotation")?;
    Ok((Pose::from_parts(Translation3::new(x, y, z), turned), length))
}
