//! Tables of passes in files: a name that ends in `.passes` stands wherever a method's id does.

use std::path::Path;

use anyhow::bail;

use crate::image_space::own::settings::TABLE;
use crate::labs::arena::panels::pass_editor::read_table;
use crate::methods::OWN_PASSES;
use crate::settings::in_one_word;

/// Ending of the files.
const ENDING: &str = ".passes";

/// Methods by id, with the tables of those that were named by a file.
#[derive(Debug, Default, PartialEq)]
pub struct Named {
    /// The ids, in the given order.
    pub ids: Vec<String>,
    /// For each method that stands for a file: its id, and the file's text as one word.
    pub tables: Vec<(&'static str, String)>,
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
                named.tables.push((id, in_one_word(&table.to_string())));
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
