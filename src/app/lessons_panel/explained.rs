//! Glossary terms in running text: in each section, the first mention of a term is underlined with dots, and
//! hovering over it shows the meaning.

use std::ops::Range;
use std::sync::Arc;

use egui::cache::{ComputerMut, FrameCache};
use egui::{CursorIcon, Id, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2};

use crate::glossary::{self, Term};
use crate::language::Language;
use crate::ui::terms::explain_as;
use crate::ui::theme;

/// Distance between two dots of the underline, points.
const BETWEEN_DOTS: f32 = 3.0;
/// Radius of a dot, points.
const DOT: f32 = 0.65;

/// Ids of the terms that were marked since the last heading.
#[derive(Default)]
pub struct Explained(Vec<&'static str>);

/// Terms and the character ranges of their mentions.
type Mentions = Arc<Vec<(Range<usize>, &'static Term)>>;

impl Explained {
    /// Starts a section: terms are marked again at their first mention.
    pub fn begin_section(&mut self) {
        self.0.clear();
    }

    /// The first mentions in a text, as character ranges. Mentions that overlap `taken`, such as links, are
    /// skipped.
    pub fn first_in(
        &mut self,
        ui: &Ui,
        text: &str,
        taken: impl Fn(&Range<usize>) -> bool,
    ) -> Vec<(Range<usize>, &'static Term)> {
        let places = ui
            .memory_mut(|memory| Arc::clone(memory.caches.cache::<Found>().get((text, Language::current()))));
        let mut first = Vec::new();
        for (range, term) in places.iter() {
            if !self.0.contains(&term.id) && !taken(range) {
                self.0.push(term.id);
                first.push((range.clone(), *term));
            }
        }
        first
    }
}

/// A cache. Finding a page's terms takes longer than drawing the page, so the result is kept while the text is
/// shown.
type Found = FrameCache<Mentions, Finder>;

/// Looks terms up in a text.
#[derive(Default)]
struct Finder;

impl ComputerMut<(&str, Language), Mentions> for Finder {
    fn compute(&mut self, (text, language): (&str, Language)) -> Mentions {
        let characters = |bytes: usize| text[..bytes].chars().count();
        let places = glossary::places_in(text, language).into_iter();
        let in_characters =
            |(bytes, term): (Range<usize>, _)| (characters(bytes.start)..characters(bytes.end), term);
        Arc::new(places.map(in_characters).collect())
    }
}

/// Marks a term that occupies these rectangles, one per line of text, and explains it.
pub fn mark(ui: &Ui, rects: &[Rect], id: Id, term: &'static Term) {
    for (part, rect) in rects.iter().enumerate() {
        let response = ui.interact(*rect, id.with(part), Sense::hover());
        if part == 0 {
            let language = Language::current();
            response.widget_info(|| WidgetInfo::labeled(Role::Term, true, term.name(language)));
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(term.says(language)));
        }
        let ends = [rect.left_bottom() + vec2(DOT, 0.5), rect.right_bottom() + vec2(-DOT, 0.5)];
        if response.hovered() {
            ui.painter().line_segment(ends, Stroke::new(1.0, theme::text()));
        } else {
            ui.painter().extend(Shape::dotted_line(&ends, theme::weak(), BETWEEN_DOTS, DOT));
        }
        explain_as(response.on_hover_cursor(CursorIcon::Help), term.id);
    }
}
