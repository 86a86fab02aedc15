//! A pane's 3-D view: the scene as a picture, the marks over it, and the mouse.

use egui::{Color32, PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2};
use rust_i18n::t;

use super::shell::Shell;
use crate::detector::Mistake;
use crate::render::camera::Camera;
use crate::render::picking::pick;
use crate::render::scene::Lists;
use crate::ui::{icons, theme};
use crate::world::Pair;

/// Pairs with a badge, per pane: where a method errs everywhere, the rings are enough.
const MOST_BADGES: usize = 80;

/// Fills `rect` with the scene as a pane's method sees it.
pub fn show(ui: &mut Ui, shell: &mut Shell, pane: usize, rect: Rect) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let response = ui.interact(rect, ui.scope_id().with(("scene", pane)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Scene %{n}", n = pane + 1)));
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    steer(ui, shell, pane, &response);

    let edition = shell.edition(pane);
    let lists = shell.arena.scene_lists_in(pane, shell.overlays);
    let scene = shell.arena.scene(&lists, shell.overlays);
    shell.stage.set_occlusion_culling(shell.occlusion_culling);
    let counts_on_show = shell.stage.body_counts();
    let still = shell.fine || !shell.arena.playback.playing;
    let camera = shell.cameras.of(pane);
    match shell.stage.scene(pane, size, pixels_per_point, still, edition, &scene, &camera) {
        // The picture's rows run from the bottom.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            badges(ui, shell, rect, &camera, &lists);
            if shell.occlusion_culling && shell.stage.body_counts() != counts_on_show {
                // The panel that tells them stands before the picture.
                ui.ctx().request_repaint();
            }
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::SUNKEN);
            tell(ui, rect, &t!("The scene cannot be drawn: %{why}", why = why));
            return;
        }
    }
    match shell.arena.answer_in(pane) {
        None => tell(ui, rect, &t!("This method is switched off.")),
        Some(answer) => {
            if let Some(why) = &answer.trouble {
                tell(ui, rect, &t!("It cannot decide: %{why}", why = why));
            }
        }
    }
}

/// A line of explanation at the top of a pane.
fn tell(ui: &Ui, rect: Rect, text: &str) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout(text.to_owned(), font, theme::AMBER, (rect.width() - 40.0).max(40.0));
    let corner = pos2(rect.center().x - 0.5 * galley.size().x, rect.top() + 12.0);
    let behind = Rect::from_min_size(corner, galley.size()).expand(6.0);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(behind, 4.0, theme::SUNKEN.gamma_multiply(0.85));
    painter.galley(corner, galley, theme::AMBER);
}

/// Between the bodies of every pair on which the method errs: minus for missed, plus for a false hit.
fn badges(ui: &Ui, shell: &Shell, rect: Rect, camera: &Camera, lists: &Lists) {
    let aspect = f64::from(rect.width() / rect.height());
    let painter = ui.painter().with_clip_rect(rect);
    let to_screen = camera.view_projection(aspect);
    let bodies = shell.arena.bodies();
    let draw = |pair: &Pair, error: Mistake| {
        let [a, b] =
            [pair.a, pair.b].map(|body| bodies[body].pose * bodies[body].shape.local_aabb().center());
        let clip = to_screen * nalgebra::center(&a, &b).to_homogeneous();
        if clip.w > 0.0 {
            let x = rect.center().x + 0.5 * rect.width() * (clip.x / clip.w) as f32;
            let y = rect.center().y - 0.5 * rect.height() * (clip.y / clip.w) as f32;
            icons::badge(&painter, pos2(x, y), error);
        }
    };
    lists.missed.iter().take(MOST_BADGES).for_each(|pair| draw(pair, Mistake::Missed));
    lists.false_hits.iter().take(MOST_BADGES).for_each(|pair| draw(pair, Mistake::FalseHit));
}

/// Orbit, pan, zoom, pick; whatever is touched gets the focus.
fn steer(ui: &Ui, shell: &mut Shell, pane: usize, response: &Response) {
    let pixels = f64::from(ui.ctx().pixels_per_point());
    let drag = response.drag_delta();
    // In points, so that the hand turns the scene equally far on every screen.
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    let shift = ui.input(|input| input.modifiers.shift);
    if response.dragged_by(PointerButton::Primary) && !shift {
        shell.cameras.steer(pane, |camera| camera.orbit(dx, dy));
    } else if response.dragged() {
        let viewport = [response.rect.width(), response.rect.height()].map(|side| f64::from(side) * pixels);
        shell.cameras.steer(pane, |camera| camera.pan(dx * pixels, dy * pixels, viewport));
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = f64::from(pinch) * (f64::from(scroll) * 0.004).exp();
        shell.cameras.steer(pane, |camera| camera.zoom(factor));
    }
    if response.clicked() || response.drag_started() {
        shell.arena.focus_on(pane);
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let (x, y) = to_ndc(response.rect, at);
        let aspect = f64::from(response.rect.width() / response.rect.height());
        let (origin, direction) = shell.cameras.of(pane).ray(x, y, aspect);
        let hit = pick(shell.arena.bodies(), origin, direction);
        match (shell.arena.selected, hit) {
            (Some(first), Some(second)) if shift && first != second => pick_pair(shell, first, second),
            _ => shell.arena.select(hit),
        }
    }
}

/// The pair of two bodies, if it is a candidate.
fn pick_pair(shell: &mut Shell, first: usize, second: usize) {
    let pair = Pair { a: first.min(second), b: first.max(second) };
    if shell.arena.found().candidates.contains(&pair) {
        shell.arena.selected_pair = Some(pair);
    } else {
        let text =
            t!("Bodies %{a} and %{b} are no candidates: their boxes are apart.", a = pair.a, b = pair.b);
        shell.notice = Some(text.into_owned());
    }
}

/// −1…1 from left to right and from the bottom up.
fn to_ndc(rect: Rect, at: Pos2) -> (f64, f64) {
    let x = 2.0 * (at.x - rect.left()) / rect.width() - 1.0;
    let y = 1.0 - 2.0 * (at.y - rect.top()) / rect.height();
    (f64::from(x), f64::from(y))
}
