//! `--help` in the current language. English help is clap's own. For other languages this module translates every text
//! of the command tree, including clap's own words. It also wraps the lines, because clap counts a Chinese character
//! as one column and breaks lines only at spaces, which Chinese does not have.

use std::ops::Deref;

use clap::{Arg, ArgAction, Command};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::about::MethodInfo;
use crate::language::{Language, t, tr};
use crate::settings::{Range, Setting};

/// Width of the help page in columns.
const WIDTH: usize = 80;
/// Indentation of a description below the name of its argument.
const INDENT: usize = 10;

/// The command tree with its help in the current language.
pub fn in_current_language(command: Command) -> Command {
    match Language::current() {
        Language::English => command,
        Language::Chinese => {
            let mut command = translated(command);
            // Building adds the command `help`, with clap's own texts.
            command.build();
            command.mut_subcommand("help", |help| {
                let about = t!("Print this message or the help of the given subcommand(s)");
                let help = help.mut_subcommands(|command| match command.get_name() {
                    "help" => command.about(about.to_string()),
                    _ => command,
                });
                titled(help.about(about.to_string()))
            })
        }
    }
}

/// Translates a command and its subcommands.
fn translated(command: Command) -> Command {
    let is_root = command.get_version().is_some();
    let mut command = titled(command)
        .next_line_help(true)
        .mut_args(described)
        .mut_subcommands(translated)
        .disable_help_flag(true)
        .arg(own_flag("help", 'h', ArgAction::Help, &t!("Print help")));
    if is_root {
        let version = own_flag("version", 'V', ArgAction::Version, &t!("Print version"));
        command = command.disable_version_flag(true).arg(version);
    }
    if let Some(about) = command.get_about().map(ToString::to_string) {
        // The description is wrapped to fit both the command's own page and the list of commands, where it is
        // indented.
        command = command.about(wrapped(&tr(&about), WIDTH - INDENT, 0));
    }
    command
}

/// Translates clap's headings. `{usage}` contains no heading of its own.
fn titled(command: Command) -> Command {
    let usage = t!("Usage:");
    command
        .help_template(format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"))
        .subcommand_help_heading(t!("Commands").into_owned())
}

fn own_flag(name: &'static str, short: char, action: ArgAction, help: &str) -> Arg {
    let flag = Arg::new(name).short(short).long(name).action(action);
    flag.help(help.to_owned()).help_heading(t!("Options").into_owned())
}

/// Translates help, heading and default value of an argument. The argument's name and the name of its value are not
/// translated, because users type them.
fn described(argument: Arg) -> Arg {
    let heading = if argument.is_positional() { t!("Arguments") } else { t!("Options") };
    let mut help = argument.get_help().map(|help| tr(&help.to_string())).unwrap_or_default();
    let argument = argument.help_heading(heading.into_owned());
    if !argument.get_action().takes_values() {
        return argument.help(wrapped(&help, WIDTH - INDENT, 0));
    }
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let defaults = defaults.collect::<Vec<_>>().join(" ");
    if !defaults.is_empty() {
        help += &t!(" [default: %{value}]", value = defaults);
    }
    let possible = argument.get_possible_values();
    let possible: Vec<_> = possible.iter().map(|value| value.get_name()).collect();
    if !possible.is_empty() {
        help += &t!(" [possible values: %{values}]", values = possible.join(", "));
    }
    argument.help(wrapped(&help, WIDTH - INDENT, 0)).hide_default_value(true).hide_possible_values(true)
}

/// A titled list of names with descriptions, for the text below the options. English is wrapped by clap,
/// Chinese here.
pub fn list(title: &str, rows: &[(&str, String)]) -> String {
    let names = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{title}\n");
    for (name, says) in rows {
        let row = format!("  {name:names$}  {says}");
        text += &match Language::current() {
            Language::English => row,
            Language::Chinese => wrapped(&row, WIDTH, names + 4),
        };
        text += "\n";
    }
    text
}

/// The text below the options of a command with `--method` and `--set`: the methods with their descriptions
/// and the names of their settings, then the settings with their values.
pub fn methods<M: Deref<Target = MethodInfo>>(table: &[M]) -> String {
    let abouts: Vec<&MethodInfo> = table.iter().map(Deref::deref).collect();
    let says = |about: &MethodInfo| {
        let names: Vec<_> = about.settings.iter().map(|setting| setting.id).collect();
        match names.as_slice() {
            [] => tr(about.says),
            _ => t!("%{says} Settings: %{names}.", says = tr(about.says), names = names.join(", "))
                .into_owned(),
        }
    };
    let rows: Vec<_> = abouts.iter().map(|about| (about.id, says(about))).collect();
    let mut declared: Vec<&Setting> = Vec::new();
    for setting in abouts.iter().flat_map(|about| about.settings) {
        if !declared.iter().any(|known| known.id == setting.id) {
            declared.push(setting);
        }
    }
    let methods = list(&t!("Methods:"), &rows);
    if declared.is_empty() {
        return methods;
    }
    let rows: Vec<_> = declared.iter().map(|setting| (setting.id, takes(setting, &abouts))).collect();
    format!("{methods}\n{}", list(&t!("Settings, as in --set NAME=VALUE:"), &rows))
}

/// Describes a setting: its purpose, the values that any of the methods accepts, and its defaults.
fn takes(setting: &Setting, abouts: &[&MethodInfo]) -> String {
    let same = abouts.iter().flat_map(|about| about.settings).filter(|same| same.id == setting.id);
    let mut values: Vec<String> = Vec::new();
    let mut defaults: Vec<String> = Vec::new();
    for same in same {
        let more = match same.range {
            Range::Choice { options, .. } => options.iter().map(|(word, _)| (*word).to_owned()).collect(),
            Range::Whole { min, max: u64::MAX, .. } => vec![t!("from %{min}", min = min).into_owned()],
            Range::Whole { min, max, .. } => vec![format!("{min}–{max}")],
            Range::Real { min, max, .. } => vec![format!("{min}–{max}")],
            Range::Switch { .. } => vec!["on".to_owned(), "off".to_owned()],
            Range::Text { default, .. } => vec![default.to_owned()],
            Range::Shares { of } => vec![vec!["0–1"; of.len()].join(",")],
        };
        for (list, more) in [(&mut values, more), (&mut defaults, vec![same.default().to_string()])] {
            more.into_iter().for_each(|text| {
                if !list.contains(&text) {
                    list.push(text);
                }
            });
        }
    }
    t!(
        "%{says} Values: %{values} [default: %{default}]",
        says = tr(setting.help),
        values = values.join(", "),
        default = defaults.join(", ")
    )
    .into_owned()
}

/// Wraps `text` at `width` columns and indents all lines but the first by `indent`. A line ends at a space or
/// beside a wide character, but not before closing or after opening punctuation.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for piece in pieces(text) {
        let needed = piece.trim_end().width();
        if column + needed > width && column > indent {
            lines.truncate(lines.trim_end().len());
            lines += "\n";
            lines += &" ".repeat(indent);
            column = indent;
        }
        lines += piece;
        column += piece.width();
    }
    lines
}

/// Splits text into unbreakable pieces: words with the spaces after them, and single wide characters with
/// adjacent punctuation.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, now) in text.char_indices() {
        if before.is_some_and(|before| may_break(before, now)) {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(now);
    }
    pieces.push(&text[start..]);
    pieces
}

fn may_break(before: char, now: char) -> bool {
    const OPENING: &str = "（「『《〈【“‘([";
    const CLOSING: &str = "）」』》〉】”’)]，。、；：？！…,.;:?!% ";
    let wide = |letter: char| letter.width() == Some(2);
    !OPENING.contains(before) && !CLOSING.contains(now) && (before == ' ' || wide(before) || wide(now))
}
