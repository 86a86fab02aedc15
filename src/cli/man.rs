//! `collidoscope man`: the manual pages of the program and of each command, from the declaration of the command line.
//!
//! clap_mangen renders options, commands and descriptions. This module adds heading, synopsis and exit status, and the
//! lists below `--help`, because as plain text their columns would flow together. The pages are in English, like their headings.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::files;
use crate::language::Language;

#[derive(Args)]
pub(super) struct ManArguments {
    /// Folder for the pages; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Every exit status with its meaning.
const STATUS: &[(&str, &str)] = &[
    ("0", "Done."),
    ("1", "A check found a difference."),
    ("2", "Bad input, or a missing capability; one line on standard error names the place and the repair."),
    ("130", "Interrupted (bench only)."),
];

pub(super) fn run(arguments: &ManArguments, command: fn() -> Command) -> anyhow::Result<ExitCode> {
    Language::English.speak();
    let pages = pages(command())?;
    files::check_writable(&arguments.folder)?;
    let pages: Vec<_> = pages.into_iter().map(|(name, page)| (arguments.folder.join(name), page)).collect();
    files::write_all_whole(&pages)?;
    Ok(ExitCode::SUCCESS)
}

/// The file name and the text of every page: the program's first, then one for each command.
fn pages(command: Command) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    // `help` is no command of its own.
    let mut root = command.disable_help_subcommand(true);
    root.build();
    let version = format!("collidoscope {}", root.get_version().unwrap_or_default());
    let all = std::iter::once(&root).chain(root.get_subcommands().filter(|command| !command.is_hide_set()));
    all.map(|command| page(command, &version)).collect()
}

fn page(command: &Command, version: &str) -> std::io::Result<(String, Vec<u8>)> {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let sentence = about.split_once(". ").map_or(about.as_str(), |(first, _)| first).to_owned();
    // The one-line summary, by which `apropos` finds the page.
    let head = Man::new(command.clone().about(sentence));
    let body = Man::new(command.clone().about(format!("{about}.")));
    let filename = body.get_filename();
    let mut page = title(filename.trim_end_matches(".1"), version).into_bytes();
    head.render_name_section(&mut page)?;
    page.extend(synopsis(command).bytes());
    body.render_description_section(&mut page)?;
    body.render_options_section(&mut page)?;
    if command.has_subcommands() {
        body.render_subcommands_section(&mut page)?;
    }
    if let Some(lists) = command.get_after_help() {
        page.extend(format!(".SH VALUES\n{}", lists_in_roff(&lists.to_string())).bytes());
    }
    let status = STATUS.iter().map(|(number, says)| tagged(number, says));
    page.extend(format!(".SH \"EXIT STATUS\"\n{}", status.collect::<String>()).bytes());
    if !command.has_subcommands() {
        page.extend(".SH \"SEE ALSO\"\n\\fBcollidoscope\\fR(1)\n".bytes());
    }
    Ok((filename, page))
}

/// The heading without a date, so that the same program writes the same page. clap_mangen leaves an empty date out, and
/// what follows would take its place.
fn title(name: &str, version: &str) -> String {
    format!(".TH \"{}\" 1 \"\" \"{}\" Collidoscope\n", escaped(&name.to_uppercase()), escaped(version))
}

/// The usage as `--help` shows it. clap_mangen's own names every option without its value.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let forms = usage.trim_start_matches("Usage:").lines().map(|form| {
        let form = form.trim();
        let name = command.get_bin_name().unwrap_or_default();
        match form.strip_prefix(name) {
            Some(rest) => format!("\\fB{}\\fR{}\n", escaped(name), escaped(rest)),
            None => format!("{}\n", escaped(form)),
        }
    });
    format!(".SH SYNOPSIS\n{}", forms.collect::<Vec<_>>().join(".br\n"))
}

/// The lists that [`super::help::list`] makes: a subsection per title, and a tagged paragraph per row.
pub fn lists_in_roff(lists: &str) -> String {
    let line = |line: &str| match line.strip_prefix("  ").map(|row| row.split_once(' ').unwrap_or((row, "")))
    {
        Some((name, says)) => tagged(name, says.trim_start()),
        None if line.is_empty() => String::new(),
        None => format!(".SS \"{}\"\n", escaped(line.trim_end_matches(':'))),
    };
    lists.lines().map(line).collect()
}

fn tagged(name: &str, says: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}\n", escaped(name), escaped(says))
}

/// Text for a line of roff, in which a backslash escapes, a hyphen may become a dash, and a full stop or an apostrophe
/// at the beginning makes a request.
fn escaped(text: &str) -> String {
    let escaped = text.replace('\\', "\\(rs").replace('-', "\\-").replace('"', "\\(dq");
    if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
}
