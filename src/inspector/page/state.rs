//! The state of the inspector page: cursor, methods, recorded stories, and view states.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::time::{Duration, Instant};

use egui::Rect;

use super::pace::Pace;
use crate::about::MethodInfo;
use crate::inspector::cursor::Cursor;
use crate::inspector::space::SpaceLook;
use crate::inspector::space::stand::Stand;
use crate::inspector::story::{Choices, Showing, Story, Subject, ViewStates};
use crate::ui::requests::{InspectorRequest, PanelContext};

/// The state of the page. Its cursor is reachable through `Deref`: `page.position`.
#[derive(Default)]
pub struct InspectorPage {
    /// Position in the story, its length, playback, and the selected pixel.
    pub cursor: Cursor,
    /// The method on the right, if two are compared.
    pub compare: Option<&'static MethodInfo>,
    /// True if the details of the step are shown, false if not; `None`: only beside a lesson.
    pub details: Option<bool>,
    /// The rectangle of the picture shown last.
    pub picture: Option<Rect>,
    /// The sentence over the picture.
    pub(super) said: String,
    /// The method to compare with when comparison is switched on again.
    last_compared: Option<&'static MethodInfo>,
    /// States of the labs that are not shown, by lab id.
    saved_labs: BTreeMap<&'static str, SavedLab>,
    /// The stories of the first method and of the method it is compared with.
    stories: [Option<RecordedStory>; 2],
    /// Number of stories recorded since the page was created; each story gets its own number.
    recorded: u64,
    pace: Pace,
    views: ViewStates,
    /// For each part of the subject, by its name: the position in the part's story when the part was shown last.
    part_positions: BTreeMap<&'static str, usize>,
    /// Number of stories recorded before the page was opened, until it shows a story; `None` while it stays open. A
    /// story that is recorded later opens at its deciding step.
    opened_after: Option<u64>,
    /// The question of the subject, [`Subject::query`]; `None` if a change of it leaves the position.
    query: Option<usize>,
}

/// State of a lab while another is shown: methods compared, positions, and the selected pixel.
#[derive(Default)]
struct SavedLab {
    compare: Option<&'static MethodInfo>,
    last_compared: Option<&'static MethodInfo>,
    position: usize,
    pixel: Option<[u32; 2]>,
    part_positions: BTreeMap<&'static str, usize>,
}

/// A recorded story with its number, and what it belongs to: the subject's edition, the method, and the method whose
/// arrangement it adopts.
struct RecordedStory {
    of: (u64, &'static str, Option<&'static str>),
    number: u64,
    story: Result<Rc<dyn Story>, String>,
}

/// A method with its story, or the reason why there is none.
pub type Side = (&'static MethodInfo, Result<Rc<dyn Story>, String>);

impl Deref for InspectorPage {
    type Target = Cursor;

    fn deref(&self) -> &Cursor {
        &self.cursor
    }
}

impl DerefMut for InspectorPage {
    fn deref_mut(&mut self) -> &mut Cursor {
        &mut self.cursor
    }
}

impl InspectorPage {
    /// The story of `subject` by `method`, recorded at the first call. `side` is 0 for the first method and 1 for the
    /// method it is compared with.
    pub fn story(
        &mut self,
        subject: &dyn Subject,
        side: usize,
        method: &'static MethodInfo,
    ) -> Result<Rc<dyn Story>, String> {
        let other = if side == 0 { self.compare } else { Some(subject.choices().focus) };
        let model = other.and_then(|other| subject.model(method, other));
        let of = (subject.edition(), method.id, model.map(|model| model.id));
        let slot = &mut self.stories[side];
        if let Some(known) = slot.as_ref().filter(|known| known.of == of) {
            return known.story.clone();
        }
        self.recorded += 1;
        let start = Instant::now();
        let recorded =
            model.map_or_else(|| subject.record(method), |model| subject.record_like(method, model));
        let story = RecordedStory { of, number: self.recorded, story: recorded };
        self.pace.count(start.elapsed());
        slot.insert(story).story.clone()
    }

    /// The state of the subject that the page shows: `now`, or an earlier state during a drag if recording takes long.
    pub fn follow(&mut self, now: Option<Box<dyn Subject>>) -> Option<Rc<dyn Subject>> {
        if let Some(now) = &now
            && self.query.replace(now.query()).is_some_and(|before| before != now.query())
        {
            self.open();
        }
        self.pace.follow(now)
    }

    /// Sets whether a drag is in progress, during which [`InspectorPage::follow`] may return an earlier state.
    pub fn hurry(&mut self, hurried: bool) {
        self.pace.hurried = hurried;
    }

    /// Time until the page can show a later state of its subject; `None` if it shows the latest state.
    pub fn wait(&self) -> Option<Duration> {
        self.pace.wait()
    }

    /// The view state of the 3D view.
    pub fn space(&mut self) -> &mut SpaceLook {
        self.views.of()
    }

    /// The camera of the 3D view.
    pub fn stand(&self) -> Stand {
        self.views.get::<SpaceLook>().map(|look| look.stand).unwrap_or_default()
    }

    /// The stories of the first method and of the method it is compared with.
    pub fn sides(&mut self, subject: &dyn Subject) -> Vec<Side> {
        let methods = [Some(subject.choices().focus), self.compare];
        let methods = methods.into_iter().enumerate();
        methods
            .filter_map(|(side, method)| method.map(|method| (method, self.story(subject, side, method))))
            .collect()
    }

    /// Number of steps of the longest story shown.
    pub fn length_of(&mut self, subject: &dyn Subject) -> usize {
        let sides = self.sides(subject);
        sides.iter().filter_map(|(_, story)| Some(story.as_ref().ok()?.steps())).max().unwrap_or(0)
    }

    /// Switches comparison on or off. The second method is the last one compared with, or otherwise the counterpart in
    /// [`Choices`].
    pub fn toggle_compare(&mut self, choices: &Choices) {
        match self.compare.take() {
            Some(method) => self.last_compared = Some(method),
            None => {
                let is_other = |id| id != choices.focus.id && choices.find(id).is_some();
                let last = self.last_compared.filter(|method| is_other(method.id));
                self.compare = last.or_else(|| choices.counterpart());
            }
        }
    }

    /// Opens the page: a story that it has not shown yet opens at its deciding step.
    pub fn open(&mut self) {
        self.opened_after = Some(self.recorded);
    }

    /// Keeps the position that is set now, also if the page was about to open at the deciding step.
    pub fn keep_position(&mut self) {
        (self.opened_after, self.query) = (None, None);
    }

    /// Moves a page that opens to the deciding step of the first method's story.
    pub(super) fn arrive(&mut self, story: Option<&dyn Story>) {
        let (Some(story), Some(before)) = (story, self.opened_after) else { return };
        self.opened_after = None;
        if self.stories[0].as_ref().is_some_and(|recorded| recorded.number > before) {
            self.cursor.position = story.deciding();
        }
    }

    /// Switches to another lab and restores its state. A lab without saved state opens at its deciding step, without
    /// comparison.
    pub fn turn_to_lab(&mut self, from: &'static str, to: &'static str) {
        let saved = self.saved_labs.remove(to);
        self.opened_after = saved.is_none().then_some(self.recorded);
        let SavedLab { compare, last_compared, position, pixel, part_positions } = saved.unwrap_or_default();
        let before = SavedLab {
            compare: std::mem::replace(&mut self.compare, compare),
            last_compared: std::mem::replace(&mut self.last_compared, last_compared),
            position: std::mem::replace(&mut self.cursor.position, position),
            pixel: std::mem::replace(&mut self.cursor.pixel, pixel),
            part_positions: std::mem::replace(&mut self.part_positions, part_positions),
        };
        self.saved_labs.insert(from, before);
        self.query = None;
        self.cursor.playing = false;
        // The length belongs to the previous lab.
        self.cursor.length = None;
    }

    /// Discards the saved state of a lab that is not shown.
    pub fn forget_lab(&mut self, lab: &str) {
        self.saved_labs.remove(lab);
    }

    /// Returns to before the first step, without comparison and without a selected pixel.
    pub fn begin_again(&mut self) {
        self.cursor.playing = false;
        self.cursor.pixel = None;
        self.cursor.position = 0;
        self.keep_position();
        self.part_positions.clear();
        (self.compare, self.last_compared) = (None, None);
        self.views = ViewStates::default();
    }

    /// Carries out a request.
    pub fn act(&mut self, request: InspectorRequest, choices: &Choices) {
        match request {
            InspectorRequest::ToggleCompare => self.toggle_compare(choices),
            InspectorRequest::Part(from, to) => self.turn_to(from, to),
            _ => self.cursor.act(request),
        }
    }

    /// Switches to another part of the subject, at its saved position, or at its deciding step.
    fn turn_to(&mut self, from: &'static str, to: &'static str) {
        self.part_positions.insert(from, self.cursor.position);
        self.cursor.playing = false;
        let kept = self.part_positions.remove(to);
        self.opened_after = kept.is_none().then_some(self.recorded);
        self.cursor.position = kept.unwrap_or(0);
        // The length belongs to the previous part.
        self.cursor.length = None;
    }

    /// Resets all view states, as in a new window, except the camera of the 3D view.
    pub fn forget_views(&mut self) {
        let stand = self.space().stand;
        self.views = ViewStates::default();
        self.space().stand = stand;
    }

    /// The state for showing the story on a side.
    pub(super) fn showing<'a>(
        &'a mut self,
        side: usize,
        details: bool,
        panel: &'a mut PanelContext<'_>,
    ) -> Showing<'a> {
        let story = self.stories[side].as_ref().map_or(0, |story| story.number);
        Showing {
            cursor: &mut self.cursor,
            views: &mut self.views,
            stage: &mut *panel.stage,
            side,
            story,
            details,
            said: &self.said,
        }
    }
}
