//! The marks over a pane's view: a ring and a sign at every spot of the lab, the same in all labs. Under the pointer a
//! mark says its name and the reason, a click flies to it, and a second click opens the inspector.

use egui::{Align2, CursorIcon, FontId, Id, Painter, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo};
use egui::{pos2, vec2};

use crate::detector::Mistake;
use crate::exhibit::Page;
use crate::labs::lab::{Lab, change_panes};
use crate::labs::spots::{MOST, Spot};
use crate::language::t;
use crate::render::camera::{Camera, Lens};
use crate::render::palette;
use crate::render::piles;
use crate::ui::drawing::projection;
use crate::ui::icons;
use crate::ui::legend;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;

/// Smallest and largest radius of a ring, points.
const RADII: [f32; 2] = [10.0, 56.0];
/// Largest radius of the part of a mark that can be clicked, points.
const CLICKED: f32 = 24.0;
/// Rings pile up if their middles are nearer than this multiple of the larger radius.
const PILED: f32 = 1.6;
/// Number of piled rings from which one ring with their number is drawn.
const MANY: usize = 3;

/// Spots with one mark.
struct Group {
    spots: Vec<Spot>,
    at: Pos2,
    /// Radius of the ring, points; 0 without a ring.
    radius: f32,
}

impl Group {
    /// Place of the sign, on the ring.
    fn corner(&self) -> Pos2 {
        self.at + std::f32::consts::FRAC_1_SQRT_2 * self.radius * vec2(1.0, -1.0)
    }
}

/// Shows the marks of a pane whose view fills `rect`.
pub fn show(ui: &Ui, lab: &mut dyn Lab, pane: usize, rect: Rect, camera: &Camera, panel: &mut PanelContext) {
    if matches!(camera.lens(), Lens::Window(_)) {
        return;
    }
    let painter = ui.painter().with_clip_rect(rect);
    for (order, group) in groups(lab.spots(pane), rect, camera).into_iter().enumerate() {
        let spot = &group.spots[0];
        let half = group.radius.clamp(RADII[0], CLICKED);
        let around =
            |at: Pos2, half: f32| Rect::from_center_size(at, Vec2::splat(2.0 * half)).intersect(rect);
        let on = |place, part| ui.interact(place, ui.scope_id().with((part, pane, order)), Sense::click());
        let ring = on(around(group.at, half), "mark");
        let response = ring.union(on(around(group.corner(), RADII[0]), "sign of the mark"));
        paint(&painter, &group, response.hovered() || response.has_focus());
        let name = match group.spots.len() {
            1 => spot.name.clone(),
            n => t!("Marks here: %{n}; first: %{name}", n = n, name = spot.name).into_owned(),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, t!("Mark: %{name}", name = name)));
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        let response = response.on_hover_text(format!("{name}\n{}", spot.why));
        if response.clicked() {
            follow(ui, lab, pane, &group, name, panel);
        }
    }
    click_again(ui, lab, pane, rect, panel);
}

/// The last click on a mark: lab, pane and name of the mark, and the place of the click.
type LastClick = (&'static str, usize, String, Pos2);

fn last_click() -> Id {
    Id::unique("last clicked mark")
}

/// Opens the inspector at a second click where the first one was, although the flight has moved the mark away.
fn click_again(ui: &Ui, lab: &mut dyn Lab, pane: usize, rect: Rect, panel: &mut PanelContext) {
    let Some((id, of_pane, _, at)) = ui.data(|data| data.get_temp::<LastClick>(last_click())) else { return };
    if id != lab.row().id || of_pane != pane {
        return;
    }
    let place = Rect::from_center_size(at, Vec2::splat(CLICKED)).intersect(rect);
    let is_again = ui.interact(place, ui.scope_id().with("same place"), Sense::click()).clicked();
    let clicked =
        ui.input(|input| input.pointer.primary_clicked().then(|| input.pointer.interact_pos()).flatten());
    let is_elsewhere = clicked.is_some_and(|at| !place.contains(at));
    if is_again || is_elsewhere || lab.playback().playing {
        ui.data_mut(|data| data.remove_temp::<LastClick>(last_click()));
    }
    if is_again {
        panel.ask(Request::Turn(Page::Inspector));
    }
}

/// Selects the first spot of a mark and flies to all of them; opens the inspector if the last click was on this mark.
fn follow(ui: &Ui, lab: &mut dyn Lab, pane: usize, group: &Group, name: String, panel: &mut PanelContext) {
    let at = ui.input(|input| input.pointer.interact_pos()).unwrap_or(group.at);
    let click: LastClick = (lab.row().id, pane, group.spots[0].name.clone(), at);
    let before = ui.data_mut(|data| data.remove_temp::<LastClick>(last_click()));
    let is_again =
        before.is_some_and(|(id, pane, name, _)| (id, pane, &name) == (click.0, click.1, &click.2));
    lab.playback().playing = false;
    change_panes(lab, |panes| panes.focus_on(pane));
    let subject = &group.spots[0].subject;
    if let Err(why) = lab.put(&subject.parse().unwrap_or_default()) {
        return panel.ask(Request::Fail(why.0));
    }
    if is_again {
        return panel.ask(Request::Turn(Page::Inspector));
    }
    ui.data_mut(|data| data.insert_temp(last_click(), click));
    let around = group.spots.iter().map(|spot| spot.around).reduce(|all, one| all.union(&one));
    panel.requests.extend(around.map(Request::Approach));
    panel.ask(Request::Tell(t!("%{name}. Click again to inspect it.", name = name).into_owned()));
}

/// The spots in view; those whose rings would pile up are together.
fn groups(spots: Vec<Spot>, rect: Rect, camera: &Camera) -> Vec<Group> {
    let (project, right) = (projection(rect, camera), camera.directions()[0]);
    let in_view = spots.into_iter().filter_map(|spot| {
        let at = project(&spot.at).filter(|at| rect.contains(*at))?;
        let side = project(&(spot.at + right * spot.radius)).unwrap_or(at).distance(at);
        let radius = if spot.radius > 0.0 { side.clamp(RADII[0], RADII[1]) } else { 0.0 };
        Some((spot, at, radius))
    });
    let are_near = |(a, here, r): &(Spot, Pos2, f32), (b, there, s): &(Spot, Pos2, f32)| {
        a.mistake == b.mistake && here.distance(*there) < PILED * r.max(*s).max(RADII[0])
    };
    let drawn = |pile: Vec<(Spot, Pos2, f32)>| {
        if pile.len() < MANY {
            let alone = |(spot, at, radius)| Group { spots: vec![spot], at, radius };
            return pile.into_iter().map(alone).collect();
        }
        let around = Rect::from_points(&pile.iter().map(|(_, at, _)| *at).collect::<Vec<_>>());
        let spots = pile.into_iter().map(|(spot, ..)| spot).collect();
        vec![Group { spots, at: around.center(), radius: RADII[0] + 0.5 * around.size().length() }]
    };
    piles(in_view, are_near).into_iter().flat_map(drawn).collect()
}

/// Draws a mark: dashed for a miss, as in the arena.
fn paint(painter: &Painter, group: &Group, is_pointed_at: bool) {
    let mistake = group.spots[0].mistake;
    let color = match mistake {
        Some(Mistake::Missed) => palette::MISSED,
        Some(Mistake::FalseHit) => palette::FALSE_HIT,
        None => palette::COLLIDING,
    };
    let width = if is_pointed_at { 3.0 } else { 2.0 };
    if group.radius > 0.0 || is_pointed_at {
        let radius = group.radius.max(RADII[0]);
        legend::ring(painter, group.at, radius, width, mistake == Some(Mistake::Missed), color);
    }
    let corner = group.corner();
    if let Some(mistake) = mistake {
        icons::wave(painter, group.at, mistake);
        icons::badge(painter, corner, mistake);
    }
    if group.spots.len() >= MANY {
        let color = theme::over_pictures().strong;
        let more = if group.spots.len() >= MOST { "+" } else { "" };
        let text = format!("{}{more}", group.spots.len());
        let text = painter.layout_no_wrap(text, FontId::proportional(12.0), color);
        let plate = Align2::LEFT_CENTER.anchor_size(pos2(corner.x + 10.0, corner.y), text.size());
        painter.rect_filled(plate.expand2(vec2(3.0, 0.0)), 3.0, theme::plate());
        painter.galley(plate.min, text, color);
    }
}
