//! `collidoscope` without a command: opens the window. It takes the same arguments as `shot` for its world
//! and method.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches as _};

use super::environment;
use super::interrupted::clean_up_on_signals;
use super::own_program;
use super::own_tables;
use super::shared::{OutsideArgument, parse_setting, whole};
use super::terminal::{note, waiting};
use super::word_lists::values;
use crate::about::MethodInfo;
use crate::app::lecture::loaded::LoadedLecture;
use crate::app::opening::Given;
use crate::app::scene_file::LoadedScene;
use crate::app::{self, Beginning, WindowOptions};
use crate::exhibit::{Page, Params, SceneLink};
use crate::files;
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::geometry::import;
use crate::labs::lab::{LabRow, MOST_PANES};
use crate::labs::{self, LABS};
use crate::methods::OWN_PASSES;
use crate::names::there_are;
use crate::ui::quality::Quality;
use crate::ui::theme;
use crate::world::parameters::{BODIES, SEED};

#[derive(Args)]
pub struct WindowArguments {
    /// Scene file, lecture file, a file for the lab, or a table of passes (.passes); same as --open
    #[arg(value_name = "FILE", conflicts_with = "open")]
    file: Option<PathBuf>,
    /// Lab or page to open: a lab, a page of the first lab, or LAB/PAGE; listed below
    #[arg(long, value_name = "LAB")]
    lab: Option<String>,
    /// Lesson to open, with its scene
    #[arg(long, value_name = "NAME")]
    lesson: Option<String>,
    #[command(flatten)]
    methods: MethodArguments,
    #[command(flatten)]
    scene: SceneArguments,
    #[command(flatten)]
    outside: OutsideArgument,
    #[command(flatten)]
    inspected: InspectedArguments,
    #[command(flatten)]
    theme: ThemeArgument,
    /// Light and edges of the pictures in the window; files always have the best. Default: the one used last
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Quality::all().map(|row| row.0)))]
    quality: Option<String>,
    /// Start as if for the first time: do not restore the last session, and save nothing
    #[arg(long)]
    fresh: bool,
    /// Draw this number of frames as fast as possible, then quit
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    frames: Option<u64>,
    /// On exit, print frame times and input latencies, as --frames does
    #[arg(long)]
    frame_times: bool,
    /// Frames, counted from 0, before which to simulate a GPU reset
    #[arg(long, hide = true, value_name = "N,N,…", value_delimiter = ',')]
    lose_context: Vec<u64>,
    /// With --frames: save the last frame of the window as PNG
    #[arg(long, value_name = "FILE", requires = "frames")]
    screenshot: Option<PathBuf>,
}

/// The argument that selects the theme.
#[derive(Args, Clone)]
pub struct ThemeArgument {
    /// Theme: dark for screens, light for projectors and print; default: the one used last
    #[arg(long, value_name = "NAME", value_parser = theme::IDS)]
    pub theme: Option<String>,
}

/// The arguments that select methods and their settings.
#[derive(Args, Default, PartialEq)]
pub struct MethodArguments {
    /// Method to show; several separated by commas, like --panes. FILE.passes is a table of passes of one's own
    #[arg(long, value_name = "ID")]
    method: Option<String>,
    /// Methods to show side by side, one to four
    #[arg(long, value_name = "ID,ID,…", value_delimiter = ',', conflicts_with = "method")]
    panes: Vec<String>,
    /// Program of your own, such as 'python3 mine.py', in a pane of the arena, beside the reference or the shown
    /// methods. It runs with your rights: run only programs that you trust
    #[arg(long, value_name = "COMMAND")]
    method_program: Option<String>,
    /// Setting of every shown method that has this setting, METHOD.NAME for one method only, or a parameter
    /// of the lab; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// The arguments that select the scene.
#[derive(Args, Default, PartialEq)]
pub struct SceneArguments {
    #[arg(long = SEED.id, help = SEED.short_help(), value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    #[arg(long = BODIES.id, help = BODIES.short_help(), value_name = "N", value_parser = whole(BODIES.wholes()))]
    bodies: Option<u64>,
    /// Use this mesh as the bodies' shape instead of the experiment's four kinds; several meshes get equal
    /// shares of the bodies. In other labs: the terrain; one of the two meshes; a closed mesh or .map as the
    /// level; a garment, for brute-force and binary only
    #[arg(long, value_name = "FILE")]
    mesh: Vec<PathBuf>,
    /// Preset with a few hand-placed bodies, instead of the experiment
    #[arg(long, value_name = "NAME", conflicts_with_all = ["seed", "bodies", "mesh"])]
    preset: Option<String>,
    /// Scene file with world, methods, cameras and selection; a lecture file; or a file for the lab, like --mesh
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "bodies", "mesh", "preset", "method", "panes", "set"])]
    open: Option<PathBuf>,
}

/// The arguments that select the inspector's pair, step and pixel.
#[derive(Args, Clone, Default, PartialEq)]
pub struct InspectedArguments {
    /// Pair to inspect, by the bodies' numbers
    #[arg(long, value_name = "A-B")]
    pair: Option<String>,
    /// Number of the step to show, from 0, or the word last; for `shot` also all, see --out
    #[arg(long, value_name = "N")]
    step: Option<String>,
    /// Second method to compare with, step by step
    #[arg(long, value_name = "ID")]
    compare: Option<String>,
    /// Pixel to inspect, counted from the lower left
    #[arg(long, value_name = "X,Y")]
    pixel: Option<String>,
    /// Viewpoint, in the syntax of links
    #[arg(long, value_name = "VIEWPOINT", allow_hyphen_values = true)]
    camera: Option<String>,
}

impl InspectedArguments {
    /// Splits off `--step all`: whether it was given, and the remaining arguments.
    pub fn without_all(&self) -> (bool, Self) {
        let is_all = self.step.as_deref() == Some("all");
        (is_all, Self { step: self.step.clone().filter(|_| !is_all), ..self.clone() })
    }

    /// The arguments as a checked scene link for the page of `place`, which is `--lab` or its equivalent.
    pub fn exhibit(&self, place: &Place) -> anyhow::Result<SceneLink> {
        let mut words = Params::default();
        let values =
            [("pair", &self.pair), ("step", &self.step), ("pixel", &self.pixel), ("camera", &self.camera)];
        for (name, value) in values {
            if let Some(value) = value {
                words.set(name, value.as_str());
            }
        }
        if let Some(compare) = &self.compare {
            // The panes may show a table of their own as the first of these methods.
            let named = own_tables::read_files([OWN_PASSES[0], compare.as_str()].into_iter())?;
            words.set("compare", named.ids[1].as_str());
            named.tables.iter().for_each(|table| words.set(&table.parameter(), table.word.as_str()));
        }
        let mut exhibit = SceneLink::of(words).map_err(|why| anyhow!("--{why}"))?;
        exhibit.page = Some(place.page.word().to_owned());
        labs::check(&exhibit, place.row).map_err(|why| anyhow!("--{why}"))?;
        Ok(exhibit)
    }
}

/// Opens the window with these arguments.
pub fn open<const N: usize>(arguments: [&str; N], language_given: bool) -> anyhow::Result<ExitCode> {
    let command = WindowArguments::augment_args(clap::Command::new("window").no_binary_name(true));
    let matches = command.try_get_matches_from(arguments)?;
    run(&WindowArguments::from_arg_matches(&matches)?, language_given)
}

pub fn run(arguments: &WindowArguments, language_given: bool) -> anyhow::Result<ExitCode> {
    let WindowArguments { lab, file, lesson, methods, scene, inspected, .. } = arguments;
    let WindowArguments { fresh, frames, lose_context, screenshot, theme, quality, .. } = arguments;
    environment::check()?;
    arguments.outside.apply();
    clean_up_on_signals();
    let place = Place::of(lab.as_deref().unwrap_or(LABS[0].id))?;
    let show = inspected.exhibit(&place)?;
    let read: Vec<_> = file.as_deref().into_iter().chain(scene.files()).collect();
    files::check_outputs(screenshot.as_deref().as_slice(), &read)?;
    let reading = waiting("reading and building the scene");
    let beginning = beginning(methods, scene, file.as_deref(), lesson.clone(), &place, show)?;
    drop(reading);
    if let Some(Err(why)) = &beginning.lecture {
        anyhow::ensure!(frames.is_none(), "{why}");
        note(why);
    }
    check_outputs_of(screenshot.as_slice(), scene, &beginning)?;
    if lab.is_some() {
        note_other_lab(&beginning, &place);
    }
    // Measurements and screenshots must not depend on earlier sessions.
    let memory = if *fresh || frames.is_some() { None } else { app::memory::folder() };
    let (frames, screenshot, lose_context) = (*frames, screenshot.clone(), lose_context.clone());
    let theme = theme.theme.clone();
    let frame_times = arguments.frame_times || frames.is_some();
    // Any explicit argument overrides the restored session.
    let last_scene = file.is_none()
        && lesson.is_none()
        && lab.is_none()
        && *methods == MethodArguments::default()
        && *scene == SceneArguments::default()
        && *inspected == InspectedArguments::default();
    // Measurements show the methods that they name.
    let measures = frames.is_some() || arguments.frame_times;
    let names_scene = file.is_some() || scene.open.is_some() || !scene.mesh.is_empty() || lesson.is_some();
    let names_methods = *methods != MethodArguments::default();
    let side_by_side = !measures
        && !names_scene
        && !names_methods
        && lab.is_some()
        && *inspected == InspectedArguments::default();
    let options = WindowOptions {
        beginning,
        side_by_side,
        frames,
        frame_times,
        screenshot,
        memory,
        last_scene,
        fresh: *fresh,
        language_given,
        theme,
        quality: quality.as_deref().and_then(Quality::of),
        lose_context,
    };
    app::run(options)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a note if a scene file belongs to another lab than `place`.
pub fn note_other_lab(beginning: &Beginning, place: &Place) {
    if let Some(scene) = beginning.scene.as_ref().filter(|scene| scene.row.id != place.row.id) {
        note(&format!(
            "the scene file belongs to the lab {}, which is shown instead of {}",
            scene.row.id, place.row.id
        ));
    }
}

/// Refuses an output that would replace a file which the scene file or a mesh names.
pub fn check_outputs_of(
    outputs: &[PathBuf],
    scene: &SceneArguments,
    beginning: &Beginning,
) -> anyhow::Result<()> {
    let mesh = scene.mesh.iter().flat_map(|mesh| import::files_of(mesh));
    let named = beginning.scene.iter().flat_map(|scene| scene.files.iter().cloned());
    files::check_outputs(outputs, &mesh.chain(named).collect::<Vec<_>>())
}

/// The initial state of a window or image.
pub fn beginning(
    methods: &MethodArguments,
    scene: &SceneArguments,
    file: Option<&Path>,
    lesson: Option<String>,
    place: &Place,
    mut show: SceneLink,
) -> anyhow::Result<Beginning> {
    let named = file.or(scene.open.as_deref());
    let is_lecture = |path: &&Path| Given::of(path, place.row) == Ok(Given::Lecture);
    let lecture = named.filter(is_lecture).map(read_lecture).transpose()?;
    let named = named.filter(|_| lecture.is_none());
    let NamedFiles { scene: scene_file, meshes, table } = named_files(place.row, named, &scene.mesh)?;
    let opened = scene_file.map(|path| LoadedScene::load(path).map(Arc::new)).transpose()?;
    if (opened.is_some() || lesson.is_some()) && place.page == Page::Scene {
        // The arguments give no page, so the scene file or lesson selects it.
        show.page = None;
    }
    let mut words = scene.words(place.row)?;
    let shown_table = table.map(|path| table_as_method(path, methods)).transpose()?;
    if shown_table.is_some() && place.page == Page::Scene {
        show.page = Some(own_tables::PAGE.to_owned());
    }
    let documents = shown_table.as_ref().unwrap_or(methods).add_to(&mut words, place.row)?;
    let second = own_tables::parameter(OWN_PASSES[1]);
    if let Some(command) = &methods.method_program {
        own_program::permit_in(&mut words, command, place.row, methods.names_any())?;
        if opened.is_some() || lesson.is_some() {
            // The scene comes with panes of its own.
            let of_program = ["method".to_owned(), own_program::parameter()];
            for name in of_program {
                let value = words.get(&name).unwrap_or_default().to_owned();
                show.words.set(&name, value);
            }
        }
    }
    if words.get(&second).zip(show.words.get(&second)).is_some_and(|(shown, compared)| shown != compared) {
        bail!("--compare: two tables of passes can be shown at once; leave one out");
    }
    if !meshes.is_empty() && !methods.names_any() && methods.method_program.is_none() {
        // The lab chooses a method that accepts the mesh.
        words.take("method");
    }
    let first = SceneLink { lab: Some(place.row.id.to_owned()), words, ..SceneLink::default() };
    labs::check(&first, place.row)?;
    let beginning =
        Beginning { first, documents, scene: opened, lecture, lesson, show, ..Beginning::default() };
    if meshes.is_empty() {
        return Ok(beginning);
    }
    beginning.with_meshes(&meshes, note)
}

/// Reads a lecture. The window opens with a fault of the file, because a file manager shows no terminal.
fn read_lecture(path: &Path) -> anyhow::Result<Result<Arc<LoadedLecture>, String>> {
    match LoadedLecture::load(path) {
        Err(why) if path.is_file() => Ok(Err(format!("{why:#}"))),
        read => Ok(Ok(Arc::new(read?))),
    }
}

/// The files that the user named, by kind.
struct NamedFiles<'a> {
    scene: Option<&'a Path>,
    meshes: Vec<PathBuf>,
    /// A table of passes.
    table: Option<&'a Path>,
}

fn named_files<'a>(
    row: &'static LabRow,
    opened: Option<&'a Path>,
    meshes: &[PathBuf],
) -> anyhow::Result<NamedFiles<'a>> {
    for path in meshes {
        match Given::of(path, row).map_err(anyhow::Error::msg)? {
            Given::OfLab => {}
            Given::Document => bail!("--mesh: {0} is a table of passes; use --method {0}", path.display()),
            Given::Lecture => bail!("--mesh: {} is a lecture; use --open", path.display()),
            Given::Scene => {
                // An unreadable path counts as a scene, too, so its error is reported here.
                read_file(path, LARGEST_FILE).map_err(|why| anyhow!("--mesh: {}: {why}", path.display()))?;
                bail!("--mesh: {} is a scene file; use --open", path.display());
            }
        }
    }
    let mut named = NamedFiles { scene: None, meshes: meshes.to_vec(), table: None };
    if let Some(path) = opened {
        match Given::of(path, row).map_err(anyhow::Error::msg)? {
            Given::Scene => named.scene = Some(path),
            Given::OfLab => named.meshes.push(path.to_owned()),
            Given::Document => named.table = Some(path),
            // The caller has loaded the lecture.
            Given::Lecture => {}
        }
    }
    Ok(named)
}

/// The arguments that show a table of passes, opened as a file.
fn table_as_method(path: &Path, methods: &MethodArguments) -> anyhow::Result<MethodArguments> {
    let shown = path.display();
    if methods.names_any() {
        bail!("{shown}: a table of passes is a method; name it with the others, as in --panes {shown},gjk");
    }
    Ok(MethodArguments {
        method: None,
        panes: vec![shown.to_string()],
        method_program: methods.method_program.clone(),
        set: methods.set.clone(),
    })
}

/// The value of `--lab`, or the subject of `shot`: a lab, or a page of the first lab.
pub struct Place {
    /// The row of the lab.
    pub row: &'static LabRow,
    /// The page to show.
    pub page: Page,
}

impl Place {
    /// Parses a lab id (its scene), LAB/PAGE, or the name of a page of the first lab. The error lists the
    /// labs.
    pub fn of(word: &str) -> anyhow::Result<Self> {
        let refused = match labs::find(word) {
            Ok(row) => return Ok(Self { row, page: Page::Scene }),
            Err(why) => why,
        };
        if let Some((lab, page)) = word.split_once('/') {
            let row = labs::find(lab)?;
            return Ok(Self { row, page: labs::page(row, page)? });
        }
        let row = LABS[0];
        match labs::page(row, word) {
            Ok(page) if page != Page::Scene => Ok(Self { row, page }),
            _ => Err(refused.into()),
        }
    }

    /// All accepted values: the labs, then the pages of the first lab.
    pub fn words() -> Vec<&'static str> {
        let labs = LABS.iter().map(|row| row.id);
        let own = LABS[0].pages.iter().map(|page| page.word);
        labs.chain(["inspector"]).chain(own).chain(["experiments"]).collect()
    }
}

impl MethodArguments {
    /// Whether the arguments name any method.
    fn names_any(&self) -> bool {
        let names_method = |text: &String| parse_setting(text).is_ok_and(|(name, _)| name == "method");
        self.method.is_some() || !self.panes.is_empty() || self.set.iter().any(names_method)
    }

    /// Checks methods and settings and adds them to a lab's parameters. Returns the files whose content parameters
    /// hold, with the parameters' names.
    fn add_to(&self, words: &mut Params, row: &'static LabRow) -> anyhow::Result<Vec<(String, PathBuf)>> {
        let ids: Vec<&str> = match (&self.method, self.panes.as_slice()) {
            (_, panes @ [_, ..]) => panes.iter().map(String::as_str).collect(),
            (Some(methods), []) => methods.split(',').collect(),
            (None, []) => (row.methods)().first().map(|about| about.id).into_iter().collect(),
        };
        if ids.len() > MOST_PANES {
            bail!("1 to {MOST_PANES} methods can be shown side by side, not {}", ids.len());
        }
        let named = own_tables::read_files(ids.into_iter())?;
        let panes = named.ids.iter().map(|id| labs::method(row, id)).collect::<Result<Vec<_>, _>>()?;
        words.set("method", named.ids.join(","));
        named.tables.iter().for_each(|table| words.set(&table.parameter(), table.word.as_str()));
        for text in &self.set {
            let (name, value) = parse_setting(text)?;
            // A setting of one method, METHOD.NAME as in links, is checked together with the parameters.
            if name.contains('.') || row.words.iter().any(|word| word.id == name) {
                words.set(name, value);
                continue;
            }
            let has_it =
                |about: &&&'static MethodInfo| about.settings.iter().any(|setting| setting.id == name);
            let mut having = panes.iter().filter(has_it).peekable();
            // If no method has the setting, the first method's error lists the settings.
            let first = having.peek().copied().unwrap_or(&panes[0]);
            let checked = first.default_settings().set(name, value);
            let is_known = first.settings.iter().any(|setting| setting.id == name);
            checked.map_err(|why| match is_known {
                true => anyhow!("{}: {why}", first.id),
                false => {
                    let ids = row.words.iter().map(|word| word.id).collect::<Vec<_>>().join(", ");
                    anyhow!("{}: {why}; the lab {} has the parameters {ids}", first.id, row.id)
                }
            })?;
            for about in having {
                words.set(&format!("{}.{name}", about.id), value);
            }
        }
        Ok(named.tables.into_iter().map(|table| (table.parameter(), table.path)).collect())
    }
}

impl SceneArguments {
    /// The files that the arguments name.
    pub fn files(&self) -> Vec<&Path> {
        self.mesh.iter().chain(&self.open).map(PathBuf::as_path).collect()
    }

    /// The parts of the world that the arguments give, as parameters of the lab.
    fn words(&self, row: &LabRow) -> anyhow::Result<Params> {
        let mut words = Params::default();
        if let Some(preset) = &self.preset {
            let Some(names) = values(row, "preset") else {
                let all =
                    row.things.iter().filter_map(|things| Some((things.word, values(row, things.word)?)));
                let others: Vec<_> =
                    all.map(|(word, all)| format!("--set {word}=NAME takes {}", all.join(", "))).collect();
                bail!("--preset: the lab {} has no presets; {}", row.id, others.join("; "));
            };
            if !names.contains(preset) {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                bail!("no preset is called {preset:?}; {}", there_are(preset, &names));
            }
            words.set("preset", preset.as_str());
        }
        if let Some(seed) = self.seed {
            words.set("seed", seed.to_string());
        }
        if let Some(bodies) = self.bodies {
            words.set("bodies", bodies.to_string());
        }
        Ok(words)
    }
}
