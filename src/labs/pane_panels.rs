//! Panel parts that all labs share: the settings of the active pane's method, and the header of a pane.

use egui::Ui;

use super::lab::{Lab, change_panes};
use crate::exhibit::Page;
use crate::language::{t, tr};
use crate::settings::{self, Setting, Settings, Value};
use crate::ui::group::group;
use crate::ui::pane_method::{self, Change};
use crate::ui::requests::PanelContext;
use crate::ui::said;
use crate::ui::widgets::note;

/// The group "Method": the choice of the active pane's method, its description, and its settings in this
/// pane. `help` is the hover text of the choice; `idle` returns why a setting, by id, has no effect. Returns
/// whether the group is open.
pub fn method(
    ui: &mut Ui,
    lab: &mut impl Lab,
    help: &str,
    panel: &mut PanelContext,
    idle: impl Fn(&Settings, &str) -> Option<String>,
) -> bool {
    if !group(ui, "method", &t!("Method")) {
        return false;
    }
    let (pane, methods) = (lab.panes().in_focus(), lab.panes().choices());
    // Panes have the choice in their headers.
    let all = if panel.page == Page::Scene { &[][..] } else { methods };
    let shown = methods[pane.method];
    let keeps_promise = !lab.breaks_promise(lab.panes().focus());
    let method = (shown, keeps_promise);
    let change = pane_method::settings(ui, help, method, all, &pane.settings, |id| idle(&pane.settings, id));
    match change {
        None => {}
        Some(Change::Method(row)) => change_panes(lab, |panes| panes.show(panes.focus(), row)),
        Some(Change::Setting(id, value)) => change_panes(lab, |panes| panes.set(id, value)),
    }
    let panes = lab.panes();
    if panes.methods().filter(|method| *method == panes.in_focus().method).count() > 1 {
        note(ui, &t!("Another pane shows the same method. These settings apply to this pane only."));
    }
    true
}

/// Title of a pane's method, in the current language. If another pane shows the method too, the settings in
/// which the panes differ are added; otherwise a word if the settings break the method's promise.
pub fn title(lab: &impl Lab, pane: usize) -> String {
    let panes = lab.panes();
    let Some(about) = panes.abouts().nth(pane) else { return String::new() };
    let own = panes.own_settings(pane);
    // A value that is a word is shown without the setting's caption, because a pane may be narrow.
    let say = |(setting, value): &(&Setting, Value)| match value {
        Value::Word(word) => tr(&settings::title(word)),
        Value::Switch(_) => said::setting(setting, &value.to_string()),
        _ => said::labelled(&tr(setting.label), &said::brief(setting, value)),
    };
    let own: Vec<_> = own.iter().map(say).collect();
    let title = tr(about.title);
    match own.is_empty() {
        false => format!("{title} · {}", own.join(", ")),
        true if lab.breaks_promise(pane) => t!("%{method} (altered)", method = title).into_owned(),
        true => title,
    }
}

/// Header of a pane: its number, the choice of its method with the caption [`title`], and `figures`, laid out
/// from the right. With `width`, the width of the choice in points, the header takes one line, otherwise two.
pub fn header<L: Lab>(
    ui: &mut Ui,
    lab: &mut L,
    pane: usize,
    width: Option<f32>,
    figures: impl FnOnce(&mut Ui, &L),
) {
    let panes = lab.panes();
    let Some(about) = panes.abouts().nth(pane) else { return };
    let title = title(lab, pane);
    let (at, shown) = ((pane, panes.focus() == pane), (about, panes.choices().iter().copied()));
    let clicked = pane_method::show(ui, at, shown, &title, width, |ui| figures(ui, lab));
    if clicked.number {
        change_panes(lab, |panes| panes.focus_on(pane));
    }
    if let Some(row) = clicked.method {
        change_panes(lab, |panes| panes.show(pane, row));
    }
}
