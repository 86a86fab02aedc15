//! One to four panes over the same world: how they share the room, what stands over each, and the bar with
//! which they are opened.

use egui::{Align, Button, ComboBox, Label, Layout, Rect, RichText, Role, Stroke, StrokeKind};
use egui::{Ui, UiBuilder, WidgetInfo, pos2, vec2};
use rust_i18n::t;

use super::panels::method::method_options;
use super::shell::Shell;
use super::view;
use crate::detector::Mistake;
use crate::labs::arena::lineup::MOST_PANES;
use crate::language::tr;
use crate::methods::METHODS;
use crate::ui::format::milliseconds;
use crate::ui::{icons, theme};

/// Between two panes, points.
const GAP: f32 = 3.0;
/// A line of the header, points.
const LINE: f32 = 27.0;
/// A pane narrower than this, in points, has its figures on a second line.
const ROOM_FOR_ONE_LINE: f32 = 560.0;
/// A pane narrower than this says it in figures only.
const ROOM_FOR_WORDS: f32 = 330.0;

/// All open panes in what is left of `ui`.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let count = shell.arena.cast().panes().len();
    shell.stage.keep_panes(count);
    for (pane, rect) in shares(room, count).into_iter().enumerate() {
        if !(rect.width() > 0.0 && rect.height() > 0.0) {
            continue;
        }
        let lines = if rect.width() < ROOM_FOR_ONE_LINE { 2.0 } else { 1.0 };
        let header_height = (lines * LINE).min(rect.height());
        let (over, below) = rect.split_top_bottom_at_y(rect.top() + header_height);
        ui.painter().rect_filled(over, 0.0, theme::PANEL);
        let inside = UiBuilder::new().id_salt(("pane", pane)).max_rect(over.shrink2(vec2(8.0, 2.0)));
        ui.scope_builder(inside, |ui| {
            ui.shrink_clip_rect(over);
            header(ui, shell, pane, rect.width());
        });
        view::show(ui, shell, pane, below);
        if count > 1 && shell.arena.cast().focus() == pane {
            ui.painter().rect_stroke(rect, 0.0, Stroke::new(2.0, theme::ACCENT), StrokeKind::Inside);
        }
    }
}

/// How many panes, and whether their cameras are one.
pub fn bar(ui: &mut Ui, shell: &mut Shell) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let roomy = ui.available_width() > 420.0;
        if roomy {
            ui.label(RichText::new(t!("Panes")).color(theme::WEAK))
                .on_hover_text(t!("How many, side by side."));
        }
        let open = shell.arena.cast().panes().len();
        for count in 1..=MOST_PANES {
            let help = t!("Panes side by side over the same world: %{count} (key %{count})", count = count);
            let button = ui.add(Button::selectable(open == count, format!("{count}"))).on_hover_text(help);
            let name = if count == 1 { t!("1 pane") } else { t!("%{count} panes", count = count) };
            button.widget_info(|| WidgetInfo::selected(Role::Button, true, open == count, &name));
            if button.clicked() {
                shell.arena.open_panes(count);
            }
        }
        ui.add_space(8.0);
        let mut linked = shell.cameras.linked();
        let help = t!("All panes look from the same place; off, each is turned for itself. (L)");
        let text = if roomy { t!("Link cameras") } else { t!("Link") };
        let checkbox = ui.add_enabled(open > 1, egui::Checkbox::new(&mut linked, text));
        if checkbox.on_hover_text(help.as_ref()).on_disabled_hover_text(help).changed() {
            shell.link_cameras(linked);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = t!(
                "Times, errors and costs of all methods, and who disagrees with whom, below the scene. (C)"
            );
            let open = shell.compare.tab.is_some();
            if ui.add(Button::selectable(open, t!("Compare"))).on_hover_text(help).clicked() {
                shell.compare.toggle();
            }
        });
    });
}

/// The rectangles of `count` panes: two beside each other, or below in a tall room; three likewise, or two
/// over one; four in a square.
fn shares(room: Rect, count: usize) -> Vec<Rect> {
    let wide = room.width() > 1.9 * room.height();
    let tall = room.height() > 1.25 * room.width();
    let rows: &[usize] = match (count, wide, tall) {
        (2, _, true) => &[1, 1],
        (2, ..) => &[2],
        (3, true, _) => &[3],
        (3, _, true) => &[1, 1, 1],
        (3, ..) => &[2, 1],
        (4, true, _) if room.width() > 4.0 * room.height() => &[4],
        (4, ..) => &[2, 2],
        _ => &[1],
    };
    let part = |from: f32, length: f32, index: usize, of: usize| {
        let one = (length - GAP * (of - 1) as f32) / of as f32;
        // Whole points, so that pictures are not blurred.
        let start = (from + (one + GAP) * index as f32).round();
        let end = (from + (one + GAP) * index as f32 + one).round();
        (start, end)
    };
    let mut rects = Vec::with_capacity(count);
    for (row, &columns) in rows.iter().enumerate() {
        let (top, bottom) = part(room.top(), room.height(), row, rows.len());
        for column in 0..columns {
            let (left, right) = part(room.left(), room.width(), column, columns);
            rects.push(Rect::from_min_max(pos2(left, top), pos2(right, bottom)));
        }
    }
    rects
}

/// Method, what it found, how long it took.
fn header(ui: &mut Ui, shell: &mut Shell, pane: usize, width: f32) {
    ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
    let one_line = width >= ROOM_FOR_ONE_LINE;
    ui.horizontal(|ui| {
        name(ui, shell, pane, if one_line { 190.0 } else { ui.available_width() - 34.0 });
        if one_line {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, shell, pane, width));
        }
    });
    if !one_line {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, shell, pane, width));
    }
}

fn name(ui: &mut Ui, shell: &mut Shell, pane: usize, width: f32) {
    let method = shell.arena.cast().panes()[pane];
    let in_focus = shell.arena.cast().focus() == pane;
    let help =
        t!("Speak of this pane: its method's settings on the left, its figures and errors on the right.");
    let number = ui.add(Button::selectable(in_focus, format!("{}", pane + 1))).on_hover_text(help);
    let pane_name = t!("Pane %{n}", n = pane + 1);
    number.widget_info(|| WidgetInfo::selected(Role::Button, true, in_focus, &pane_name));
    if number.clicked() {
        shell.arena.focus_on(pane);
    }
    let mut chosen = None;
    let list = ComboBox::from_id_salt(("method of pane", pane))
        .width(width.max(40.0))
        .height(620.0)
        .truncate()
        .selected_text(tr(method.title))
        .show_ui(ui, |ui| chosen = method_options(ui, shell, method));
    let help = t!("The method whose verdicts colour this pane. %{says}", says = tr(method.says));
    list.response.labelled_by(number.id).on_hover_text(help);
    if let Some(row) = chosen {
        shell.arena.show_in(pane, &METHODS[row]);
        shell.arena.focus_on(pane);
    }
}

/// From the right to the left.
fn figures(ui: &mut Ui, shell: &mut Shell, pane: usize, width: f32) {
    let words = width >= ROOM_FOR_WORDS;
    let method = shell.arena.cast().panes()[pane];
    let say = |ui: &mut Ui, text: String, color, help: &str| {
        ui.add(Label::new(RichText::new(text).small().color(color))).on_hover_text(help);
    };
    let Some(answer) = shell.arena.found().answer(method) else {
        let help = t!("This method decides and measures nothing. Click to switch it on again.");
        if ui.button(t!("Switch on")).on_hover_text(help).clicked() {
            shell.arena.switch(method, true);
        }
        return;
    };
    if let Some(why) = &answer.trouble {
        say(ui, t!("cannot decide").into_owned(), theme::AMBER, why);
        return;
    }
    let record = shell.arena.ledger().of(method);
    let now = record.now().map_or(answer.cost.cpu, |sample| sample.cost.cpu);
    let time = match record.mean_and_max() {
        Some([mean, _]) if words => {
            t!("%{now} · mean %{mean} ms", now = milliseconds(now), mean = milliseconds(mean)).into_owned()
        }
        _ => format!("{} ms", milliseconds(now)),
    };
    let help = t!(
        "Detection of all candidate pairs in this frame, and the mean since the start of this world. Every method is \
         measured by itself, one after the other."
    );
    say(ui, time, theme::TEXT, &help);
    match &answer.errors {
        _ if shell.arena.roles().reference.id == method.id => {
            let help = t!("The other methods are held against this one.");
            say(ui, t!("reference").into_owned(), theme::WEAK, &help);
        }
        None => {
            let help = t!("The reference is off or could not decide.");
            say(ui, t!("not judged").into_owned(), theme::WEAK, &help);
        }
        Some(errors) => {
            let numbers =
                [(errors.false_hits.len(), Mistake::FalseHit), (errors.missed.len(), Mistake::Missed)];
            for (number, error) in numbers {
                let (color, help) = match error {
                    _ if number == 0 => {
                        (theme::WEAK, t!("Pairs on which this method and the reference differ."))
                    }
                    Mistake::Missed => {
                        (theme::AMBER, t!("Pairs that collide, says the reference alone: dashed rings."))
                    }
                    Mistake::FalseHit => (
                        theme::VIOLET,
                        t!("Pairs that collide, says this method alone: whole rings, crossed line."),
                    ),
                };
                let text = match error {
                    _ if !words => number.to_string(),
                    Mistake::Missed => t!("%{n} missed", n = number).into_owned(),
                    Mistake::FalseHit => t!("%{n} false", n = number).into_owned(),
                };
                say(ui, text, color, &help);
                if number > 0 {
                    let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
                    icons::badge(ui.painter(), place.center() + vec2(3.0, 0.0), error);
                } else if !words {
                    let (place, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
                    let sign = if error == Mistake::Missed { "−" } else { "+" };
                    let font = egui::FontId::proportional(12.0);
                    let at = place.right_center();
                    ui.painter().text(at, egui::Align2::RIGHT_CENTER, sign, font, theme::WEAK);
                }
            }
        }
    }
    let colliding = answer.colliding_pairs();
    let color = if colliding > 0 { theme::COLLIDING } else { theme::WEAK };
    let text = match words {
        true => t!("%{n} colliding", n = colliding).into_owned(),
        false => colliding.to_string(),
    };
    say(ui, text, color, &t!("Pairs that collide, says this method."));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_share_the_room_without_overlap_and_leave_only_gaps() {
        for size in [[756.0, 580.0], [1396.0, 900.0], [512.0, 300.0], [300.0, 900.0], [2000.0, 200.0]] {
            let room = Rect::from_min_size(pos2(288.0, 24.0), size.into());
            for count in 1..=MOST_PANES {
                let rects = shares(room, count);
                assert_eq!(rects.len(), count);
                let area: f32 = rects.iter().map(|r| r.area()).sum();
                assert!(area > 0.96 * room.area() && area <= room.area() * 1.001, "{count} in {size:?}");
                for (index, rect) in rects.iter().enumerate() {
                    assert!(room.expand(0.5).contains_rect(*rect), "{count} in {size:?}");
                    assert!(rects[..index].iter().all(|other| !other.shrink(1.0).intersects(*rect)));
                }
            }
        }
        assert_eq!(shares(Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 80.0)), 3)[2].width(), 100.0);
    }
}
