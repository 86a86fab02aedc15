//! The interface between a lab and the inspector: a subject, and the story of a method's answer for it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::rc::Rc;

use egui::{Rect, Ui};

use super::cursor::Cursor;
use super::outcome::{Outcome, Reference};
use super::region::region;
use super::space::{self, Key, SpaceLook, SpaceView};
use crate::about::MethodInfo;
use crate::comparison::panes::Panes;
use crate::detector::Mistake;
use crate::exhibit::SceneLink;
use crate::ui::stage::Stage;

/// A subject of the inspector: a pair of bodies, a pair of trees, a wheel's ray. It owns all data that a recording
/// needs, so that the lab is not borrowed while it is shown.
pub trait Subject {
    /// A title of a few words, in the user's language.
    fn title(&self) -> String;

    /// A short name that can follow "Verdict on", in the user's language.
    fn name(&self) -> String;

    /// A number that changes whenever a recording by any method would change.
    fn edition(&self) -> u64;

    /// A number that changes with the kind of question, not with the frame. Another question is shown at its deciding
    /// step.
    fn query(&self) -> usize {
        0
    }

    /// The methods that can answer for the subject.
    fn choices(&self) -> &Choices;

    /// The answer of the lab's reference.
    fn reference(&self) -> Reference;

    /// Records how one of the methods reaches its answer. The error is one line for the user.
    fn record(&self, method: &'static MethodInfo) -> Result<Rc<dyn Story>, String>;

    /// The method whose arrangement of the subject, such as the names of the bodies, the story of `method` adopts beside
    /// that of `other`; `None` if it keeps its own.
    fn model(
        &self,
        _method: &'static MethodInfo,
        _other: &'static MethodInfo,
    ) -> Option<&'static MethodInfo> {
        None
    }

    /// Like [`Subject::record`], in the arrangement of a method that [`Subject::model`] returned.
    fn record_like(
        &self,
        method: &'static MethodInfo,
        _model: &'static MethodInfo,
    ) -> Result<Rc<dyn Story>, String> {
        self.record(method)
    }
}

/// A lab's methods for a subject, in the order of its menus.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The first method: its story is shown alone, or on the left when two methods are compared.
    pub focus: &'static MethodInfo,
    /// Every method of the lab for this subject, in the order of its menus.
    pub all: Vec<Choice>,
    /// The method of another pane, with which the first one is compared; `None` if no pane shows another method.
    pub beside: Option<&'static MethodInfo>,
}

/// A method, and whether this machine can run it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Id, title and settings of the method.
    pub about: &'static MethodInfo,
    /// The capability that the method needs and this machine lacks, in English.
    pub missing: Option<String>,
}

impl Choices {
    /// Choices among methods that run on every machine.
    pub fn of(focus: &'static MethodInfo, all: impl Iterator<Item = &'static MethodInfo>) -> Self {
        Self { focus, all: all.map(|about| Choice { about, missing: None }).collect(), beside: None }
    }

    /// The active pane's method first, then that of the first pane with another method, among all methods.
    pub fn of_panes(panes: &Panes) -> Self {
        let (shown, all) = (panes.in_focus().method, panes.choices());
        let other = panes.methods().find(|method| *method != shown);
        let beside = other.map(|method| all[method]);
        Self { beside, ..Self::of(all[shown], all.iter().copied()) }
    }

    /// A method by its id.
    pub fn find(&self, id: &str) -> Option<&'static MethodInfo> {
        self.all.iter().map(|choice| choice.about).find(|about| about.id == id)
    }

    /// The best method to compare the first method with.
    pub fn counterpart(&self) -> Option<&'static MethodInfo> {
        self.beside.or_else(|| self.find(self.focus.compare_with))
    }
}

/// How a method reached its answer for a subject, step by step. Position 0 is before the first step, position `n`
/// after the `n`th; a position past the end means the end. A story describes a recorded answer and computes none.
pub trait Story: Any {
    /// The method that was recorded.
    fn about(&self) -> &'static MethodInfo;

    /// Number of recorded steps; positions run from 0 to this.
    fn steps(&self) -> usize;

    /// Number of steps that the method made and the recording leaves out.
    fn left_out(&self) -> u64 {
        0
    }

    /// The number of the step before a position, counted with the steps that are left out.
    fn number(&self, at: usize) -> u64 {
        at.min(self.steps()) as u64
    }

    /// Positions after which a new part begins, marked by longer ticks.
    fn landmarks(&self) -> &[usize] {
        &[]
    }

    /// The position after the step that decides the answer.
    fn deciding(&self) -> usize {
        self.steps()
    }

    /// The pixel that tells most about the answer; `None` if the story has no pixels.
    fn telling_pixel(&self) -> Option<[u32; 2]> {
        None
    }

    /// The part of the story in which a position lies, in words.
    fn place(&self, _at: usize) -> Option<String> {
        None
    }

    /// Action and result of the step before a position, in a few words; `None` if the views show them.
    fn caption(&self, _at: usize) -> Option<String> {
        None
    }

    /// The method's result, in words.
    fn outcome(&self) -> Outcome;

    /// Why the method gave this result, right or wrong, in one sentence with numbers of the recorded steps; `None` if
    /// the story has no result, or says so where it is shown.
    fn why(&self, _reference: &Reference) -> Option<String> {
        None
    }

    /// Text of a button after [`Self::why`], and the link to the subject that tells more; `None` if there is none.
    fn leads_to(&self) -> Option<(String, SceneLink)> {
        None
    }

    /// True if the method gave no result, so that its outcome is neither right nor wrong.
    fn is_undecided(&self) -> bool {
        false
    }

    /// The mistake in the outcome; `None` if it is right, undecided, or cannot be checked.
    fn mistake(&self, reference: &Reference) -> Option<Mistake> {
        if self.is_undecided() { None } else { reference.mistake(&self.outcome()) }
    }

    /// An error in the answer's numbers, such as a contact that is too early, that leaves the verdict right. The
    /// sentence above the story is marked by it.
    fn deviation(&self) -> Option<Mistake> {
        None
    }

    /// Named numbers that the claims of lessons refer to. A name with several values is listed once per value. Every
    /// story has `steps`.
    fn facts(&self, at: usize) -> Vec<(&'static str, u64)>;

    /// The 3D view, with the ray of a pixel if the story has pixels.
    fn space(&self, at: usize, pixel: Option<[u32; 2]>) -> SpaceView;

    /// The names of the views that can be shown alone, as slides use them.
    fn views(&self) -> &'static [&'static str] {
        &["space"]
    }

    /// Shows one of [`Self::views`] alone in the rectangle `room`.
    fn large(&self, ui: &mut Ui, room: Rect, _view: &str, showing: &mut Showing<'_>) {
        region(ui, "space", showing.side, room, |ui| in_space(ui, self, room, showing));
    }

    /// Adds the list of the steps, in a narrow column beside the picture. `other` is the story that this one is
    /// compared with.
    fn list(&self, ui: &mut Ui, other: Option<&dyn Story>, showing: &mut Showing<'_>);

    /// Fills `rect` with the picture of the current step.
    fn picture(&self, ui: &mut Ui, rect: Rect, showing: &mut Showing<'_>) {
        in_space(ui, self, rect, showing);
    }

    /// Adds the data of the current step and the sums so far, below the picture. [`Showing::details`] replaces them with
    /// details, if the story has any.
    fn below(&self, _ui: &mut Ui, _showing: &mut Showing<'_>) {}

    /// Maximum height that [`Self::below`] fills, points; the rest is for the picture.
    fn height_below(&self, _details: bool) -> f32 {
        f32::INFINITY
    }

    /// True if [`Self::below`] can show details.
    fn has_details(&self) -> bool {
        false
    }
}

/// State of the page that a story needs to show itself.
pub struct Showing<'a> {
    /// Position, pixel and playback state of the page.
    pub cursor: &'a mut Cursor,
    /// The states of the views, by type.
    pub views: &'a mut ViewStates,
    /// The stage on which 3D views are drawn.
    pub stage: &'a mut Stage,
    /// 0 for the first method, 1 for the method it is compared with.
    pub side: usize,
    /// Unique number of the story.
    pub story: u64,
    /// True if the details of the step are shown.
    pub details: bool,
    /// The sentence over the picture, which no other text of the page repeats.
    pub said: &'a str,
}

/// Fills `rect` with a story's 3D view.
pub fn in_space<S: Story + ?Sized>(ui: &mut Ui, story: &S, rect: Rect, showing: &mut Showing<'_>) {
    let (position, pixel) = (showing.cursor.position, showing.cursor.looked_at());
    let key = Key { story: showing.story, position, pixel };
    let look = showing.views.of::<SpaceLook>();
    space::show(ui, showing.stage, look, (key, showing.said), rect, || story.space(position, pixel));
}

/// View states of stories, kept by the page: one per type, such as a camera or a magnification. Each kind of story
/// defines its own type, which the page need not know.
#[derive(Default)]
pub struct ViewStates(HashMap<TypeId, Box<dyn Any>>);

impl ViewStates {
    /// The state of this type, created with its default at the first call.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let state = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        state.downcast_mut().expect("it is stored under its own type")
    }

    /// The state of this type, if it was created before.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
