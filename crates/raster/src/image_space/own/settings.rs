//! The settings of `own-passes` and `own-passes-2`: the table as text, beside those of other image-space methods; and
//! the tables of built-in methods by the ids of their methods, to copy and to compare with.

use super::table::{OwnTable, core};
use super::text;
use super::words::quoted;
use crate::image_space::pass::PassProgram;
use crate::image_space::{
    conservative, depth_lists, depth_readback, edge_winding, occlusion_query, options, parity_slice, recode,
    stencil, winding,
};
use crate::names::there_are;
use crate::settings::{Range, Setting, Settings, TextKind};

/// Settings of the methods whose table a user writes.
pub const OWN_PASSES: &[Setting] = &[
    TABLE,
    options::RESOLUTION,
    options::AXIS.setting,
    options::SCHEDULE_IN_TURN,
    options::CULLING.setting,
    options::VIEW_VOLUME.setting,
    options::READBACK.setting,
];

/// The table in the beginning.
const DEFAULT: &str = "stencil";

/// The table: its text, or the id of a built-in method whose table it copies.
pub const TABLE: Setting = Setting {
    id: "table",
    label: "Rows",
    help: "Table of passes as text, or the id of an image-space method whose table is copied.",
    unit: "",
    range: Range::Text {
        default: DEFAULT,
        kind: TextKind {
            what: "a table of passes",
            check: |text| of_text(text).map(drop),
            brief: |text| of_text(text).map_or_else(|_| String::new(), |table| brief(&table)),
        },
    },
};

/// The table of these settings.
pub fn table(settings: &Settings) -> OwnTable {
    // The setting was checked when it was set, so its text is a table.
    let table = settings.text(TABLE.id).and_then(|text| of_text(text).ok());
    table.unwrap_or_else(|| OwnTable::of_program(DEFAULT, &stencil::CORRECTED))
}

/// The table of a setting's value: a text, or a copy of a built-in table. A value of one word is an id. The error is
/// one line.
pub fn of_text(value: &str) -> Result<OwnTable, String> {
    let value = value.trim();
    let is_id = !value.is_empty() && !value.contains(char::is_whitespace) && !value.contains('#');
    if is_id { copy_of(value) } else { text::read(value).map_err(|error| error.to_string()) }
}

/// A table in a few characters, for column headings and captions: its name without spaces, and eight digits
/// that differ for other rows.
pub fn brief(table: &OwnTable) -> String {
    let name = if table.name.is_empty() { "table" } else { &table.name };
    format!("{}#{:08x}", name.replace(char::is_whitespace, "-"), fingerprint(table))
}

/// A number that tables with other cells have differently, the same on every machine: FNV-1a over the text.
pub fn fingerprint(table: &OwnTable) -> u32 {
    let plain = OwnTable { comments: Vec::new(), ..table.clone() };
    plain
        .to_string()
        .bytes()
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Every method with one table, by its id. A test compares the list with the table of methods.
pub const BUILT_IN: [(&str, &PassProgram); 12] = [
    ("occlusion-query", &occlusion_query::PROGRAM),
    ("occlusion-boolean", &occlusion_query::BOOLEAN),
    ("depth-readback", &depth_readback::PROGRAM),
    ("occlusion-conservative", &conservative::FAT),
    ("recode", &recode::PROGRAM),
    ("stencil", &stencil::CORRECTED),
    ("stencil-as-published", &stencil::PUBLISHED),
    ("parity-slice", &parity_slice::PROGRAM),
    ("depth-lists", &depth_lists::PROGRAM),
    ("winding", &winding::PROGRAM),
    ("winding-as-published", &winding::PUBLISHED),
    ("edge-winding", &edge_winding::PROGRAM),
];

/// A copy of a built-in table, named after its method; the error lists the ids.
pub fn copy_of(id: &str) -> Result<OwnTable, String> {
    match BUILT_IN.iter().find(|(known, _)| *known == id) {
        Some((_, program)) => Ok(OwnTable::of_program(id, program)),
        None => {
            let ids: Vec<_> = BUILT_IN.iter().map(|(id, _)| *id).collect();
            let file = if id.ends_with(".passes") { "; a file is named by --method FILE.passes" } else { "" };
            Err(format!("no table is called {}; {}{file}", quoted(id), there_are(id, &ids)))
        }
    }
}

/// The id of the built-in method whose table gives the same verdicts, because it has the same rows.
pub fn same_as(program: &PassProgram) -> Option<&'static str> {
    let own = core(program);
    BUILT_IN.iter().find(|(_, known)| core(known) == own).map(|(id, _)| *id)
}
