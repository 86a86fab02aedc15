//! Tables of all methods: which are on, their times and errors, sorted by any column; and their costs in this frame:
//! draws, queries, tests and bytes read back.

use std::borrow::Cow;

use egui::{Button, Color32, Grid, RichText, Sense, Ui, WidgetInfo, vec2};
use unicode_width::UnicodeWidthStr as _;

use super::errors_plot;
use super::method::missing;
use crate::comparison::own_program::Trouble;
use crate::detector::Tally;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::{METHODS, Method};
use crate::ui::format::{grouped, milliseconds, shortened};
use crate::ui::theme;
use crate::ui::widgets::note;

/// Width of a number in the table, characters.
const NUMBER: usize = 10;
/// Time after which the rows are sorted again, seconds, so that they do not move all the time.
const SORTED_AGAIN: f64 = 2.0;

/// The order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Fewest errors first, then the fastest.
    #[default]
    Best,
    /// The order of the menus.
    Table,
    /// By the mean time.
    Mean,
    /// By the number of hits.
    Hits,
    /// By the number of misses.
    Missed,
    /// By the number of false hits.
    False,
}

/// The order of the rows, and the rows in it.
#[derive(Default)]
pub struct MethodsState {
    /// The column by which rows are sorted.
    pub order: Order,
    /// Whether the largest value is first.
    pub reversed: bool,
    /// Indices into the table of methods, sorted.
    rows: Vec<usize>,
    /// State in which the rows were sorted.
    sorted: Option<SortedBy>,
}

/// Everything on which the order of the rows depends. The rows are sorted again when it changes.
#[derive(PartialEq, Eq)]
struct SortedBy {
    order: Order,
    reversed: bool,
    /// Time of the window in steps of [`SORTED_AGAIN`].
    steps: u64,
    /// For each method, whether it is on.
    on: Vec<bool>,
    /// Whether every method that is on has been timed.
    all_timed: bool,
}

impl MethodsState {
    fn choose(&mut self, order: Order) {
        self.reversed = self.order == order && !self.reversed;
        self.order = order;
    }

    /// Sorts the rows if the order was changed, a method switched, or some time has passed.
    fn sort(&mut self, arena: &Arena, seconds: f64) -> Vec<usize> {
        let on: Vec<_> = METHODS.iter().map(|method| arena.lineup().is_on(method)).collect();
        let steps = (seconds / SORTED_AGAIN) as u64;
        let all_timed = arena.untimed().is_none();
        let by = SortedBy { order: self.order, reversed: self.reversed, steps, on, all_timed };
        if self.sorted.as_ref() != Some(&by) {
            self.rows = (0..METHODS.len()).collect();
            let key = |row: &usize| {
                let [first, second] = value(arena, &METHODS[*row], self.order);
                let sign = if self.reversed { -1.0 } else { 1.0 };
                [f64::from(u8::from(!by.on[*row] && self.order != Order::Table)), sign * first, sign * second]
            };
            self.rows.sort_by(|a, b| {
                key(a)
                    .iter()
                    .zip(key(b))
                    .fold(std::cmp::Ordering::Equal, |all, (a, b)| all.then(a.total_cmp(&b)))
            });
            self.sorted = Some(by);
        }
        self.rows.clone()
    }
}

/// The values by which a method is sorted: the first, and the second for equal ones. The smallest is first.
fn value(arena: &Arena, method: &'static Method, order: Order) -> [f64; 2] {
    let total = arena.comparison().total(method);
    let mean = total.mean().map_or(f64::MAX, |time| time.as_secs_f64());
    let unknown = |count: u64| if total.judged > 0 { count as f64 } else { f64::MAX };
    match order {
        Order::Best => [unknown(total.errors()), mean],
        Order::Table => [0.0, 0.0],
        Order::Mean => [mean, 0.0],
        Order::Hits => [-(total.hits as f64), mean],
        Order::Missed => [unknown(total.missed), mean],
        Order::False => [unknown(total.false_hits), mean],
    }
}

/// A column of the table.
struct Column {
    title: Cow<'static, str>,
    help: Cow<'static, str>,
    /// Width, characters; 0 for the width of the content.
    width: usize,
    /// The order that a click chooses.
    order: Order,
}

/// The columns.
fn columns() -> [Column; 5] {
    let column = |title, help, width, order| Column { title, help, width, order };
    [
        column(
            t!("Method"),
            t!("If switched on, the method runs and is timed in every frame."),
            0,
            Order::Table,
        ),
        column(
            t!("Mean, ms"),
            t!(
                "Mean time in the compared frames, without each method's first frame, which includes compiling and uploading. Methods run one after another, each on an idle GPU, in an order that changes from frame to frame."
            ),
            NUMBER,
            Order::Mean,
        ),
        column(
            t!("Hits"),
            t!("Pairs that the method reports as colliding in the compared frames."),
            NUMBER,
            Order::Hits,
        ),
        column(
            t!("Missed"),
            t!("Colliding pairs that the method misses in the compared frames."),
            NUMBER,
            Order::Missed,
        ),
        column(
            t!("False"),
            t!("Separated pairs that the method reports as colliding in the compared frames."),
            NUMBER,
            Order::False,
        ),
    ]
}

/// A change of all methods at once.
#[derive(Clone, Copy)]
pub enum Switch {
    /// All methods that can run.
    AllOn,
    /// The methods in panes and the reference.
    PanesOnly,
}

/// Shows the buttons over the table. Returns the change that was asked for.
pub fn switches(ui: &mut Ui, state: &mut MethodsState) -> Option<Switch> {
    let help = t!("Run every method that this machine supports in every frame: slow, but complete.");
    let all_on = ui.small_button(t!("Switch all on")).on_hover_text(help).clicked();
    let help = t!("Run only the reference and the methods in the panes.");
    let panes_only = ui.small_button(t!("Panes only")).on_hover_text(help).clicked();
    let help = t!(
        "Misses and false hits in all compared frames together, then the mean time. Click a column to sort by it."
    );
    let best = Button::selectable(state.order == Order::Best, t!("Fewest errors, then fastest")).small();
    if ui.add(best).on_hover_text(help).clicked() {
        (state.order, state.reversed) = (Order::Best, false);
    }
    let pressed = all_on.then_some(Switch::AllOn);
    pressed.or(panes_only.then_some(Switch::PanesOnly))
}

/// The table.
pub fn show(ui: &mut Ui, state: &mut MethodsState, arena: &mut Arena) {
    let columns = columns();
    ui.spacing_mut().interact_size.y = 18.0;
    let missing = missing(arena);
    let mut switched = None;
    Grid::new("methods").num_columns(columns.len()).spacing([14.0, 2.0]).striped(true).show(ui, |ui| {
        for column in &columns {
            head(ui, state, column);
        }
        ui.end_row();
        for row in state.sort(arena, ui.input(|input| input.time)) {
            let method = &METHODS[row];
            if let Some(on) = switch(ui, arena, method, missing[row].as_deref()) {
                switched = Some((method, on));
            }
            for column in columns.iter().skip(1) {
                figure(ui, arena, method, column.order);
            }
            ui.end_row();
        }
    });
    if let Some((method, on)) = switched {
        arena.switch(method, on);
    }
}

/// The title of a column; a click sorts by it.
fn head(ui: &mut Ui, state: &mut MethodsState, column: &Column) {
    let Column { title, help, width, order } = column;
    let (help, width, order) = (help.as_ref(), *width, *order);
    let is_chosen = state.order == order;
    let arrow = match (is_chosen, state.reversed) {
        (false, _) => "",
        (true, false) => "▴",
        (true, true) => "▾",
    };
    let text = format!("{title}{arrow}");
    let text = match width {
        0 => RichText::new(text).small(),
        _ => aligned(&text, width),
    };
    let color = if is_chosen { theme::strong() } else { theme::weak() };
    let head = ui.add(Button::new(text.color(color)).frame(false)).on_hover_text(help);
    let name = t!("Sort by %{column}", column = title);
    head.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_chosen, &name));
    if head.clicked() {
        state.choose(order);
    }
}

fn switch(ui: &mut Ui, arena: &Arena, method: &'static Method, missing: Option<&str>) -> Option<bool> {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let mut on = arena.lineup().is_on(method) && missing.is_none();
        let mut help = format!("{}\n{} · {}", tr(method.says), tr(method.source), tr(method.promise.words()));
        let answer = arena.found().answer(method);
        let trouble = answer.and_then(|answer| answer.trouble.as_ref()).map(Trouble::words);
        for line in answer.and_then(|answer| answer.note.as_deref()).into_iter().chain(trouble) {
            help += &format!("\n{}", tr(line));
        }
        if method.id == arena.roles().driver.id {
            help += &format!("\n{}", t!("This method makes bodies bounce, whether or not it is timed."));
        }
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 12.0), Sense::hover());
        errors_plot::sign(ui, rect.center(), &arena.comparison().total(method));
        let checkbox = ui.add_enabled(missing.is_none(), egui::Checkbox::new(&mut on, tr(method.title)));
        let checkbox = checkbox.on_hover_text(&help).on_disabled_hover_text(missing.unwrap_or(&help));
        checkbox.changed().then_some(on)
    })
    .inner
}

/// One figure of a method, in the column that `order` sorts by.
fn figure(ui: &mut Ui, arena: &Arena, method: &'static Method, order: Order) {
    let (total, is_on) = (arena.comparison().total(method), arena.lineup().is_on(method));
    let say = |ui: &mut Ui, text: &str, color: Color32| ui.label(aligned(text, NUMBER).color(color));
    if order == Order::Mean {
        let answer = arena.found().answer(method);
        let trouble = answer.and_then(|answer| answer.trouble.as_ref());
        let response = match total.mean() {
            _ if trouble.is_some() => say(ui, &t!("undecided"), theme::amber()),
            _ if is_on && !method.is_timed() => say(ui, &t!("not timed"), theme::weak()),
            Some(mean) if is_on => say(ui, &milliseconds(mean), theme::strong()),
            _ => say(ui, "–", theme::weak()),
        };
        if let Some(why) = trouble {
            response.on_hover_text(tr(why.words()));
        }
        return;
    }
    let (count, color) = match order {
        Order::Missed => (total.missed, theme::amber()),
        Order::False => (total.false_hits, theme::violet()),
        _ => (total.hits, theme::colliding()),
    };
    if is_on && (order == Order::Hits || total.judged > 0) {
        say(ui, &shortened(count), if count > 0 { color } else { theme::weak() });
    } else {
        say(ui, "–", theme::weak());
    }
}

/// Right-aligns a number or column title to `width` characters.
pub fn aligned(title: &str, width: usize) -> RichText {
    // A Chinese character is two columns wide.
    let padding = " ".repeat(width.saturating_sub(title.width()));
    RichText::new(format!("{padding}{title}")).monospace()
}

/// Index of the column "Tests", whose hover text lists the kinds of overlap tests.
const TESTS: usize = 4;

/// Title and hover text of every column.
fn cost_columns() -> [[Cow<'static, str>; 2]; 7] {
    [
        [t!("Method"), t!("All methods that are switched on.")],
        [t!("Pairs"), t!("Number of candidate pairs tested.")],
        [t!("Draws"), t!("Draw calls.")],
        [t!("Triangles"), t!("Triangles in all draw calls.")],
        [t!("Queries"), t!("Occlusion queries.")],
        [t!("Tests"), t!("Overlap tests of bounding volumes and triangles.")],
        [t!("Bytes read"), t!("Data read back from the GPU: 4 bytes per query, plus all pixels read.")],
    ]
}

/// A row per method that is on.
pub fn costs(ui: &mut Ui, arena: &Arena) {
    ui.spacing_mut().interact_size.y = 18.0;
    let columns = cost_columns();
    Grid::new("costs").num_columns(columns.len()).spacing([6.0, 2.0]).striped(true).show(ui, |ui| {
        for (column, [title, help]) in columns.into_iter().enumerate() {
            let text = if column == 0 { RichText::new(title).small() } else { aligned(&title, 10) };
            ui.label(text.color(theme::weak())).on_hover_text(help);
        }
        ui.end_row();
        for answer in &arena.found().answers {
            ui.label(tr(answer.method.title)).on_hover_text(tr(answer.method.says));
            let cost = &answer.cost;
            let counts =
                [cost.pairs, cost.draws, cost.triangles, cost.queries, cost.tests.total(), cost.bytes_read];
            for (column, count) in counts.into_iter().enumerate() {
                let color = if count > 0 { theme::text() } else { theme::weak() };
                let text = RichText::new(format!("{:>10}", grouped(count))).monospace().color(color);
                let label = ui.label(text);
                if column == TESTS && count > 0 {
                    label.on_hover_text(by_kind(&cost.tests));
                }
            }
            ui.end_row();
        }
    });
    if arena.lineup().asked().count() > arena.found().answers.len() {
        note(ui, &t!("The other methods have not answered in this frame."));
    }
}

fn by_kind(tests: &Tally) -> String {
    tests
        .iter()
        .map(|(kind, count)| format!("{} {}", tr(kind), grouped(count)))
        .collect::<Vec<_>>()
        .join("\n")
}
