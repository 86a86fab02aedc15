//! The open lesson, the reader's place in it, and the state of a lecture.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use egui::{Context, TextureHandle};

use super::glossary::Glossary;
use super::pictures::Edition;
use super::tools::Tools;
use crate::app::lecture::loaded::{Lecture, Shows, Stop};
use crate::exhibit::{Params, SceneLink};
use crate::language::Language;
use crate::lessons::link::Target;
use crate::lessons::slide_head::Large;
use crate::lessons::slides::Slide;
use crate::lessons::text::{self, Block};
use crate::lessons::{self, Lesson};
use crate::ui::theme;

/// Zoom of a lecture on 1920 × 1080 pixels, in pixels per point: the smallest text, of 12 points, is then 24 pixels
/// high.
const ZOOM: f32 = 2.0;
/// Total height of the bars that are hidden during a lecture, points: top bar, pane bar, playback and status line.
const BARS: f32 = 140.0;
/// Width beside a lesson, in points, from which the lab's own panels have room.
const ROOM_FOR_PANELS: f32 = 620.0;

/// The open lesson, the reader's place in it, and the state of a lecture.
#[derive(Default)]
pub struct LessonsPanel {
    /// Id of the open lesson; `None`: the panel is closed or shows the contents.
    pub open: Option<&'static str>,
    /// Whether a list is shown instead of a lesson.
    pub contents: bool,
    /// The list that is shown, or was shown last.
    pub list: List,
    /// State of the glossary.
    pub glossary: Glossary,
    /// Text that listed publications must contain.
    pub references: String,
    /// Whether a lecture is on: the window shows only slides and their scene.
    pub lecture: bool,
    /// Whether the last place of the lecture is shown with all of its steps: nothing follows.
    pub is_at_end: bool,
    /// The parts of a slide that are drawn for a file.
    pub print: Print,
    /// Questions whose answers are shown, counted from 0, in the order in which they were revealed.
    pub revealed: Vec<usize>,
    /// The predictions whose answers are shown, by [`key`]. They are saved for the next start.
    pub predicted: BTreeSet<String>,
    /// Id of the last open lesson.
    pub last: Option<&'static str>,
    /// Ids of all lessons that were ever opened.
    pub seen: Vec<&'static str>,
    /// Links that were followed since the lesson was opened.
    pub followed: Vec<Target>,
    /// Error of the last link or lesson.
    pub trouble: Option<String>,
    /// Progress or end of a run of an experiment that goes on beside other pages.
    pub run: Option<String>,
    /// Scroll position of the text.
    pub scroll: Scroll,
    /// State of the lecture.
    pub standing: Standing,
    /// The lecture of one's own that is given; `None`: a lecture goes through the course.
    pub given: Option<Given>,
    /// Pointer, pen, blackout and overview of the lecture.
    pub tools: Tools,
    /// Whether the presenter's window is open during lectures.
    pub presenter: bool,
    /// Start of the lecture, or the time at which the timer was last reset.
    pub began: Option<Instant>,
}

/// The parts of a slide that are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Print {
    /// Everything, for the screen.
    #[default]
    Nothing,
    /// Everything but the buttons.
    Slide,
    /// The page beside its text alone, in larger letters.
    Picture,
    /// The figure with this name alone.
    Figure(&'static str),
}

/// A lecture of one's own that is given.
#[derive(Clone)]
pub struct Given {
    /// The lecture.
    pub lecture: Arc<Lecture>,
    /// The current place in it.
    pub stop: Stop,
    /// The parameters of the scene shown for the item, without the step; `None` if it must be set again.
    pub scene: Option<Params>,
}

/// A slide of the course, or the text of an item of one's own lecture.
#[derive(Clone)]
pub enum ShownSlide {
    /// A slide of the course.
    Course(&'static Slide),
    /// The text of an item.
    Own(Arc<Slide>),
}

impl Deref for ShownSlide {
    type Target = Slide;

    fn deref(&self) -> &Slide {
        match self {
            Self::Course(slide) => slide,
            Self::Own(slide) => slide,
        }
    }
}

/// The part of the panel's state that a lecture sets aside.
#[derive(Default)]
pub struct Reader {
    open: Option<&'static str>,
    last: Option<&'static str>,
    contents: bool,
    list: List,
    revealed: Vec<usize>,
    followed: Vec<Target>,
    offset: f32,
}

/// The lists of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum List {
    /// All lessons.
    #[default]
    Lessons,
    /// The terms of the field.
    Glossary,
    /// The publications that the lessons draw on.
    References,
}

/// Scroll position of the text, points.
#[derive(Clone, Copy, Default)]
pub struct Scroll {
    /// Position to scroll to in the next frame.
    pub wanted: Option<f32>,
    /// Distance from the top of the text to the top of its visible part.
    pub offset: f32,
    /// The question whose answer to scroll to, counted from 0.
    pub answer: Option<usize>,
}

impl LessonsPanel {
    /// Opens a lesson at its beginning, without setting its scene.
    pub fn turn_to(&mut self, lesson: &Lesson) {
        self.open = Some(lesson.id);
        self.last = Some(lesson.id);
        self.contents = false;
        self.revealed.clear();
        self.standing.slide = 0;
        self.standing.answered = false;
        self.standing.scene = None;
        self.scroll.wanted = Some(0.0);
        self.scroll.answer = None;
        if !self.seen.contains(&lesson.id) {
            self.seen.push(lesson.id);
        }
    }

    /// Clears the followed links after the scene was reset.
    pub fn begin_again(&mut self) {
        self.followed.clear();
        self.trouble = None;
    }

    /// Opens a list; ends a lecture.
    pub fn open_list(&mut self, list: List) {
        self.open = None;
        self.contents = true;
        self.lecture = false;
        self.list = list;
    }

    /// Opens the glossary, at a term if one is given; ends a lecture.
    pub fn open_glossary(&mut self, term: Option<&'static str>) {
        self.open_list(List::Glossary);
        self.glossary = Glossary::at(term);
    }

    /// Opens the lessons at the last open one or at the contents, or closes them.
    pub fn toggle(&mut self) {
        if self.is_shown() {
            self.close();
        } else if self.last.is_some() {
            self.open = self.last;
        } else {
            self.contents = true;
        }
    }

    /// Whether the panel is visible.
    pub fn is_shown(&self) -> bool {
        self.contents || self.open.is_some()
    }

    /// The open lesson.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        lessons::find(self.open?)
    }

    /// Number of choices on the current slide.
    pub fn choices(&self) -> usize {
        self.slide().map_or(0, |slide| slide.choices.len())
    }

    /// The contents of the current item of one's own lecture; `None` outside such a lecture.
    pub fn item(&self) -> Option<&Shows> {
        let given = self.given.as_ref().filter(|_| self.lecture)?;
        Some(&given.lecture.items.get(given.stop.item)?.shows)
    }

    /// The current slide of a lecture; `None` outside a lecture and on an item without one.
    pub fn slide(&self) -> Option<ShownSlide> {
        match self.item() {
            Some(Shows::Scene { slide, .. } | Shows::Experiment(_, _, slide)) => {
                return Some(ShownSlide::Own(Arc::clone(slide)));
            }
            Some(Shows::Page(_)) => return None,
            Some(Shows::Slides { .. }) | None => {}
        }
        let slides = self.lesson().filter(|_| self.lecture)?.slides(Language::current());
        slides.get(self.standing.slide.min(slides.len() - 1)).map(ShownSlide::Course)
    }

    /// The slide at a place that [`Self::stops`] lists; `None` for a lesson's page.
    pub fn slide_of(&self, stop: Stop) -> Option<&Slide> {
        match &self.given {
            Some(given) => given.lecture.slide_of(stop),
            None => self.lesson()?.slides(Language::current()).get(stop.slide),
        }
    }

    /// The enlarged content that the slide shows instead of the page; `None` if the slide shows the page, or outside
    /// a lecture.
    pub fn large(&self) -> Option<Large> {
        if let Print::Figure(name) = self.print {
            return Some(Large::Figure(name.to_owned()));
        }
        self.slide().map(|slide| slide.large(self.standing.answered).clone()).filter(|l| *l != Large::Page)
    }

    /// Whether a lecture shows something: a slide, or an item of one's own lecture.
    pub fn is_given(&self) -> bool {
        self.lecture && (self.item().is_some() || self.lesson().is_some())
    }

    /// All places of the lecture, and the index of the current one: those of one's own lecture, or the slides of the
    /// open lesson. Empty outside a lecture.
    pub fn stops(&self) -> (Vec<Stop>, usize) {
        if let Some(given) = self.given.as_ref().filter(|_| self.lecture) {
            let stops = given.lecture.stops();
            let current = stops.iter().position(|stop| *stop == given.stop).unwrap_or(0);
            return (stops, current);
        }
        let count = self.lesson().filter(|_| self.lecture).map_or(0, |l| l.slides(Language::current()).len());
        let stops = (0..count).map(|slide| Stop { item: 0, slide }).collect();
        (stops, self.standing.slide.min(count.saturating_sub(1)))
    }

    /// The title of a place that [`Self::stops`] lists.
    pub fn title_of(&self, stop: Stop) -> String {
        if let Some(given) = &self.given {
            return given.lecture.title_of(stop);
        }
        let slide = self.lesson().and_then(|lesson| lesson.slides(Language::current()).get(stop.slide));
        slide.map_or_else(String::new, |slide| text::plain(&slide.title))
    }

    /// Identity of the lecture that is given, for the pictures of its slides.
    pub fn edition(&self) -> Edition {
        let lecture = self.given.as_ref().map_or(0, |given| Arc::as_ptr(&given.lecture) as usize);
        let lesson = self.open.filter(|_| lecture == 0);
        Edition { lecture, lesson, language: Language::current(), theme: theme::id() }
    }

    /// The picture of a slide, if it has been drawn, as a texture of this context.
    pub fn picture(&self, context: &Context, index: usize) -> Option<TextureHandle> {
        let pictures = &self.tools.pictures;
        if pictures.of == Some(self.edition()) { pictures.texture(context, index) } else { None }
    }

    /// The notes of the current item of one's own lecture, at its first place.
    pub fn notes_of_item(&self) -> &[Block] {
        let Some(Given { lecture, stop, .. }) = &self.given else { return &[] };
        let first = lecture.stops().into_iter().find(|other| other.item == stop.item);
        let item = lecture.items.get(stop.item).filter(|_| first == Some(*stop));
        item.map_or(&[], |item| &item.notes)
    }

    /// The notes of the current place: those of the item of one's own lecture, then those of the slide.
    pub fn notes(&self) -> Vec<Block> {
        let of_item = self.notes_of_item().iter().cloned();
        of_item.chain(self.slide().into_iter().flat_map(|slide| slide.notes.clone())).collect()
    }

    /// Takes the part of the state that a lecture sets aside.
    pub fn set_aside(&mut self) -> Reader {
        Reader {
            open: self.open,
            last: self.last,
            contents: self.contents,
            list: self.list,
            revealed: std::mem::take(&mut self.revealed),
            followed: std::mem::take(&mut self.followed),
            offset: self.offset(),
        }
    }

    /// Brings back the state that [`Self::set_aside`] returned, after a lecture of one's own or one through the course,
    /// whose last lesson counts as read.
    pub fn bring_back(&mut self, reader: Reader, was_own: bool) {
        let Reader { open, last, contents, list, revealed, followed, offset } = reader;
        if was_own {
            self.last = last;
        }
        (self.open, self.contents, self.list) = (open, contents, list);
        (self.revealed, self.followed) = (revealed, followed);
        self.scroll.wanted = Some(offset);
        self.scroll.answer = None;
        self.standing.scene = None;
    }

    /// Pixels per point for a window of this size in pixels; a lecture enlarges everything.
    pub fn pixels_per_point(&self, size: [u32; 2], usual: f32) -> f32 {
        if !self.is_given() {
            return usual;
        }
        let [width, height] = size.map(|side| side as f32);
        let larger = if self.print == Print::Picture { 1.1 } else { 1.0 };
        (larger * ZOOM * (width / 1920.0).min(height / 1080.0)).max(usual)
    }

    /// Whether a remaining width of this many points has room for the lab's own panels.
    pub fn leaves_room(&self, width: f32) -> bool {
        !self.lecture && (!self.is_shown() || width >= ROOM_FOR_PANELS)
    }

    /// Height available below the panes, points. It is zero except on a slide that shows the whole page, where it is
    /// `height` plus the height of the bars that the slide hides.
    pub fn room_below(&self, height: f32) -> f32 {
        if self.lecture && self.large().is_none() { height + BARS } else { 0.0 }
    }

    /// Closes the lessons; the lesson and the place in it are kept.
    pub fn close(&mut self) {
        self.open = None;
        self.contents = false;
        self.lecture = false;
    }

    /// Id of the lesson `step` places after the open lesson; −1 is the previous lesson.
    pub fn neighbour(&self, step: isize) -> Option<&'static str> {
        let current = lessons::all().iter().position(|lesson| Some(lesson.id) == self.open)?;
        lessons::all().get(current.checked_add_signed(step)?).map(|lesson| lesson.id)
    }

    /// Shows the answer of a question, by its index, and scrolls to it.
    pub fn reveal(&mut self, question: usize) {
        self.revealed.push(question);
        self.scroll.answer = Some(question);
    }

    /// Shows the text that answers a prediction, or hides it if it is shown; `key` is the prediction's [`key`].
    pub fn commit(&mut self, key: String) {
        if !self.predicted.remove(&key) {
            self.predicted.insert(key);
        }
    }

    /// Scroll offset of the text, points.
    pub fn offset(&self) -> f32 {
        self.scroll.wanted.unwrap_or(self.scroll.offset)
    }
}

/// The state of a lecture. Slides and choices are counted from 0.
#[derive(Default)]
pub struct Standing {
    /// The current slide.
    pub slide: usize,
    /// Whether the slide's answer is shown.
    pub answered: bool,
    /// Id of the lesson whose slide was shown last, and the parameters shown for that slide, without the step.
    pub scene: Option<(&'static str, Params)>,
    /// The last slide reached in each lesson, by the lesson's id.
    pub reached: BTreeMap<String, usize>,
    /// The choice made on a slide, by [`key`].
    pub chosen: BTreeMap<String, usize>,
}

impl Standing {
    /// Records the parameters shown for a lesson. Returns whether they differ in more than the step from those
    /// recorded last.
    pub fn is_new(&mut self, lesson: &'static str, scene: &SceneLink) -> bool {
        let mut words = scene.to_words();
        words.take("step");
        let on_show = Some((lesson, words));
        let is_new = self.scene != on_show;
        self.scene = on_show;
        is_new
    }
}

/// The key of [`Standing::chosen`] for a slide, or of [`LessonsPanel::predicted`] for a prediction: `LESSON/NUMBER`.
pub fn key(lesson: &str, number: usize) -> String {
    format!("{lesson}/{number}")
}

/// Selects the keys that belong to predictions of the course: a file may contain others.
pub fn known_predictions(keys: &[String]) -> BTreeSet<String> {
    let is_known = |key: &&String| {
        let found = key.rsplit_once('/').and_then(|(id, number)| Some((lessons::find(id)?, number)));
        found.is_some_and(|(lesson, number)| {
            (0..lesson.predictions()).any(|known| number == known.to_string())
        })
    };
    keys.iter().filter(is_known).cloned().collect()
}
