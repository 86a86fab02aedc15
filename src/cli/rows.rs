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

    /// The N values of the row. `what` tells what to write instead of another number of values.
    pub fn values<const N: usize>(&self, what: &str) -> anyhow::Result<[&'b str; N]> {
        let mut values = [""; N];
        let mut count = 0;
        for value in self.bytes.split(|byte| *byte == b',') {
            if let Some(place) = values.get_mut(count) {
                let text = std::str::from_utf8(value).ok().context("is not UTF-8; save it as UTF-8")?.trim();
                *place =
                    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).trim();
            }
            count += 1;
        }
        if count != N {
            bail!("has {}; write {what}", number_of(count, "value", "values"));
        }
        Ok(values)
    }

    /// The row as a short text in quotes.
    pub fn quoted(&self) -> String {
        quoted(&String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(1000)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_and_blank_ones_are_counted_only() {
        let text = b"1, \"2\" ,3\r\n\n 4,5,6\r7,8,9\n  \r\n10,11,12";
        let read = rows(text).map(|row| (row.line, row.values::<3>("three").unwrap()));
        let expected =
            [(1, ["1", "2", "3"]), (3, ["4", "5", "6"]), (4, ["7", "8", "9"]), (6, ["10", "11", "12"])];
        assert_eq!(read.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn another_number_of_values_is_counted_and_not_kept() {
        let commas = vec![b','; 1_000_000];
        let row = rows(&commas).next().unwrap();
        let why = row.values::<7>("seven").unwrap_err().to_string();
        assert_eq!(why, "has 1000001 values; write seven");
        assert!(row.quoted().len() < 200, "{}", row.quoted());
        assert!(rows(b"\xff,1").next().unwrap().values::<2>("two").is_err());
        assert!(rows(b" \n\r\n").next().is_none());
    }
}
