//! What the page keeps: where it stands, the methods, their stories, and how these are looked at.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::pace::Pace;
use crate::about::About;
use crate::inspector::cursor::Cursor;
use crate::inspector::space::SpaceLook;
use crate::inspector::space::stand::Stand;
use crate::inspector::story::{Choices, Showing, Story, Subject};
use crate::inspector::views::ViewStates;
use crate::ui::requests::{InspectorRequest, PanelContext};

/// The state of the page. Its position and pixel are the page's own through `Deref`: `page.position`.
#[derive(Default)]
pub struct InspectorPage {
    /// Position in the story, its length, whether it plays, and the held pixel.
    pub cursor: Cursor,
    /// The method on the right, if two are compared.
    pub compare: Option<&'static About>,
    /// What to compare with when comparing is switched on again.
    last_compared: Option<&'static About>,
    /// What the labs that were shown before had, by their ids.
    elsewhere: BTreeMap<&'static str, Left>,
    /// The stories of the method in focus and of the one it is compared with.
    kept: [Option<Kept>; 2],
    /// How many stories were recorded.
    recorded: u64,
    pace: Pace,
    views: ViewStates,
    /// Where parts of the subject stood when they were left, by their words.
    stood: BTreeMap<&'static str, usize>,
}

/// What a lab has while another one is on show: what it is compared with, where it stands, and the pixel that is held.
#[derive(Default)]
struct Left {
    compare: Option<&'static About>,
    last_compared: Option<&'static About>,
    position: usize,
    pixel: Option<[u32; 2]>,
    stood: BTreeMap<&'static str, usize>,
}

/// A story, what it is of, and which of all recorded ones it is.
struct Kept {
    of: (u64, &'static str),
    number: u64,
    story: Result<Rc<dyn Story>, String>,
}

/// A method, and what was recorded of it.
pub type Side = (&'static About, Result<Rc<dyn Story>, String>);

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
    /// The story of `subject` by `method`, recorded when it is first asked for. `side` 0 is the method in focus, 1
    /// the one it is compared with.
    pub fn story(
        &mut self,
        subject: &dyn Subject,
        side: usize,
        method: &'static About,
    ) -> Result<Rc<dyn Story>, String> {
        let of = (subject.edition(), method.id);
        let slot = &mut self.kept[side];
        if let Some(kept) = slot.as_ref().filter(|kept| kept.of == of) {
            return kept.story.clone();
        }
        self.recorded += 1;
        let start = Instant::now();
        let kept = Kept { of, number: self.recorded, story: subject.record(method) };
        self.pace.count(start.elapsed());
        slot.insert(kept).story.clone()
    }

    /// The state of the subject that the page shows: the state `now` or, during a drag of a subject whose recording takes
    /// long, an earlier one.
    pub fn follow(&mut self, now: Option<Box<dyn Subject>>) -> Option<Rc<dyn Subject>> {
        self.pace.follow(now)
    }

    /// Says whether a drag goes on: then [`InspectorPage::follow`] may return an earlier state.
    pub fn hurry(&mut self, hurried: bool) {
        self.pace.hurried = hurried;
    }

    /// How long until the page can show a later state of its subject; `None` if it shows the last.
    pub fn wait(&self) -> Option<Duration> {
        self.pace.wait()
    }

    /// How the picture in space is looked at.
    pub fn space(&mut self) -> &mut SpaceLook {
        self.views.of()
    }

    /// From where the picture in space is seen.
    pub fn stand(&self) -> Stand {
        self.views.get::<SpaceLook>().map(|look| look.stand).unwrap_or_default()
    }

    /// The stories of the method in focus and of the one it is compared with.
    pub fn sides(&mut self, subject: &dyn Subject) -> Vec<Side> {
        let methods = [Some(subject.choices().focus), self.compare];
        let methods = methods.into_iter().enumerate();
        methods
            .filter_map(|(side, method)| method.map(|method| (method, self.story(subject, side, method))))
            .collect()
    }

    /// How many steps the longest story on show has.
    pub fn length_of(&mut self, subject: &dyn Subject) -> usize {
        let sides = self.sides(subject);
        sides.iter().filter_map(|(_, story)| Some(story.as_ref().ok()?.steps())).max().unwrap_or(0)
    }

    /// Puts another method beside the one in focus: the one that was there last, or the counterpart by [`Choices`].
    /// Takes it away if there is one.
    pub fn toggle_compare(&mut self, choices: &Choices) {
        match self.compare.take() {
            Some(method) => self.last_compared = Some(method),
            None => {
                let last = self.last_compared.filter(|method| method.id != choices.focus.id);
                self.compare = last.or_else(|| choices.counterpart());
            }
        }
    }

    /// From one lab to another, which is as it was left: at first before its first step, compared with nothing.
    pub fn turn_to_lab(&mut self, left: &'static str, taken: &'static str) {
        let Left { compare, last_compared, position, pixel, stood } =
            self.elsewhere.remove(taken).unwrap_or_default();
        let before = Left {
            compare: std::mem::replace(&mut self.compare, compare),
            last_compared: std::mem::replace(&mut self.last_compared, last_compared),
            position: std::mem::replace(&mut self.cursor.position, position),
            pixel: std::mem::replace(&mut self.cursor.pixel, pixel),
            stood: std::mem::replace(&mut self.stood, stood),
        };
        self.elsewhere.insert(left, before);
        self.cursor.playing = false;
        // The length is that of the lab that was left.
        self.cursor.length = None;
    }

    /// Forgets how a lab that is not on show was left.
    pub fn forget_lab(&mut self, lab: &str) {
        self.elsewhere.remove(lab);
    }

    /// Back before the first step of a subject, with nothing beside it and no pixel held.
    pub fn begin_again(&mut self) {
        self.cursor.playing = false;
        self.cursor.pixel = None;
        self.cursor.position = 0;
        self.stood.clear();
        self.compare = None;
        self.space().stand.begin_again();
    }

    /// Carries out a request.
    pub fn act(&mut self, request: InspectorRequest, choices: &Choices) {
        match request {
            InspectorRequest::ToggleCompare => self.toggle_compare(choices),
            InspectorRequest::Part(left, taken) => self.turn_to(left, taken),
            _ => self.cursor.act(request),
        }
    }

    /// From one part of the subject to another, which stands where it was left, or before its first step.
    fn turn_to(&mut self, left: &'static str, taken: &'static str) {
        self.stood.insert(left, self.cursor.position);
        self.cursor.playing = false;
        self.cursor.position = self.stood.remove(taken).unwrap_or(0);
        // The length is that of the part that was left.
        self.cursor.length = None;
    }

    /// Forgets how stories were looked at, as a window does that is opened anew, but for the camera of the picture in
    /// space.
    pub fn forget_views(&mut self) {
        let stand = self.space().stand;
        self.views = ViewStates::default();
        self.space().stand = stand;
    }

    /// What the story on a side is shown with.
    pub(super) fn showing<'a>(
        &'a mut self,
        side: usize,
        holds_pixel: bool,
        panel: &'a mut PanelContext<'_>,
    ) -> Showing<'a> {
        let story = self.kept[side].as_ref().map_or(0, |kept| kept.number);
        Showing {
            cursor: &mut self.cursor,
            views: &mut self.views,
            stage: &mut *panel.stage,
            side,
            story,
            lecture: panel.lecture,
            holds_pixel,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchies::methods::METHODS;

    #[test]
    fn a_lab_that_is_turned_back_to_is_as_it_was_left() {
        let mut page = InspectorPage::default();
        page.cursor.position = 7;
        page.cursor.pixel = Some([3, 4]);
        page.compare = Some(&METHODS[1].about);
        page.turn_to_lab("arena", "meshes");
        assert_eq!((page.position, page.pixel, page.compare.is_some()), (0, None, false));
        page.cursor.position = 2;
        page.turn_to_lab("meshes", "arena");
        assert_eq!((page.position, page.pixel, page.compare.is_some()), (7, Some([3, 4]), true));
        page.forget_lab("meshes");
        page.turn_to_lab("arena", "meshes");
        assert_eq!(page.position, 0, "forgotten");
    }

    #[test]
    fn a_part_that_is_turned_back_to_stands_where_it_was_left() {
        let choices = Choices { focus: &METHODS[0].about, all: vec![] };
        let mut page = InspectorPage::default();
        let turn = |page: &mut InspectorPage, left, taken| {
            page.cursor.length = Some(99);
            page.cursor.playing = true;
            page.act(InspectorRequest::Part(left, taken), &choices);
            assert!(!page.cursor.playing && page.cursor.length.is_none());
            page.position
        };
        page.position = 7;
        assert_eq!(turn(&mut page, "walk", "pair"), 0, "it has not been on show");
        page.position = 3;
        assert_eq!(turn(&mut page, "pair", "walk"), 7);
        page.position = 8;
        assert_eq!(turn(&mut page, "walk", "pair"), 3);
        assert_eq!(turn(&mut page, "pair", "walk"), 8, "where it was left last");
        page.begin_again();
        assert_eq!(
            (page.position, turn(&mut page, "walk", "pair")),
            (0, 0),
            "of another subject nothing is kept"
        );
    }
}
