//! Oddities of files and what the readers do with them, from the tables that the tests hold.

use super::text::item;
use crate::program::file_oddities;

/// The oddities of text, as a table with a column per format.
pub fn of_text() -> String {
    file_oddities::text_table()
}

/// The oddities of mesh files, as a list per format.
pub fn of_meshes() -> String {
    let group = |(heading, rows): (&str, Vec<(&str, String)>)| {
        let rows: String =
            rows.iter().map(|(oddity, result)| item(&format!("{oddity}: {result}."))).collect();
        format!("#### {heading}\n\n{rows}")
    };
    file_oddities::groups().into_iter().map(group).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_kind_of_result_is_shown() {
    let (text, meshes) = (of_text(), of_meshes());
    for (shown, cell) in
        [(&text, "| read |"), (&text, "| refused |"), (&meshes, ": read."), (&meshes, "the note")]
    {
        assert!(shown.contains(cell), "{cell}");
    }
}
