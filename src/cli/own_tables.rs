//! Tables of passes in files: a name that ends in `.passes` stands wherever a method's id does.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::image_space::own::settings::TABLE;
use crate::labs::arena::pages::PASS_TABLE;
use crate::labs::arena::panels::pass_editor::read_table;
use crate::methods::OWN_PASSES;
use crate::settings::in_one_word;

/// The page that edits a table.
pub const PAGE: &str = PASS_TABLE;

/// Ending of the files.
const ENDING: &str = ".passes";

/// Methods by id, with the tables of those that were named by a file.
#[derive(Debug, Default, PartialEq)]
pub struct Named {
    /// The ids, in the given order.
    pub ids: Vec<String>,
    /// The tables of the methods that stand for files.
    pub tables: Vec<Table>,
}

/// A table from a file.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// Id of the method that runs it.
    pub id: &'static str,
    /// Its text as one word.
    pub word: String,
    /// Its file.
    pub path: PathBuf,
}

impl Table {
    /// The parameter that holds the table.
    pub fn parameter(&self) -> String {
        parameter(self.id)
    }
}

/// Replaces every file by a method that runs its table: the first by `own-passes`, another by `own-passes-2`. Ids that
/// are given as such are not used for files.
pub fn read_files<'a>(names: impl Iterator<Item = &'a str> + Clone) -> anyhow::Result<Named> {
    let is_file = |name: &&str| name.to_ascii_lowercase().ends_with(ENDING);
    let given: Vec<&str> = names.clone().filter(|name| !is_file(name)).collect();
    let mut free = OWN_PASSES.into_iter().filter(|id| !given.contains(id));
    let mut named = Named::default();
    let mut files: Vec<(&str, &'static str)> = Vec::new();
    for name in names {
        if !is_file(&name) {
            named.ids.push(name.to_owned());
            continue;
        }
        let id = match files.iter().find(|(known, _)| *known == name) {
            Some((_, id)) => *id,
            None => {
                let Some(id) = free.next() else {
                    bail!("{name}: {} tables of passes can be compared; leave one out", OWN_PASSES.len());
                };
                let table = read_table(Path::new(name)).map_err(anyhow::Error::msg)?;
                let (word, path) = (in_one_word(&table.to_string()), PathBuf::from(name));
                named.tables.push(Table { id, word, path });
                files.push((name, id));
                id
            }
        };
        named.ids.push(id.to_owned());
    }
    Ok(named)
}

/// The parameter that holds the table of a method.
pub fn parameter(id: &str) -> String {
    format!("{id}.{}", TABLE.id)
}
