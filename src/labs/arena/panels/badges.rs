//! Badges drawn over a pane.

use egui::{Painter, Rect};

use crate::detector::Mistake;
use crate::render::camera::Camera;
use crate::render::scene::Lists;
use crate::ui::drawing::project;
use crate::ui::icons;
use crate::world::{Body, Pair};

/// Maximum number of badges of each kind per pane. If a method errs on more pairs, the rings that the
/// renderer draws around wrong pairs are enough.
const MOST_BADGES: usize = 80;

/// Paints a badge between the bodies of every pair with a wrong verdict: minus for a miss, plus for a false
/// positive.
pub fn paint(painter: &Painter, bodies: &[Body], rect: Rect, camera: &Camera, lists: &Lists) {
    let draw = |pair: &Pair, error: Mistake| {
        let [a, b] =
            [pair.a, pair.b].map(|body| bodies[body].pose * bodies[body].shape.local_aabb().center());
        if let Some(at) = project(rect, camera, &nalgebra::center(&a, &b)) {
            icons::wave(painter, at, error);
            icons::badge(painter, at, error);
        }
    };
    lists.missed.iter().take(MOST_BADGES).for_each(|pair| draw(pair, Mistake::Missed));
    lists.false_hits.iter().take(MOST_BADGES).for_each(|pair| draw(pair, Mistake::FalseHit));
}
