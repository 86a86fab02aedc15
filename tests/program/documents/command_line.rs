//! Lists of commands with their arguments, of labs with their pages and files, and of lessons.

use clap::{Arg, Command};
use collidoscope::cli;
use collidoscope::exhibit::Page;
use collidoscope::labs::LABS;
use collidoscope::language::Language;
use collidoscope::lessons::{FILES, Group};
use collidoscope::level::map::no_walls::{CLASSES, Row, TEXTURES};

use super::text::{ids, item, paragraph, sentence};

/// The program without a command, then every command: how it is called, and its arguments.
pub fn commands() -> String {
    let mut root = cli::command();
    root.build();
    let names: Vec<String> = root.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut sections = vec![section(&mut root, true)];
    for name in names.iter().filter(|name| *name != "help") {
        sections.extend(root.find_subcommand_mut(name).map(|command| section(command, false)));
    }
    sections.join("\n")
}

fn section(command: &mut Command, is_root: bool) -> String {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let shown = |argument: &&Arg| {
        let of_all = ["help", "version", "language"].contains(&argument.get_id().as_str());
        !argument.is_hide_set() && (is_root || !of_all)
    };
    let arguments: String = command.get_arguments().filter(shown).map(argument).collect();
    let arguments = if arguments.is_empty() { String::new() } else { format!("\n{arguments}") };
    format!("### `{name}`\n\n{}\n```text\n{usage}\n```\n{arguments}", paragraph(&sentence(&about)))
}

/// How an argument is written, what it does, its values and its value at first.
fn argument(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("{short}`{argument}`: {}", sentence(&help));
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        if !values.is_empty() {
            let values: Vec<_> = values.iter().map(|value| value.get_name().to_owned()).collect();
            text += &format!(" Values: {}.", ids(&values));
        }
        let first = argument.get_default_values().iter().map(|value| value.to_string_lossy());
        let first: Vec<_> = first.collect();
        if !first.is_empty() {
            text += &format!(" By default {}.", ids(&first));
        }
    }
    item(&text)
}

/// The labs with their pages.
pub fn labs() -> String {
    let rows = LABS.iter().map(|lab| {
        let common = Page::COMMON.into_iter().map(|(_, word)| word);
        let pages: Vec<_> = common.chain(lab.pages.iter().map(|page| page.word)).collect();
        let says = sentence(lab.says);
        item(&format!("**`{}`**, {}: {says} Pages: {}.", lab.id, lab.title, ids(&pages)))
    });
    rows.collect()
}

/// The labs with the files that they take.
pub fn files_of_labs() -> String {
    let rows = LABS.iter().filter_map(|lab| Some((lab, lab.takes?)));
    let rows = rows.map(|(lab, takes)| {
        let endings: Vec<_> = takes.endings.iter().map(|ending| format!(".{ending}")).collect();
        item(&format!("**`{}`**: {}; {}.", lab.id, takes.says, ids(&endings)))
    });
    rows.collect()
}

/// The course: a heading per part, and its lessons.
pub fn lessons() -> String {
    let parts = Group::ALL.into_iter().map(|part| {
        let rows = FILES
            .iter()
            .filter(|files| files.group == part)
            .map(|files| item(&format!("`{}`: {}", files.id(), files.title(Language::English))));
        format!("### {}\n\n{}", part.title(), rows.collect::<String>())
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// The classes and textures of a `.map` file that are no walls.
pub fn no_walls() -> String {
    let list = |heading: &str, rows: &[Row]| {
        let row = |row: &Row| item(&format!("{}: {} ({})", row.names.listed(), row.thing, row.source));
        format!("{heading}\n\n{}", rows.iter().map(row).collect::<String>())
    };
    let classes = list("Brushes of entities of these classes are left out:", CLASSES);
    format!(
        "{classes}\n{}",
        list("A brush is left out if all its faces have one of these textures:", TEXTURES)
    )
}
