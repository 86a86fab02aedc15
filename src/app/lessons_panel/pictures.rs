//! Small pictures of a lecture's slides, for the overview and the presenter's window.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};

use crate::language::Language;

/// Identity of the lecture that pictures belong to, with language and theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// Address of the lecture of one's own; 0 for one through the course.
    pub lecture: usize,
    /// The lesson of a lecture through the course.
    pub lesson: Option<&'static str>,
    /// The language.
    pub language: Language,
    /// Id of the theme.
    pub theme: &'static str,
}

/// Draws the slide with this index; `None` if it cannot be drawn.
pub type Paint = Box<dyn FnMut(usize) -> Option<ColorImage>>;

/// Pictures of the slides, as far as they are drawn.
#[derive(Default)]
pub struct Pictures {
    /// The lecture that they belong to.
    pub of: Option<Edition>,
    /// The pictures, by index; `None` for a slide that cannot be drawn.
    pub drawn: BTreeMap<usize, Option<Arc<ColorImage>>>,
    /// Draws the missing ones; `None` until it is needed.
    pub painter: Option<Paint>,
}

impl Pictures {
    /// The picture of a slide as a texture of this context, loaded once.
    pub fn texture(&self, context: &Context, index: usize) -> Option<TextureHandle> {
        let image = self.drawn.get(&index)?.as_ref()?;
        let id = Id::unique(("picture of a slide", index));
        let known: Option<(Arc<ColorImage>, TextureHandle)> = context.data(|data| data.get_temp(id));
        if let Some((_, handle)) = known.filter(|(of, _)| Arc::ptr_eq(of, image)) {
            return Some(handle);
        }
        let handle = context.load_texture("slide", Arc::clone(image), TextureOptions::LINEAR);
        context.data_mut(|data| data.insert_temp(id, (Arc::clone(image), handle.clone())));
        Some(handle)
    }
}
