//! The image of a buffer, with zoom, pan, and selection of a pixel.

use egui::{Align2, Painter, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use super::fates::{Area, OUTCOMES};
use super::legend;
use super::lens::Lens;
use super::look::{Buffer, Look, words_of};
use super::prepared::{Prepared, Shown};
use crate::image_space::recording::FARTHEST;
use crate::image_space::recording::depth_share;
use crate::inspector::cursor::Cursor;
use crate::language::t;
use crate::ui::buffer_colors::{depth_color, ink, stencil_color};
use crate::ui::drawing::{font, hatching, tint};
use crate::ui::theme;

/// Shows the image in a square of `side` points, with all overlays.
pub fn show(ui: &mut Ui, cursor: &mut Cursor, look: &mut Look, shown: Shown, side: f32) {
    let Shown { prepared, buffer, .. } = shown;
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side.max(1.0)), Sense::click_and_drag());
    let pixels = prepared.side;
    steer(ui, &response, &mut look.lens, rect, pixels);
    let lens = look.lens;
    let pointed = response.hover_pos().and_then(|at| lens.pixel_at(rect, at, pixels));
    if pointed.is_some() {
        cursor.hovered = pointed;
    }
    if response.double_clicked() {
        look.lens = Lens::default();
    } else if response.clicked() {
        // A click from a screen reader has no position: the centre is used.
        let at = response.interact_pointer_pos().unwrap_or(rect.center());
        let clicked = lens.pixel_at(rect, at, pixels);
        cursor.pixel = if cursor.pixel == clicked { None } else { clicked };
    }

    let slot = usize::from(buffer == Buffer::Stencil);
    let painter = ui.painter_at(rect);
    painter.image(prepared.textures[slot].id(), rect, lens.uv(), egui::Color32::WHITE);
    if look.fates {
        fates(&painter, prepared, lens, rect, slot);
    }
    values(&painter, shown, lens, rect);
    if look.changes {
        frame_changes(&painter, &prepared.changed[slot], lens, rect, pixels);
    }
    marks(&painter, cursor, lens, rect, pixels);
    let line = if response.has_focus() { theme::strong() } else { theme::line() };
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, line), StrokeKind::Outside);
    named(response, shown, pointed);
}

/// Wheel and pinch zoom at the pointer, dragging pans.
fn steer(ui: &Ui, response: &Response, lens: &mut Lens, rect: Rect, pixels: usize) {
    if let Some(at) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = pinch * (0.005 * scroll).exp();
        if factor != 1.0 {
            *lens = lens.zoomed(rect, at, factor, pixels);
            // Zooming here must not scroll the page as well.
            ui.input_mut(|input| input.smooth_scroll_delta.y = 0.0);
        }
    }
    if response.dragged() {
        *lens = lens.dragged(rect, response.drag_delta());
    }
}

fn fates(painter: &Painter, prepared: &Prepared, lens: Lens, rect: Rect, slot: usize) {
    let Some(fates) = &prepared.fates else { return };
    let place = |area: &Area| lens.on_screen(rect, prepared.side, *area);
    let seen = |area: &Rect| area.intersects(rect);
    if prepared.clears[slot] {
        let (hatch, color) = legend::CLEARED;
        hatching(painter, fates.bare.iter().map(place).filter(seen), hatch, color);
    }
    for (areas, outcome) in fates.areas.iter().zip(OUTCOMES) {
        let (hatch, color) = legend::look_of(outcome);
        // Where pixels are too small to show the hatching, the tint shows the outcome.
        tint(painter, areas.iter().map(place).filter(seen), color.gamma_multiply(0.25));
        hatching(painter, areas.iter().map(place).filter(seen), hatch, color);
    }
}

/// Outlines the changed pixels by the given lines: white on wider black lines, visible on every background.
fn frame_changes(painter: &Painter, lines: &[Area], lens: Lens, rect: Rect, pixels: usize) {
    for (width, color) in [(3.0, theme::sunken()), (1.3, theme::strong())] {
        for line in lines {
            let on_screen = lens.on_screen(rect, pixels, *line);
            if on_screen.intersects(rect) {
                let ends = [on_screen.min, on_screen.max];
                painter.add(Shape::line_segment(ends, Stroke::new(width, color)));
            }
        }
    }
}

/// Paints cross hairs at the selected pixel and a frame around the pixel under the pointer.
fn marks(painter: &Painter, cursor: &Cursor, lens: Lens, rect: Rect, pixels: usize) {
    let place = |pixel: [u32; 2]| {
        let [x, y] = pixel.map(|p| p as f32);
        let inside = pixel.iter().all(|&p| (p as usize) < pixels);
        inside.then(|| lens.on_screen(rect, pixels, [x, y, x + 1.0, y + 1.0]))
    };
    let frame = |at: Rect| {
        let at = at.expand((4.0 - 0.5 * at.width()).max(0.5));
        painter.rect_stroke(at, 0.0, Stroke::new(3.0, theme::sunken()), StrokeKind::Outside);
        painter.rect_stroke(at, 0.0, Stroke::new(1.5, theme::strong()), StrokeKind::Outside);
        at
    };
    if let Some(at) = cursor.hovered.filter(|_| cursor.hovered != cursor.pixel).and_then(place) {
        frame(at);
    }
    if let Some(at) = cursor.pixel.or(cursor.suggested).and_then(place) {
        let around = frame(at);
        let center = around.center();
        // At high zoom, the frame around the selected pixel is large enough, and cross hairs would cover the
        // pixels' numbers.
        if at.width() > 24.0 {
            return;
        }
        for (width, color) in [(2.5, theme::sunken().gamma_multiply(0.6)), (1.0, theme::strong())] {
            let stroke = Stroke::new(width, color);
            painter.hline(rect.left()..=around.left(), center.y, stroke);
            painter.hline(around.right()..=rect.right(), center.y, stroke);
            painter.vline(center.x, rect.top()..=around.top(), stroke);
            painter.vline(center.x, around.bottom()..=rect.bottom(), stroke);
        }
    }
}

/// Sets the image's description for screen readers and its hover text.
fn named(response: Response, shown: Shown, pointed: Option<[u32; 2]>) {
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, shown.buffer.name().as_ref()));
    let help =
        t!("Wheel: zoom. Drag: pan. Double click: fit. Click: select a pixel; Shift + arrow keys move it.");
    let text = pointed.map_or_else(String::new, |pixel| pixel_line(shown, pixel) + "\n");
    response.on_hover_text_at_pointer(text + &help);
}

/// The values of a pixel, and the outcome of the step's fragments there.
fn pixel_line(shown: Shown, [x, y]: [u32; 2]) -> String {
    let pixel = y as usize * shown.recording.side() + x as usize;
    let (depth, stencil) = shown.values(pixel);
    let depth = format!("{:.4}", depth_share(depth));
    let line = t!(
        "Pixel %{x}, %{y} · depth %{depth} · stencil %{stencil}",
        x = x,
        y = y,
        depth = depth,
        stencil = stencil
    );
    let mut line = line.into_owned();
    for fragment in shown.step().into_iter().flat_map(|step| step.fragments_at(pixel)) {
        line += &format!("\n{:.4} {}", depth_share(fragment.depth), words_of(fragment.outcome));
    }
    line
}

/// Minimum size of a pixel, in points, for a grid.
const GRID: f32 = 12.0;
/// Minimum size of a pixel, in points, for stencil values.
const STENCIL: f32 = 15.0;
/// Minimum size of a pixel, in points, for depth values, which need more digits than stencil values.
const DEPTH: f32 = 30.0;

/// At high zoom, paints a grid and the value of every visible pixel.
fn values(painter: &Painter, shown: Shown, lens: Lens, rect: Rect) {
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
            // Values that were never written are drawn faintly.
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

/// A depth with three digits, or 0 and 1 for the near and far planes.
fn short(depth: u32) -> String {
    match depth {
        0 => "0".into(),
        FARTHEST.. => "1".into(),
        _ => format!("{:.3}", depth_share(depth)),
    }
}
