//! `collidoscope sweep`: sweeps movers through a level; one JSON line per move and method.

pub mod cases;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use self::cases::{Cases, Levels};
use super::cases::InputError;
use super::help;
use super::shared::{
    OutsideArgument, checked, chosen, given, reading, settings_of, with_settings, write_or_print,
};
use super::terminal::{note, progress};
use crate::files;
use crate::files::input::name_of;
use crate::geometry::{Vector, import};
use crate::level::compiled::Level;
use crate::level::methods::{METHODS, Method, REFERENCE, SPLIT};
use crate::level::sweep::proof::{Parting, Proof};
use crate::level::sweep::{Exact, Hit, Sweep as _, Swept};
use crate::settings::{Setting, Settings};

#[derive(Args)]
pub(super) struct SweepArguments {
    /// JSON file with a level and moves through it, or `-` for standard input; see docs/reference/file-formats.md
    cases: PathBuf,
    /// Method to run, see the list below; several separated by commas
    #[arg(
        long,
        value_name = "ID",
        default_value = REFERENCE,
        value_delimiter = ',',
        conflicts_with = "all"
    )]
    method: Vec<String>,
    /// Run all methods on each move
    #[arg(long)]
    all: bool,
    /// Setting of the method; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Rule that selects the faces along which the tree splits: balance, splits, mixed, area or first-face
    #[arg(long, value_name = "RULE", default_value = "mixed")]
    split: String,
    /// Add the time of the exact reference to every line; exit status 1 if any hit or time differs from it by more than
    /// 1e-6 of the move
    #[arg(long)]
    check: bool,
    /// Write the lines to this file instead of standard output; the file appears when all lines are complete
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    outside: OutsideArgument,
}

pub(super) fn run(arguments: &SweepArguments) -> anyhow::Result<ExitCode> {
    arguments.outside.apply();
    let chosen = chosen(METHODS, "method for a level", &arguments.method, arguments.all)?;
    let methods = with_settings(chosen, &given(&arguments.set)?)?;
    let tree = settings_of(&[("sweep", TREE)], &[(SPLIT.setting.id, arguments.split.as_str())])?;
    let rule = SPLIT.of(&tree[0]);

    let out = arguments.out.as_deref();
    files::check_outputs(out.as_slice(), &[&arguments.cases])?;
    let cases = reading(&arguments.cases, || cases::load(&arguments.cases))?;
    let level: Vec<_> = cases.file.iter().flat_map(|file| import::files_of(file)).collect();
    files::check_outputs(out.as_slice(), &level)?;
    cases.notes.iter().for_each(|text| note(&format!("{}: {text}", name_of(&arguments.cases).display())));
    let refused = |problem| InputError::of(&arguments.cases, problem);
    let compiling = progress("compiling", 0);
    let mut shown = |done: usize, all: usize| {
        compiling.set_length(all as u64);
        compiling.set_position(done as u64);
        true
    };
    let levels = Levels::of(&cases, &mut shown).map_err(refused)?;
    let mut lines: Vec<String> = vec![String::new(); cases.moves.len()];
    let mut left_out: Vec<Vec<(usize, InputError)>> = methods.iter().map(|_| vec![]).collect();
    let mut differing: Vec<Vec<usize>> = vec![Vec::new(); methods.len()];
    for (group, moves) in levels.groups().enumerate() {
        let level = levels.compile(group, rule, &mut shown).map_err(refused)?;
        let mut columns = Vec::new();
        for ((method, settings), left_out) in methods.iter().zip(&mut left_out) {
            columns
                .push((*method, answer((method, settings), &level, (&cases, moves), arguments, left_out)?));
        }
        let mut exact = Exact::new(&level);
        for (i, index) in moves.iter().enumerate() {
            let a_move = &cases.moves[*index];
            let (truth, _) = exact.sweep(a_move)?;
            let begins_inside = truth.is_some_and(|hit| hit.inside);
            let reference = arguments.check.then_some(truth.as_ref());
            for ((method, column), differing) in columns.iter().zip(&mut differing) {
                let Some(swept) = &column[i] else { continue };
                if reference.is_some_and(|truth| differs(swept.0.as_ref(), truth)) {
                    differing.push(*index);
                }
                let proof = (method.id == REFERENCE).then(|| exact.proof(a_move, swept.0.as_ref())).flatten();
                lines[*index] += &line(*index, method, swept, proof.as_ref(), begins_inside, reference);
            }
        }
    }
    drop(compiling);
    for ((method, _), left_out) in methods.iter().zip(&left_out) {
        if let Some((_, why)) = left_out.first() {
            let of_all = left_out.len() == cases.moves.len();
            let of = if of_all { String::new() } else { format!(" for {}", named(left_out)) };
            note(&format!("{} is left out{of}: {why}", method.id));
        }
    }
    let text = lines.concat();
    write_or_print(out, &text)?;
    // The groups of moves come in the order of their levels.
    differing.iter_mut().for_each(|moves| moves.sort_unstable());
    let differing = methods.iter().map(|(method, _)| method.id).zip(&differing);
    Ok(checked(differing, "the exact reference", ["answer differs", "answers differ"], ["move", "moves"]))
}

/// Times that differ by more than this share of the move are different answers.
const SAME: f64 = 1e-6;

/// Whether an answer differs from the reference. A move without a hit ends at time 1, so a touch at the very end is no
/// difference.
fn differs(hit: Option<&Hit>, truth: Option<&Hit>) -> bool {
    let [time, truth] = [hit, truth].map(|hit| hit.map_or(1.0, |hit| hit.time));
    (time - truth).abs() > SAME
}

/// The settings of the level's tree.
const TREE: &[Setting] = &[SPLIT.setting];

/// The list of methods and their settings for `collidoscope sweep --help`.
pub(super) fn method_list() -> String {
    help::methods(METHODS)
}

/// Maximum number of moves that a note names.
const NAMED: usize = 3;

/// Text for a note about the moves that were left out: names the first of them and gives the number of the others.
fn named(left_out: &[(usize, InputError)]) -> String {
    let first: Vec<String> =
        left_out.iter().take(NAMED).map(|(index, _)| format!("moves[{index}]")).collect();
    let more = match left_out.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    first.join(", ") + &more
}

/// A method's answers to these moves. With `--all`, a move that the method refuses is skipped and has no answer.
fn answer(
    (method, settings): (&'static Method, &Settings),
    level: &Level,
    (cases, moves): (&Cases, &[usize]),
    arguments: &SweepArguments,
    left_out: &mut Vec<(usize, InputError)>,
) -> anyhow::Result<Vec<Option<Swept>>> {
    let shown = progress(method.id, moves.len() as u64);
    let mut sweep = method.make(level, settings);
    let mut column = Vec::with_capacity(moves.len());
    for index in moves {
        shown.inc(1);
        match sweep.sweep(&cases.moves[*index]) {
            Ok(swept) => column.push(Some(swept)),
            Err(why) => {
                let mut problem = cases::refusal(cases, &why);
                if !arguments.all && moves.len() < cases.moves.len() {
                    problem.text += &format!(" (in the level of moves[{index}])");
                }
                let why = InputError::of(&arguments.cases, problem);
                if !arguments.all {
                    return Err(why.into());
                }
                left_out.push((*index, why));
                column.push(None);
            }
        }
    }
    Ok(column)
}

/// One answer as a line of JSON. Scripts rely on this format.
fn line(
    index: usize,
    method: &Method,
    (hit, cost): &Swept,
    proof: Option<&Proof>,
    begins_inside: bool,
    reference: Option<Option<&Hit>>,
) -> String {
    let mut answer = json!({
        "move": index,
        "method": method.id,
        "hit": hit.is_some(),
        "t": hit.map(|hit| hit.time),
        "normal": hit.map(|hit| <[f64; 3]>::from(hit.normal.map(|c| c + 0.0))),
        "evidence": {
            "plane": hit.and_then(|hit| hit.plane),
            "cell": hit.and_then(|hit| hit.cell),
            "nodes": cost.nodes,
            "planes": cost.planes,
            "cells": cost.cells,
            "bevels": cost.bevels,
            "distances": cost.distances,
        },
    });
    let numbers = |v: &Vector| <[f64; 3]>::from(v.map(|c| c + 0.0));
    match proof {
        Some(Proof::Contact(point)) => answer["evidence"]["contact"] = json!(numbers(point)),
        Some(Proof::Parted(planes)) => {
            let plane = |plane: &Parting| json!({"cell": plane.brush, "normal": numbers(&plane.normal), "offset": plane.offset + 0.0});
            answer["evidence"]["parted"] = planes.iter().map(plane).collect();
        }
        None => {}
    }
    if begins_inside {
        answer["start"] = Value::from("inside");
    }
    if let Some(truth) = reference {
        answer["reference"] = truth.map(|hit| hit.time).into();
    }
    format!("{answer}\n")
}
