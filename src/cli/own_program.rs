//! A program of one's own on the command line: its arguments, its start, and its verdicts on the pairs of `query`.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};

use super::interrupted::clean_up_on_signals;
use super::shared::whole;
use super::terminal::{aside, progress};
use crate::exhibit::Params;
use crate::labs::LABS;
use crate::labs::lab::{LabRow, MOST_PANES};
use crate::methods::own_program::{COMMAND, ID};
use crate::programs::certificate::{Checked, check};
use crate::programs::command::permit;
use crate::programs::command::{self, CommandLine};
use crate::programs::program::{Limits, Program};
use crate::programs::{Answerer as _, Certificate, Reply};
use crate::settings::in_one_word;
use crate::world::Body;
use crate::{files, methods};

/// The argument that names a program.
#[derive(Args)]
pub struct ProgramArguments {
    /// Program of your own that answers the pairs, such as 'python3 mine.py'. It runs with your rights: run only
    /// programs that you trust
    #[arg(long, value_name = "COMMAND")]
    method_program: Option<String>,
    /// Seconds in which the program must answer each pair; its greeting may take 10
    #[arg(long, value_name = "S", default_value_t = 2, value_parser = whole::<u64>(1..=600))]
    program_time: u64,
    /// Memory of the program in MiB; Linux only
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = whole::<u64>(16..=1_048_576))]
    program_memory: u64,
}

impl ProgramArguments {
    /// Protects the program's files from being replaced by an output.
    pub fn remember_files(&self) -> anyhow::Result<()> {
        self.method_program.as_deref().map_or(Ok(()), remember_files)
    }

    /// The verdicts of the program on all pairs; `None` if no program is named.
    pub fn decide(&self, pairs: &[[Body; 2]]) -> anyhow::Result<Option<Column>> {
        let Some(command) = &self.method_program else { return Ok(None) };
        let limits = Limits {
            answer: Duration::from_secs(self.program_time),
            // Every pair may take its time.
            all: Duration::MAX,
            memory: self.program_memory,
            ..Limits::default()
        };
        let mut program = start(command, limits)?;
        let shown = progress("program", pairs.len() as u64);
        let asked = |pair: &[Body; 2]| {
            shown.inc(1);
            program.ask(pair)
        };
        let replies = pairs.iter().map(asked).collect();
        drop(shown);
        program.end();
        show_errors(&program);
        Ok(Some(Column { name: program.name().to_owned(), replies }))
    }
}

/// The command line of a program, with paths relative to the current folder.
fn line_of(command: &str) -> anyhow::Result<CommandLine> {
    let folder = std::env::current_dir().context("the current folder cannot be read")?;
    CommandLine::of(command, &folder).map_err(|why| anyhow!(why))
}

/// Protects the files that a command line names, such as the program's script, from being replaced by an output.
pub fn remember_files(command: &str) -> anyhow::Result<()> {
    line_of(command)?.words().iter().for_each(|word| files::remember(Path::new(word)));
    Ok(())
}

/// Starts a program given by its command line. The error is one line.
pub fn start(command: &str, limits: Limits) -> anyhow::Result<Program> {
    let line = line_of(command)?;
    clean_up_on_signals();
    Program::start(line, limits).map_err(|why| anyhow!(why))
}

/// Sets the parameters that show a program in a pane, before the given methods or beside the reference, and permits
/// its command: the user has given it on the command line.
pub fn permit_in(words: &mut Params, command: &str, row: &LabRow, has_methods: bool) -> anyhow::Result<()> {
    if !(row.methods)().iter().any(|about| about.id == ID) {
        bail!("--method-program: the lab {} asks no programs; use {}", row.id, LABS[0].id);
    }
    command::check(command).map_err(|why| anyhow!("--method-program: {why}"))?;
    remember_files(command).context("--method-program")?;
    let others = if has_methods { words.get("method").unwrap_or_default() } else { methods::REFERENCE };
    let ids: Vec<&str> = [ID].into_iter().chain(others.split(',').filter(|id| *id != ID)).collect();
    if ids.len() > MOST_PANES {
        bail!("--method-program: 1 to {MOST_PANES} methods can be shown side by side, not {}", ids.len());
    }
    words.set("method", ids.join(","));
    words.set(&parameter(), in_one_word(command.trim()));
    permit(command.trim());
    Ok(())
}

/// The parameter that holds the command.
pub fn parameter() -> String {
    format!("{ID}.{}", COMMAND.id)
}

/// Prints the program's standard error.
fn show_errors(program: &Program) {
    for line in program.errors().lines() {
        aside(&format!("program: {line}\n"));
    }
}

/// A program's replies to the pairs of a file.
pub struct Column {
    name: String,
    replies: Vec<Reply>,
}

impl Column {
    /// The line of a pair, with the verdict of the reference if there is one.
    pub fn line(&self, index: usize, pair: &[Body; 2], truth: Option<bool>) -> String {
        let mut evidence = json!({"name": self.name});
        let mut colliding = Value::Null;
        match &self.replies[index].result {
            Ok(answer) => {
                colliding = answer.colliding.into();
                let (word, flaw) = match check(pair, answer) {
                    Checked::Proved => ("proved", None),
                    Checked::Bare => ("none", None),
                    Checked::False(flaw) => ("false", Some(flaw)),
                };
                evidence["certificate"] = word.into();
                match answer.certificate {
                    Some(Certificate::Point(point)) => evidence["point"] = json!(point),
                    Some(Certificate::Plane([x, y, z], d)) => evidence["plane"] = json!([x, y, z, d]),
                    None => {}
                }
                if let Some(flaw) = flaw {
                    evidence["flaw"] = flaw.says().into();
                    evidence["off"] = flaw.by().into();
                }
            }
            Err(failure) => {
                evidence["failure"] = json!(failure.kind);
                evidence["says"] = failure.says.as_str().into();
            }
        }
        evidence["decided"] = "meshes".into();
        let mut object =
            json!({"pair": index, "method": "program", "colliding": colliding, "evidence": evidence});
        if let Some(truth) = truth {
            object["reference"] = truth.into();
        }
        format!("{object}\n")
    }

    /// Whether the program's verdict on a pair is this one; false without a verdict.
    pub fn agrees(&self, index: usize, truth: bool) -> bool {
        matches!(&self.replies[index].result, Ok(answer) if answer.colliding == truth)
    }

    /// Whether the program proved something false, or gave no answer.
    pub fn is_flawed(&self, index: usize, pair: &[Body; 2]) -> bool {
        match &self.replies[index].result {
            Ok(answer) => matches!(check(pair, answer), Checked::False(_)),
            Err(_) => true,
        }
    }
}
