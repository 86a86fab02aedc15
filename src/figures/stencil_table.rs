//! Interactive `glStencilFunc` and `glStencilOp`: one pixel, one fragment, step by step.

use egui::{
    Align, ComboBox, DragValue, Frame, Id, Layout, Margin, Response, RichText, Role, Stroke, Ui, WidgetInfo,
    vec2,
};

use crate::gpu::{Compare, StencilOp, StencilState};
use crate::image_space::explained::state;
use crate::image_space::pixel_twin::{apply, compare};
use crate::image_space::stencil;
use crate::language::{t, tr};
use crate::ui::drawing::em;
use crate::ui::terms::explain;
use crate::ui::theme;
use crate::ui::widgets::options_in;

/// All comparisons, in OpenGL's order, with the symbol between reference and stored value.
pub const TESTS: [(Compare, &str); 8] = [
    (Compare::Never, ""),
    (Compare::Less, "<"),
    (Compare::Equal, "="),
    (Compare::LessEqual, "≤"),
    (Compare::Greater, ">"),
    (Compare::NotEqual, "≠"),
    (Compare::GreaterEqual, "≥"),
    (Compare::Always, ""),
];

/// All operations with their effects.
pub const OPERATIONS: [(StencilOp, &str); 6] = [
    (StencilOp::Keep, "The stored value does not change."),
    (StencilOp::Zero, "The stored value becomes 0."),
    (StencilOp::Replace, "The stored value becomes the reference value."),
    (StencilOp::Increment, "Adds 1, up to 255."),
    (StencilOp::Decrement, "Subtracts 1, down to 0."),
    (StencilOp::Invert, "Inverts every bit of the stored value."),
];

/// For each of the three stencil operations, the condition under which it is applied.
const WHEN: [(&str, &str); 3] = [
    ("stencil fails", "First operation, applied if the stencil test fails."),
    ("depth fails", "Second operation, applied if the stencil test passes and the depth test fails."),
    ("both tests pass", "Third operation, applied if both tests pass."),
];

/// Results of the two tests for a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentTest {
    /// The reference and the stored value, both masked.
    pub masked: [u8; 2],
    /// Whether the masked values pass the stencil test.
    pub stencil_passes: bool,
    /// Index of the operation that is applied, 0 to 2.
    pub operation: usize,
    /// The stencil value afterwards.
    pub after: u8,
}

/// Tests a fragment on a pixel with the stencil value `stored`.
pub fn fragment_test(state: &StencilState, stored: u8, depth_passes: bool) -> FragmentTest {
    let masked = [state.reference & state.mask, stored & state.mask];
    let stencil_passes = compare(state.test, f64::from(masked[0]), f64::from(masked[1]));
    let operation = match (stencil_passes, depth_passes) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    };
    let op = [state.fail, state.depth_fail, state.pass][operation];
    FragmentTest { masked, stencil_passes, operation, after: apply(op, stored, state.reference) }
}

/// Values of the controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chosen {
    state: StencilState,
    stored: u8,
    depth_passes: bool,
}

impl Default for Chosen {
    /// The second row of the stencil method's second round, on a pixel marked by A.
    fn default() -> Self {
        let [keep, pass] = [StencilOp::Keep, StencilOp::Increment];
        let state = StencilState {
            test: Compare::Equal,
            reference: 1,
            mask: 1,
            fail: keep,
            depth_fail: keep,
            pass,
            write: 0xff,
            back_pass: None,
        };
        Self { state, stored: 1, depth_passes: true }
    }
}

/// The rows of the stencil method's second round.
fn rows() -> impl Iterator<Item = (&'static str, StencilState)> {
    let rows = stencil::CORRECTED.rounds.iter().skip(1).flat_map(|round| round.iter());
    rows.filter_map(|pass| Some((pass.says, pass.stencil?)))
}

/// The controls, and below them the result.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("stencil table");
    let before = ui.data(|data| data.get_temp::<Chosen>(memory)).unwrap_or_default();
    let mut chosen = before;
    controls(ui, &mut chosen);
    if chosen != before {
        ui.data_mut(|data| data.insert_temp(memory, chosen));
    }
    ui.add_space(6.0);
    let fragment_test = fragment_test(&chosen.state, chosen.stored, chosen.depth_passes);
    Frame::new().fill(theme::sunken()).corner_radius(4).inner_margin(Margin::same(8)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        steps(ui, &chosen, &fragment_test);
    });
}

fn controls(ui: &mut Ui, chosen: &mut Chosen) {
    let state = &mut chosen.state;
    ui.horizontal_wrapped(|ui| {
        code(ui, "glStencilFunc(");
        test_choice(ui, &mut state.test);
        let help = t!("Reference value, 0 to 255.");
        number(ui, &mut state.reference, false, &t!("Reference"), &help);
        let help = t!("Mask, hexadecimal: only bits set in the mask are compared.");
        number(ui, &mut state.mask, true, &t!("Mask"), &help);
        code(ui, ")");
    });
    let row = Layout::left_to_right(Align::TOP).with_main_wrap(true);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), ui.spacing().interact_size.y), row, |ui| {
        code(ui, "glStencilOp(");
        for (op, (when, help)) in
            [&mut state.fail, &mut state.depth_fail, &mut state.pass].into_iter().zip(WHEN)
        {
            operation_choice(ui, op, &tr(when), &tr(help));
        }
        code(ui, ")");
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(t!("Stored value"));
        let help = t!("Stencil value of the pixel before the fragment arrives.");
        number(ui, &mut chosen.stored, false, &t!("Stored value"), &help);
        ui.separator();
        ui.checkbox(&mut chosen.depth_passes, t!("Depth test passes"))
            .on_hover_text(t!("Result of the depth test, if the fragment reaches that test."));
        ui.separator();
        rows_to_take(ui, state);
    });
}

fn rows_to_take(ui: &mut Ui, state: &mut StencilState) {
    let help = t!("Copies the stencil function and operations from a pass of a method.");
    let response = ui.menu_button(t!("Copy from method…"), |ui| {
        for (says, row) in rows() {
            if ui.button(tr(says)).on_hover_text(function(&row)).clicked() {
                *state = row;
                ui.close();
            }
        }
    });
    response.response.on_hover_text(help);
}

fn test_choice(ui: &mut Ui, test: &mut Compare) {
    let current = state::compare(*test);
    let help = t!("Comparison: reference value on the left, stored value on the right, both masked.");
    let says = |test: Compare, sign: &str| match test {
        Compare::Never => t!("Never passes.").into_owned(),
        Compare::Always => t!("Always passes.").into_owned(),
        _ => t!("Passes if reference %{sign} stored value.", sign = sign).into_owned(),
    };
    let options: Vec<_> =
        TESTS.iter().map(|&(test, sign)| (state::compare(test), says(test, sign))).collect();
    let list = ComboBox::from_id_salt("test").width(8.2 * em(ui)).selected_text(code_text(current));
    let shown = list.show_ui(ui, |ui| {
        options_in(
            ui,
            current,
            options.iter().map(|(name, says)| ((*name).to_string(), says.to_string(), true)),
        )
    });
    named(&shown.response, &t!("Comparison"), current);
    shown.response.on_hover_text(help);
    if let Some(index) = shown.inner.flatten() {
        *test = TESTS[index].0;
    }
}

fn operation_choice(ui: &mut Ui, op: &mut StencilOp, when: &str, help: &str) {
    // A fixed size, so that the row knows where to wrap.
    let size = vec2(9.4 * em(ui), 3.4 * em(ui));
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::LEFT), |ui| {
        let current = state::operation(*op);
        let options: Vec<_> = OPERATIONS.iter().map(|(op, says)| (state::operation(*op), tr(says))).collect();
        let list = ComboBox::from_id_salt(when).width(7.2 * em(ui)).selected_text(code_text(current));
        let shown = list.show_ui(ui, |ui| {
            options_in(
                ui,
                current,
                options.iter().map(|(name, says)| ((*name).to_string(), says.clone(), true)),
            )
        });
        named(&shown.response, when, current);
        shown.response.on_hover_text(help);
        if let Some(index) = shown.inner.flatten() {
            *op = OPERATIONS[index].0;
        }
        ui.label(RichText::new(when).small().color(theme::weak()));
    });
}

fn named(list: &Response, name: &str, current: &str) {
    list.widget_info(|| WidgetInfo {
        current_text_value: Some(current.to_owned()),
        ..WidgetInfo::labeled(Role::ComboBox, true, name)
    });
}

fn number(ui: &mut Ui, value: &mut u8, hexadecimal: bool, name: &str, help: &str) {
    let drag = DragValue::new(value).speed(0.1);
    let drag = if hexadecimal { drag.prefix("0x").hexadecimal(2, false, true) } else { drag };
    let response = ui.add(drag);
    let shown = f64::from(*value);
    response.widget_info(|| WidgetInfo {
        value: Some(shown),
        ..WidgetInfo::labeled(Role::SpinButton, true, name)
    });
    response.on_hover_text(help);
}

/// All steps in order.
fn steps(ui: &mut Ui, chosen: &Chosen, fragment_test: &FragmentTest) {
    let state = &chosen.state;
    // 1. Mask both values.
    step(ui, 1, &t!("Mask both values"));
    for (name, whole, masked) in [
        (t!("reference value"), state.reference, fragment_test.masked[0]),
        (t!("stored"), chosen.stored, fragment_test.masked[1]),
    ] {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(format!("{name} {whole} ="));
            bits(ui, whole, state.mask);
            ui.label(format!("& {:08b} =", state.mask));
            bits(ui, masked, 0xff);
            ui.label(RichText::new(format!("= {masked}")).strong());
        });
    }
    // 2. Compare them.
    step(ui, 2, &t!("Stencil test"));
    let [left, right] = fragment_test.masked;
    let reads = TESTS.iter().find(|(test, _)| *test == state.test).map_or("", |(_, reads)| reads);
    let name = state::compare(state.test);
    let holds = if fragment_test.stencil_passes { t!("passes") } else { t!("fails") };
    let compared = match state.test {
        Compare::Never | Compare::Always => name.to_owned(),
        _ => format!("{name}: {left} {reads} {right}?"),
    };
    ui.label(format!("{compared} — {holds}"));
    // 3. The depth test, unless the stencil test failed.
    step(ui, 3, &t!("Depth test"));
    ui.label(match (fragment_test.stencil_passes, chosen.depth_passes) {
        (false, _) => t!("not reached: the fragment was discarded"),
        (true, false) => t!("fails: the fragment is discarded, no depth is written"),
        (true, true) => t!("passes: a query counts it, depth is written if the mask allows it"),
    });
    // 4. Apply one of the three operations.
    step(ui, 4, &t!("Stencil operation"));
    let ops = [state.fail, state.depth_fail, state.pass];
    for (index, (op, (when, help))) in ops.into_iter().zip(WHEN).enumerate() {
        let taken = index == fragment_test.operation;
        let text = format!("{}: {}", tr(when), state::operation(op));
        let text = RichText::new(text).color(if taken { theme::strong() } else { theme::weak() });
        let line = if taken { Stroke::new(2.0, theme::strong()) } else { Stroke::new(1.0, theme::line()) };
        let frame = Frame::new().corner_radius(3).inner_margin(Margin::symmetric(6, 2)).stroke(line);
        frame.show(ui, |ui| ui.label(text).on_hover_text(tr(help)));
    }
    // 5. The new value.
    step(ui, 5, &t!("New stencil value"));
    ui.horizontal_wrapped(|ui| {
        let outcome = format!("{} → {}", chosen.stored, fragment_test.after);
        let size = 1.5 * em(ui);
        ui.label(RichText::new(&outcome).monospace().size(size).color(theme::strong()))
            .on_hover_text(function(state));
        bits(ui, fragment_test.after, 0xff);
    });
}

fn step(ui: &mut Ui, number: u8, name: &str) {
    let shown = RichText::new(format!("{number}  {name}")).small().color(theme::accent());
    explain(ui.label(shown), name);
}

/// A byte in binary; masked bits are faint and struck through.
fn bits(ui: &mut Ui, value: u8, mask: u8) {
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let mut job = egui::text::LayoutJob::default();
    for (digit, bit) in format!("{value:08b}").chars().zip((0..8).rev()) {
        let seen = mask >> bit & 1 == 1;
        let color = if seen { theme::strong() } else { theme::weak() };
        let strikethrough = if seen { Stroke::NONE } else { Stroke::new(1.0, color) };
        let format = egui::TextFormat { font_id: font.clone(), color, strikethrough, ..Default::default() };
        job.append(&digit.to_string(), 0.0, format);
    }
    ui.label(job);
}

/// The two calls as C source.
fn function(state: &StencilState) -> String {
    let [fail, depth_fail, pass] = [state.fail, state.depth_fail, state.pass].map(state::operation);
    let (test, reference, mask) = (state::compare(state.test), state.reference, state.mask);
    format!("glStencilFunc({test}, {reference}, 0x{mask:02X}); glStencilOp({fail}, {depth_fail}, {pass})")
}

fn code_text(text: &str) -> RichText {
    RichText::new(text).monospace()
}

fn code(ui: &mut Ui, text: &str) {
    ui.label(code_text(text).color(theme::strong()));
}
