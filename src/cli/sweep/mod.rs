//! `collidoscope sweep`: movers through a level, one JSON line per move and method.

pub mod cases;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use self::cases::Cases;
use super::cases::InputError;
use super::help;
use super::shared::{OutsideArgument, chosen, given, reading, settings_of, with_settings, write_or_print};
use super::terminal::{note, progress};
use crate::files;
use crate::geometry::{Vector, import};
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::methods::{METHODS, Method, REFERENCE, SPLIT};
use crate::level::sweep::proof::{Parting, Proof};
use crate::level::sweep::{Exact, Sweep as _, Swept};
use crate::settings::{Setting, Settings};

#[derive(Args)]
pub(super) struct SweepArguments {
    /// A level and moves through it, as JSON; see README.md
    cases: PathBuf,
    /// The method that answers, one of those listed below; or several, separated by commas
    #[arg(
        long,
        value_name = "ID",
        default_value = "bsp-shift",
        value_delimiter = ',',
        conflicts_with = "all"
    )]
    method: Vec<String>,
    /// Every method, for each move
    #[arg(long)]
    all: bool,
    /// A setting of the method; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Along which faces the tree is cut: balance, splits, mixed, area or first-face
    #[arg(long, value_name = "RULE", default_value = "mixed")]
    split: String,
    /// Write the lines here instead of to standard output; the file appears when all is decided
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
    cases.notes.iter().for_each(|text| note(&format!("{}: {text}", arguments.cases.display())));
    let compiling = progress("compiling", 0);
    let level = cases::compile(&cases, rule, &mut |done, all| {
        compiling.set_length(all as u64);
        compiling.set_position(done as u64);
        true
    })
    .map_err(|problem| InputError::of(&arguments.cases, problem))?;
    drop(compiling);

    let columns = answer(&methods, &level, &cases, arguments)?;
    let mut exact = Exact::new(&level);
    let mut text = String::new();
    for (index, a_move) in cases.moves.iter().enumerate() {
        let (truth, _) = exact.sweep(a_move)?;
        let begins_inside = truth.is_some_and(|hit| hit.inside);
        for (method, column) in &columns {
            let swept = &column[index];
            let proof = (method.id == REFERENCE).then(|| exact.proof(a_move, swept.0.as_ref())).flatten();
            text += &line(index, method, swept, proof.as_ref(), begins_inside);
        }
    }
    write_or_print(out, &text)?;
    Ok(ExitCode::SUCCESS)
}

/// How the tree is made.
const TREE: &[Setting] = &[SPLIT.setting];

/// For `collidoscope sweep --help`: ids with what they are, and their settings.
pub(super) fn method_list() -> String {
    help::methods(METHODS)
}

/// What every method says of every move. With `--all`, a method that cannot decide this level is left out and named.
fn answer(
    methods: &[(&'static Method, Settings)],
    level: &Level,
    cases: &Cases,
    arguments: &SweepArguments,
) -> anyhow::Result<Vec<(&'static Method, Vec<Swept>)>> {
    let mut columns = Vec::new();
    for (method, settings) in methods {
        let shown = progress(method.id, cases.moves.len() as u64);
        let mut sweep = method.make(level, settings);
        let swept: Result<Vec<Swept>, LevelError> = cases
            .moves
            .iter()
            .map(|a_move| {
                shown.inc(1);
                sweep.sweep(a_move)
            })
            .collect();
        drop(shown);
        match swept.map_err(|why| InputError::of(&arguments.cases, cases::refusal(cases, &why))) {
            Ok(column) => columns.push((*method, column)),
            Err(why) if arguments.all => note(&format!("{} is left out: {why}", method.id)),
            Err(why) => return Err(why.into()),
        }
    }
    Ok(columns)
}

/// One answer as a line of JSON: contract.
fn line(
    index: usize,
    method: &Method,
    (hit, cost): &Swept,
    proof: Option<&Proof>,
    begins_inside: bool,
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
    format!("{answer}\n")
}
