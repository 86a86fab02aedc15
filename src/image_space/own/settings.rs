//! The settings of `own-passes` and `own-passes-2`: the table as text, beside those of other image-space methods.

use super::built_in::copy_of;
use super::table::OwnTable;
use super::text;
use crate::image_space::{options, stencil};
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
