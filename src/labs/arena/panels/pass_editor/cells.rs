//! The cells of a row: what they say, what the unsaid ones mean, and the menus that change them.

use egui::{Button, Checkbox, DragValue, Grid, Response, RichText, Role, Ui, WidgetInfo};

use crate::gpu::{Compare, StencilOp};
use crate::image_space::own::table::{ClearedDepth, DepthCell, OwnRow, Reference, StencilCell, Unsaid};
use crate::image_space::own::words::{BODIES, COMPARISONS, OPERATIONS, PARTS, surface, word};
use crate::image_space::pass::{Depth, Pass, Surface};
use crate::language::{t, tr};
use crate::ui::theme;

/// The columns with a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Values to which buffers are cleared.
    Clear,
    /// The surface that is drawn.
    Draw,
    /// The depth test, and whether depth is written.
    Depth,
    /// The stencil test.
    Stencil,
    /// The stencil operations, and the bits that they may change.
    Operations,
}

impl Cell {
    /// All of them, in the order of the columns.
    pub const ALL: [Self; 5] = [Self::Clear, Self::Draw, Self::Depth, Self::Stencil, Self::Operations];

    /// The column's heading.
    pub fn title(self) -> String {
        match self {
            Self::Clear => t!("Clear"),
            Self::Draw => t!("Draw"),
            Self::Depth => t!("Depth test"),
            Self::Stencil => t!("Stencil test"),
            Self::Operations => t!("Stencil operations"),
        }
        .into_owned()
    }

    /// The column's hover text.
    pub fn help(self) -> String {
        match self {
            Self::Clear => t!("Buffers that are cleared before the draw: glClearDepth, glClearStencil, glClear."),
            Self::Draw => t!(
                "The surface that is drawn: the near or the far side of a body, all of it, its edges, or a quad over the tile."
            ),
            Self::Depth => t!(
                "The comparison of a fragment's depth with the stored one (glDepthFunc), and whether it is written (glDepthMask)."
            ),
            Self::Stencil => t!(
                "The comparison of a reference with the stored stencil value, both under a mask: glStencilFunc."
            ),
            Self::Operations => t!(
                "The change of the stencil value if the stencil test fails, if the depth test fails, and if both pass: glStencilOp."
            ),
        }
        .into_owned()
    }
}

/// A part of a cell's text.
pub struct Part {
    /// A word or two of the table's text.
    pub text: String,
    /// Whether the row says it; otherwise it is the meaning of what the row does not say.
    pub is_said: bool,
}

fn said(text: impl Into<String>) -> Part {
    Part { text: text.into(), is_said: true }
}

fn unsaid(text: impl Into<String>) -> Part {
    Part { text: text.into(), is_said: false }
}

/// The text of a cell. `meant` is the row with its whole state.
pub fn parts(cell: Cell, row: &OwnRow, meant: &Pass, rule: Unsaid) -> Vec<Part> {
    let all = match cell {
        Cell::Clear => clear(row),
        Cell::Draw => vec![said(surface(row.draw))],
        Cell::Depth => depth(row, meant),
        Cell::Stencil => stencil(row, meant),
        Cell::Operations => operations(row, meant),
    };
    if all.iter().all(|part| !part.is_said) {
        return std::iter::once(unsaid("—")).chain(all).collect();
    }
    // In a row with its whole state, what is not said is off or keeps: only operations have a fixed order.
    let drops = rule == Unsaid::Off && cell != Cell::Operations;
    all.into_iter().filter(|part| part.is_said || !drops).collect()
}

fn clear(row: &OwnRow) -> Vec<Part> {
    let depth = row.clear_depth.map(|depth| match depth {
        ClearedDepth::To(depth) => said(format!("depth {depth}")),
        ClearedDepth::Slice => said("depth slice"),
    });
    depth.into_iter().chain(row.clear_stencil.map(|value| said(format!("stencil {value}")))).collect()
}

fn depth(row: &OwnRow, meant: &Pass) -> Vec<Part> {
    let test = match (row.depth, meant.depth) {
        (Some(DepthCell::Off), _) => said("off"),
        (Some(DepthCell::Test(test)), _) => said(word(&COMPARISONS, &test)),
        (None, None) => unsaid("off"),
        (None, Some(depth)) => unsaid(word(&COMPARISONS, &depth.test)),
    };
    let writes = match (row.depth_writes, meant.depth) {
        (Some(Depth::Write), _) => Some(said("write")),
        (Some(Depth::ReadOnly), _) => Some(said("read-only")),
        (None, Some(depth)) if depth.write => Some(unsaid("write")),
        (None, _) => None,
    };
    std::iter::once(test).chain(writes).collect()
}

fn stencil(row: &OwnRow, meant: &Pass) -> Vec<Part> {
    let text = |test: Compare, reference: String, mask: u8| {
        let mask = if mask == 0xff { String::new() } else { format!(" mask {mask:02x}") };
        format!("{} {reference}{mask}", word(&COMPARISONS, &test))
    };
    vec![match (row.stencil, meant.stencil) {
        (Some(StencilCell::Off), _) => said("off"),
        (Some(StencilCell::Test(test, Reference::Turn, mask)), _) => {
            said(text(test, "turn".to_owned(), mask))
        }
        (Some(StencilCell::Test(test, Reference::Value(value), mask)), _) => {
            said(text(test, value.to_string(), mask))
        }
        (None, None) => unsaid("off"),
        (None, Some(state)) => unsaid(text(state.test, state.reference.to_string(), state.mask)),
    }]
}

fn operations(row: &OwnRow, meant: &Pass) -> Vec<Part> {
    let mut parts = Vec::new();
    let state = meant.stencil;
    let ops = [
        (row.fail, state.map(|state| state.fail)),
        (row.depth_fail, state.map(|state| state.depth_fail)),
        (row.pass, state.map(|state| state.pass)),
    ];
    let any_said = ops.iter().any(|(own, _)| own.is_some());
    let all_keep = ops.iter().all(|(_, meant)| *meant == Some(StencilOp::Keep));
    if !any_said && all_keep {
        parts.push(unsaid("keep"));
    } else if any_said || state.is_some() {
        parts.extend(ops.iter().map(|(own, meant)| match (own, meant) {
            (Some(op), _) => said(word(&OPERATIONS, op)),
            (None, Some(op)) => unsaid(word(&OPERATIONS, op)),
            (None, None) => unsaid("keep"),
        }));
    }
    let back = match (row.back_pass, state.and_then(|state| state.back_pass)) {
        (Some(op), _) => Some(said(format!("back {}", word(&OPERATIONS, &op)))),
        (None, Some(op)) => Some(unsaid(format!("back {}", word(&OPERATIONS, &op)))),
        (None, None) => None,
    };
    parts.extend(back);
    let bits = match (row.bits, state.map(|state| state.write)) {
        (Some(bits), _) => Some(said(format!("bits {bits:02x}"))),
        (None, Some(bits)) if bits != 0xff => Some(unsaid(format!("bits {bits:02x}"))),
        (None, _) => None,
    };
    parts.extend(bits);
    parts
}

/// Shows the contents of a cell's menu, which change the row. Returns whether the menu is done.
pub fn menu(ui: &mut Ui, cell: Cell, row: &mut OwnRow, meant: &Pass) -> bool {
    ui.spacing_mut().item_spacing = egui::vec2(6.0, 2.0);
    match cell {
        Cell::Clear => clear_menu(ui, row),
        Cell::Draw => return draw_menu(ui, row),
        Cell::Depth => depth_menu(ui, row),
        Cell::Stencil => stencil_menu(ui, row, meant),
        Cell::Operations => operations_menu(ui, row),
    }
    false
}

fn option(ui: &mut Ui, is_chosen: bool, name: &str, help: &str) -> bool {
    let button = Button::selectable(is_chosen, RichText::new(name).monospace());
    ui.add(button).on_hover_text(help).clicked()
}

fn caption(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(theme::weak()));
}

/// A number field of eight bits.
fn byte(ui: &mut Ui, value: &mut u8, name: &str, help: &str, hexadecimal: bool) -> Response {
    let field = DragValue::new(value).speed(0.1);
    let field = if hexadecimal { field.hexadecimal(2, false, false) } else { field };
    let response = ui.add(field);
    let shown = f64::from(*value);
    response.widget_info(|| WidgetInfo {
        value: Some(shown),
        ..WidgetInfo::labeled(Role::SpinButton, true, name)
    });
    response.on_hover_text(help)
}

fn not_said() -> String {
    t!("Not said: off or unchanged or, if the state is inherited, as in the row before.").into_owned()
}

fn clear_menu(ui: &mut Ui, row: &mut OwnRow) {
    caption(ui, &t!("Depth"));
    ui.horizontal(|ui| {
        let depths = [
            ("—", None, t!("Depth stays as it is.")),
            ("0", Some(ClearedDepth::To(0.0)), t!("The near plane: only a test for a greater depth passes.")),
            ("1", Some(ClearedDepth::To(1.0)), t!("The far plane: every fragment is nearer.")),
            (
                "slice",
                Some(ClearedDepth::Slice),
                t!("The plane of the slice, in a table that repeats by slices."),
            ),
        ];
        for (name, value, help) in depths {
            if option(ui, row.clear_depth == value, name, &help) {
                row.clear_depth = value;
            }
        }
        if let Some(ClearedDepth::To(depth)) = &mut row.clear_depth {
            let field = ui.add(DragValue::new(depth).range(0.0..=1.0).speed(0.01).max_decimals(4));
            let shown = f64::from(*depth);
            let name = t!("Cleared depth");
            field.widget_info(|| WidgetInfo {
                value: Some(shown),
                ..WidgetInfo::labeled(Role::SpinButton, true, name.as_ref())
            });
        }
    });
    caption(ui, &t!("Stencil"));
    ui.horizontal(|ui| {
        for value in [None, Some(0), Some(1)] {
            let name = value.map_or_else(|| "—".to_owned(), |value: u8| value.to_string());
            let help = match value {
                None => t!("Stencil values stay as they are."),
                Some(value) => t!("All stencil values become %{value}.", value = value),
            };
            if option(ui, row.clear_stencil == value, &name, &help) {
                row.clear_stencil = value;
            }
        }
        if let Some(value) = &mut row.clear_stencil {
            byte(ui, value, &t!("Cleared stencil"), &t!("0 to 255"), false);
        }
    });
}

fn draw_menu(ui: &mut Ui, row: &mut OwnRow) -> bool {
    let mut is_done = false;
    Grid::new("surfaces").num_columns(2).show(ui, |ui| {
        for (_, part) in PARTS {
            for (_, who) in BODIES {
                let drawn = part(who);
                if option(ui, row.draw == drawn, &surface(drawn), &surface_help(drawn)) {
                    row.draw = drawn;
                    is_done = true;
                }
            }
            ui.end_row();
        }
        if option(ui, row.draw == Surface::Tile, "tile", &surface_help(Surface::Tile)) {
            row.draw = Surface::Tile;
            is_done = true;
        }
    });
    is_done
}

fn surface_help(surface: Surface) -> String {
    match surface {
        Surface::Near(_) => t!("Triangles that face the eye."),
        Surface::Far(_) => t!("Triangles that face away from the eye."),
        Surface::Whole(_) => t!("All triangles, in the order of the mesh."),
        Surface::Edges(_) => t!("The edges of the triangles, as lines."),
        Surface::Tile => t!("A quad over the whole tile, at the near plane."),
    }
    .into_owned()
}

fn depth_menu(ui: &mut Ui, row: &mut OwnRow) {
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            caption(ui, &t!("Passes if its depth … the stored depth"));
            if option(ui, row.depth.is_none(), "—", &not_said()) {
                row.depth = None;
            }
            let is_off = row.depth == Some(DepthCell::Off);
            if option(ui, is_off, "off", &t!("No depth test, and no depth is written.")) {
                row.depth = Some(DepthCell::Off);
            }
            for (name, test) in COMPARISONS {
                let is_chosen = row.depth == Some(DepthCell::Test(test));
                if option(ui, is_chosen, name, &depth_help(test)) {
                    row.depth = Some(DepthCell::Test(test));
                }
            }
        });
        ui.add_space(10.0);
        ui.vertical(|ui| {
            caption(ui, &t!("Its depth is"));
            let writes = [
                ("—", None, not_said()),
                (
                    "write",
                    Some(Depth::Write),
                    t!("A fragment that passes replaces the stored depth.").into_owned(),
                ),
                ("read-only", Some(Depth::ReadOnly), t!("The stored depth stays.").into_owned()),
            ];
            for (name, value, help) in writes {
                let response =
                    ui.add(Button::selectable(row.depth_writes == value, RichText::new(name).monospace()));
                // The dash of the other column has the same text.
                if value.is_none() {
                    let is_chosen = row.depth_writes.is_none();
                    let name = t!("Write: not said");
                    response
                        .widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, name.as_ref()));
                }
                if response.on_hover_text(help).clicked() {
                    row.depth_writes = value;
                }
            }
        });
    });
}

fn sign(test: Compare) -> &'static str {
    match test {
        Compare::Never | Compare::Always => "",
        Compare::Less => "<",
        Compare::Equal => "=",
        Compare::LessEqual => "≤",
        Compare::Greater => ">",
        Compare::NotEqual => "≠",
        Compare::GreaterEqual => "≥",
    }
}

fn depth_help(test: Compare) -> String {
    match test {
        Compare::Never => t!("Never passes.").into_owned(),
        Compare::Always => t!("Always passes.").into_owned(),
        _ => t!("Passes if the fragment's depth %{sign} the stored depth.", sign = sign(test)).into_owned(),
    }
}

fn stencil_help(test: Compare) -> String {
    match test {
        Compare::Never => t!("Never passes.").into_owned(),
        Compare::Always => t!("Always passes.").into_owned(),
        _ => t!("Passes if reference %{sign} stored value.", sign = sign(test)).into_owned(),
    }
}

fn stencil_menu(ui: &mut Ui, row: &mut OwnRow, meant: &Pass) {
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            caption(ui, &t!("Passes if the reference … the stored value"));
            if option(ui, row.stencil.is_none(), "—", &not_said()) {
                row.stencil = None;
            }
            let is_off = row.stencil == Some(StencilCell::Off);
            if option(ui, is_off, "off", &t!("No stencil test, and the stencil value stays.")) {
                row.stencil = Some(StencilCell::Off);
            }
            for (name, test) in COMPARISONS {
                let is_chosen = matches!(row.stencil, Some(StencilCell::Test(chosen, ..)) if chosen == test);
                if option(ui, is_chosen, name, &stencil_help(test)) {
                    let (reference, mask) = match (row.stencil, meant.stencil) {
                        (Some(StencilCell::Test(_, reference, mask)), _) => (reference, mask),
                        (_, Some(state)) => (Reference::Value(state.reference), state.mask),
                        _ => (Reference::Value(1), 0xff),
                    };
                    row.stencil = Some(StencilCell::Test(test, reference, mask));
                }
            }
        });
        if let Some(StencilCell::Test(_, reference, mask)) = &mut row.stencil {
            ui.add_space(10.0);
            ui.vertical(|ui| {
                caption(ui, &t!("Reference"));
                ui.horizontal(|ui| {
                    let mut value = if let Reference::Value(value) = *reference { value } else { 0 };
                    if byte(ui, &mut value, &t!("Reference"), &t!("Reference value, 0 to 255."), false)
                        .changed()
                    {
                        *reference = Reference::Value(value);
                    }
                    let help = t!("The number of the turn, from 0, in a table that repeats.");
                    if option(ui, *reference == Reference::Turn, "turn", &help) {
                        *reference = Reference::Turn;
                    }
                });
                caption(ui, &t!("Mask"));
                let help = t!("Mask, hexadecimal: only bits set in the mask are compared.");
                byte(ui, mask, &t!("Mask"), &help, true);
            });
        }
    });
}

fn operations_menu(ui: &mut Ui, row: &mut OwnRow) {
    let columns = [
        ("fail", t!("Applied if the stencil test fails.")),
        ("zfail", t!("Applied if the stencil test passes and the depth test fails.")),
        ("pass", t!("Applied if both tests pass.")),
        (
            "back",
            t!("Applied instead of pass on faces that are turned away from the eye: glStencilOpSeparate."),
        ),
    ];
    Grid::new("operations").num_columns(4).spacing([4.0, 1.0]).show(ui, |ui| {
        for (name, help) in &columns {
            ui.label(RichText::new(*name).small().color(theme::weak())).on_hover_text(help.as_ref());
        }
        ui.end_row();
        let options = std::iter::once(("—", None));
        for (name, op) in options.chain(OPERATIONS.map(|(name, op)| (name, Some(op)))) {
            let cells = [&mut row.fail, &mut row.depth_fail, &mut row.pass, &mut row.back_pass];
            for (cell, (column, _)) in cells.into_iter().zip(&columns) {
                let is_chosen = *cell == op;
                let response = ui.add(Button::selectable(is_chosen, RichText::new(name).monospace()));
                let full = format!("{column} {name}");
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &full));
                let help = op.map_or_else(not_said, operation_help);
                if response.on_hover_text(help).clicked() {
                    *cell = op;
                }
            }
            ui.end_row();
        }
    });
    ui.horizontal(|ui| {
        let mut is_said = row.bits.is_some();
        let help = t!("The bits of the stencil value that this row may change: glStencilMask.");
        if ui.add(Checkbox::new(&mut is_said, t!("Only these bits"))).on_hover_text(help.as_ref()).changed() {
            row.bits = is_said.then_some(0xff);
        }
        if let Some(bits) = &mut row.bits {
            byte(ui, bits, &t!("Bits"), &help, true);
        }
    });
}

fn operation_help(op: StencilOp) -> String {
    tr(match op {
        StencilOp::Keep => "The stored value does not change.",
        StencilOp::Zero => "The stored value becomes 0.",
        StencilOp::Replace => "The stored value becomes the reference value.",
        StencilOp::Increment => "Adds 1, up to 255.",
        StencilOp::Decrement => "Subtracts 1, down to 0.",
        StencilOp::Invert => "Inverts every bit of the stored value.",
        StencilOp::IncrementWrap => "Adds 1; 255 becomes 0.",
        StencilOp::DecrementWrap => "Subtracts 1; 0 becomes 255.",
    })
}
