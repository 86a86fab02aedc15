//! The plan slice at the mover's height, recomputed when mover, level or method change.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::level_lab::LevelLab;
use crate::comparison::panes::Pane;
use crate::geometry::Point;
use crate::level::flat::Window;
use crate::level::methods::{BEVELS, BSP_SHIFT_BEVELS, METHODS, Method};
use crate::level::slice::{self, Bevels, LIFT, Region, Slice};
use crate::settings::Settings;

impl LevelLab {
    /// The plan slice in a rectangle around the mover; `half` is half its extent in x and in z, metres.
    pub fn slice(&mut self, half: [f64; 2]) -> (Window, Arc<Slice>) {
        let Point { coords: place } = self.walk.now().state.walker.place;
        let window = Window {
            min: [place.x - half[0], place.z - half[1]],
            max: [place.x + half[0], place.z + half[1]],
        };
        let Pane { method, settings } = self.contest.panes.in_focus();
        let method = &METHODS[*method];
        let region = region_of(method, settings);
        let level = Arc::as_ptr(&self.ground.level) as usize;
        let figure = self.figure;
        let mut hasher = DefaultHasher::new();
        let numbers = place.iter().chain(&half).chain([&figure.radius, &figure.height]);
        numbers.for_each(|number| number.to_bits().hash(&mut hasher));
        (level, figure.kind, region).hash(&mut hasher);
        let key = hasher.finish();
        if self.plan.bevels.0 != level {
            self.plan.bevels = (level, Bevels::default());
        }
        let known = self.plan.slice.as_ref().filter(|_| self.plan.key == key);
        let slice = known.map(Arc::clone).unwrap_or_else(|| {
            let (level, mover) = (&self.ground.level, figure.mover());
            let made = slice::of(level, &mover, place.y + LIFT, window, region, &mut self.plan.bevels.1);
            Arc::new(made)
        });
        (self.plan.key, self.plan.slice) = (key, Some(Arc::clone(&slice)));
        (window, slice)
    }
}

/// The region in which a method stops the mover.
pub fn region_of(method: &Method, settings: &Settings) -> Region {
    Region::of(method.id, (method.id == BSP_SHIFT_BEVELS).then(|| BEVELS.of(settings)))
}
