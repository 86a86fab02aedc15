//! Parsers for parameter values, shared by all labs. An error is one line that names the parameter and the
//! valid values.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::lab::{LabError, MOST_PANES};
use super::playhead::MOST_FRAMES;
use crate::ui::format::counted;

/// Returns the parsed value `found`; if it is `None`, an error with the text `right`, which says what would
/// be valid.
pub fn checked<T>(name: &str, value: &str, found: Option<T>, right: &str) -> Result<T, LabError> {
    found.ok_or_else(|| LabError(format!("{name}={value}: {right}")))
}

/// Parses a number, or returns an error that says what would be valid.
pub fn number<T: FromStr>(name: &str, value: &str, right: &str) -> Result<T, LabError> {
    checked(name, value, value.parse().ok(), right)
}

/// Parses a whole number within a range.
pub fn whole_in<T: FromStr + PartialOrd + Display>(
    name: &str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, LabError> {
    let right = format!("expected a whole number from {} to {}", range.start(), range.end());
    checked(name, value, value.parse().ok().filter(|number| range.contains(number)), &right)
}

/// Largest frame number that a parameter or a file may name, far below the overflow of frame counters.
pub const LAST_FRAME: u64 = 1 << 53;

/// Refuses a file if one of its counters exceeds [`LAST_FRAME`]; the counters are frame numbers, or numbers
/// of about the same size.
pub fn check_counts(counts: &[(&str, u64)]) -> Result<(), LabError> {
    let beyond = counts.iter().find(|(_, count)| *count > LAST_FRAME);
    let refuse =
        |(name, count): &(&str, u64)| LabError(format!("{name:?}: {count} is greater than {LAST_FRAME}"));
    beyond.map(refuse).map_or(Ok(()), Err)
}

/// Checks that a seek from `from` to `to` simulates at most [`MOST_FRAMES`] frames.
pub fn check_frames(from: u64, to: u64) -> Result<(), LabError> {
    let right = format!("at most {MOST_FRAMES} frames can be simulated at once");
    checked("frame", &to.to_string(), (to.saturating_sub(from) <= MOST_FRAMES).then_some(()), &right)
}

/// Refuses an active pane that will not be open. `named` is the number of methods named for panes; if it is
/// 0, the panes that are open now, `on_show`, stay open.
pub fn check_focus(focus: Option<usize>, named: usize, on_show: usize) -> Result<(), LabError> {
    let panes = if named > 0 { named } else { on_show };
    let Some(focus) = focus else { return Ok(()) };
    let right = format!("there {}", counted(panes, "is 1 pane", format!("are {panes} panes")));
    checked("focus", &(focus + 1).to_string(), (focus < panes).then_some(()), &right)
}

/// Parses a value that must be one of the ids in `all`; returns what belongs to the id.
pub fn one_of<I: AsRef<str>, T>(
    name: &str,
    value: &str,
    all: impl Iterator<Item = (I, T)> + Clone,
) -> Result<T, LabError> {
    let found = all.clone().find(|(id, _)| id.as_ref() == value).map(|(_, what)| what);
    let right = || all.map(|(id, _)| id.as_ref().to_owned()).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| LabError(format!("{name}={value}: expected one of {}", right())))
}

/// Parses one of two values; returns `true` for the first.
pub fn switch(name: &str, value: &str, on: &str, off: &str) -> Result<bool, LabError> {
    let found = [(on, true), (off, false)].into_iter().find(|(id, _)| *id == value).map(|(_, is)| is);
    checked(name, value, found, &format!("expected {on} or {off}"))
}

/// Parses the number of a pane, which starts from 1 in links; returns the index, from 0.
pub fn pane(name: &str, value: &str) -> Result<usize, LabError> {
    let pane = value.parse::<usize>().ok().and_then(|pane| pane.checked_sub(1));
    let right = format!("expected a pane from 1 to {MOST_PANES}");
    checked(name, value, pane.filter(|pane| *pane < MOST_PANES), &right)
}

/// Parses the methods of the panes, from left to right, separated by commas; `find` looks each one up.
pub fn panes<T>(
    name: &str,
    value: &str,
    find: impl Fn(&str) -> Result<T, LabError>,
) -> Result<Vec<T>, LabError> {
    let shown = value.split(',').map(find).collect::<Result<Vec<_>, _>>()?;
    if shown.len() > MOST_PANES {
        return Err(LabError(format!("{name}={value}: at most {MOST_PANES} panes can be open")));
    }
    Ok(shown)
}
