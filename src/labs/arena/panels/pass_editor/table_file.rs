//! A table's file: its kind, reading it, and its state when it was last read or written.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::files::reading::read_text;
use crate::files::{self, modified};
use crate::image_space::own::table::OwnTable;
use crate::image_space::own::text::{MOST_BYTES, TextError, read, read_cells};
use crate::labs::reading::Reading;
use crate::ui::requests::DocumentKind;

/// Tables of passes as documents.
pub const KIND: DocumentKind =
    DocumentKind { opens: "Open a table of passes", saves: "Save the table of passes", ending: "passes" };

/// The file of a table.
pub struct TableFile {
    /// The absolute path.
    pub path: PathBuf,
    /// The table that the file held when it was last read or written.
    pub saved: OwnTable,
    /// The file's modification time then.
    pub written: Option<SystemTime>,
    /// Time of the last look at the file, in seconds of egui's clock.
    pub looked: f64,
    /// The file while it is read again.
    pub reading: Option<Reading<ReadTable>>,
    /// The table that another program has written, while the edited table has changes that the file lacks.
    pub theirs: Option<OwnTable>,
    /// Why the file could not be read again, in one line.
    pub trouble: Option<String>,
}

/// A table from a file, and the file's modification time before it was read.
pub type ReadTable = (OwnTable, Option<SystemTime>);

/// Reads a table that runs. A table without a name gets that of the file. The error is one line that names the file.
pub fn read_table(path: &Path) -> Result<OwnTable, String> {
    read_by(path, read)
}

fn read_by(path: &Path, read: fn(&str) -> Result<OwnTable, TextError>) -> Result<OwnTable, String> {
    let shown = path.display().to_string();
    let text = read_text(path, MOST_BYTES as u64).map_err(|why| format!("{shown}: {why}"))?;
    let table = read(&text).map_err(|error| error.in_file(&shown))?;
    if table.name.is_empty() {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let named = OwnTable { name: stem, ..table.clone() };
        // A name that no table may have is left out.
        return Ok(if named.faults() == table.faults() { named } else { table });
    }
    Ok(table)
}

/// Starts reading a table that runs from a file.
pub fn begin(path: PathBuf) -> Reading<ReadTable> {
    begin_by(path, read)
}

/// Starts reading a table from a file; it may have faults, as one that is saved before it is finished.
pub fn begin_unfinished(path: PathBuf) -> Reading<ReadTable> {
    begin_by(path, |text| read_cells(text).map(|(table, _)| table))
}

fn begin_by(path: PathBuf, read: fn(&str) -> Result<OwnTable, TextError>) -> Reading<ReadTable> {
    Reading::begin(path, move |path, _| {
        let written = modified(path);
        read_by(path, read).map(|table| (table, written))
    })
}

impl TableFile {
    /// A file that was read or written just now.
    pub fn now(path: &Path, saved: OwnTable) -> Self {
        let path = files::absolute(path);
        let written = modified(&path);
        Self { path, saved, written, looked: 0.0, reading: None, theirs: None, trouble: None }
    }

    /// The file's name without its folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }
}
