//! `collidoscope grade`: grades a program or a table of passes of one's own by a homework file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;

use super::own_program;
use super::own_tables;
use super::shared::{chosen, given, open_gpu, with_settings};
use super::terminal::{note, print, print_json, progress};
use crate::app::scene_file;
use crate::app::scene_file::SceneFile;
use crate::exhibit::Params;
use crate::experiments::truth::pair::Case;
use crate::files;
use crate::files::input::{check_inputs, is_stream, name_of, read_input, read_input_text};
use crate::files::json_size;
use crate::files::path_in_file::PathInFile;
use crate::geometry::Mesh;
use crate::geometry::fingerprint;
use crate::grading::grade::{self, Grade, Group, Judged, Rules};
use crate::grading::hints;
use crate::grading::homework::{Homework, LONGEST_FILE};
use crate::grading::method::OfMethod;
use crate::grading::pixels::Pixels;
use crate::grading::report::{Hint, Report};
use crate::image_space::options::Options;
use crate::image_space::own::pixel::can_be_judged;
use crate::image_space::own::settings::TABLE;
use crate::labs::arena::panels::pass_editor::read_table;
use crate::labs::arena::saved::{ArenaFile, ModelsFile, ParametersFile, PoseFile};
use crate::language::t;
use crate::methods::{METHODS, Needs, OWN_PASSES};
use crate::programs::program::baseline;
use crate::programs::recording::{Recorder, Replay};
use crate::programs::{Answerer, FailureKind};
use crate::settings::in_one_word;
use crate::world::Body;

#[derive(Args)]
pub struct GradeArguments {
    /// Homework file: TOML with families, weights and limits; here and in the other files `-` is standard input
    #[arg(long, value_name = "FILE.toml")]
    homework: PathBuf,
    /// Program to grade, such as 'python3 mine.py'. It runs with your rights: run only programs that you trust
    #[arg(long, value_name = "COMMAND", conflicts_with = "replay")]
    program: Option<String>,
    /// Grade a table of passes, on the pairs that its pixels can show
    #[arg(long, value_name = "FILE.passes", conflicts_with_all = ["program", "method", "replay"])]
    passes: Option<PathBuf>,
    /// Grade a method of Collidoscope instead of a program, on all pairs; `collidoscope --help` lists all
    #[arg(long, value_name = "ID", conflicts_with_all = ["program", "replay"])]
    method: Option<String>,
    /// Setting of the method; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "method", conflicts_with = "passes")]
    set: Vec<String>,
    /// Replay a recording instead of running a program
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Seed for marks instead of the public one: any text, or a file with it
    #[arg(long, value_name = "SEED|FILE")]
    hidden: Option<String>,
    /// Stages of hints for each family that fails: 1 its difficulty, 2 also a simple pair, 3 also what is wrong; of a
    /// table also the relation and the row
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=i64::from(hints::STAGES)))]
    hints: u8,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Record all questions and answers into this file, for --replay
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "passes"])]
    record: Option<PathBuf>,
    /// Write a scene file for every failed pair into this folder; the window opens it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &GradeArguments) -> anyhow::Result<ExitCode> {
    let seed_file = arguments.hidden.as_ref().map(PathBuf::from);
    let named = [&arguments.homework].into_iter().chain(&arguments.replay).chain(&seed_file);
    check_inputs(&named.collect::<Vec<_>>())?;
    let homework = homework(&arguments.homework)?;
    let (seed, shown_seed) = seed(&homework, arguments.hidden.as_deref())?;
    check_outputs(arguments, &homework, seed_file.as_ref())?;
    let (stages, record) = (arguments.hints, arguments.record.as_deref());
    let run = Run { homework: &homework, seed, stages, record, relation: &|_| None };
    // Anything that answers pairs can be graded: it needs an `Answerer` and a branch here.
    let outcome = match (&arguments.program, &arguments.passes, &arguments.method, &arguments.replay) {
        (Some(command), ..) => of_program(&run, command)?,
        (_, Some(path), ..) => of_table(&run, path)?,
        (.., Some(id), _) => of_method(&run, id, &arguments.set)?,
        (.., Some(path)) => replayed(&run, path)?,
        (None, None, None, None) => bail!(
            "name what to grade: --program 'COMMAND', --passes FILE.passes, --method ID or --replay FILE"
        ),
    };
    let links = match &arguments.out {
        Some(folder) => write_pairs(folder, &outcome, arguments.program.as_deref())?,
        None => Vec::new(),
    };
    let report = Report {
        homework: &homework,
        seed: shown_seed,
        program: &outcome.program,
        kind: outcome.kind,
        grade: &outcome.grade,
        hints: &outcome.hints,
        baseline: outcome.baseline,
        restarts: outcome.restarts,
        errors: &outcome.errors,
        links: &links,
    };
    match arguments.json {
        true => print_json(&(serde_json::to_string_pretty(&report.json())? + "\n"))?,
        false => print(&report.text())?,
    }
    if !outcome.grade.is_passed() && arguments.out.is_none() {
        note(&t!("--out DIR writes the failed pairs as scenes, which the window opens"));
    }
    Ok(ExitCode::from(u8::from(!outcome.grade.is_passed())))
}

/// Refuses outputs that cannot be written or would replace an input, before anything is graded.
fn check_outputs(
    arguments: &GradeArguments,
    homework: &Homework,
    seed_file: Option<&PathBuf>,
) -> anyhow::Result<()> {
    arguments.program.as_deref().map_or(Ok(()), own_program::remember_files)?;
    let named = [&arguments.homework].into_iter().chain(&arguments.replay).chain(&arguments.passes);
    let mut inputs: Vec<&PathBuf> = named.chain(seed_file).collect();
    files::check_outputs(arguments.record.as_slice(), &inputs)?;
    let Some(folder) = &arguments.out else { return Ok(()) };
    files::check_writable(folder)?;
    inputs.extend(&arguments.record);
    let recorded = arguments.record.as_deref().and_then(Path::file_name);
    for part in homework.families.iter().chain(&homework.checks) {
        let paths = (0..part.count as usize).flat_map(|number| paths_of(folder, &part.name, number));
        for path in paths.filter(|path| path.exists() || path.file_name() == recorded) {
            files::check_replaces_no_input(&path, &inputs).context("--out")?;
        }
    }
    Ok(())
}

/// Reads a homework file. The error is one line.
fn homework(path: &Path) -> anyhow::Result<Homework> {
    let refused = |why: String| anyhow!("{}: {why}", name_of(path).display());
    let text = read_input_text(path, LONGEST_FILE).map_err(refused)?;
    Homework::read(&text).map_err(refused)
}

/// The seed, and its name in the report. A hidden seed is any text, such as a student's number with a secret; it is
/// not repeated.
fn seed(homework: &Homework, hidden: Option<&str>) -> anyhow::Result<(u64, String)> {
    let Some(hidden) = hidden else { return Ok((homework.seed, homework.seed.to_string())) };
    let path = Path::new(hidden);
    let text = if path.is_file() || is_stream(path) {
        let name = name_of(path);
        let bytes = read_input(path, LONGEST_FILE).map_err(|why| anyhow!("{}: {why}", name.display()))?;
        String::from_utf8_lossy(&bytes).trim().to_owned()
    } else {
        hidden.to_owned()
    };
    if text.is_empty() {
        bail!("the hidden seed is empty; give any text");
    }
    Ok((fingerprint::folded(fingerprint::START, text.bytes().map(f64::from)), "hidden".to_owned()))
}

/// The conditions of a run.
#[derive(Clone, Copy)]
struct Run<'a> {
    homework: &'a Homework,
    seed: u64,
    /// Stages of hints.
    stages: u8,
    /// File for the recording.
    record: Option<&'a Path>,
    /// The relation that a table of passes decides wrongly on a pair; `None` for anything else.
    relation: &'a dyn Fn(&Judged) -> Option<String>,
}

/// A grade, with what belongs to its report.
struct Outcome {
    program: String,
    /// Kind of what was graded.
    kind: &'static str,
    /// Parameters that show its answer to a failed pair in the arena.
    shown: Params,
    grade: Grade,
    hints: Vec<(&'static str, Hint)>,
    baseline: Option<Duration>,
    restarts: u32,
    errors: String,
}

fn of_program(run: &Run<'_>, command: &str) -> anyhow::Result<Outcome> {
    let mut program = own_program::start(command, run.homework.limits())?;
    let outcome = run.recorded(&mut program, &Rules::of(run.homework), baseline())?;
    program.end();
    Ok(Outcome { restarts: program.restarted(), errors: program.errors(), ..outcome })
}

fn of_method(run: &Run<'_>, id: &str, set: &[String]) -> anyhow::Result<Outcome> {
    let chosen = chosen(METHODS, "method", &[id.to_owned()], false)?;
    let methods = with_settings(chosen, &given(set)?)?;
    let Some((method, settings)) = methods.first() else { bail!("name a method with --method") };
    let gpu = if method.needs == Needs::Nothing { None } else { Some(open_gpu()?) };
    let mut answerer =
        OfMethod { name: method.id.to_owned(), detector: method.detector(gpu.as_ref(), settings)? };
    // A method has no pipe to be compared with.
    let outcome = run.recorded(&mut answerer, &Rules::of(run.homework), None)?;
    Ok(Outcome { kind: "method", ..outcome })
}

/// Grades a table of passes on the pairs that its pixels can show.
fn of_table(run: &Run<'_>, path: &Path) -> anyhow::Result<Outcome> {
    let table = read_table(path).map_err(anyhow::Error::msg)?;
    let program = table.lowered();
    if !can_be_judged(&program) {
        bail!(
            "{}: a table that draws edges cannot be graded; draw near, far or whole bodies",
            path.display()
        );
    }
    let (id, part) = (OWN_PASSES[0], &run.homework.table);
    let (word, resolution) = (in_one_word(&table.to_string()), part.resolution.to_string());
    let set = [(TABLE.id, word.as_str()), ("resolution", resolution.as_str())];
    let methods = with_settings(chosen(METHODS, "method", &[id.to_owned()], false)?, &set)?;
    let found =
        methods.first().and_then(|(method, settings)| Some((method, settings, Options::of(settings)?)));
    let Some((method, settings, options)) = found else { bail!("there is no method {id}") };
    let pixels = Pixels { table: program, options, slices: part.slices, touching: part.touching() };
    let gpu = open_gpu()?;
    let name = if table.name.is_empty() { id.to_owned() } else { table.name.clone() };
    let mut answerer = OfMethod { name, detector: method.detector(Some(&gpu), settings)? };
    let right = |question: &Case, asked: &[Body; 2]| pixels.right(question, asked);
    let run = Run { relation: &|pair| hints::relation(pair, &pixels), ..*run };
    let outcome = run.recorded(&mut answerer, &Rules::bare(&right), None)?;
    let mut shown = Params::default();
    shown.set("method", format!("{id},gjk"));
    shown.set(&own_tables::parameter(id), word);
    shown.set(&format!("{id}.resolution"), resolution);
    Ok(Outcome { kind: "table", shown, ..outcome })
}

/// Largest recording that is read, in bytes.
const LONGEST_RECORDING: u64 = 64 << 20;

fn replayed(run: &Run<'_>, path: &Path) -> anyhow::Result<Outcome> {
    let refused = |why: String| anyhow!("{}: {why}", name_of(path).display());
    let bytes = read_input(path, LONGEST_RECORDING).map_err(refused)?;
    json_size::check(&bytes).map_err(refused)?;
    let mut replay = Replay::read(&String::from_utf8_lossy(&bytes)).map_err(refused)?;
    let (grade, hints) = run.graded(&mut replay, &Rules::of(run.homework));
    if replay.is_other() {
        let why = "was recorded with other questions; replay it with the homework, the seed and the --hints of its run";
        return Err(refused(why.to_owned()));
    }
    Ok(Outcome { baseline: replay.baseline(), ..Outcome::of(replay.name(), grade, hints) })
}

impl Outcome {
    fn of(program: &str, grade: Grade, hints: Vec<(&'static str, Hint)>) -> Self {
        let mut shown = Params::default();
        shown.set("method", "gjk,sphere-aabb-obb");
        let program = program.to_owned();
        Self {
            program,
            kind: "program",
            shown,
            grade,
            hints,
            baseline: None,
            restarts: 0,
            errors: String::new(),
        }
    }
}

impl Run<'_> {
    /// Grades an answerer and writes the recording, if one is wanted.
    fn recorded(
        &self,
        answerer: &mut dyn Answerer,
        rules: &Rules<'_>,
        baseline: Option<Duration>,
    ) -> anyhow::Result<Outcome> {
        let program = answerer.name().to_owned();
        let mut recorder = Recorder::new(answerer);
        let (grade, hints) = self.graded(&mut recorder, rules);
        if let Some(path) = self.record {
            files::write_whole(path, recorder.text(baseline).as_bytes())?;
        }
        Ok(Outcome { baseline, ..Outcome::of(&program, grade, hints) })
    }

    /// Grades anything that answers pairs, and finds the hints.
    fn graded(&self, answerer: &mut dyn Answerer, rules: &Rules<'_>) -> (Grade, Vec<(&'static str, Hint)>) {
        let bar = progress("pairs", 0);
        let grade = grade::run(self.homework, self.seed, answerer, rules, &mut |done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            true
        });
        drop(bar);
        let mut found = Vec::new();
        for group in grade.groups() {
            if let Some(first) = group.failed().next().filter(|_| self.stages > 0) {
                found.push((group.id, self.hint(group, first, answerer, rules)));
            }
        }
        (grade, found)
    }

    /// The hint for the first failed pair of a group.
    fn hint(&self, group: &Group, first: &Judged, answerer: &mut dyn Answerer, rules: &Rules<'_>) -> Hint {
        let mut hint = Hint { family: Some(group.says.to_owned()), ..Hint::default() };
        if self.stages < 2 {
            return hint;
        }
        let simple = match hints::is_shrinkable(first) {
            true => hints::shrunk(first, answerer, rules),
            false => first.clone(),
        };
        hint.pair = Some(hints::described(&simple.asked));
        if self.stages > 2 {
            hint.invariant = Some(hints::invariant(&simple));
            hint.relation = (self.relation)(&simple);
        }
        hint
    }
}

/// Most pairs of a group that are written as scenes.
const MOST_SCENES: usize = 20;

/// Writes scenes of failed pairs with their meshes; returns for each the command that opens it, with the graded
/// program as a method.
fn write_pairs(
    folder: &Path,
    graded: &Outcome,
    program: Option<&str>,
) -> anyhow::Result<Vec<(&'static str, usize, String)>> {
    let (mut links, mut written) = (Vec::new(), Vec::new());
    let quoted = |command: &str| command.replace('\'', r"'\''");
    let program =
        program.map_or_else(String::new, |command| format!(" --method-program '{}'", quoted(command)));
    for group in graded.grade.groups() {
        for pair in group.failed().take(MOST_SCENES) {
            // A pair that was not asked shows nothing about the program.
            if matches!(&pair.outcome, grade::Outcome::Failed(f) if f.kind == FailureKind::NotAsked) {
                continue;
            }
            let [scene, meshes @ ..] = paths_of(folder, group.id, pair.number);
            for (path, body) in meshes.iter().zip(&pair.asked) {
                written.push((path.clone(), obj(body.shape.mesh()).into_bytes()));
            }
            let names = meshes.each_ref().map(|path| path.file_name().unwrap_or_default().as_ref());
            written.push((scene.clone(), scene_file::bytes(&scene_of(&pair.asked, &names, &graded.shown)?)?));
            links.push((
                group.id,
                pair.number,
                format!("collidoscope --open '{}'{program}", quoted(&scene.display().to_string())),
            ));
        }
    }
    files::write_all_whole(&written)?;
    Ok(links)
}

/// The files of a pair of a family or check: its scene, and the meshes of both bodies.
fn paths_of(folder: &Path, id: &str, number: usize) -> [PathBuf; 3] {
    [".collidoscope.json", "-a.obj", "-b.obj"].map(|ending| folder.join(format!("{id}-{number}{ending}")))
}

/// The scene of a pair: the inspector with the methods of these parameters.
fn scene_of(pair: &[Body; 2], names: &[&Path; 2], shown: &Params) -> anyhow::Result<SceneFile> {
    let models = ModelsFile {
        paths: names.iter().map(|name| PathInFile::from(*name)).collect(),
        parameters: ParametersFile { bodies: 2, ..ParametersFile::default() },
        poses: pair.each_ref().map(|body| PoseFile::from(&body.pose)).to_vec(),
    };
    let lab = serde_json::to_value(ArenaFile { models: Some(models), ..ArenaFile::default() })?;
    Ok(SceneFile {
        collidoscope: crate::app::scene_file::VERSION,
        show: format!("lab=arena&page=inspector&{shown}&pair=0-1"),
        lab,
        cameras_linked: true,
        cameras: Vec::new(),
        inspector_camera: None,
    })
}

/// The mesh as OBJ; every coordinate is read as the number that it was.
fn obj(mesh: &Mesh) -> String {
    let vertices = mesh.vertices().iter().map(|p| format!("v {:?} {:?} {:?}\n", p.x, p.y, p.z));
    let faces = mesh.triangles().iter().map(|[a, b, c]| format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    vertices.chain(faces).collect()
}
