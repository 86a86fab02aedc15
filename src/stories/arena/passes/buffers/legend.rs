//! The legend below the image of a buffer: its colours and patterns, with the number of pixels of each.

use egui::{Align2, Color32, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::fates::OUTCOMES;
use super::look::{Buffer, Look};
use super::prepared::Prepared;
use crate::image_space::recording::{Outcome, depth_share};
use crate::language::t;
use crate::ui::buffer_colors::{ink, ramp, stencil_color};
use crate::ui::drawing::{Hatch, em, font, hatching};
use crate::ui::format::grouped;
use crate::ui::theme::{self, DARK};

/// The pattern of pixels that a pass cleared and did not draw on.
pub const CLEARED: (Hatch, Color32) = (Hatch::Dots, DARK.weak);

/// The hatching and colour of an outcome.
pub fn look_of(outcome: Outcome) -> (Hatch, Color32) {
    match outcome {
        Outcome::Passed => (Hatch::Rising, DARK.teal),
        Outcome::StencilFailed => (Hatch::Falling, Color32::WHITE),
        Outcome::DepthFailed => (Hatch::Level, Color32::from_rgb(0xf5, 0xc6, 0xe8)),
    }
}

/// Height reserved for title and legend, points. It is constant, whatever is switched on, so that the image
/// does not move.
pub fn height(ui: &Ui) -> f32 {
    const LINES: f32 = 3.0;
    em(ui) * (1.8 + 1.75 * LINES)
}

/// Adds the legend below the image of a buffer.
pub fn show(ui: &mut Ui, look: &Look, prepared: &Prepared, buffer: Buffer) {
    ui.spacing_mut().item_spacing = vec2(0.7 * em(ui), 2.0);
    let shows_fates = look.fates && prepared.fates.is_some();
    match buffer {
        Buffer::Depth => {
            depths(ui, prepared);
        }
        Buffer::Stencil => stencils(ui, prepared),
    }
    let slot = usize::from(buffer == Buffer::Stencil);
    ui.horizontal_wrapped(|ui| {
        if look.changes && prepared.fates.is_some() {
            changes(ui, prepared.changed_count[slot]);
        }
        if shows_fates {
            fates(ui, prepared, slot);
        } else if buffer == Buffer::Depth {
            // Cleared pixels: the legend of the fragments' outcomes has them already.
            cleared(ui, prepared);
        }
    });
}

fn changes(ui: &mut Ui, count: usize) {
    let text = t!("changed: %{count}", count = grouped(count as u64));
    keep_together(ui, &text);
    let (rect, _) = swatch(ui, theme::panel(), 1.1);
    let outline = Stroke::new(1.5, theme::strong());
    ui.painter().rect_stroke(rect.shrink(1.0), 0.0, outline, StrokeKind::Inside);
    let help = t!("Number of pixels whose value in this buffer changed in this step.");
    small(ui, text.as_ref()).on_hover_text(help);
}

fn depths(ui: &mut Ui, prepared: &Prepared) {
    let em = em(ui);
    let number = |depth: u32| format!("{:.3}", depth_share(depth));
    let [near, far] = prepared.depths;
    ui.horizontal_wrapped(|ui| {
        let help =
            t!("Depth from near (bright) to far. The range is that of this pair, the same in every step.");
        // A narrow legend has numbers without words.
        let words = ui.available_size_before_wrap().x >= 13.0 * em;
        if words {
            small(ui, t!("near").as_ref());
        }
        let beside = if words { 5.5 * em } else { 0.5 * em };
        let width = (ui.available_size_before_wrap().x - beside).clamp(4.0 * em, 14.0 * em);
        let (rect, response) = ui.allocate_exact_size(vec2(width, 1.35 * em), Sense::hover());
        const BANDS: usize = 48;
        for band in 0..BANDS {
            // Rounded to whole points, or gaps would show.
            let x = |i: usize| (rect.left() + rect.width() * i as f32 / BANDS as f32).round();
            let part = Rect::from_x_y_ranges(x(band)..=x(band + 1), rect.y_range());
            ui.painter().rect_filled(part, 0.0, ramp((band as f32 + 0.5) / BANDS as f32));
        }
        let places = [(0.0, Align2::LEFT_CENTER), (0.5, Align2::CENTER_CENTER), (1.0, Align2::RIGHT_CENTER)];
        // Three depths on a short scale would overlap, so only both ends get a number.
        let step = if width < 9.0 * em { 2 } else { 1 };
        for (share, align) in places.into_iter().step_by(step) {
            let depth = near + (share * f64::from(far - near)) as u32;
            let at = pos2(rect.left() + share as f32 * rect.width(), rect.center().y);
            let at = at + vec2(0.3 * em * (1.0 - 2.0 * share as f32), 0.0);
            ui.painter().text(at, align, number(depth), font(0.9 * em), ink(ramp(share as f32)));
        }
        response.on_hover_text(help);
        if words {
            small(ui, t!("far").as_ref());
        }
    });
}

fn cleared(ui: &mut Ui, prepared: &Prepared) {
    for (count, plane) in prepared.cleared.into_iter().zip(["0", "1"]) {
        if count > 0 {
            let text =
                t!("%{plane}, cleared value: %{count} px", plane = plane, count = grouped(count as u64));
            keep_together(ui, &text);
            swatch(ui, crate::ui::buffer_colors::CLEARED, 1.1);
            let help = t!("Pixels not written since the buffer was cleared.");
            small(ui, text.as_ref()).on_hover_text(help);
        }
    }
    if prepared.cleared == [0, 0] {
        small(ui, t!("all pixels are written").as_ref());
    }
}

fn stencils(ui: &mut Ui, prepared: &Prepared) {
    ui.horizontal_wrapped(|ui| {
        for (value, count) in &prepared.values {
            let count = grouped(*count as u64);
            let ground = stencil_color(*value, prepared.proof);
            let proves = prepared.proof == Some(*value);
            let text = match proves {
                true => t!("collision: %{count} px", count = count),
                false => t!("%{count} px", count = count),
            };
            keep_together(ui, &text);
            let (rect, _) = swatch(ui, ground, 1.35);
            let size = em(ui);
            ui.painter().text(
                rect.center(),
                Align2::CENTER_CENTER,
                value.to_string(),
                font(size),
                ink(ground),
            );
            small(ui, text.as_ref()).on_hover_text(match proves {
                true => t!("A single pixel that holds this value at the end proves the collision."),
                false => t!("Number of pixels that hold this stencil value."),
            });
        }
    });
}

fn fates(ui: &mut Ui, prepared: &Prepared, slot: usize) {
    let Some(fates) = &prepared.fates else { return };
    for (outcome, count) in OUTCOMES.into_iter().zip(fates.counts).filter(|(_, count)| *count > 0) {
        let words = match outcome {
            Outcome::Passed => t!("passed"),
            Outcome::StencilFailed => t!("stencil failed"),
            Outcome::DepthFailed => t!("depth failed"),
        };
        let text = format!("{words} {}", grouped(count as u64));
        let help = t!("Number of fragments of this pass with this result.");
        pattern(ui, look_of(outcome), &text).on_hover_text(help);
    }
    if prepared.clears[slot] && fates.bare_count > 0 {
        let text = format!("{} {}", t!("cleared, not drawn on"), grouped(fates.bare_count as u64));
        let help = t!("Pixels that this pass cleared and did not draw on.");
        pattern(ui, CLEARED, &text).on_hover_text(help);
    }
}

fn pattern(ui: &mut Ui, (hatch, color): (Hatch, Color32), text: &str) -> Response {
    keep_together(ui, text);
    let (rect, _) = swatch(ui, theme::panel(), 1.35);
    hatching(ui.painter(), [rect], hatch, color);
    small(ui, text)
}

/// Keeps a swatch on one line with its text.
fn keep_together(ui: &mut Ui, text: &str) {
    let words = ui.painter().layout_no_wrap(text.to_owned(), font(em(ui)), theme::text()).size().x;
    let begins_a_line = ui.cursor().left() <= ui.max_rect().left() + 1.0;
    if !begins_a_line && ui.available_size_before_wrap().x < words + 2.2 * em(ui) {
        ui.end_row();
    }
}

fn swatch(ui: &mut Ui, fill: Color32, size: f32) -> (Rect, Response) {
    let side = size * em(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(side, 1.35 * em(ui)), Sense::hover());
    let rect = Rect::from_center_size(rect.center(), vec2(side, side));
    ui.painter().rect(rect, 2.0, fill, Stroke::new(1.0, theme::weak()), StrokeKind::Inside);
    (rect, response)
}

fn small(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).small().color(theme::text()))
}
