//! The common result of all format readers, and what they share.

use crate::geometry::Point;

/// Vertices (metres) and triangles (indices into them) as in the file, not yet welded.
#[derive(Debug, Default)]
pub(super) struct Soup {
    pub(super) vertices: Vec<Point>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The number that the file's faces give the first vertex; `None` for formats without vertex numbers.
    pub(super) first_number: Option<u32>,
    /// Notes on parts of the file that are skipped or were read against its own declaration.
    pub(super) notes: Vec<String>,
}

/// Suggested remedy for errors of an exporter or a transfer.
pub const MEND: &str = "export it again";

/// A number of a text format, which must be finite.
pub(super) fn number(word: &str) -> Result<f64, String> {
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Err(_) if word.contains(',') && is_number(&word.replacen(',', ".", 1)) => {
            Err(format!("\"{word}\" has a decimal comma; export the file with decimal points"))
        }
        Err(_) if is_number(&word.replacen(['d', 'D'], "e", 1)) => {
            Err(format!("\"{word}\" has an exponent of Fortran; write it with E"))
        }
        _ => Err(format!("\"{word}\" is not a finite number; write it as 1.5 or 2e-3")),
    }
}

/// Statements of a text file that a note counts: their number, and the line of the first.
#[derive(Debug, Default)]
pub(super) struct Counted {
    count: usize,
    line: usize,
}

impl Counted {
    pub(super) fn add(&mut self, line: usize) {
        if self.count == 0 {
            self.line = line;
        }
        self.count += 1;
    }

    /// A note such as "curves skipped: 3, the first in line 7"; `None` if there are none.
    pub(super) fn note(&self, what: &str) -> Option<String> {
        let Self { count, line } = self;
        (*count > 0).then(|| format!("{what}: {count}, the first in line {line}"))
    }
}
