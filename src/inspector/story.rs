//! What the inspector knows of a lab: a subject that can be taken apart, and the story of how a method decides it.

use std::any::Any;
use std::rc::Rc;

use egui::{Rect, Ui, vec2};

use super::cursor::Cursor;
use super::outcome::{Outcome, Reference};
use super::region::{GAP, place_below, region};
use super::space::{self, Key, SpaceLook, SpaceView};
use super::views::ViewStates;
use crate::about::About;
use crate::detector::Mistake;
use crate::ui::stage::Stage;

/// Share of the room's width for a story that is alone; its picture in space gets the rest.
const STORY_SHARE: f32 = 0.7;
/// Height of a story in a narrow window, points.
const STACKED_HEIGHT: f32 = 420.0;

/// Something that can be taken apart: a pair of bodies, a pair of trees, a wheel's ray. It holds all that a recording
/// needs, so that the lab is not borrowed while it is shown.
pub trait Subject {
    /// What it is, in a few words, in the language on show.
    fn title(&self) -> String;

    /// The same as short as it goes, as behind "Verdict on".
    fn name(&self) -> String;

    /// Changes whenever a recording by any of its methods would.
    fn edition(&self) -> u64;

    /// The methods it can be decided by.
    fn choices(&self) -> &Choices;

    /// What the lab's reference says of it.
    fn reference(&self) -> Reference;

    /// Takes it apart by one of its methods. The error is one line, fit to be shown.
    fn record(&self, method: &'static About) -> Result<Rc<dyn Story>, String>;
}

/// The methods that a lab has for a subject, in the order of its menus.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The method in focus: the story on the left is its story.
    pub focus: &'static About,
    /// Every method of the lab for this subject, in the order of its menus.
    pub all: Vec<Choice>,
}

/// A method, and whether this machine can run it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Id, title and settings of the method.
    pub about: &'static About,
    /// What this machine lacks for it, in English.
    pub missing: Option<String>,
}

impl Choices {
    /// Of methods that run on every machine.
    pub fn of(focus: &'static About, all: impl Iterator<Item = &'static About>) -> Self {
        Self { focus, all: all.map(|about| Choice { about, missing: None }).collect() }
    }

    /// A method by its id.
    pub fn find(&self, id: &str) -> Option<&'static About> {
        self.all.iter().map(|choice| choice.about).find(|about| about.id == id)
    }

    /// The method that the one in focus is best compared with.
    pub fn counterpart(&self) -> Option<&'static About> {
        self.find(self.focus.compare_with)
    }
}

/// How a method decided a subject, step by step. Position 0 is before the first step, position `n` after the `n`th;
/// past the end means the end. Nothing in it decides anything.
pub trait Story: Any {
    /// The method whose story this is.
    fn about(&self) -> &'static About;

    /// Number of steps; positions run from 0 to this.
    fn steps(&self) -> usize;

    /// Positions after which something new begins.
    fn landmarks(&self) -> &[usize] {
        &[]
    }

    /// The part of the story in which a position lies, in words.
    fn place(&self, _at: usize) -> Option<String> {
        None
    }

    /// What the step before a position did and found, in a few words; `None` where the views say it themselves.
    fn caption(&self, _at: usize) -> Option<String> {
        None
    }

    /// What the method decided, in words.
    fn outcome(&self) -> Outcome;

    /// Whether the method left it open, so that its outcome is neither right nor wrong.
    fn is_undecided(&self) -> bool {
        false
    }

    /// What is wrong with the outcome by the lab's reference; `None` where it is right, open, or cannot be judged.
    fn mistake(&self, reference: &Reference) -> Option<Mistake> {
        if self.is_undecided() { None } else { reference.mistake(&self.outcome()) }
    }

    /// Numbers that lessons' claims speak of, by name; a name with several values stands once for each. `steps` is
    /// among them for every story.
    fn facts(&self, at: usize) -> Vec<(&'static str, u64)>;

    /// The subject in space, with the ray of a pixel where the story has pixels.
    fn space(&self, at: usize, pixel: Option<[u32; 2]>) -> SpaceView;

    /// The views that can be shown alone, by their words, as a slide names them.
    fn views(&self) -> &'static [&'static str] {
        &["space"]
    }

    /// One of [`Self::views`] in a room of its own.
    fn large(&self, ui: &mut Ui, room: Rect, _view: &str, showing: &mut Showing<'_>) {
        region(ui, "space", showing.side, room, |ui| in_space(ui, self, room, showing));
    }

    /// All but the picture in space, in what is left of `ui`.
    fn contents(&self, ui: &mut Ui, showing: &mut Showing<'_>);

    /// How wide [`Self::contents`] are beside the picture in space, in a room of this width, points.
    fn contents_width(&self, room: f32) -> f32 {
        STORY_SHARE * room
    }

    /// The whole story in a room of its own, at least 580 × 400 points.
    fn alone(&self, ui: &mut Ui, room: Rect, showing: &mut Showing<'_>) {
        let x = room.left() + self.contents_width(room.width()).round();
        let (left, right) = room.split_left_right_at_x(x);
        region(ui, "story", showing.side, left.with_max_x(x - GAP), |ui| self.contents(ui, showing));
        region(ui, "space", showing.side, right, |ui| in_space(ui, self, right, showing));
    }

    /// A column beside that of `other`, without the picture in space.
    fn beside(&self, ui: &mut Ui, column: Rect, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        showing.cursor.hovered = None;
        region(ui, "story", showing.side, column, |ui| self.contents(ui, showing));
    }

    /// Everything below each other, as high as it takes, without the picture in space.
    fn stacked(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let rect = place_below(ui, vec2(ui.available_width(), STACKED_HEIGHT));
        region(ui, "story", showing.side, rect, |ui| self.contents(ui, showing));
    }
}

/// What a story is shown with.
pub struct Showing<'a> {
    /// Position, pixel and play state of the page.
    pub cursor: &'a mut Cursor,
    /// The states of the views, by type.
    pub views: &'a mut ViewStates,
    /// The stage on which pictures in space are drawn.
    pub stage: &'a mut Stage,
    /// 0 for the method in focus, 1 for the one that it is compared with.
    pub side: usize,
    /// Differs between any two stories of a page.
    pub story: u64,
    /// Whether a lecture is on: large type.
    pub lecture: bool,
    /// Whether a pixel was held when the frame began: in columns beside each other its history needs room.
    pub holds_pixel: bool,
}

/// A story's picture in space; fills `rect`.
pub fn in_space<S: Story + ?Sized>(ui: &mut Ui, story: &S, rect: Rect, showing: &mut Showing<'_>) {
    let (position, pixel) = (showing.cursor.position, showing.cursor.looked_at());
    let key = Key { story: showing.story, position, pixel };
    let look = showing.views.of::<SpaceLook>();
    space::show(ui, showing.stage, look, key, rect, || story.space(position, pixel));
}
