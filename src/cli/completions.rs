//! `collidoscope completions`: a script that completes commands, options and ids in a shell.
//!
//! clap_complete writes the script from the declaration of the command line. The parser itself accepts any word as an
//! id, because the commands refuse a wrong one with the nearest id and in the context of the lab. So this module first
//! gives the arguments their ids as possible values. Then it mends what clap_complete gets wrong in a shell.

use std::io::Write as _;
use std::ops::Deref;
use std::process::ExitCode;

use anyhow::ensure;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command};
use clap_complete::Shell;

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
    shell: Shell,
}

/// The name of the program, as typed.
const PROGRAM: &str = "collidoscope";

/// bash splits words at `=`, and clap_complete completes a list as one word. This function, which replaces the one
/// before, completes the last member of a list, and the value after a `=`.
const BASH: &str = r#"
_collidoscope_words() {
    local typed="${COMP_LINE:0:COMP_POINT}" before="" option head="" reply
    typed="${typed##*[[:space:]]}"
    before="${COMP_LINE:0:COMP_POINT - ${#typed}}"
    before="${before%"${before##*[![:space:]]}"}"
    option="${before##*[[:space:]]}"
    if [[ $typed == --*=* ]]; then
        option="${typed%%=*}" typed="${typed#*=}"
    fi
    case "$option" in
        --method | --panes)
            if [[ $typed == *,* ]]; then
                head="${typed%,*},"
            fi
            ;;
    esac
    _collidoscope "$1" "${typed#"$head"}" "$option"
    # What stands before the last "=" is not replaced.
    local kept=""
    if [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]]; then
        kept="${typed%=*}="
    fi
    local replies=()
    for reply in "${COMPREPLY[@]}"; do
        reply="$head$reply"
        replies+=("${reply#"$kept"}")
    done
    COMPREPLY=("${replies[@]}")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
    return 0
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _collidoscope_words -o nosort -o bashdefault -o default collidoscope
else
    complete -F _collidoscope_words -o bashdefault -o default collidoscope
fi
"#;

pub fn run(arguments: &CompletionsArguments, command: fn() -> Command) -> anyhow::Result<ExitCode> {
    // The descriptions of options are in English, so those of ids are, too.
    Language::English.speak();
    let script = script(arguments.shell, command())?;
    let mut out = std::io::stdout();
    printed(out.write_all(script.as_bytes()).and_then(|()| out.flush()))?;
    Ok(ExitCode::SUCCESS)
}

fn script(shell: Shell, command: Command) -> anyhow::Result<String> {
    let mut command = with_ids(command);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, PROGRAM, &mut script);
    let script = without_hidden(shell, &command, String::from_utf8(script)?);
    match shell {
        Shell::Bash => Ok(script + BASH),
        Shell::Fish => in_fish(&script, &command),
        Shell::Zsh => in_zsh(&script),
        _ => Ok(script),
    }
}

/// The script without the hidden options of the program, which clap_complete offers like the others.
fn without_hidden(shell: Shell, command: &Command, script: String) -> String {
    let hidden = command.get_arguments().filter(|argument| argument.is_hide_set()).filter_map(Arg::get_long);
    hidden.fold(script, |script, name| match shell {
        Shell::Bash => script.replace(&format!(" --{name} "), " "),
        Shell::Fish => without_lines(&script, &format!(" -l {name} ")),
        Shell::Zsh => without_lines(&script, &format!("--{name}=[")),
        _ => without_lines(&script, &format!("--{name}")),
    })
}

fn without_lines(script: &str, part: &str) -> String {
    script.split_inclusive('\n').filter(|line| !line.contains(part)).collect()
}

/// For fish, clap_complete completes no value of an option before a command, because its script parses the line without
/// the value and fails. It completes no argument without a dash either.
fn in_fish(script: &str, command: &Command) -> anyhow::Result<String> {
    let parsed = "    argparse -s (__fish_collidoscope_global_optspecs) -- $cmd 2>/dev/null\n";
    let with_value = "    or argparse -s (__fish_collidoscope_global_optspecs) -- $cmd '' 2>/dev/null\n";
    let mut script = replaced(script, parsed, &format!("{parsed}{with_value}"))?;
    for command in command.get_subcommands() {
        let words = command.get_positionals().flat_map(Arg::get_possible_values);
        let lines = words.map(|word| {
            let says = word.get_help().map(ToString::to_string).unwrap_or_default().replace('\'', "\\'");
            format!("{}\\t'{says}'", word.get_name())
        });
        let lines = lines.collect::<Vec<_>>().join("\n").replace('"', "\\\"");
        if !lines.is_empty() {
            let in_command = format!("__fish_collidoscope_using_subcommand {}", command.get_name());
            script += &format!("complete -c {PROGRAM} -n \"{in_command}\" -f -a \"{lines}\"\n");
        }
    }
    Ok(script)
}

/// For zsh, clap_complete expects the optional FILE before every command, so that nothing after a command is completed.
/// Here FILE takes the place of the command.
fn in_zsh(script: &str) -> anyhow::Result<String> {
    let script = replaced(&without_lines(script, "'::file -- "), "$line[2]", "$line[1]")?;
    let commands = "    _describe -t commands 'collidoscope commands' commands \"$@\"\n";
    replaced(&script, commands, &format!("{commands}    _files\n"))
}

/// The script with a part of it replaced; an error if clap_complete no longer writes that part.
fn replaced(script: &str, part: &str, by: &str) -> anyhow::Result<String> {
    ensure!(script.contains(part), "clap_complete's script has no line {part:?} any more");
    Ok(script.replace(part, by))
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
        // Scripts separate values by spaces.
        let is_new = !kept.iter().any(|known| known.get_name() == value.get_name());
        if is_new && !value.get_name().contains(char::is_whitespace) {
            kept.push(value);
        }
    }
    kept
}
