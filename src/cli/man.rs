//! `collidoscope man`: the manual pages of the program and of each command, from the declaration of the command line.
//! The pages are in English, like their headings.

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

/// The section that clap_mangen has not: every exit status with its meaning.
const STATUS: &str = r#".SH "EXIT STATUS"
.TP
0
Done.
.TP
1
A check found a difference.
.TP
2
Bad input, or a missing capability; one line on standard error names the place and the repair.
.TP
130
Interrupted (bench only).
"#;

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
    let page = |command: &Command| {
        // Without a date the same program writes the same page. clap_mangen leaves an empty date out, and what follows
        // would take its place.
        let man = Man::new(command.clone()).date(" ").source(&version).manual("Collidoscope");
        let mut page = Vec::new();
        man.render(&mut page)?;
        page.extend(STATUS.bytes());
        Ok((man.get_filename(), page))
    };
    let commands = root.get_subcommands().filter(|command| !command.is_hide_set());
    std::iter::once(&root).chain(commands).map(page).collect()
}
