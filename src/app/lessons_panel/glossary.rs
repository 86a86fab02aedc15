//! The glossary: a list of terms with a filter.

use egui::{Frame, Margin, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::glossary::{self, Term};
use crate::language::{Language, t};
use crate::ui::theme;

/// State of the list: filter and chosen term.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    /// Text that listed terms must contain.
    pub filter: String,
    /// Id of the term that the glossary was opened at.
    pub chosen: Option<&'static str>,
    /// Whether the chosen term still has to be scrolled into view.
    pub is_wanted: bool,
}

impl Glossary {
    /// The state of the opened glossary, scrolled to a term or to the beginning.
    pub fn at(term: Option<&'static str>) -> Self {
        Self { filter: String::new(), chosen: term, is_wanted: term.is_some() }
    }
}

/// Shows the filter, and below it the terms that contain its text.
pub fn show(ui: &mut Ui, reading: &mut Glossary) {
    ui.horizontal(|ui| {
        let name = ui.label(t!("Filter"));
        let edit = TextEdit::singleline(&mut reading.filter).desired_width(f32::INFINITY);
        let help = t!("Lists only terms that contain this text, in any language.");
        ui.add(edit).labelled_by(name.id).on_hover_text(help);
    });
    let listed: Vec<_> = glossary::all().iter().filter(|term| fits(term, &reading.filter)).collect();
    if listed.is_empty() {
        ui.label(RichText::new(t!("No term contains this text.")).color(theme::weak()));
    }
    ScrollArea::vertical().id_salt("glossary").auto_shrink([false, false]).show(ui, |ui| {
        for term in listed {
            let is_chosen = reading.chosen == Some(term.id);
            let shown = entry(ui, term, is_chosen);
            if is_chosen && std::mem::take(&mut reading.is_wanted) {
                shown.scroll_to_me(Some(egui::Align::Center));
            }
        }
    });
}

/// Shows a term and its paragraph; the chosen term is highlighted.
fn entry(ui: &mut Ui, term: &Term, is_chosen: bool) -> egui::Response {
    let language = Language::current();
    let ground = if is_chosen { ui.visuals().selection.bg_fill } else { egui::Color32::TRANSPARENT };
    let frame = Frame::new().fill(ground).corner_radius(4).inner_margin(Margin::symmetric(6, 5));
    let shown = frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(term.name(language)).strong().color(theme::strong()));
            for other in Language::ALL.into_iter().filter(|other| *other != language) {
                if term.name(other) != term.name(language) {
                    ui.label(RichText::new(term.name(other)).color(theme::weak()));
                }
            }
        });
        ui.add(egui::Label::new(term.says(language)).wrap());
    });
    let name = term.name(language);
    shown.response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_chosen, name));
    shown.response
}

/// Whether the term's name in any language, a synonym or its paragraph contains the text.
pub fn fits(term: &Term, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let named = Language::ALL.into_iter().any(|language| {
        term.name(language).to_lowercase().contains(&text)
            || term.words(language).iter().any(|word| word.contains(&text))
    });
    named || term.says(Language::current()).to_lowercase().contains(&text)
}
