//! The poses of a CSV file, one per line. The first line names the columns: `x,y,z,qx,qy,qz,qw` in any order, and
//! others, which are carried through to the answers. Positions are in metres; quaternions may have any length but 0.
//!
//! A pipe is answered as its lines come, so that the command can stand between two programs that run.

use std::collections::VecDeque;
use std::io::{Cursor, ErrorKind, Read, empty};
use std::mem::take;
use std::path::Path;
use std::slice::Iter;

use anyhow::{Context as _, anyhow, bail};
use nalgebra::Translation3;

use super::super::cases::FARTHEST;
use super::super::rows::{Row, rows, value_of};
use super::super::shared::rotation;
use crate::files::input::{is_stream, name_of, open_stream};
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::files::text;
use crate::geometry::Pose;
use crate::names::quoted;
use crate::ui::format::number_of;

/// The required columns.
const COLUMNS: [&str; 7] = ["x", "y", "z", "qx", "qy", "qz", "qw"];

/// Maximum number of poses that are kept; each takes 80 bytes.
pub const MOST_POSES: usize = 1_000_000;

/// The most columns of a file.
const MOST_COLUMNS: usize = 1000;

/// Quaternion lengths that differ from 1 by more than this are reported.
const UNIT: f64 = 1e-6;

/// The most bytes of a line; a file with other ends of lines than line feeds is a single one.
const LONGEST_LINE: usize = LARGEST_FILE as usize;

/// Most bytes that are read at once.
const BLOCK: usize = 1 << 16;

/// A pose of the file.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its number, from 0.
    pub number: usize,
    /// B in the coordinates of A.
    pub pose: Pose,
    /// Its further cells as in the file, each behind a comma.
    pub carried: Box<str>,
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

/// A file of poses that is read as its lines are needed.
pub struct Reader {
    input: Box<dyn Read + Send>,
    /// The name of the input, for errors.
    pub name: String,
    /// The quaternions that were normalised so far.
    pub normalised: Option<Normalised>,
    columns: Vec<String>,
    most: usize,
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
    /// Numbers of complete lines and of poses.
    lines: usize,
    count: usize,
    ready: VecDeque<Placed>,
    is_over: bool,
    /// The error that follows the poses that are ready.
    failed: Option<anyhow::Error>,
}

impl Reader {
    /// Opens a file or a pipe. Errors name the file, the line and the remedy.
    pub fn open(path: &Path, most: usize) -> anyhow::Result<Self> {
        let name = name_of(path).display().to_string();
        let input = match is_stream(path) {
            true => open_stream(path),
            false => read_file(path, LARGEST_FILE).map(|bytes| Box::new(Cursor::new(bytes)) as _),
        };
        let input = input.map_err(|why| anyhow!("{name}: {why}"))?;
        Self::new(input, name, most)
    }

    /// Reads the first line. More than `most` poses are refused.
    pub fn new(input: Box<dyn Read + Send>, name: String, most: usize) -> anyhow::Result<Self> {
        let (columns, begun, ready) = (Vec::new(), Vec::new(), VecDeque::new());
        let (normalised, failed) = (None, None);
        let mut reader = Self {
            input,
            name,
            normalised,
            columns,
            most,
            begun,
            lines: 0,
            count: 0,
            ready,
            is_over: false,
            failed,
        };
        while reader.columns.is_empty() && !reader.is_over {
            reader.fill();
        }
        match reader.failed.take_if(|_| reader.columns.is_empty()) {
            Some(why) => Err(why),
            None => Ok(reader),
        }
    }

    /// The names of the further columns.
    pub fn names(&self) -> Vec<String> {
        let further = self.columns.iter().filter(|name| !COLUMNS.contains(&name.as_str()));
        further.map(|name| name.replace("\"\"", "\"")).collect()
    }

    /// The next poses, at most `most`; none at the end. Waits for one, but not for more.
    pub fn part(&mut self, most: usize) -> anyhow::Result<Vec<Placed>> {
        while self.ready.is_empty() && !self.is_over {
            self.fill();
        }
        match self.failed.take_if(|_| self.ready.is_empty()) {
            Some(why) => Err(why),
            None => Ok(self.ready.drain(..most.min(self.ready.len())).collect()),
        }
    }

    /// All poses.
    pub fn all(&mut self) -> anyhow::Result<Vec<Placed>> {
        let mut all = Vec::new();
        loop {
            let part = self.part(usize::MAX)?;
            if part.is_empty() {
                return Ok(all);
            }
            all.extend(part);
        }
    }

    fn fill(&mut self) {
        self.is_over = self.read().unwrap_or_else(|why| {
            self.failed = Some(why.context(self.name.clone()));
            true
        });
    }

    /// Reads once, and parses the lines that are now complete. Returns whether the input has ended.
    fn read(&mut self) -> anyhow::Result<bool> {
        let mut block = [0; BLOCK];
        let count = match self.input.read(&mut block) {
            Err(why) if why.kind() == ErrorKind::Interrupted => return Ok(false),
            count => count.context("cannot be read")?,
        };
        let block = &block[..count];
        let is_over = count == 0;
        let rest = block.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let (ends, begins) = block.split_at(rest);
        self.begun.extend(ends);
        let lines = if is_over || rest > 0 { take(&mut self.begun) } else { Vec::new() };
        self.begun.extend(begins);
        if self.begun.len() > LONGEST_LINE {
            bail!(
                "line {}: is longer than {LONGEST_LINE} bytes; end every pose with a line feed",
                self.lines + 1
            );
        }
        let text = text::decoded(&lines).map_err(|why| anyhow!(why))?;
        for mut row in rows(text.as_bytes()) {
            row.line += self.lines;
            self.add(&row)?;
        }
        self.lines += text::raw_lines(text.as_bytes()).count();
        if is_over {
            // A whole file may be behind it.
            self.input = Box::new(empty());
            if self.columns.is_empty() {
                bail!("it is blank; its first line must be {}", COLUMNS.join(","));
            }
            if self.count == 0 {
                bail!("it has no poses; write one in every line after the first");
            }
        }
        Ok(is_over)
    }

    fn add(&mut self, row: &Row) -> anyhow::Result<()> {
        if self.columns.is_empty() {
            self.columns = header(row)?;
            return Ok(());
        }
        if self.count == self.most {
            bail!("{}: more than {} poses; split the file", row.place(), self.most);
        }
        let (pose, length, carried) = pose(row, &self.columns).with_context(|| row.place())?;
        if (length - 1.0).abs() > UNIT {
            let first = Normalised { count: 0, line: row.line, length };
            self.normalised.get_or_insert(first).count += 1;
        }
        self.ready.push_back(Placed { number: self.count, pose, carried: carried.into() });
        self.count += 1;
        Ok(())
    }

    /// Refuses a further column with the name of a column of the answers.
    pub fn check_names(&self, taken: &[&str]) -> anyhow::Result<()> {
        match self.names().iter().find(|name| taken.contains(&name.as_str())) {
            Some(name) => bail!("its column {} is also one of the answers; rename it", quoted(name)),
            None => Ok(()),
        }
    }
}

/// The names in the first line.
fn header(row: &Row) -> anyhow::Result<Vec<String>> {
    let names = row.cells().map(|cell| value_of(cell).map(str::to_owned)).collect::<Result<Vec<_>, _>>();
    let names = names.with_context(|| row.place())?;
    let at = row.place();
    if COLUMNS.iter().any(|column| !names.iter().any(|name| name == column)) {
        let (columns, is, hint) = (COLUMNS.join(","), row.quoted(), row.hint());
        bail!("{at} is {is}; it must be {columns}, in any order and with any others{hint}");
    }
    if names.len() > MOST_COLUMNS {
        bail!("{at}: more than {MOST_COLUMNS} columns; remove some");
    }
    if let Some(twice) = (0..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        bail!("{at}: two columns are called {}; rename one", quoted(&names[twice]));
    }
    Ok(names)
}

/// Poses to answer.
pub enum Source<'a> {
    /// Poses as they are read.
    Read(&'a mut Reader),
    /// Poses that have been read.
    Kept(Iter<'a, Placed>),
}

impl Source<'_> {
    /// The next poses, at most `most`; none at the end.
    pub fn part(&mut self, most: usize) -> anyhow::Result<Vec<Placed>> {
        match self {
            Self::Read(reader) => reader.part(most),
            Self::Kept(rest) => Ok(rest.by_ref().take(most).cloned().collect()),
        }
    }

    /// The number of poses, if it is known.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Read(_) => None,
            Self::Kept(rest) => Some(rest.len()),
        }
    }
}

/// Parses a line into its pose, the length of its quaternion, and its further cells.
fn pose(row: &Row, names: &[String]) -> anyhow::Result<(Pose, f64, String)> {
    let count = row.cells().count();
    if count != names.len() {
        bail!("has {}; write {}{}", number_of(count, "value", "values"), names.join(","), row.hint());
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
