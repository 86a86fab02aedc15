//! The lines of a table of numbers, as CSV: values separated by commas, one row in a line. Blank lines are skipped.
//! Values may have spaces and quotes around them.

use crate::files::text::raw_lines;
use crate::names::quoted;
use crate::ui::format::number_of;
use anyhow::{Context as _, bail};

/// A line that is not blank.
#[derive(Clone, Copy, Debug)]
pub struct Row<'b> {
    /// Its number in the file, from 1.
    pub line: usize,
    bytes: &'b [u8],
}

/// The rows of a file.
pub fn rows(bytes: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let rows = raw_lines(bytes).map(|(line, bytes)| Row { line, bytes });
    rows.filter(|row| !row.bytes.trim_ascii().is_empty())
}

impl<'b> Row<'b> {
    /// The place of the row, for errors.
    pub fn place(&self) -> String {
        format!("line {}", self.line)
    }

    /// The cells of the row as they are written, with their blanks and quotes. A cell that begins with a quote may
    /// contain commas.
    pub fn cells(&self) -> impl Iterator<Item = &'b [u8]> + use<'b> {
        let mut rest = Some(self.bytes);
        std::iter::from_fn(move || {
            let bytes = rest?;
            let is_in_quotes = bytes.trim_ascii_start().starts_with(b"\"");
            let mut is_open = false;
            let end = bytes.iter().position(|byte| {
                is_open ^= is_in_quotes && *byte == b'"';
                *byte == b',' && !is_open
            });
            rest = end.map(|end| &bytes[end + 1..]);
            Some(&bytes[..end.unwrap_or(bytes.len())])
        })
    }

    /// The N values of the row. `what` tells what to write instead of another number of values.
    pub fn values<const N: usize>(&self, what: &str) -> anyhow::Result<[&'b str; N]> {
        let mut values = [""; N];
        let mut count = 0;
        for cell in self.cells() {
            if let Some(place) = values.get_mut(count) {
                *place = value_of(cell)?;
            }
            count += 1;
        }
        if count != N {
            bail!("has {}; write {what}{}", number_of(count, "value", "values"), self.hint());
        }
        Ok(values)
    }

    /// The end of an error about the number of values.
    pub fn hint(&self) -> &'static str {
        if self.bytes.contains(&b';') { ", with commas in place of semicolons" } else { "" }
    }

    /// The row as a short text in quotes.
    pub fn quoted(&self) -> String {
        quoted(&String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(1000)]))
    }
}

/// The value of a cell, without blanks and quotes around it.
pub fn value_of(cell: &[u8]) -> anyhow::Result<&str> {
    let text = std::str::from_utf8(cell).ok().context("is not UTF-8; save it as UTF-8")?.trim();
    Ok(text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).trim())
}
