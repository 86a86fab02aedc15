//! Tables of all methods: which are on, their times and errors, sorted by any column; and their costs in this frame:
//! draws, queries, tests and bytes read back.

use std::borrow::Cow;

use egui::{Button, Color32, Grid, Rect, RichText, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use unicode_width::UnicodeWidthStr as _;

use super::method::missing;
use crate::comparison::lineup::row_of;
use crate::comparison::own_program::Trouble;
use crate::comparison::totals::Total;
use crate::detector::Tally;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::{METHODS, Method};
use crate::render::ink::Ink;
use crate::ui::format::{grouped, milliseconds, shortened};
use crate::ui::{inks, theme};

/// Minimum width for all columns, points; a narrower table leaves out bar, longest time and current time.
const ROOM_FOR_ALL: f32 = 700.0;
/// Width and height of the bar that shows a method's mean time, points.
const BAR: Vec2 = vec2(64.0, 10.0);
/// Width of a time and of a count in the table, characters.
const NUMBER: usize = 7;
const COUNTS: usize = 9;
/// Number of frames after which the rows are sorted again, so that they do not move all the time.
const SORTED_AGAIN: u64 = 30;

/// The order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Fewest errors first, then the fastest.
    #[default]
    Best,
    /// The order of the menus.
    Table,
    /// By the time in this frame.
    Now,
    /// By the mean time.
    Mean,
    /// By the longest time.
    Longest,
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
    /// Number of compared frames, counted in steps of [`SORTED_AGAIN`].
    frames: u64,
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
    fn sort(&mut self, arena: &Arena) -> Vec<usize> {
        let on: Vec<_> = METHODS.iter().map(|method| arena.found().answer(method).is_some()).collect();
        let frames = arena.comparison().frames() / SORTED_AGAIN;
        let all_timed = arena.untimed().is_none();
        let by = SortedBy { order: self.order, reversed: self.reversed, frames, on, all_timed };
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
    let (total, record) = (arena.comparison().total(method), arena.ledger().of(method));
    let seconds = |time: Option<std::time::Duration>| time.map_or(f64::MAX, |time| time.as_secs_f64());
    let mean = seconds(total.mean());
    let unknown = |count: u64| if total.judged > 0 { count as f64 } else { f64::MAX };
    match order {
        Order::Best => [unknown(total.errors()), mean],
        Order::Table => [0.0, 0.0],
        Order::Now => [seconds(arena.found().answer(method).map(|answer| answer.cost.cpu)), mean],
        Order::Mean => [mean, 0.0],
        Order::Longest => [seconds(record.mean_and_max().map(|[_, longest]| longest)), mean],
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
    order: Option<Order>,
}

/// The columns that fit.
fn columns(room: f32) -> Vec<Column> {
    let column = |title, help, width, order| Column { title, help, width, order };
    let all = [
        column(
            t!("Method"),
            t!("If switched on, the method runs and is timed in every frame."),
            0,
            Some(Order::Table),
        ),
        column(
            t!("Now, ms"),
            t!("Time in this frame for all candidate pairs together."),
            NUMBER,
            Some(Order::Now),
        ),
        column(
            t!("Mean"),
            t!(
                "Mean time in the compared frames, without each method's first frame, which includes compiling and uploading."
            ),
            NUMBER,
            Some(Order::Mean),
        ),
        column(
            t!("Longest"),
            t!("Longest time since the start, without each method's first frame."),
            NUMBER,
            Some(Order::Longest),
        ),
        column("".into(), t!("Mean times; the slowest method fills the bar."), 0, None),
        column(
            t!("Hits"),
            t!("Pairs that the method reports as colliding: in this frame / in all compared frames."),
            COUNTS,
            Some(Order::Hits),
        ),
        column(
            t!("Missed"),
            t!("Colliding pairs that the method misses: in this frame / in all compared frames."),
            COUNTS,
            Some(Order::Missed),
        ),
        column(
            t!("False"),
            t!(
                "Separated pairs that the method reports as colliding: in this frame / in all compared frames."
            ),
            COUNTS,
            Some(Order::False),
        ),
    ];
    let fits = |column: &Column| {
        room >= ROOM_FOR_ALL || !matches!(column.order, None | Some(Order::Longest | Order::Now))
    };
    all.into_iter().filter(fits).collect()
}

/// The table. Returns whether only the panes' methods shall stay on.
pub fn show(ui: &mut Ui, state: &mut MethodsState, arena: &mut Arena) -> bool {
    let columns = columns(ui.available_width());
    ui.spacing_mut().interact_size.y = 18.0;
    let panes_only = ui.horizontal(|ui| {
        let help = t!("Run every method that this machine supports in every frame: slow, but complete.");
        if ui.small_button(t!("Switch all on")).on_hover_text(help).clicked() {
            arena.switch_all_on();
        }
        let help = t!("Run only the reference and the methods in the panes.");
        let panes_only = ui.small_button(t!("Panes only")).on_hover_text(help).clicked();
        let help = t!("Misses and false hits in all compared frames together, then the mean time. Click a column to sort by it.");
        let best = Button::selectable(state.order == Order::Best, t!("Fewest errors, then fastest")).small();
        if ui.add(best).on_hover_text(help).clicked() {
            (state.order, state.reversed) = (Order::Best, false);
        }
        panes_only
    });
    let missing = missing(arena);
    let slowest = arena.lineup().asked().filter_map(|method| arena.comparison().total(method).mean());
    let slowest = slowest.max().unwrap_or_default().as_secs_f64();
    let mut switched = None;
    Grid::new("methods").num_columns(columns.len()).spacing([6.0, 2.0]).striped(true).show(ui, |ui| {
        for column in &columns {
            head(ui, state, column);
        }
        ui.end_row();
        for row in state.sort(arena) {
            let method = &METHODS[row];
            if let Some(on) = switch(ui, arena, method, missing[row].as_deref()) {
                switched = Some((method, on));
            }
            for column in columns.iter().skip(1) {
                figure(ui, arena, method, column.order, slowest);
            }
            ui.end_row();
        }
    });
    if let Some((method, on)) = switched {
        arena.switch(method, on);
    }
    panes_only.inner
}

/// The title of a column; a click sorts by it.
fn head(ui: &mut Ui, state: &mut MethodsState, column: &Column) {
    let Column { title, help, width, order } = column;
    let (help, width) = (help.as_ref(), *width);
    let Some(order) = *order else {
        ui.label("").on_hover_text(help);
        return;
    };
    let is_chosen = state.order == order;
    let arrow = match (is_chosen, state.reversed) {
        (false, _) => "",
        (true, false) => "▴",
        (true, true) => "▾",
    };
    let text = format!("{title}{arrow}");
    let text = match width {
        0 => RichText::new(text).small(),
        // Two numbers: of this frame, and of all compared frames.
        COUNTS => {
            let [title, both] = [text, t!("now/all").into_owned()].map(|line| aligned(&line, width));
            RichText::new(format!("{}\n{}", title.text(), both.text())).monospace()
        }
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
        swatch(ui, method);
        let checkbox = ui.add_enabled(missing.is_none(), egui::Checkbox::new(&mut on, tr(method.title)));
        let checkbox = checkbox.on_hover_text(&help).on_disabled_hover_text(missing.unwrap_or(&help));
        checkbox.changed().then_some(on)
    })
    .inner
}

/// One figure of a method, in the column that `order` sorts by.
fn figure(ui: &mut Ui, arena: &Arena, method: &'static Method, order: Option<Order>, slowest: f64) {
    let answer = arena.found().answer(method);
    let total = arena.comparison().total(method);
    let is_on = answer.is_some();
    let say = |ui: &mut Ui, text: &str, width: usize, color: Color32| {
        ui.label(aligned(text, width).color(color));
    };
    let time = |time: Option<std::time::Duration>| time.map_or("–".to_owned(), milliseconds);
    match order {
        Some(Order::Now) => match answer {
            Some(answer) if let Some(why) = &answer.trouble => {
                ui.label(aligned(&t!("undecided"), NUMBER).color(theme::amber()))
                    .on_hover_text(tr(why.words()));
            }
            Some(_) if !method.is_timed() => say(ui, &t!("not timed"), NUMBER, theme::weak()),
            Some(answer) => say(ui, &milliseconds(answer.cost.cpu), NUMBER, theme::strong()),
            None => say(ui, "–", NUMBER, theme::weak()),
        },
        Some(Order::Mean | Order::Longest) => {
            let longest = arena.ledger().of(method).mean_and_max().map(|[_, longest]| longest);
            let text = time(if order == Some(Order::Mean) { total.mean() } else { longest });
            say(ui, &text, NUMBER, if is_on { theme::text() } else { theme::weak() });
        }
        None => {
            let share = total.mean().map_or(0.0, |mean| mean.as_secs_f64() / slowest.max(1e-12));
            bar(ui, share as f32, inks::color(&ink(method)));
        }
        _ => {
            let now = answer.filter(|answer| answer.trouble.is_none()).map(Total::of);
            let (count, color): (fn(&Total) -> u64, _) = match order {
                Some(Order::Missed) => (|total| total.missed, theme::amber()),
                Some(Order::False) => (|total| total.false_hits, theme::violet()),
                _ => (|total| total.hits, theme::colliding()),
            };
            let is_known = |total: &Total| order == Some(Order::Hits) || total.judged > 0;
            let Some(now) = now.filter(is_known) else { return say(ui, "–", COUNTS, theme::weak()) };
            let text = format!("{} / {}", count(&now), shortened(count(&total)));
            let color = if count(&total) > 0 { color } else { theme::weak() };
            say(ui, &text, COUNTS, color);
        }
    }
}

fn bar(ui: &mut Ui, share: f32, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(BAR, Sense::hover());
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    if share > 0.0 {
        let right = rect.left() + (share.min(1.0) * rect.width()).max(1.5);
        ui.painter().rect_filled(Rect::from_min_max(rect.min, pos2(right, rect.bottom())), 2.0, color);
    }
}

/// Line style and colour of a method, shared with the figures of experiments.
pub fn ink(method: &Method) -> Ink {
    Ink::of(row_of(method))
}

/// A short piece of a method's line, as in the figures of experiments.
pub fn swatch(ui: &mut Ui, method: &Method) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    inks::line(ui.painter(), rect, &ink(method));
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
            ui.horizontal(|ui| {
                swatch(ui, answer.method);
                ui.label(tr(answer.method.title)).on_hover_text(tr(answer.method.says));
            });
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
}

fn by_kind(tests: &Tally) -> String {
    tests
        .iter()
        .map(|(kind, count)| format!("{} {}", tr(kind), grouped(count)))
        .collect::<Vec<_>>()
        .join("\n")
}
