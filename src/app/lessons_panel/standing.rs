//! Where a lecture stands: the slide, what of it is shown, and what was chosen.

use std::collections::BTreeMap;

use crate::exhibit::{Exhibit, Words};

/// Where a lecture stands. Slides and choices are counted from 0.
#[derive(Default)]
pub struct Standing {
    /// The slide on show.
    pub slide: usize,
    /// Whether what the slide hides is shown.
    pub answered: bool,
    /// Whether the speaker's notes are shown.
    pub notes: bool,
    /// The lesson's id, what was last put on show for a slide of it, but for the step, and the viewpoint.
    pub scene: Option<(&'static str, Words, Option<&'static str>)>,
    /// The slide that the lecture of a lesson came to last, by the lesson's id.
    pub reached: BTreeMap<String, usize>,
    /// What was chosen, by [`key`].
    pub chosen: BTreeMap<String, usize>,
}

impl Standing {
    /// Takes down what is put on show for a lesson and from which viewpoint; whether it differs from what was, but for
    /// the step.
    pub fn is_new(&mut self, lesson: &'static str, scene: &Exhibit, view: Option<&'static str>) -> bool {
        let mut words = scene.to_words();
        words.take("step");
        let on_show = Some((lesson, words, view));
        let is_new = self.scene != on_show;
        self.scene = on_show;
        is_new
    }
}

/// The name under which the choice on a slide is kept.
pub fn key(lesson: &str, slide: usize) -> String {
    format!("{lesson}/{slide}")
}
