//! Parts of the pages of results, *Compare* and *Experiments*: the frame of the plot, names beside its points, and the
//! line of folded details.

use std::borrow::Cow;

use egui::{Button, Id, Pos2, Rect, RichText, Ui, Vec2, vec2};
use egui_plot::{GridMark, Plot, PlotTransform, PlotUi};

use super::inks;
use super::line::two_ends;

/// Share of the window's height for a plot, and its limits, points.
const SHARE: f32 = 0.45;
const LIMITS: [f32; 2] = [240.0, 640.0];
/// Half the size of a point's marker, points; names keep this distance.
const MARKER: f32 = 10.0;
/// Least space between two names in a line, points.
const BETWEEN: f32 = 10.0;
/// Room right of the plot for half of the last text of the axis, points.
const AT_THE_END: f32 = 18.0;

/// An axis of a plot: marks at places between 0 and 1 with their texts, and the name of the axis.
pub struct Axis {
    /// Place and text of each mark.
    pub marks: Vec<(f64, String)>,
    /// Text beside the axis, with the unit.
    pub name: String,
}

/// Height of a plot, points.
pub fn height(ui: &Ui) -> f32 {
    (SHARE * ui.ctx().content_rect().height()).clamp(LIMITS[0], LIMITS[1])
}

/// Shows a plot of the unit square with a horizontal and a vertical axis. Returns the map to points of the window.
pub fn plot(ui: &mut Ui, id: Id, axes: [Axis; 2], contents: impl FnOnce(&mut PlotUi<'_>)) -> PlotTransform {
    let grid = |axis: &Axis| -> Vec<GridMark> {
        axis.marks.iter().map(|(value, _)| GridMark { value: *value, step_size: 0.25 }).collect()
    };
    let text_at = |marks: &[(f64, String)], value: f64| -> String {
        let near = marks.iter().find(|(place, _)| (place - value).abs() < 1e-6);
        near.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let [x_grid, y_grid] = axes.each_ref().map(grid);
    let [x, y] = axes;
    let plot = Plot::new(id)
        .height(height(ui))
        .width(ui.available_width() - AT_THE_END)
        .x_axis_label(RichText::new(x.name).small())
        .y_axis_label(RichText::new(y.name).small())
        .x_grid_spacer(move |_| x_grid.clone())
        .y_grid_spacer(move |_| y_grid.clone())
        .x_axis_formatter(move |mark, _| text_at(&x.marks, mark.value))
        .y_axis_formatter(move |mark, _| text_at(&y.marks, mark.value));
    let shown = inks::still(plot).show(ui, |plot| {
        plot.set_plot_bounds_x(0.0..=1.0);
        plot.set_plot_bounds_y(-0.01..=1.02);
        contents(plot);
    });
    shown.transform
}

/// Places for names of these sizes, in `room`: each beside its point or, if that is taken, above or below it. Names
/// cover neither points nor each other while there is room.
pub fn beside(points: &[Pos2], sizes: &[Vec2], room: Rect) -> Vec<Rect> {
    let markers = || points.iter().map(|at| Rect::from_center_size(*at, Vec2::splat(MARKER)));
    let mut places: Vec<Rect> = Vec::with_capacity(points.len());
    for (at, size) in points.iter().zip(sizes) {
        let rows = (0..2 * (room.height() / size.y.max(1.0)) as i32)
            .map(|i| if i % 2 == 0 { -i / 2 } else { i / 2 + 1 });
        let candidates = rows.flat_map(|row| {
            let y = at.y + row as f32 * (size.y + 1.0);
            let aside = MARKER + 0.5 * size.x;
            [aside, -aside, 0.0].map(|x| Rect::from_center_size(Pos2::new(at.x + x, y), *size))
        });
        let is_free = |place: &Rect| {
            let names = places.iter().map(|other| other.expand2(vec2(BETWEEN, 0.0)));
            room.contains_rect(*place) && !names.chain(markers()).any(|other| other.intersects(*place))
        };
        let place = candidates.clone().find(is_free);
        let place = place.unwrap_or_else(|| Rect::from_min_size(*at + vec2(MARKER, -0.5 * size.y), *size));
        places.push(place);
    }
    places
}

/// A part of a page that is folded at first: its id, its name and its hover text.
pub type Detail<'a> = (&'static str, Cow<'a, str>, Cow<'a, str>);

/// Shows a line with controls at the left and, at the right, the names of the details; a click unfolds one or folds it.
pub fn details(ui: &mut Ui, open: &mut Option<&'static str>, all: &[Detail], left: impl FnOnce(&mut Ui)) {
    two_ends(
        ui,
        "details",
        open,
        |_, ui| left(ui),
        |open, ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (id, name, help) in all {
                let is_open = *open == Some(*id);
                let button = ui.add(Button::new(name.as_ref()).selected(is_open));
                if button.on_hover_text(help.as_ref()).clicked() {
                    *open = (!is_open).then_some(*id);
                }
            }
        },
    );
}
