//! Lectures of one's own, read and checked: every lesson, scene, step and experiment that their items name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use super::file::{ItemFile, LectureFile, MOST_MINUTES};
use crate::app::scene_file;
use crate::app::scene_file::LoadedScene;
use crate::app::scene_file::{SceneFile, VERSION};
use crate::exhibit::{Page, SceneLink};
use crate::experiments::ink::chosen;
use crate::experiments::{self, ALL, EXPERIMENTS, Experiment, Record};
use crate::files::reading::read_text;
use crate::language::{Language, tr};
use crate::lessons::slide_head::{self, Head, Large, Walk};
use crate::lessons::slides::Slide;
use crate::lessons::text::{self, Block, Run};
use crate::lessons::{self, FILES, Lesson};
use crate::names::{nearest, there_are};

/// Maximum size of a lecture file.
pub const MOST_BYTES: u64 = 4 << 20;
/// The fields that say what an item shows, for error messages.
const KINDS: &str = "lesson, page, scene, link or experiment";

/// A lecture file that has been read and checked.
pub struct LoadedLecture {
    /// The file.
    pub path: PathBuf,
    /// Its content, for the list that edits it.
    pub file: LectureFile,
    /// The lecture, ready to be given.
    pub lecture: Arc<Lecture>,
}

/// A lecture, ready to be given.
pub struct Lecture {
    /// The title; may be empty.
    pub title: String,
    /// Planned length, minutes.
    pub minutes: Option<u32>,
    /// The items in order; at least one.
    pub items: Vec<Item>,
}

/// An item of a lecture.
pub struct Item {
    /// The contents that the item shows.
    pub shows: Shows,
    /// The presenter's notes.
    pub notes: Vec<Block>,
}

/// The contents that an item shows.
pub enum Shows {
    /// Slides of a lesson: those from index `first` on, up to and including `last`, or to the end.
    Slides {
        /// The lesson.
        lesson: &'static Lesson,
        /// Index of the first slide.
        first: usize,
        /// Index of the last slide.
        last: Option<usize>,
    },
    /// A lesson's page beside its scene.
    Page(&'static Lesson),
    /// A scene, from a file or a link, with the item's own text.
    Scene {
        /// The scene.
        scene: Arc<LoadedScene>,
        /// Whether it comes from a link.
        is_link: bool,
        /// Whether it plays when the item opens.
        plays: bool,
        /// The text beside it.
        slide: Arc<Slide>,
    },
    /// The page of an experiment, with the choice of its series and the item's own text.
    Experiment(&'static Experiment, String, Arc<Slide>),
}

/// A place in a lecture: an item and, in a lesson, the index of its slide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// Index of the item.
    pub item: usize,
    /// Index of the slide; 0 except in a lesson.
    pub slide: usize,
}

impl LoadedLecture {
    /// Reads and checks a file with everything that it names. The error is one line that names the file and the item.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let read = || {
            let text = read_text(path, MOST_BYTES).map_err(|why| anyhow!("{why}"))?;
            let file = LectureFile::parse(&text).map_err(|why| anyhow!("{why}"))?;
            let lecture = Lecture::of(&file, path.parent().unwrap_or(Path::new("")))?;
            Ok(Self { path: path.to_owned(), file, lecture: Arc::new(lecture) })
        };
        read().map_err(|why| scene_file::refused(path, &why))
    }
}

impl Lecture {
    /// Looks up everything that the items of a file in `folder` name; every scene is built once, without a GPU. The
    /// error names the item.
    pub fn of(file: &LectureFile, folder: &Path) -> anyhow::Result<Self> {
        if let Some(minutes) = file.minutes.filter(|minutes| !(1..=MOST_MINUTES).contains(minutes)) {
            return Err(anyhow!("minutes = {minutes}: use 1 to {MOST_MINUTES}"));
        }
        if file.items.is_empty() {
            return Err(anyhow!("the lecture has no items; add one as [[item]], with {KINDS}"));
        }
        let item =
            |(index, item)| Item::of(item, folder).map_err(|why| anyhow!("item {}: {why:#}", index + 1));
        let items = file.items.iter().enumerate().map(item).collect::<Result<_, _>>()?;
        Ok(Self { title: file.title.clone(), minutes: file.minutes, items })
    }

    /// All places of the lecture in order, with the slides of the current language.
    pub fn stops(&self) -> Vec<Stop> {
        let of = |(item, shown): (usize, &Item)| {
            shown.slides().map(move |slide| Stop { item, slide }).collect::<Vec<_>>()
        };
        self.items.iter().enumerate().flat_map(of).collect()
    }

    /// The title of a place, in the current language.
    pub fn title_of(&self, stop: Stop) -> String {
        let Some(item) = self.items.get(stop.item) else { return String::new() };
        match &item.shows {
            Shows::Slides { lesson, .. } => {
                let slide = lesson.slides(Language::current()).get(stop.slide);
                slide.map_or_else(String::new, |slide| text::plain(&slide.title))
            }
            Shows::Page(lesson) => lesson.page(Language::current()).title.clone(),
            Shows::Scene { scene, slide, .. } if slide.title.is_empty() => tr(scene.row.title),
            Shows::Experiment(experiment, _, slide) if slide.title.is_empty() => tr(experiment.title),
            Shows::Scene { slide, .. } | Shows::Experiment(_, _, slide) => text::plain(&slide.title),
        }
    }

    /// The slide at a place; `None` for a lesson's page.
    pub fn slide_of(&self, stop: Stop) -> Option<&Slide> {
        match &self.items.get(stop.item)?.shows {
            Shows::Slides { lesson, .. } => lesson.slides(Language::current()).get(stop.slide),
            Shows::Page(_) => None,
            Shows::Scene { slide, .. } | Shows::Experiment(_, _, slide) => Some(slide),
        }
    }
}

impl Item {
    fn of(file: &ItemFile, folder: &Path) -> anyhow::Result<Self> {
        let kind = match file.kinds()[..] {
            [kind] => kind,
            [] => return Err(anyhow!("nothing is shown; give {KINDS}")),
            [one, other, ..] => {
                return Err(anyhow!(
                    "{one} and {other} are given; an item shows one thing, so make two items"
                ));
            }
        };
        file.check_fields(kind)?;
        let notes = blocks("notes", file.notes.as_deref().unwrap_or_default())?;
        let shown = file.shown();
        let shows = match kind {
            "lesson" => {
                let lesson = lesson(shown)?;
                let count = lesson.slides(Language::English).len();
                let (first, last) = match &file.slides {
                    Some(text) => range(text, count)?,
                    None => (0, None),
                };
                Shows::Slides { lesson, first, last }
            }
            "page" => Shows::Page(lesson(shown)?),
            "experiment" => {
                let ids: Vec<_> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
                let found = experiments::find(shown)
                    .ok_or_else(|| anyhow!("no experiment is called {shown:?}; {}", meant(shown, &ids)))?;
                let series = file.series.as_deref().unwrap_or_default().trim();
                check_series(found, series)?;
                Shows::Experiment(found, series.to_owned(), Arc::new(file.slide(Large::Page)?))
            }
            _ => {
                let scene =
                    if kind == "scene" { LoadedScene::load(&folder.join(shown))? } else { of_link(shown)? };
                let is_of_scene = scene.show.page.as_deref().is_none_or(|page| page == Page::Scene.word());
                let large = if is_of_scene { Large::Scene } else { Large::Page };
                let slide = Arc::new(file.slide(large)?);
                if slide.head.walk.is_some() && is_of_scene {
                    return Err(anyhow!("walk: only a page with steps has a walk, such as page=inspector"));
                }
                Shows::Scene { scene: Arc::new(scene), is_link: kind == "link", plays: file.play, slide }
            }
        };
        Ok(Self { shows, notes })
    }

    /// The indices of the slides; one for everything but a lesson.
    fn slides(&self) -> std::ops::RangeInclusive<usize> {
        match self.shows {
            Shows::Slides { lesson, first, last } => {
                let end = lesson.slides(Language::current()).len().saturating_sub(1);
                first.min(end)..=last.unwrap_or(end).min(end)
            }
            _ => 0..=0,
        }
    }
}

impl ItemFile {
    /// Refuses fields that have no meaning for an item of this kind.
    fn check_fields(&self, kind: &str) -> anyhow::Result<()> {
        let of_text = ["scene", "link", "experiment"];
        let of_scene = &of_text[..2];
        for (name, is_given, kinds) in [
            ("slides", self.slides.is_some(), &["lesson"][..]),
            ("series", self.series.is_some(), &["experiment"]),
            ("title", self.title.is_some(), &of_text),
            ("lines", !self.lines.is_empty(), &of_text),
            ("answer", !self.answer.is_empty(), &of_text),
            ("large", self.large.is_some(), of_scene),
            ("walk", self.walk.is_some(), of_scene),
            ("play", self.play, of_scene),
        ] {
            if is_given && !kinds.contains(&kind) {
                return Err(anyhow!("{name} goes with {}, not with {kind}; remove it", kinds.join(", ")));
            }
        }
        Ok(())
    }

    /// The item's own text as a slide.
    fn slide(&self, large: Large) -> anyhow::Result<Slide> {
        let large = match &self.large {
            Some(word) => slide_head::read_large(word).map_err(|why| anyhow!("large: {why}"))?,
            None => large,
        };
        let walk: Option<Walk> = match &self.walk {
            Some(steps) => Some(slide_head::read_walk(steps).map_err(|why| anyhow!("walk: {why}"))?),
            None => None,
        };
        let title = self.title.as_deref().filter(|title| !title.trim().is_empty());
        let title = title.map_or(Ok(Vec::new()), |title| line("title", title))?;
        let lines = |name, lines: &[String]| {
            let written = lines.iter().filter(|text| !text.trim().is_empty());
            written.map(|text| line(name, text)).collect::<anyhow::Result<Vec<_>>>()
        };
        let answer = lines("answer", &self.answer)?.into_iter().map(Block::Paragraph).collect();
        let head = Head { large, walk, ..Head::default() };
        Ok(Slide { head, title, lines: lines("lines", &self.lines)?, answer, ..Slide::default() })
    }
}

/// The scene of a link, checked like a scene file.
fn of_link(link: &str) -> anyhow::Result<LoadedScene> {
    let mut show: SceneLink = link.parse().map_err(|why: String| anyhow!("link: {why}"))?;
    // Without a page, the scene is meant and not the page that happens to be open.
    show.page.get_or_insert_with(|| Page::Scene.word().to_owned());
    let file = SceneFile {
        collidoscope: VERSION,
        show: show.to_string(),
        lab: serde_json::Value::Null,
        cameras_linked: true,
        cameras: Vec::new(),
        inspector_camera: None,
    };
    LoadedScene::check(file, Path::new("")).map_err(|why| {
        let why = format!("{why:#}");
        anyhow!("link: {}", why.strip_prefix("\"show\": ").unwrap_or(&why))
    })
}

/// Refuses a choice of series with a name that the plot of the experiment's result does not have.
fn check_series(experiment: &'static Experiment, choice: &str) -> anyhow::Result<()> {
    let Some(record) = Record::shipped(experiment).filter(|_| !["", ALL].contains(&choice)) else {
        return Ok(());
    };
    let known: Vec<_> = chosen(&record, ALL).0.rows.iter().map(|row| row.series).collect();
    match choice.split(',').map(str::trim).find(|name| !known.contains(name)) {
        Some(name) => Err(anyhow!("series: {} has no {name:?}; {}", experiment.id, meant(name, &known))),
        None => Ok(()),
    }
}

/// The end of an error about an unknown name: the name that was probably meant, otherwise all names.
fn meant(word: &str, known: &[&str]) -> String {
    let all = || there_are(word, known);
    nearest(word, known).map_or_else(all, |name| format!("did you mean {name:?}?"))
}

fn lesson(id: &str) -> anyhow::Result<&'static Lesson> {
    let ids: Vec<_> = FILES.iter().map(|files| files.id()).collect();
    lessons::find(id).ok_or_else(|| anyhow!("no lesson is called {id:?}; {}", meant(id, &ids)))
}

/// Indices of the first and the last of `count` slides, from a text such as `2`, `2-4` or `3-last`.
fn range(text: &str, count: usize) -> anyhow::Result<(usize, Option<usize>)> {
    let number = |text: &str| text.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let ends = match text.split_once('-') {
        Some((first, last)) if last.trim() == "last" => number(first).map(|first| (first, None)),
        Some((first, last)) => number(first).zip(number(last)).map(|(first, last)| (first, Some(last))),
        None => number(text).map(|only| (only, Some(only))),
    };
    let (first, last) =
        ends.ok_or_else(|| anyhow!("slides = {text:?}: expected a number, 2-4 or 3-last, counted from 1"))?;
    if first >= count || last.is_some_and(|last| last >= count || last < first) {
        return Err(anyhow!("slides = {text:?}: the lesson has slides 1 to {count}"));
    }
    Ok((first, last))
}

fn line(name: &str, text: &str) -> anyhow::Result<Vec<Run>> {
    match &blocks(name, text)?[..] {
        [Block::Paragraph(runs)] if runs.iter().all(|run| run.link.is_none()) => Ok(runs.clone()),
        _ => Err(anyhow!("{name}: {text:?}: a line is plain text with *emphasis*, **strong** and `code`")),
    }
}

fn blocks(name: &str, text: &str) -> anyhow::Result<Vec<Block>> {
    text::read(text).map_err(|(_, why)| anyhow!("{name}: {why}"))
}
