//! Values of words, read as every lab reads them: what cannot be read is refused in one line that names the word and
//! what would be right.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::lab::{LabError, MOST_PANES};
use super::playback::MOST_FRAMES;
use crate::ui::format::counted;

/// The value that was found for a word, or the line that says what would be right.
pub fn checked<T>(name: &str, value: &str, found: Option<T>, right: &str) -> Result<T, LabError> {
    found.ok_or_else(|| LabError(format!("{name}={value}: {right}")))
}

/// A number, or the line that says what would be right.
pub fn number<T: FromStr>(name: &str, value: &str, right: &str) -> Result<T, LabError> {
    checked(name, value, value.parse().ok(), right)
}

/// A whole number of a range.
pub fn whole_in<T: FromStr + PartialOrd + Display>(
    name: &str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, LabError> {
    let right = format!("it is a whole number from {} to {}", range.start(), range.end());
    checked(name, value, value.parse().ok().filter(|number| range.contains(number)), &right)
}

/// The last frame that a word or a file may name, far from where counting on would overflow.
pub const LAST_FRAME: u64 = 1 << 53;

/// Frames, and what is counted along with them, as a file names them: none is beyond [`LAST_FRAME`].
pub fn check_counts(counts: &[(&str, u64)]) -> Result<(), LabError> {
    let beyond = counts.iter().find(|(_, count)| *count > LAST_FRAME);
    let refuse =
        |(name, count): &(&str, u64)| LabError(format!("{name:?}: {count}; it is up to {LAST_FRAME}"));
    beyond.map(refuse).map_or(Ok(()), Err)
}

/// The frame that is to be shown, which is played up to from `from`: not too many frames of it.
pub fn check_frames(from: u64, to: u64) -> Result<(), LabError> {
    let right = format!("up to {MOST_FRAMES} frames are played in one go");
    checked("frame", &to.to_string(), (to.saturating_sub(from) <= MOST_FRAMES).then_some(()), &right)
}

/// The pane in front, if one is named: one of those of the methods that are named, else of those on show.
pub fn check_focus(focus: Option<usize>, named: usize, on_show: usize) -> Result<(), LabError> {
    let panes = if named > 0 { named } else { on_show };
    let Some(focus) = focus else { return Ok(()) };
    let right = format!("there {}", counted(panes, "is 1 pane", format!("are {panes} panes")));
    checked("focus", &(focus + 1).to_string(), (focus < panes).then_some(()), &right)
}

/// One of a few, by its id.
pub fn one_of<I: AsRef<str>, T>(
    name: &str,
    value: &str,
    all: impl Iterator<Item = (I, T)> + Clone,
) -> Result<T, LabError> {
    let found = all.clone().find(|(id, _)| id.as_ref() == value).map(|(_, what)| what);
    let right = || all.map(|(id, _)| id.as_ref().to_owned()).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| LabError(format!("{name}={value}: it is one of {}", right())))
}

/// Whether the first of two words is there, not the second.
pub fn switch(name: &str, value: &str, on: &str, off: &str) -> Result<bool, LabError> {
    let found = [(on, true), (off, false)].into_iter().find(|(id, _)| *id == value).map(|(_, is)| is);
    checked(name, value, found, &format!("it is {on} or {off}"))
}

/// The number of a pane, counted from 0; links count from 1.
pub fn pane(name: &str, value: &str) -> Result<usize, LabError> {
    let pane = value.parse::<usize>().ok().and_then(|pane| pane.checked_sub(1));
    let right = format!("panes are counted from 1 to {MOST_PANES}");
    checked(name, value, pane.filter(|pane| *pane < MOST_PANES), &right)
}

/// What the panes show, from left to right, separated by commas.
pub fn panes<T>(
    name: &str,
    value: &str,
    find: impl Fn(&str) -> Result<T, LabError>,
) -> Result<Vec<T>, LabError> {
    let shown = value.split(',').map(find).collect::<Result<Vec<_>, _>>()?;
    if shown.len() > MOST_PANES {
        return Err(LabError(format!("{name}={value}: there are {MOST_PANES} panes at most")));
    }
    Ok(shown)
}
