//! How far panels are scrolled, taken along into another context of the user interface.

use egui::scroll_area::State;
use egui::{Context, Id, Ui};

/// The areas that are taken along.
type Areas = Vec<Id>;

/// After a scrolled area was shown: it is one of those that are taken along.
pub fn keep(ui: &Ui, area: Id) {
    ui.data_mut(|data| {
        let areas: &mut Areas = data.get_temp_mut_or_default(key());
        if !areas.contains(&area) {
            areas.push(area);
        }
    });
}

/// Scrolls all that was kept in one context as far in another one, which shows the same.
pub fn take_along(from: &Context, to: &Context) {
    let areas: Areas = from.data(|data| data.get_temp(key())).unwrap_or_default();
    for area in areas {
        if let Some(state) = State::load(from, area) {
            state.store(to, area);
        }
    }
}

fn key() -> Id {
    Id::unique("scrolled areas")
}
