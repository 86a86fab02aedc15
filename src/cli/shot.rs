//! `collidoscope shot`: an image of a lab as PNG, without a display. It is drawn by the same shell as the window.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::interrupted::clean_up_on_signals;
use super::shared::{OutsideArgument, open_gpu, whole};
use super::terminal::{note, progress, waiting};
use super::window::{
    InspectedArguments, MethodArguments, Place, SceneArguments, ThemeArgument, beginning, check_outputs_of,
    note_other_lab,
};
use crate::app::asking::places::made_elsewhere;
use crate::app::export::Notes;
use crate::app::filming::{Film, Reel};
use crate::app::handout;
use crate::app::lecture::file::stem_of;
use crate::app::lecture::loaded::LoadedLecture;
use crate::app::offscreen::{render_shell_of, shell_of};
use crate::app::video::{Format, Frames, VideoFile};
use crate::app::{PictureOptions, slide_show};
use crate::exhibit::Page;
use crate::files;
use crate::gpu::{Gpu, Severity};
use crate::labs::LABS;
use crate::labs::playhead::{MOST_FRAMES, SPEEDS};
use crate::language::Language;
use crate::ui::format::number_of;
use crate::ui::theme;

#[derive(Args)]
pub(super) struct ShotArguments {
    /// Lab or page to draw: a lab, a page of the first lab, LAB/PAGE, or the word lesson or lecture; labs are
    /// listed below
    lab: String,
    /// For the word lesson: name of the lesson; lessons are listed below. For the word lecture: its file
    name: Option<String>,
    /// Output file; it appears when it is complete. With --frames or --step all: an animation FILE.apng, or numbered
    /// images FILE-00.png and so on for FILE.png. With --slides, a folder
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Size in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = parse_size)]
    size: [u32; 2],
    /// Simulate this number of frames first, up to 100000; default: until the page has something to show
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_FRAMES))]
    frame: Option<u64>,
    /// A video of the frames A to B, both included
    #[arg(long, value_name = "A..B", value_parser = parse_frames, conflicts_with_all = ["frame", "slides"])]
    frames: Option<[u64; 2]>,
    /// With --frames: a picture of every Nth frame only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=60_u64), requires = "frames")]
    every: u64,
    /// With --frames: speed of the video; 1 is the speed of the scene
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = parse_speed, requires = "frames")]
    speed: f64,
    #[command(flatten)]
    methods: MethodArguments,
    #[command(flatten)]
    scene: SceneArguments,
    #[command(flatten)]
    outside: OutsideArgument,
    #[command(flatten)]
    inspected: InspectedArguments,
    /// Draw only the scene, without panels; several panes keep their headers
    #[arg(long)]
    scene_only: bool,
    #[command(flatten)]
    theme: ThemeArgument,
    /// With lesson or lecture: draw all slides into the folder --out
    #[arg(long)]
    slides: bool,
    /// With --slides: write a handout with the images and text of the slides instead, one HTML file
    #[arg(long, requires = "slides")]
    handout: bool,
    /// With --slides: write the handout with the speaker's notes
    #[arg(long, requires = "slides")]
    notes: bool,
}

pub(super) fn run(arguments: &ShotArguments) -> anyhow::Result<ExitCode> {
    let ShotArguments {
        lab,
        name,
        out,
        methods,
        scene,
        outside,
        inspected,
        size,
        frame,
        frames,
        every,
        speed,
        scene_only,
        theme,
        slides,
        handout,
        notes,
    } = arguments;
    outside.apply();
    let lesson = match (lab.as_str(), name) {
        ("lesson", Some(name)) => Some(name.clone()),
        ("lesson", None) => bail!("shot lesson needs the lesson's name"),
        ("lecture", _) => None,
        (lab, Some(name)) => bail!("{name:?}: {lab} takes no name; only lesson and lecture do"),
        (_, None) => None,
    };
    let lecture = match (lab.as_str(), name) {
        ("lecture", Some(file)) => Some(LoadedLecture::load(Path::new(file))?),
        ("lecture", None) => bail!("shot lecture needs the lecture's file, such as my.lecture.toml"),
        _ => None,
    };
    if *slides && lesson.is_none() && lecture.is_none() {
        bail!("--slides works only with shot lesson NAME and shot lecture FILE");
    }
    if lecture.is_some() && !*slides {
        bail!("shot lecture draws all slides into a folder; add --slides");
    }
    let (all_steps, inspected) = inspected.without_all();
    let frames = frames.map(|[first, last]| Frames { first, last, every: *every, speed: *speed });
    if let Some(frames) = &frames {
        frames.check().context("--frames")?;
        if all_steps {
            bail!("--frames and --step all are two videos; give one of them");
        }
    }
    let is_film = all_steps || frames.is_some();
    let format = Format::of(out).filter(|format| is_film || *format == Format::Sequence);
    if format.is_none() && !*slides {
        let endings = if is_film { ".apng, or in .png for numbered images" } else { ".png" };
        bail!("{}: --out must end in {endings}", out.display());
    }
    let has_handout = *handout || *notes;
    if let Some(why) = made_elsewhere("html", out).filter(|_| has_handout) {
        bail!("{}: {why}", out.display());
    }
    let is_of_lab = lesson.is_none() && lecture.is_none();
    let place = Place::of(if is_of_lab { lab } else { LABS[0].id })?;
    if all_steps && place.page != Page::Inspector {
        bail!("--step all works only with shot inspector");
    }
    let show = inspected.exhibit(&place)?;
    if *slides {
        files::check_writable(out).context("--out")?;
    } else {
        files::check_outputs(&[out], &scene.files())?;
    }
    let reading = waiting("reading and building the scene");
    let beginning = beginning(methods, scene, None, lesson.clone(), &place, show)?;
    drop(reading);
    if beginning.lecture.is_some() {
        bail!("--open: shot draws a lecture as shot lecture FILE --slides --out DIR");
    }
    if !*slides {
        check_outputs_of(std::slice::from_ref(out), scene, &beginning)?;
    }
    note_other_lab(&beginning, &place);
    match &theme.theme {
        Some(theme) => theme::use_id(theme),
        // Paper is white.
        None if has_handout => theme::use_id("light"),
        None => {}
    }
    let options = PictureOptions {
        beginning,
        size: *size,
        frames: frames.map(|frames| frames.first).or(*frame),
        scene_only: *scene_only,
    };
    let gpu = open_gpu()?;
    if *slides {
        let mut shell = shell_of(&gpu, &options, &mut || ())?;
        let bar = progress("slides", 0);
        let mut tell = |drawn: usize, of: usize| {
            bar.set_length(of as u64);
            bar.set_position(drawn as u64);
        };
        let (name, title) = match (&lecture, shell.lessons.lesson()) {
            (Some(lecture), _) => {
                slide_show::give(&mut shell, Arc::clone(&lecture.lecture), 0);
                if let Some(why) = shell.notice.take().filter(|_| !shell.lessons.lecture) {
                    bail!("{}: {why}", lecture.path.display());
                }
                (stem_of(&lecture.path), lecture.lecture.title.clone())
            }
            (None, Some(lesson)) => (lesson.id.to_owned(), lesson.page(Language::current()).title.clone()),
            (None, None) => bail!("no lesson is open"),
        };
        let written = match (*notes, *handout) {
            (true, _) => Some(Notes::Added),
            (false, true) => Some(Notes::LeftOut),
            (false, false) => None,
        };
        let paths = handout::write(&gpu, &mut shell, &options, (&name, &title), out, written, &mut tell);
        drop(bar);
        let paths = paths?;
        note(&format!("{} in {}", number_of(paths.len(), "file", "files"), out.display()));
    } else if let Some(format) = format.filter(|_| is_film) {
        film(&gpu, &options, frames, out, format)?;
    } else {
        if place.page == Page::Experiments {
            note(NO_EXPERIMENT);
        }
        let shown = frames_bar(*frame);
        let mut shell = shell_of(&gpu, &options, &mut || shown.inc(1))?;
        drop(shown);
        files::write_png(out, &render_shell_of(&gpu, &mut shell, &options)?)?;
    }
    for message in gpu.take_messages().iter().filter(|m| m.severity == Severity::High) {
        note(&format!("the driver says: {}", message.text));
    }
    Ok(ExitCode::SUCCESS)
}

/// The note for an image of the page of experiments.
const NO_EXPERIMENT: &str = "shot runs no experiments, so this page only lists them; collidoscope bench ID --quick --out DIR runs one and draws its plot";

fn frames_bar(frames: Option<u64>) -> ProgressBar {
    match frames.unwrap_or(0) {
        0 => ProgressBar::hidden(),
        frames => progress("frames", frames),
    }
}

/// Films these frames, or the steps of the inspected pair.
fn film(
    gpu: &Gpu,
    options: &PictureOptions,
    frames: Option<Frames>,
    out: &Path,
    format: Format,
) -> anyhow::Result<()> {
    let shown = frames_bar(options.frames);
    let mut shell = shell_of(gpu, options, &mut || shown.inc(1))?;
    drop(shown);
    let reel = match frames {
        Some(frames) => Reel::Frames(frames),
        None => Reel::of_steps(&mut shell)?,
    };
    clean_up_on_signals();
    let video = VideoFile::begin(out, format, options.size, reel.count())?;
    let pixels_per_point = shell.lessons.pixels_per_point(options.size, 1.0);
    let film = Film::begin(gpu, shell, reel, video, options.size, pixels_per_point, options.scene_only)?;
    let bar = progress("pictures", reel.count() as u64);
    let paths = film.complete(&mut |made, _| bar.set_position(made as u64));
    drop(bar);
    if let [first, .., last] = &paths?[..] {
        note(&format!("{} pictures, {} to {}", reel.count(), first.display(), last.display()));
    }
    Ok(())
}

/// Parses a range of frames, such as `0..240`.
fn parse_frames(text: &str) -> Result<[u64; 2], String> {
    let number = |text: &str| text.parse().ok().filter(|n| *n <= MOST_FRAMES);
    let parts = text.split_once("..").and_then(|(a, b)| Some([number(a)?, number(b)?]));
    parts.ok_or_else(|| format!("frames are A..B, whole numbers from 0 to {MOST_FRAMES}, such as 0..240"))
}

/// Parses the speed of a video.
fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| SPEEDS.contains(speed));
    speed.ok_or_else(|| format!("a speed is a number from {} to {}", SPEEDS.start(), SPEEDS.end()))
}

/// Parses a size; sides range from 64 pixels (still legible) to 8192 (memory).
pub fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|n| (64..=8192).contains(n));
    let parts = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some([side(w)?, side(h)?]));
    parts.ok_or_else(|| "a size is WIDTHxHEIGHT in pixels, each from 64 to 8192, such as 1280x800".to_owned())
}
