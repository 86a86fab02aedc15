//! Badges over a pane's picture.

use egui::{Painter, Rect, pos2};

use crate::detector::Mistake;
use crate::render::camera::Camera;
use crate::render::scene::Lists;
use crate::ui::icons;
use crate::world::{Body, Pair};

/// Pairs with a badge, per pane: where a method errs everywhere, the rings are enough.
const MOST_BADGES: usize = 80;

/// Between the bodies of every pair on which the method errs: minus for missed, plus for a false hit.
pub fn paint(painter: &Painter, bodies: &[Body], rect: Rect, camera: &Camera, lists: &Lists) {
    let aspect = f64::from(rect.width() / rect.height());
    let to_screen = camera.view_projection(aspect);
    let draw = |pair: &Pair, error: Mistake| {
        let [a, b] =
            [pair.a, pair.b].map(|body| bodies[body].pose * bodies[body].shape.local_aabb().center());
        let clip = to_screen * nalgebra::center(&a, &b).to_homogeneous();
        if clip.w > 0.0 {
            let x = rect.center().x + 0.5 * rect.width() * (clip.x / clip.w) as f32;
            let y = rect.center().y - 0.5 * rect.height() * (clip.y / clip.w) as f32;
            icons::badge(painter, pos2(x, y), error);
        }
    };
    lists.missed.iter().take(MOST_BADGES).for_each(|pair| draw(pair, Mistake::Missed));
    lists.false_hits.iter().take(MOST_BADGES).for_each(|pair| draw(pair, Mistake::FalseHit));
}
