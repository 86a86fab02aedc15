//! Hover text from the glossary, where a panel names a term of the field.

use egui::{Response, RichText, Ui};

use super::theme;
use crate::glossary::{self, Term};
use crate::language::Language;

/// Maximum number of terms explained in one hover text.
const MOST: usize = 3;

/// Explains the terms that `text` mentions while the pointer is over the widget.
pub fn explain(response: Response, text: &str) -> Response {
    // Finding the terms takes too long to do it in every frame, and only the hover text needs them.
    if !response.contains_pointer() {
        return response;
    }
    let terms = glossary::named_in(text, Language::current());
    if terms.is_empty() { response } else { response.on_hover_ui(|ui| paragraphs(ui, &terms)) }
}

/// Explains one term, by its id, while the pointer is over the widget.
pub fn explain_as(response: Response, id: &str) -> Response {
    match glossary::find(id) {
        Some(term) => response.on_hover_ui(|ui| paragraphs(ui, &[term])),
        None => response,
    }
}

/// Shows the name and the meaning of each term, one below the other.
fn paragraphs(ui: &mut Ui, terms: &[&Term]) {
    ui.set_max_width(ui.spacing().tooltip_width);
    for term in &terms[..terms.len().min(MOST)] {
        ui.label(RichText::new(names(term)).color(theme::strong()));
        ui.label(term.says(Language::current()));
    }
}

/// The term's name in the current language, and its names in the other languages.
pub fn names(term: &Term) -> String {
    let current = Language::current();
    let others = Language::ALL.into_iter().filter(|language| *language != current);
    let mut names = vec![term.name(current)];
    names.extend(others.map(|language| term.name(language)));
    names.dedup();
    names.join(" · ")
}
