//! `collidoscope query`: tests the pairs of a file, one JSON line per pair and method.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;
use clap::builder::ArgPredicate;
use serde_json::json;

use super::cases::{self, Cases, MeshesAre};
use super::own_program::ProgramArguments;
use super::own_tables;
use super::shared::{
    OutsideArgument, checked, chosen, given, open_gpu, reading, whole, with_settings, write_or_print,
};
use super::terminal::{note, progress};
use crate::detector::{AXIS_NAMES, DetectError, Detector, Evidence, Layer, Verdict, shown_rounds};
use crate::files;
use crate::files::input::name_of;
use crate::geometry::primitives;
use crate::gpu::Gpu;
use crate::image_space::own;
use crate::image_space::own::settings::TABLE;
use crate::methods::truth::{Truth, decided};
use crate::methods::{Inside, METHODS, Method, Needs};
use crate::settings::Settings;
use crate::world::{Body, Pair};

#[derive(Args)]
pub struct QueryArguments {
    /// JSON file with shapes and pairs; mesh paths are relative to it. `-` is standard input, with paths relative to the
    /// current folder
    cases: PathBuf,
    /// Method to run: gjk is exact, occlusion-query is accurate to a pixel; `collidoscope --help` lists all. Several
    /// separated by commas. FILE.passes is a table of passes of one's own. With --as-surface obb by default
    #[arg(
        long,
        value_name = "ID",
        default_value = "gjk",
        default_value_ifs([
            ("method_program", ArgPredicate::IsPresent, None),
            ("as_surface", ArgPredicate::Equals("true".into()), Some("obb")),
        ]),
        value_delimiter = ',',
        conflicts_with = "all"
    )]
    method: Vec<String>,
    /// Run all methods that this machine supports
    #[arg(long)]
    all: bool,
    /// Pixels per side of a pair's tile; short for --set resolution=N
    #[arg(long, value_name = "N")]
    resolution: Option<String>,
    /// Setting of the method; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Detail of round shapes when drawn, 1 to 16 (a sphere has 20·L·(5L−1) triangles)
    #[arg(long, value_name = "L", default_value_t = 2 * primitives::DEFAULT_LEVEL,
          value_parser = whole::<u32>(1..=16))]
    level: u32,
    /// Add the exact reference's answer to every line; exit status 1 if any verdict differs from it
    #[arg(long)]
    check: bool,
    /// Treat meshes as surfaces, which may be open: test whether triangles touch, with the tree methods
    #[arg(long, conflicts_with_all = ["check", "method_program"])]
    as_surface: bool,
    /// Write to this file instead of standard output; the file appears when all pairs are tested
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    program: ProgramArguments,
    #[command(flatten)]
    outside: OutsideArgument,
}

pub fn run(arguments: &QueryArguments) -> anyhow::Result<ExitCode> {
    arguments.outside.apply();
    let named = own_tables::read_files(arguments.method.iter().map(String::as_str))?;
    let mut chosen = chosen(METHODS, "method", &named.ids, arguments.all)?;
    // Tables that users write are run only by name.
    chosen.retain(|method| !arguments.all || !method.is_own());
    if arguments.as_surface {
        keep_those_for_surfaces(&mut chosen, arguments.all)?;
    }
    let mut methods = with_settings(chosen, &settings_given(arguments)?)?;
    for table in &named.tables {
        let mut own = methods.iter_mut().filter(|(method, _)| method.id == table.id);
        own.try_for_each(|(_, settings)| settings.set(TABLE.id, &table.word)).map_err(anyhow::Error::msg)?;
    }
    arguments.program.remember_files()?;
    let out = arguments.out.as_deref();
    files::check_outputs(out.as_slice(), &[&arguments.cases])?;
    let meshes = if arguments.as_surface { MeshesAre::Surfaces } else { MeshesAre::Solids };
    let cases = reading(&arguments.cases, || cases::load(&arguments.cases, arguments.level, meshes))?;
    files::check_outputs(out.as_slice(), &cases.meshes)?;
    cases.notes.iter().for_each(|text| note(text));

    let bodies: Vec<Body> = cases.pairs.iter().flatten().cloned().collect();
    let pairs: Vec<Pair> = (0..cases.pairs.len()).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let columns = decide(&methods, arguments.all, &bodies, &pairs)
        .map_err(|error| name_shape(error, &arguments.cases, &cases))?;
    let program = arguments.program.decide(&cases.pairs)?;

    let checking = progress("exact reference", cases.pairs.len() as u64);
    let mut text = String::new();
    let mut differing = vec![Vec::new(); columns.len()];
    let mut differing_program = Vec::new();
    for (index, pair) in cases.pairs.iter().enumerate() {
        let truth = if arguments.check { Some(Truth::of(pair)?) } else { None };
        checking.inc(1);
        for ((method, settings, verdicts), differing) in columns.iter().zip(&mut differing) {
            let verdict = &verdicts[index];
            let truth = truth.as_ref().map(|truth| truth.for_method(method));
            if truth.is_some_and(|truth| truth != verdict.colliding) {
                differing.push(index);
            }
            let decided =
                if is_for_surfaces(settings) { "surfaces" } else { decided(method, settings, pair) };
            text += &line(index, (method, settings), decided, verdict, truth);
        }
        if let Some(program) = &program {
            let truth = truth.map(|truth| truth.of_meshes());
            let is_wrong = |truth: bool| !program.agrees(index, truth) || program.is_flawed(index, pair);
            if truth.is_some_and(is_wrong) {
                differing_program.push(index);
            }
            text += &program.line(index, pair, truth);
        }
    }
    drop(checking);
    write_or_print(out, &text)?;
    let differing = columns.iter().map(|(method, ..)| method.id).zip(&differing);
    let differing = differing.chain([("program", &differing_program)]);
    Ok(checked(differing, "the exact reference", ["verdict differs", "verdicts differ"], ["pair", "pairs"]))
}

/// A method tests surfaces, not solids, if this setting has this value.
const SURFACES: (&str, &str) = ("stage", "surfaces");

fn is_for_surfaces(settings: &Settings) -> bool {
    settings.word(SURFACES.0) == Some(SURFACES.1)
}

/// Drops methods that test solids only; without `all`, returns an error that names the alternatives.
fn keep_those_for_surfaces(chosen: &mut Vec<&Method>, all: bool) -> anyhow::Result<()> {
    let decides = |method: &Method| method.default_settings().set(SURFACES.0, SURFACES.1).is_ok();
    let of_solids = chosen.iter().find(|method| !decides(method)).map(|method| method.id);
    chosen.retain(|method| decides(method));
    if let Some(asked) = of_solids.filter(|_| !all) {
        let others: Vec<_> =
            METHODS.iter().filter(|method| decides(method)).map(|method| method.id).collect();
        bail!("{asked} tests only solids; with --as-surface use one of {}", others.join(", "));
    }
    Ok(())
}

/// The settings given by `--as-surface`, `--resolution` and `--set`.
fn settings_given(arguments: &QueryArguments) -> anyhow::Result<Vec<(&str, &str)>> {
    let resolution = arguments.resolution.iter().map(|n| ("resolution", n.as_str()));
    let surfaces = arguments.as_surface.then_some(SURFACES);
    Ok(surfaces.into_iter().chain(resolution).chain(given(&arguments.set)?).collect())
}

/// The verdicts of each method. With `all`, a method that cannot run here is skipped with a note.
fn decide<'a>(
    methods: &'a [(&'static Method, Settings)],
    all: bool,
    bodies: &[Body],
    pairs: &[Pair],
) -> anyhow::Result<Vec<(&'static Method, &'a Settings, Vec<Verdict>)>> {
    let gpu = if methods.iter().any(|(m, _)| m.needs != Needs::Nothing) { Some(open_gpu()) } else { None };
    let usable: Option<&Gpu> = gpu.as_ref().and_then(|g| g.as_ref().ok());
    let mut columns = Vec::new();
    for (method, settings) in methods {
        if let Some(missing) = method.why_not(usable.map(Gpu::capabilities)) {
            let reason = match &gpu {
                Some(Err(error)) => error.to_string(),
                _ => format!("this OpenGL lacks {missing}"),
            };
            if !all {
                bail!("{} cannot run here: {reason}", method.id);
            }
            note(&format!("{} is left out: {reason}", method.id));
            continue;
        }
        let mut detector = method.detector(usable, settings)?;
        let verdicts =
            decide_in_parts(&mut *detector, bodies, pairs, method.id).with_context(|| method.id)?;
        columns.push((*method, settings, verdicts));
    }
    Ok(columns)
}

/// Adds the pair and the shape's name to an error, which itself contains only the body's index.
fn name_shape(error: anyhow::Error, file: &Path, cases: &Cases) -> anyhow::Error {
    let body = match error.downcast_ref() {
        Some(DetectError::NotConvex { body, .. } | DetectError::NotClosed { body, .. }) => *body,
        _ => return error,
    };
    let (pair, side) = (body / 2, body % 2);
    let name = &cases.names[pair][side];
    error.context(format!(
        "{}: pairs[{pair}].{}: shape \"{name}\"",
        name_of(file).display(),
        ["a", "b"][side]
    ))
}

/// Number of pairs in the first part; progress is shown between parts.
const FIRST_PART: usize = 4;
/// Parts double in size until one takes this long.
const PART: Duration = Duration::from_millis(200);

/// All verdicts of a method, computed in parts; the verdicts do not depend on the parts.
fn decide_in_parts(
    detector: &mut dyn Detector,
    bodies: &[Body],
    pairs: &[Pair],
    doing: &'static str,
) -> Result<Vec<Verdict>, DetectError> {
    let shown = progress(doing, pairs.len() as u64);
    let (mut verdicts, mut rest, mut size) = (Vec::with_capacity(pairs.len()), pairs, FIRST_PART);
    while !rest.is_empty() {
        let (part, later) = rest.split_at(size.min(rest.len()));
        let start = Instant::now();
        verdicts.extend(detector.detect(bodies, part)?.verdicts);
        shown.inc(part.len() as u64);
        if start.elapsed() < PART {
            size *= 2;
        }
        rest = later;
    }
    Ok(verdicts)
}

fn line(
    index: usize,
    (method, settings): (&Method, &Settings),
    decided: &str,
    verdict: &Verdict,
    truth: Option<bool>,
) -> String {
    let mut evidence = match verdict.evidence {
        Evidence::Samples { rounds, axis } => {
            let axis = AXIS_NAMES[usize::from(axis)];
            json!({"rounds": shown_rounds(&rounds), "axis": axis})
        }
        Evidence::Volume { samples, cubic_metres, axis } => {
            let axis = AXIS_NAMES[usize::from(axis)];
            json!({"samples": samples, "volume": cubic_metres, "axis": axis})
        }
        Evidence::EmptyWindow => json!({"boxes": "apart"}),
        Evidence::Distance(metres) => json!({"distance": metres}),
        Evidence::Touching => json!({"distance": 0.0, "undecided": "rounding"}),
        Evidence::Traversal { node_pairs, triangle_pairs } => {
            json!({"node_pairs": node_pairs, "triangle_pairs": triangle_pairs})
        }
        Evidence::FullyVisible { axis, round } => {
            json!({"fully_visible": {"axis": AXIS_NAMES[usize::from(axis)], "round": round}})
        }
        Evidence::Layer(layer) => json!({"settled_by": match layer {
            Layer::Boxes => "boxes",
            Layer::FatMiss => "fat-miss",
            Layer::ThinHit => "thin-hit",
            Layer::Exact => "exact",
        }}),
        // The lines of a program are written by `own_program`.
        Evidence::Program { .. } | Evidence::NoAnswer(_) => json!({}),
    };
    evidence["decided"] = decided.into();
    let mut object = json!({
        "pair": index,
        "method": method.id,
        "colliding": verdict.colliding,
        "evidence": evidence,
    });
    if method.inside == Inside::OwnPasses {
        object["table"] = own::settings::table(settings).name.into();
    }
    if let Some(truth) = truth {
        object["reference"] = truth.into();
    }
    format!("{object}\n")
}
