//! The sentence above the stories: why a method gave its answer.

use std::rc::Rc;

use egui::{FontId, Frame, Label, Margin, Rect, RichText, Sense, Stroke, Ui, vec2};

use crate::detector::Mistake;
use crate::inspector::outcome::Reference;
use crate::inspector::story::Story;
use crate::language::{t, tr};
use crate::ui::format::with_units_kept;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::text_width;
use crate::ui::{icons, theme};

/// Stories with their sides.
type Sides<'a> = [(usize, &'a Rc<dyn Story>)];

/// The story that the sentence is about: the first, or the second one if only that is wrong.
pub fn told<'a>(stories: &Sides<'a>, reference: &Reference) -> Option<(usize, &'a Rc<dyn Story>)> {
    let wrong = stories.iter().find(|(_, story)| mistake_of(story, reference).is_some());
    wrong.or(stories.first()).copied()
}

fn mistake_of(story: &Rc<dyn Story>, reference: &Reference) -> Option<Mistake> {
    story.mistake(reference).or(story.deviation())
}

/// Adds the sentence of the story that is [`told`], and returns it.
pub fn show(
    ui: &mut Ui,
    stories: &Sides<'_>,
    reference: &Reference,
    panel: &mut PanelContext<'_>,
) -> Option<String> {
    let (_, story) = told(stories, reference)?;
    let why = story.why(reference)?;
    let text = match stories {
        [_] => why,
        _ => t!("%{method}: %{why}", method = tr(story.about().title), why = why).into_owned(),
    };
    let mistake = mistake_of(story, reference);
    let color = mistake.map_or(theme::accent(), icons::error_color);
    let frame =
        Frame::new().fill(theme::sunken()).inner_margin(Margin { left: 12, right: 8, top: 5, bottom: 5 });
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let leads_to = story.leads_to();
        let has_button = leads_to.is_some();
        let line = |ui: &mut Ui| {
            if let Some(mistake) = mistake {
                let (place, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                icons::badge(ui.painter(), place.center(), mistake);
            }
            let size = LETTERS[usize::from(
                ui.available_width() * LINES < text_width(ui, &text, FontId::proportional(LETTERS[0])),
            )];
            let text = RichText::new(with_units_kept(&text)).size(size).color(theme::strong());
            ui.add(Label::new(text).wrap()).on_hover_text(t!("Why the method gives this answer"));
            if let Some((name, link)) = leads_to
                && ui.button(name).on_hover_text(t!("Inspects this pair with the method")).clicked()
            {
                panel.ask(Request::Show(Box::new(link)));
            }
        };
        // The button stands after the last word.
        if has_button { ui.horizontal_wrapped(line) } else { ui.horizontal(line) }
    });
    let rect = shown.response.rect;
    let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
    ui.painter().rect(bar, 0.0, color, Stroke::NONE, egui::StrokeKind::Inside);
    ui.add_space(4.0);
    Some(text)
}

/// Sizes of the sentence's letters, points: the smaller one where the sentence would need more than [`LINES`].
const LETTERS: [f32; 2] = [18.0, 14.0];
/// Lines of the sentence in large letters.
const LINES: f32 = 1.8;
