//! Page of the six tables of patent CN101593367: printed values beside measured values, with remarks.

use egui::{Align, CentralPanel, Frame, Grid, Label, Layout, RichText, ScrollArea, TextStyle, Ui, vec2};

use crate::cloth::methods;
use crate::labs::cloth::tables::{DROPPED, TABLES, Table, WITH};
use crate::language::{t, tr};
use crate::ui::format::{grouped, percent};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;
use crate::ui::widgets::{dock, note};

/// Id of the page.
pub const PAGE: &str = "tables";

/// Minimum width of a column of cards, points.
const COLUMN: f32 = 470.0;
/// Gap between two cards, points.
const GAP: f32 = 12.0;
/// Margin inside a card, points.
const MARGIN: f32 = 12.0;
/// Room for the button beside a title, points.
const BUTTON: f32 = 120.0;
/// Width of the names on the left of a table, points.
const NAMES: f32 = 202.0;
/// Gap between two columns of numbers, and their minimum and maximum width, points.
const BETWEEN: f32 = 8.0;
const NARROW: f32 = 66.0;
const WIDE: f32 = 110.0;
/// Threshold of the centroid filter that the patent uses, as a multiple of the longest edge.
const USED: f64 = 1.1;
/// Particles along a side in table 6.
const SIDE: f64 = 17.0;

/// The note left of the page.
pub fn show_controls(ui: &mut Ui) {
    note(ui, &t!("This page does not depend on the current frame."));
}

/// Adds the page to the remaining space.
pub fn show(ui: &mut Ui, panel: &mut PanelContext) {
    CentralPanel::default().frame(dock(12, 8)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
            let title = t!("Tables 1–6 of patent CN101593367");
            ui.label(RichText::new(title).color(theme::strong()).size(19.0));
            ui.add(
                Label::new(
                    RichText::new(t!(
                        "Here both methods of a table process the same recorded steps: ten seconds of the cloth held at its centre, free to pass through itself. The patent counted over ten seconds of each method's own running time, so its methods saw different motions. Compare ratios, therefore, not absolute numbers of pairs or rates. The measured values come with the program, in results/; an experiment that you run again shows its own table."
                    ))
                    .color(theme::text()),
                )
                .wrap(),
            );
            ui.add_space(8.0);
            let room = ui.available_width() - MARGIN;
            if room < 2.0 * COLUMN + GAP {
                for number in 0..TABLES.len() {
                    card(ui, number, room, panel);
                    ui.add_space(GAP);
                }
                return;
            }
            let width = (0.5 * (room - GAP)).floor();
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                // Table 6 is as high as two other tables.
                for numbers in [[0, 1, 2], [3, 4, 5]] {
                    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                        for number in numbers {
                            card(ui, number, width, panel);
                            ui.add_space(GAP);
                        }
                    });
                }
            });
        });
    });
}

/// A card with one table and its remarks.
fn card(ui: &mut Ui, number: usize, width: f32, panel: &mut PanelContext) {
    let table = &TABLES[number];
    Frame::new().fill(theme::sunken()).corner_radius(4.0).inner_margin(MARGIN).show(ui, |ui| {
        ui.set_width((width - 2.0 * MARGIN).max(0.0));
        ui.horizontal_top(|ui| {
            let room = vec2(ui.available_width() - BUTTON, 0.0);
            ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                ui.set_min_width(room.x);
                let title = t!("Table %{n}. %{title}", n = number + 1, title = title(number));
                ui.add(Label::new(RichText::new(title).color(theme::strong()).size(15.0)).wrap());
            });
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let help = t!("Open the experiment that measures this table on this computer.");
                if ui.button(t!("Open experiment")).on_hover_text(help).clicked() {
                    panel.ask(Request::Experiment(table.id));
                }
            });
        });
        if number + 1 == TABLES.len() {
            thresholds(ui, table);
        } else {
            sizes(ui, number, table);
        }
        ui.add_space(2.0);
        note(ui, &remark(number));
        if [3, 5].contains(&number) {
            note(ui, &other_pairs());
        }
    });
}

fn title(number: usize) -> String {
    match number {
        0 => t!("Boxes of both trees"),
        1 => t!("Pairs of triangles passed to the exact test, in ten seconds"),
        2 => t!("Frames per second"),
        3 => t!("Pairs out of 100,000 kept by the centroid filter at 1.1 L"),
        4 => t!("Frames per second with the centroid filter"),
        _ => t!("The centroid threshold at 17 × 17 particles"),
    }
    .into_owned()
}

/// Remark on a table.
fn remark(number: usize) -> String {
    match number {
        0 => t!("The counts show how the tree divides the cloth: into four parts each time, down to a cell, and the cell into its two triangles."),
        1 => t!("The quad tree leaves fewer pairs, both published and measured. The number of pairs depends on the motion."),
        2 => t!("Simulation and detection together. The rates depend on the computer; the patent's computer is unknown."),
        3 => t!("The number printed for 17 × 17, 36.39 % dropped, appears in table 6 at 1.0 L, not at 1.1 L. Here boxes and cones have already pruned most distant pairs."),
        4 => t!("In the row without the filter only the first number is legible in our copy of the patent."),
        _ => t!("The patent says that a larger threshold misses more. Its own table and our measurement show the opposite. Here no contact was lost at 1.1 L or more."),
    }
    .into_owned()
}

/// Explains why tables 4 and 6 differ for equal cloth and threshold.
fn other_pairs() -> String {
    let [left, dropped] = [TABLES[3].at(WITH, SIDE), TABLES[5].at(DROPPED, USED)];
    let [left, dropped] = [left, dropped].map(|number| number.map_or(f64::NAN, |number| number.value));
    t!(
        "Table 4 uses the pairs of the quad tree as published. Table 6 uses those of the safe quad tree, where only the threshold can lose a contact. At 17 × 17 and 1.1 L the filter drops %{published} % of the pairs of table 4 and %{safe} % of those of table 6.",
        published = percent(1.0 - left / 1e5),
        safe = percent(dropped / 100.0)
    )
    .into_owned()
}

/// Adds a table by cloth size: for each series (a method or variant) a row of printed values above a row of
/// measured values, and a row for the ratio of the series.
fn sizes(ui: &mut Ui, number: usize, table: &Table) {
    let xs = table.xs();
    let room = (ui.available_width() - NAMES) / xs.len() as f32 - BETWEEN;
    let column = room.clamp(NARROW, WIDE);
    Grid::new(("table", number)).num_columns(2 + xs.len()).spacing([BETWEEN, 2.0]).show(ui, |ui| {
        ui.label(weak(&t!("Particles")));
        ui.label("");
        for x in &xs {
            cell(ui, column, weak(&format!("{x} × {x}")));
        }
        ui.end_row();
        let who = [t!("published"), t!("measured")];
        let mut rows =
            |name: &str, help: &str, of: &dyn Fn(f64) -> [Option<f64>; 2], say: fn(f64) -> String| {
                for (which, who) in who.iter().enumerate() {
                    let shown = if which == 0 { name } else { "" };
                    ui.label(RichText::new(shown).color(theme::text())).on_hover_text(help);
                    ui.label(weak(who));
                    for x in &xs {
                        cell(ui, column, value(of(*x)[which].map(say), which == 1));
                    }
                    ui.end_row();
                }
            };
        for series in table.series() {
            let of = |x: f64| table.at(series, x).map_or([None; 2], |n| [n.published, Some(n.value)]);
            let (name, help) = said(series);
            rows(&name, &help, &of, figure);
        }
        let name =
            if table.filters() { t!("With filter ÷ without") } else { t!("Quad tree ÷ binary tree") };
        let help = t!("Ratio of the two rows; it can be compared between computers.");
        let share = |share: f64| format!("{}\u{a0}%", percent(share));
        rows(&name, &help, &|x| table.relation(x), share);
    });
}

/// Adds a table by threshold of the centroid filter: share of dropped pairs and of lost contacts, each
/// printed and measured.
fn thresholds(ui: &mut Ui, table: &Table) {
    let series = table.series();
    let room = (ui.available_width() - NARROW) / 4.0 - BETWEEN;
    let column = room.clamp(NARROW, WIDE);
    Grid::new("thresholds").num_columns(5).spacing([BETWEEN, 1.0]).show(ui, |ui| {
        ui.label(weak(&t!("Threshold")));
        for name in [t!("Dropped pairs, %"), t!("Lost contacts, %")] {
            ui.label("");
            cell(ui, column, RichText::new(name).color(theme::text()));
        }
        ui.end_row();
        ui.label("");
        for who in [t!("published"), t!("measured"), t!("published"), t!("measured")] {
            cell(ui, column, weak(&who));
        }
        ui.end_row();
        for x in table.xs() {
            let is_used = x == USED;
            let color = if is_used { theme::accent() } else { theme::text() };
            let label = ui.label(RichText::new(format!("{x:.1}\u{a0}L")).monospace().color(color));
            if is_used {
                label.on_hover_text(t!("Threshold used by the patent."));
            }
            for series in &series {
                let number = table.at(series, x);
                let two = |value: f64| format!("{value:.2}");
                cell(ui, column, value(number.and_then(|n| n.published).map(two), false));
                cell(ui, column, value(number.map(|n| two(n.value)), true));
            }
            ui.end_row();
        }
    });
}

/// Title and explanation of a series (a method or variant) of a table, from its name in the results file.
fn said(series: &str) -> (String, String) {
    match methods::find(series) {
        Some(method) => (tr(method.title), tr(method.says)),
        None if series == WITH => (
            t!("With filter").into_owned(),
            t!("The quad tree as published, with all its stages.").into_owned(),
        ),
        None => (
            t!("Without filter").into_owned(),
            t!("The quad tree as published, without the centroid filter.").into_owned(),
        ),
    }
}

/// Formats whole numbers and numbers from 100 with thousands separators, others with two decimals.
fn figure(value: f64) -> String {
    if value.fract().abs() < 1e-6 || value >= 100.0 {
        grouped(value.round() as u64)
    } else {
        format!("{value:.2}")
    }
}

fn value(text: Option<String>, is_ours: bool) -> RichText {
    let is_there = text.is_some();
    let text = RichText::new(text.unwrap_or_else(|| "–".to_owned())).monospace();
    text.color(if is_ours && is_there { theme::strong() } else { theme::text() })
}

fn weak(text: &str) -> RichText {
    RichText::new(text).small().color(theme::weak())
}

/// A right-aligned text in a cell.
fn cell(ui: &mut Ui, width: f32, text: RichText) {
    let size = vec2(width, ui.text_style_height(&TextStyle::Body));
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(Label::new(text).extend());
    });
}
