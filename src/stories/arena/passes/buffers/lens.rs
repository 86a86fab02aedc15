//! The visible part of a buffer, and where a pixel lies on the screen.

use egui::{Pos2, Rect, Vec2, pos2};

/// The visible part of a buffer: the zoom factor, and the centre in fractions of the buffer's side, with y
/// up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    zoom: f32,
    center: [f32; 2],
}

impl Default for Lens {
    /// Shows the whole buffer.
    fn default() -> Self {
        Self { zoom: 1.0, center: [0.5, 0.5] }
    }
}

impl Lens {
    /// Minimum number of pixels along a side of the visible part.
    const FEWEST: f32 = 4.0;

    /// Zooms by `factor`; the point of the buffer at the screen position `at` stays there. `pixels` is the
    /// number of pixels along the buffer's side.
    pub fn zoomed(self, rect: Rect, at: Pos2, factor: f32, pixels: usize) -> Self {
        let most = (pixels as f32 / Self::FEWEST).max(1.0);
        let zoom = (self.zoom * factor).clamp(1.0, most);
        let held = self.share_at(rect, at);
        let moved = Self { zoom, ..self };
        let now = moved.share_at(rect, at);
        Self { zoom, center: [0, 1].map(|i| self.center[i] + held[i] - now[i]) }.kept_inside()
    }

    /// Pans by a distance in points of the screen.
    pub fn dragged(self, rect: Rect, by: Vec2) -> Self {
        let scale = rect.width() * self.zoom;
        let center = [self.center[0] - by.x / scale, self.center[1] + by.y / scale];
        Self { center, ..self }.kept_inside()
    }

    /// Size of a pixel in points of the screen.
    pub fn pixel_side(self, rect: Rect, pixels: usize) -> f32 {
        rect.width() * self.zoom / pixels as f32
    }

    /// The visible part in texture coordinates; y is reversed, because the texture's rows run from bottom to
    /// top.
    pub fn uv(self) -> Rect {
        let half = 0.5 / self.zoom;
        let [x, y] = self.center;
        Rect::from_min_max(pos2(x - half, y + half), pos2(x + half, y - half))
    }

    /// The pixel under `at`, from the lower left.
    pub fn pixel_at(self, rect: Rect, at: Pos2, pixels: usize) -> Option<[u32; 2]> {
        let inside = rect.contains(at);
        let pixel = self.share_at(rect, at).map(|share| (share * pixels as f32).floor());
        (inside && pixel.iter().all(|&p| p >= 0.0 && p < pixels as f32)).then(|| pixel.map(|p| p as u32))
    }

    /// Converts a rectangle in pixels, `[x0, y0, x1, y1]` with y up, to points of the screen.
    pub fn on_screen(self, rect: Rect, pixels: usize, [x0, y0, x1, y1]: [f32; 4]) -> Rect {
        let side = pixels as f32;
        let place = |x: f32, y: f32| {
            let [dx, dy] = [x / side - self.center[0], y / side - self.center[1]];
            rect.center() + rect.width() * self.zoom * Vec2::new(dx, -dy)
        };
        Rect::from_two_pos(place(x0, y0), place(x1, y1))
    }

    /// The ranges of columns and rows that are visible at least in part.
    pub fn seen(self, pixels: usize) -> [std::ops::Range<usize>; 2] {
        let half = 0.5 / self.zoom;
        self.center.map(|c| {
            let side = pixels as f32;
            let first = ((c - half) * side).floor().max(0.0) as usize;
            let last = ((c + half) * side).ceil().max(0.0) as usize;
            first..last.min(pixels)
        })
    }

    fn share_at(self, rect: Rect, at: Pos2) -> [f32; 2] {
        let from_middle = (at - rect.center()) / (rect.width() * self.zoom);
        [self.center[0] + from_middle.x, self.center[1] - from_middle.y]
    }

    fn kept_inside(self) -> Self {
        let half = 0.5 / self.zoom;
        Self { center: self.center.map(|c| c.clamp(half, 1.0 - half)), ..self }
    }
}
