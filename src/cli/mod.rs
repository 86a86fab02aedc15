//! The command line: one file per command. Exit status 0: done; 1: a check found a difference; 2: bad input
//! or a missing capability, reported in one line; 130: interrupted (`bench`, `meshes`, films, and commands
//! that run a program of one's own).

mod bench;
pub mod cases;
pub mod ccd;
mod completions;
mod environment;
mod grade;
pub mod help;
mod info;
mod interrupted;
mod man;
pub mod meshes;
mod own_program;
mod query;
mod own_tables;
pub mod rows;
mod shared;
pub mod shot;
pub mod sweep;
pub mod terminal;
pub mod warm;
mod window;
mod word_lists;

pub use window::Place;

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use terminal::{complain, printed};

use crate::about::MethodInfo;
use crate::labs::LABS;
use crate::language::{Language, t, tr};
use crate::names::{nearest, there_are};
use crate::programs::process::end_all;

/// Compares collision-detection methods side by side and shows step by step how they work. Without a command
/// it opens the window.
#[derive(Parser)]
#[command(name = "collidoscope", bin_name = "collidoscope", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: window::WindowArguments,
    /// Language of the window, its images and help; default: the system's language
    #[arg(long, value_name = "LANGUAGE", global = true, value_parser = Language::ALL.map(Language::id))]
    language: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Show this machine's OpenGL and the methods that run on it
    Info(info::InfoArguments),
    /// Test the pairs of a file for collision: one JSON line per pair and method
    Query(query::QueryArguments),
    /// Grade a collision program or a table of passes of your own by a homework file: families of pairs, certificates, hints
    Grade(grade::GradeArguments),
    /// Test two mesh files in many poses with the tree methods: one CSV row per pose
    Meshes(meshes::MeshesArguments),
    /// Move points, spheres, cylinders and hulls through a level: one JSON line per move and method
    Sweep(sweep::SweepArguments),
    /// Find the time of first contact of two moving edges, or of a vertex and a triangle: one JSON line per
    /// query
    Ccd(ccd::CcdArguments),
    /// Run a published experiment again: CSV, plot, and the source's claims compared with the results
    Bench(bench::BenchArguments),
    /// Render a lab to a PNG file, without a display
    Shot(Box<shot::ShotArguments>),
    /// Write the manual pages of all commands into a folder
    Man(man::ManArguments),
    /// Print the script by which a shell completes commands, options and ids
    Completions(completions::CompletionsArguments),
}

/// Runs the program on this process's arguments.
pub fn run() -> ExitCode {
    completions::answer(command);
    language_of(std::env::args_os()).speak();
    let command = command_as_spoken();
    let line = command_first(std::env::args_os().collect(), &command);
    if let Some(error) = mistyped_command(line.get(1).map(OsString::as_os_str), &command) {
        return refuse(&error);
    }
    let first = line.get(1).and_then(|first| first.to_str()).unwrap_or_default();
    let of = command.find_subcommand(first).map_or(String::new(), |of| format!(" {}", of.get_name()));
    let matches = match command.try_get_matches_from(line) {
        Ok(matches) => matches,
        Err(error) => return refuse_arguments(&error, &of),
    };
    let outcome = Arguments::from_arg_matches(&matches).map_err(anyhow::Error::from).and_then(|arguments| {
        let language_given = arguments.language.is_some();
        match arguments.command {
            None => window::run(&arguments.window, language_given),
            Some(Command::Info(arguments)) => info::run(&arguments),
            Some(Command::Query(arguments)) => query::run(&arguments),
            Some(Command::Grade(arguments)) => grade::run(&arguments),
            Some(Command::Meshes(arguments)) => meshes::run(&arguments),
            Some(Command::Sweep(arguments)) => sweep::run(&arguments),
            Some(Command::Ccd(arguments)) => ccd::run(&arguments, language_given),
            Some(Command::Bench(arguments)) => bench::run(&arguments),
            Some(Command::Shot(arguments)) => shot::run(&arguments),
            Some(Command::Man(arguments)) => man::run(&arguments, self::command),
            Some(Command::Completions(arguments)) => completions::run(&arguments),
        }
    });
    // A thread may still be asking a program of one's own.
    end_all();
    outcome.unwrap_or_else(|error| refuse(&error))
}

fn refuse(error: &anyhow::Error) -> ExitCode {
    complain(&format!("{error:#}"));
    ExitCode::from(2)
}

/// The command line with its command first: the language may also be given before the command. Other options there
/// belong to the window, which takes no command.
pub fn command_first(line: Vec<OsString>, commands: &clap::Command) -> Vec<OsString> {
    let mut at = 1;
    while let Some(argument) = line.get(at).and_then(|argument| argument.to_str()) {
        at += match argument {
            "--language" => 2,
            _ if argument.starts_with("--language=") => 1,
            _ => break,
        };
    }
    let name = line.get(at).and_then(|name| name.to_str()).unwrap_or_default();
    let is_command = commands.get_subcommands().any(|command| command.get_name() == name);
    if at == 1 || !(is_command || name == "help") {
        return line;
    }
    // "help" takes no option; it speaks the language that `language_of` has found.
    let given = if is_command { &line[1..at] } else { &[] };
    [&line[..1], &line[at..=at], given, &line[at + 1..]].concat()
}

/// The error for a first argument that is neither a command nor a file but resembles a command.
fn mistyped_command(first: Option<&OsStr>, commands: &clap::Command) -> Option<anyhow::Error> {
    let first =
        first.and_then(OsStr::to_str).filter(|word| !word.starts_with('-') && !Path::new(word).exists())?;
    let names: Vec<_> = commands.get_subcommands().map(clap::Command::get_name).collect();
    let is_mistyped = !names.contains(&first) && first != "help" && nearest(first, &names).is_some();
    is_mistyped.then(|| anyhow!("no command and no file is called {first:?}; {}", there_are(first, &names)))
}

/// All commands and arguments in English; the lists of labs, methods and experiments are in the current
/// language.
pub fn command() -> clap::Command {
    let lists = [word_lists::lab_list(), word_lists::word_lists(), method_list(), word_lists::lesson_list()];
    let lists = lists.join("\n");
    let more = t!("Labs, parameters, methods and lessons: collidoscope --help");
    let in_short =
        |command: clap::Command| command.after_help(more.to_string()).after_long_help(lists.clone());
    let command = in_short(Arguments::command());
    let command = command.mut_subcommand("bench", |bench| bench.after_help(bench::experiment_list()));
    let command = command.mut_subcommand("meshes", |command| command.after_help(meshes::method_list()));
    let command = command.mut_subcommand("sweep", |command| command.after_help(sweep::method_list()));
    let command = command.mut_subcommand("ccd", |command| command.after_help(ccd::method_list()));
    let command = command.mut_subcommand("shot", in_short);
    command.mut_args(with_negative_numbers).mut_subcommands(|command| command.mut_args(with_negative_numbers))
}

/// Lets arguments take negative numbers, so that an invalid number is refused with the accepted range and not as an
/// unknown option.
fn with_negative_numbers(argument: Arg) -> Arg {
    let is_value = !argument.is_positional() && argument.get_action().takes_values();
    if is_value { argument.allow_negative_numbers(true) } else { argument }
}

/// [`command`] in the current language.
pub fn command_as_spoken() -> clap::Command {
    help::in_current_language(command())
}

/// The value of `--language` anywhere among the arguments, otherwise the system's language. Needed before the
/// arguments are parsed, because parsing prints help. The parser refuses an invalid value.
pub fn language_of(arguments: impl Iterator<Item = OsString>) -> Language {
    let mut arguments = arguments.skip(1);
    while let Some(argument) = arguments.next() {
        let given = match argument.to_str().and_then(|argument| argument.strip_prefix("--language")) {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(OsString::from),
            None => None,
        };
        if let Some(language) = given.as_deref().and_then(OsStr::to_str).and_then(Language::of) {
            return language;
        }
    }
    Language::of_system()
}

/// Prints help and version as output; turns every other parse error into one line. `of` is the command, after a blank.
fn refuse_arguments(error: &clap::Error, of: &str) -> ExitCode {
    if !error.use_stderr() {
        let printed = printed(error.print().and_then(|()| std::io::stdout().flush()));
        return match printed {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => refuse(&why),
        };
    }
    if error.kind() == ErrorKind::InvalidUtf8 {
        // The error does not name the argument, so the message lists all candidates.
        let wrong = std::env::args_os().skip(1).filter(|argument| argument.to_str().is_none());
        let wrong = wrong.map(|argument| argument.display().to_string()).collect::<Vec<_>>().join(", ");
        return refuse(&anyhow!("{wrong}: not UTF-8, which only file paths may be; type it again"));
    }
    let text = error.render().to_string();
    let message: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage"))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let message = message.join(" ").replace(" tip: ", "; ");
    complain(&format!("{} (see collidoscope{of} --help)", message.trim_start_matches("error: ")));
    ExitCode::from(2)
}

/// The methods of every lab with their descriptions and promises.
fn method_list() -> String {
    let says =
        |m: &MethodInfo| t!("%{says} (%{promise})", says = tr(m.says), promise = tr(m.promise.words()));
    let lists = LABS.iter().map(|row| {
        let rows: Vec<_> = (row.methods)().into_iter().map(|m| (m.id, says(m).into_owned())).collect();
        help::list(&t!("Methods of the lab %{lab}:", lab = row.id), &rows)
    });
    lists.collect::<Vec<_>>().join("\n")
}
