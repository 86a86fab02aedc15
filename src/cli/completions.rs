//! `collidoscope completions`: a script that completes commands, options and ids in a shell.
//!
//! The script asks the program itself, through clap_complete's engine. The parser accepts any word as an id, because
//! the commands refuse a wrong one with the nearest id and in the context of the lab; so this module gives the arguments
//! their ids as possible values.

use std::io::Write as _;
use std::ops::Deref;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command};
use clap_complete::env::{CompleteEnv, Shells};

use super::terminal::printed;
use super::window::Place;
use super::word_lists::values;
use crate::about::MethodInfo;
use crate::exhibit::Page;
use crate::experiments::EXPERIMENTS;
use crate::labs::LABS;
use crate::language::Language;
use crate::level::methods::SPLIT;
use crate::settings::{Range, Setting};
use crate::{continuous, hierarchies, lessons, level, methods};

#[derive(Args)]
pub struct CompletionsArguments {
    /// Shell that reads the script
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
}

/// The name of the program, as typed.
const PROGRAM: &str = "collidoscope";
/// The environment variable by which a script asks the program; its value names the shell.
const ASKED_BY: &str = "COLLIDOSCOPE_COMPLETE";

pub fn run(arguments: &CompletionsArguments) -> anyhow::Result<ExitCode> {
    let shells = Shells::builtins();
    let shell = shells.completer(&arguments.shell.to_string()).context("no script for this shell")?;
    let mut script = Vec::new();
    shell.write_registration(ASKED_BY, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
    let mut out = std::io::stdout();
    printed(out.write_all(&script).and_then(|()| out.flush()))?;
    Ok(ExitCode::SUCCESS)
}

/// Completes the line that a script passes on, and ends the program; returns if no script asks.
pub fn answer(command: fn() -> Command) {
    let with_ids = || {
        // The descriptions of options are in English, so those of ids are, too.
        Language::English.speak();
        with_ids(command())
    };
    CompleteEnv::with_factory(with_ids).var(ASKED_BY).complete();
}

/// The command tree with the ids as possible values.
fn with_ids(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let with_ids = |argument: Arg| match ids(&name, argument.get_id().as_str()) {
        Some(ids) => argument.value_parser(PossibleValuesParser::new(ids)),
        None => argument,
    };
    command.mut_args(with_ids).mut_subcommands(self::with_ids)
}

/// The ids that an argument of a command takes; `None` if it takes something else.
fn ids(command: &str, argument: &str) -> Option<Vec<PossibleValue>> {
    let methods = || match command {
        "query" => methods::in_process().map(Deref::deref).collect(),
        "meshes" => infos(hierarchies::methods::METHODS),
        "sweep" => infos(level::methods::METHODS),
        "ccd" => infos(continuous::methods::METHODS),
        _ => LABS.iter().flat_map(|row| (row.methods)()).collect(),
    };
    let ids = match (command, argument) {
        ("shot", "lab") => places().chain([value("lesson", "A lesson, by its name")]).collect(),
        (_, "lab") => places().collect(),
        (_, "lesson") | ("shot", "name") => {
            lessons::FILES.iter().map(|files| value(files.id(), files.title(Language::English))).collect()
        }
        (_, "method" | "panes" | "compare") => {
            methods().into_iter().map(|about| value(about.id, about.says)).collect()
        }
        (_, "preset") => {
            let presets = LABS.iter().filter_map(|row| values(row, "preset")).flatten();
            presets.map(PossibleValue::new).collect()
        }
        (_, "set") => {
            let words = if matches!(command, PROGRAM | "shot") { words_of_labs() } else { Vec::new() };
            methods().iter().flat_map(|about| about.settings).flat_map(assignments).chain(words).collect()
        }
        ("sweep", "split") => match SPLIT.setting.range {
            Range::Choice { options, .. } => options.iter().map(|(word, says)| value(word, says)).collect(),
            _ => return None,
        },
        ("bench", "experiment") => {
            let all = value("all", "Every experiment");
            EXPERIMENTS.iter().map(|e| value(e.id, e.says)).chain([all]).collect()
        }
        _ => return None,
    };
    Some(once_each(ids))
}

fn infos<M: Deref<Target = MethodInfo>>(table: &'static [M]) -> Vec<&'static MethodInfo> {
    table.iter().map(Deref::deref).collect()
}

/// Everything that `--lab` takes: labs, pages of the first lab, and LAB/PAGE.
fn places() -> impl Iterator<Item = PossibleValue> {
    let says =
        |word: &str| LABS.iter().find(|row| row.id == word).map_or("A page of the first lab", |row| row.says);
    let words = Place::words().into_iter().map(move |word| value(word, says(word)));
    let pages = LABS.iter().flat_map(|row| {
        let common = Page::COMMON.into_iter().filter(|(page, _)| *page != Page::Scene).map(|(_, word)| word);
        let own = row.pages.iter().map(|page| page.word);
        common
            .chain(own)
            .map(|word| value(&format!("{}/{word}", row.id), &format!("A page of the lab {}", row.id)))
    });
    words.chain(pages)
}

/// `NAME=VALUE` for every value of a setting, or `NAME=` if it takes numbers.
fn assignments(setting: &Setting) -> Vec<PossibleValue> {
    let assigned = |word: &str, says: &str| value(&format!("{}={word}", setting.id), says);
    match setting.range {
        Range::Choice { options, .. } => options.iter().map(|(word, says)| assigned(word, says)).collect(),
        Range::Switch { .. } => vec![assigned("on", setting.help), assigned("off", setting.help)],
        Range::Whole { .. } | Range::Real { .. } | Range::Shares { .. } | Range::Text { .. } => {
            vec![assigned("", setting.help)]
        }
    }
}

/// The parameters of the labs, like [`assignments`].
fn words_of_labs() -> Vec<PossibleValue> {
    let rows = LABS.iter().flat_map(|row| row.words.iter().map(move |word| (row, word)));
    let assigned = rows.flat_map(|(row, word)| {
        let values = values(row, word.id).unwrap_or_else(|| vec![String::new()]);
        values.into_iter().map(|text| value(&format!("{}={text}", word.id), word.says)).collect::<Vec<_>>()
    });
    assigned.collect()
}

fn value(id: &str, says: &str) -> PossibleValue {
    PossibleValue::new(id.to_owned()).help(says.to_owned())
}

/// Several labs may have a method or a parameter of the same name; the first one describes it.
fn once_each(values: Vec<PossibleValue>) -> Vec<PossibleValue> {
    let mut kept: Vec<PossibleValue> = Vec::new();
    for value in values {
        // A shell separates words by spaces.
        let is_new = !kept.iter().any(|known| known.get_name() == value.get_name());
        if is_new && !value.get_name().contains(char::is_whitespace) {
            kept.push(value);
        }
    }
    kept
}
