//! Figure of the per-fragment operations as a pipeline: click on a box for its description.

use egui::{
    Align2, Color32, Id, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::language::{t, tr};
use crate::ui::drawing::{arrow, em, font};
use crate::ui::theme;

/// A box of the pipeline.
struct Stage {
    name: &'static str,
    call: &'static str,
    stops: bool,
    /// Whether this program's methods use the stage; other stages are drawn fainter.
    used: bool,
    says: &'static str,
}

const STAGES: [Stage; 10] = [
    Stage {
        name: "Pixel ownership",
        call: "",
        stops: true,
        used: false,
        says: "Pixels that belong to another window are not changed. Off screen, this test always passes.",
    },
    Stage {
        name: "Scissor test",
        call: "glScissor",
        stops: true,
        used: true,
        says: "Nothing is drawn or cleared outside the scissor rectangle, so the tiles of many pairs can share one buffer.",
    },
    Stage {
        name: "Fragment shader",
        call: "",
        stops: true,
        used: true,
        says: "Sets the fragment's colour; may also change the depth or discard the fragment. A shader that does neither may run after the stencil and depth tests; layout(early_fragment_tests) forces that order.",
    },
    Stage {
        name: "Alpha test",
        call: "glAlphaFunc",
        stops: true,
        used: false,
        says: "Compares the fragment's alpha with a constant. The core profile removed this test; shaders use discard instead.",
    },
    Stage {
        name: "Stencil test",
        call: "glStencilFunc, glStencilOp",
        stops: true,
        used: true,
        says: "Compares the reference value with the stored stencil value, both masked. If the test fails, the first of the three operations changes the stored value and the fragment is discarded.",
    },
    Stage {
        name: "Depth test",
        call: "glDepthFunc",
        stops: true,
        used: true,
        says: "Compares the fragment's depth with the stored depth. If the test fails, the second stencil operation is applied; if it passes, the third. An occlusion query counts the fragments that pass.",
    },
    Stage {
        name: "Blending",
        call: "glBlendFunc",
        stops: false,
        used: false,
        says: "Mixes the fragment's colour with the stored colour. Collision detection writes no colours and skips blending.",
    },
    Stage {
        name: "Dithering",
        call: "glEnable(GL_DITHER)",
        stops: false,
        used: false,
        says: "Spreads the rounding of colours over neighbouring pixels. Affects colours only.",
    },
    Stage {
        name: "Logical operation",
        call: "glLogicOp",
        stops: false,
        used: false,
        says: "Combines the bits of the new colour with those of the stored colour. Affects colours only.",
    },
    Stage {
        name: "Buffer write",
        call: "glDepthMask, glColorMask",
        stops: false,
        used: true,
        says: "The fragment's depth replaces the stored depth if the depth mask allows it; its colour replaces the stored colour if the colour mask does.",
    },
];

/// The pipeline, and the description of the box clicked last.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("fragment order");
    let mut chosen = ui.data(|data| data.get_temp::<usize>(memory)).unwrap_or(4).min(STAGES.len() - 1);
    let em = em(ui);
    let widest = STAGES.iter().map(|stage| text_width(ui, &tr(stage.name), em)).fold(0.0, f32::max);
    let size = vec2((widest + 1.6 * em).min(ui.available_width()), 2.3 * em);
    let gap = 1.9 * em;
    let columns = (((ui.available_width() + gap) / (size.x + gap)) as usize).clamp(1, STAGES.len());
    // Rows of equal length look better than a single box in the last row.
    let rows = STAGES.len().div_ceil(columns);
    let columns = STAGES.len().div_ceil(rows);
    let row_height = size.y + 2.6 * em;
    let whole = vec2(ui.available_width(), rows as f32 * row_height);
    let (rect, _) = ui.allocate_exact_size(whole, Sense::hover());
    let place = |index: usize| {
        let (column, row) = (index % columns, index / columns);
        let corner = rect.min + vec2(column as f32 * (size.x + gap), row as f32 * row_height);
        Rect::from_min_size(corner, size)
    };
    for (index, stage) in STAGES.iter().enumerate() {
        let place = place(index);
        let response = ui.interact(place, ui.scope_id().with(index), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen == index, tr(stage.name)));
        if response.clicked() {
            chosen = index;
            ui.data_mut(|data| data.insert_temp(memory, chosen));
        }
        let (hovered, focused) = (response.hovered(), response.has_focus());
        response.on_hover_text(tr(stage.says));
        let fill = if chosen == index {
            ui.visuals().selection.bg_fill
        } else if hovered {
            ui.visuals().widgets.hovered.bg_fill
        } else {
            theme::sunken()
        };
        let line = if chosen == index || focused { theme::strong() } else { theme::line() };
        ui.painter().rect(place, 4.0, fill, Stroke::new(1.2, line), StrokeKind::Inside);
        let color = if stage.used || chosen == index { theme::strong() } else { theme::weak() };
        ui.painter().text(place.center(), Align2::CENTER_CENTER, tr(stage.name), font(em), color);
        if stage.stops {
            stop(ui, place, em);
        }
    }
    for index in 1..STAGES.len() {
        connect(ui, [place(index - 1), place(index)], em);
    }
    let stage = &STAGES[chosen];
    let call = if stage.call.is_empty() { String::new() } else { format!(" ({})", stage.call) };
    ui.label(RichText::new(format!("{}. {}{call}", chosen + 1, tr(stage.name))).strong());
    ui.label(tr(stage.says));
    let note = t!(
        "A fragment that fails a test is discarded at that test. Collision detection does not use the grey stages."
    );
    ui.label(RichText::new(note).small().color(theme::weak()));
}

/// The exit below a box, for fragments that fail there.
fn stop(ui: &Ui, place: Rect, em: f32) {
    let from = pos2(place.center().x, place.bottom());
    let to = from + vec2(0.0, 0.85 * em);
    arrow(ui.painter(), from, to, Stroke::new(1.0, theme::weak()), 0.45 * em);
    let half = 0.22 * em;
    let center = to + vec2(0.0, 0.4 * em);
    for slant in [1.0, -1.0] {
        let ends = [center + vec2(-half, -half * slant), center + vec2(half, half * slant)];
        ui.painter().line_segment(ends, Stroke::new(1.6, theme::weak()));
    }
}

/// An arrow from one box to the next, around the corner at the end of a row.
fn connect(ui: &Ui, [from, to]: [Rect; 2], em: f32) {
    let stroke = Stroke::new(1.4, theme::text());
    if from.top() == to.top() {
        arrow(ui.painter(), from.right_center(), to.left_center(), stroke, 0.6 * em);
        return;
    }
    let lane = to.top() - 0.45 * em;
    // In a single column the exits are in the middle, so the connection runs along the right side.
    let right = if from.left() == to.left() { from.right() - 0.9 * em } else { from.right() + 0.7 * em };
    let end =
        if from.left() == to.left() { pos2(right, to.top()) } else { pos2(to.left() + 0.9 * em, to.top()) };
    let start = if from.left() == to.left() { pos2(right, from.bottom()) } else { from.right_center() };
    let corners = vec![start, pos2(right, start.y), pos2(right, lane), pos2(end.x, lane)];
    ui.painter().add(egui::Shape::line(corners, stroke));
    arrow(ui.painter(), pos2(end.x, lane), end, stroke, 0.5 * em);
}

fn text_width(ui: &Ui, text: &str, size: f32) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font(size), Color32::WHITE).size().x
}
