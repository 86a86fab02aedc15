//! Legend entries of a method in lists and charts: a sample of its line, and aligned numbers.

use egui::{RichText, Sense, Ui, vec2};
use unicode_width::UnicodeWidthStr as _;

use crate::comparison::lineup::row_of;
use crate::methods::Method;
use crate::render::ink::Ink;
use crate::ui::inks;

/// Line style and colour of a method, shared with the figures of experiments.
pub fn ink(method: &Method) -> Ink {
    Ink::of(row_of(method))
}

/// A short piece of a method's curve, as in the chart.
pub fn swatch(ui: &mut Ui, method: &Method) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    inks::line(ui.painter(), rect, &ink(method));
}

/// Right-aligns a number or column title to `width` characters.
pub fn aligned(title: &str, width: usize) -> RichText {
    // A Chinese character is two columns wide.
    let padding = " ".repeat(width.saturating_sub(title.width()));
    RichText::new(format!("{padding}{title}")).monospace()
}
