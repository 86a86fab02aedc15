//! The state of a lecture: the slide, how much of it is shown, and the choices that were made.

use std::collections::BTreeMap;

use crate::exhibit::{Exhibit, Words};

/// The state of a lecture. Slides and choices are counted from 0.
#[derive(Default)]
pub struct Standing {
    /// The slide on show.
    pub slide: usize,
    /// Whether the slide's answer is shown.
    pub answered: bool,
    /// Whether the speaker's notes are shown.
    pub notes: bool,
    /// The lesson's id, and the words that were last put on show for one of its slides, without the step.
    pub scene: Option<(&'static str, Words)>,
    /// The slide that was reached last in each lesson, by the lesson's id.
    pub reached: BTreeMap<String, usize>,
    /// The choice that was made on a slide, by [`key`].
    pub chosen: BTreeMap<String, usize>,
}

impl Standing {
    /// Records the words that are put on show for a lesson. Returns whether more than the step differs from the last ones.
    pub fn is_new(&mut self, lesson: &'static str, scene: &Exhibit) -> bool {
        let mut words = scene.to_words();
        words.take("step");
        let on_show = Some((lesson, words));
        let is_new = self.scene != on_show;
        self.scene = on_show;
        is_new
    }
}

/// The key of [`Standing::chosen`] for a slide: lesson's id, stroke, number.
pub fn key(lesson: &str, slide: usize) -> String {
    format!("{lesson}/{slide}")
}
