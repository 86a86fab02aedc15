//! Close up: a grid, and every pixel's value in it.

use egui::{Align2, Painter, Rect, Stroke};

use super::lens::Lens;
use super::look::Buffer;
use super::prepared::Shown;
use crate::image_space::recording::FARTHEST;
use crate::inspector::passes::depth::share;
use crate::ui::buffer_colors::{depth_color, ink, stencil_color};
use crate::ui::drawing::font;
use crate::ui::theme;

/// Points along a pixel's side from which on there is a grid.
const GRID: f32 = 12.0;
/// Points along a pixel's side from which on stencil values are written.
const STENCIL: f32 = 15.0;
/// Points along a pixel's side from which on depths are written, which are longer.
const DEPTH: f32 = 30.0;

/// What is seen through `lens` in `rect`.
pub fn show(painter: &Painter, shown: Shown, lens: Lens, rect: Rect) {
    let Shown { prepared, buffer, .. } = shown;
    let pixels = prepared.side;
    let size = lens.pixel_side(rect, pixels);
    let [columns, rows] = lens.seen(pixels);
    let cell = |x: usize, y: usize| {
        let [x, y] = [x as f32, y as f32];
        lens.on_screen(rect, pixels, [x, y, x + 1.0, y + 1.0])
    };
    if size >= GRID {
        let line = Stroke::new(1.0, theme::line().gamma_multiply(0.35));
        for x in columns.clone() {
            painter.vline(cell(x, rows.start).left(), rect.y_range(), line);
        }
        for y in rows.clone() {
            painter.hline(rect.x_range(), cell(columns.start, y).bottom(), line);
        }
    }
    let (least, share) = match buffer {
        Buffer::Stencil => (STENCIL, 0.55),
        Buffer::Depth => (DEPTH, 0.31),
    };
    if size < least {
        return;
    }
    let font = font((share * size).min(20.0));
    for y in rows {
        for x in columns.clone() {
            let pixel = y * pixels + x;
            let (depth, stencil) = shown.values(pixel);
            let (text, ground) = match buffer {
                Buffer::Stencil => (stencil.to_string(), stencil_color(stencil, prepared.proof)),
                Buffer::Depth => (short(depth), depth_color(depth, prepared.depths)),
            };
            // A zero that was never written is drawn faintly.
            let quiet = buffer == Buffer::Stencil && stencil == 0 || depth == 0 || depth >= FARTHEST;
            let color = if quiet && ground == crate::ui::buffer_colors::CLEARED {
                theme::weak()
            } else {
                ink(ground)
            };
            painter.text(cell(x, y).center(), Align2::CENTER_CENTER, text, font.clone(), color);
        }
    }
}

/// Three digits, or just 0 and 1 for the planes.
fn short(depth: u32) -> String {
    match depth {
        0 => "0".into(),
        FARTHEST.. => "1".into(),
        _ => format!("{:.3}", share(depth)),
    }
}
