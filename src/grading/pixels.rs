//! The right verdict on a pair for a table of passes, or none where no table of this resolution can know it.
//!
//! A table decides by depths at the centres of pixels, so it is judged only on pairs that these show:
//!
//! - bodies that collide, if around the centre of some pixel, on all rays through a small square, they have a length in
//!   common;
//! - bodies that are separated, if their gap is larger than that square. On no ray do they then share a depth.
//!
//! The square has room for the rounding of vertices: a tenth of a pixel on each side, more where a body is far larger
//! than the window. All rays are computed from the triangles, in f64, so the method under test has no part in it.

use crate::combined::piecewise;
use crate::geometry::push_out::PushOut;
use crate::geometry::{Mesh, Vector};
use crate::image_space::options::Options;
use crate::image_space::own::pixel::{Pixel, Touching};
use crate::image_space::pass::{Outline, PassProgram, Repeat, Takes};
use crate::image_space::view::View;
use crate::world::Body;

use crate::experiments::truth::pair::{Case, Truth};

/// Rounding of a vertex, in pixels: rasterisers keep four bits or more of a pixel's fraction.
const SNAP: f64 = 0.1;
/// Rounding of a coordinate of the largest body, as a part of its size.
const DIGITS: f64 = 1e-6;
/// Rounding of a depth, as a part of the range of depths.
const DEPTH_STEP: f64 = 1.0 / 65536.0;
/// Largest difference of depths that counts as contact on a ray, as a part of the range of depths.
const CONTACT: f64 = 1e-9;
/// Places of a square's corners and centre.
const SQUARE: [[f64; 2]; 5] = [[0.0, 0.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];

/// Judge of a table's verdicts by the pixels that it draws.
pub struct Pixels {
    /// The table.
    pub table: PassProgram,
    /// The options with which it runs.
    pub options: Options,
    /// Number of equal parts of the depths that both bodies reach. A table of slices is judged on overlaps thicker
    /// than a part.
    pub slices: u32,
    /// Whether exact contact counts as colliding.
    pub touching: Touching,
}

impl Pixels {
    /// The right verdict on bodies with the truth of a question, at the question's size or scaled; `None` if no table
    /// of this resolution can know it.
    pub fn right(&self, question: &Case, asked: &[Body; 2]) -> Option<bool> {
        let drawn = asked.each_ref().map(Body::as_drawn);
        match (question.truth, self.touching) {
            (Truth::Colliding { .. }, Touching::IsSeparated) if question.is_exact => Some(false),
            (Truth::Colliding { .. }, Touching::IsEither) if question.is_exact => None,
            (Truth::Colliding { .. }, _) => {
                let is_shown = self.parts(&drawn).iter().any(|pair| self.is_shown(pair, question.is_exact));
                is_shown.then_some(true)
            }
            (Truth::Apart { gap, .. }, _) => {
                let larger = asked[0].shape.size().max(asked[1].shape.size());
                let gap = gap * larger / question.size();
                let parts = self.parts(&drawn);
                let reach = parts.iter().map(|pair| self.reach(pair)).fold(0.0, f64::max);
                (gap >= reach).then_some(false)
            }
        }
    }

    /// The pixels that both bodies cover, with their depths in whole numbers.
    pub fn covered(&self, asked: &[Body; 2]) -> Vec<Pixel> {
        let drawn = asked.each_ref().map(Body::as_drawn);
        self.parts(&drawn).iter().flat_map(|pair| self.covered_by(pair)).collect()
    }

    fn covered_by(&self, pair: &[Body; 2]) -> Vec<Pixel> {
        let Some(view) = self.view(pair) else { return Vec::new() };
        let squares = self.half_squares(&view, pair);
        let rays = pair.each_ref().map(|body| Rays::of(body, &view, self.options.resolution, squares));
        let at_centre = |centre: usize| {
            let [a, b] = rays.each_ref().map(|rays| intervals(&rays.rays[centre]));
            Pixel::of_depths([&a?, &b?])
        };
        (0..rays[0].rays.len()).step_by(SQUARE.len()).filter_map(at_centre).collect()
    }

    /// The bodies as the table gets them: whole, or all pairs of their convex pieces.
    fn parts(&self, pair: &[Body; 2]) -> Vec<[Body; 2]> {
        if self.table.takes == Takes::Closed || pair.iter().all(piecewise::is_convex) {
            return vec![pair.clone()];
        }
        let [of_a, of_b] = pair.each_ref().map(piecewise::pieces);
        of_a.iter().flat_map(|a| of_b.iter().map(move |b| [a.clone(), b.clone()])).collect()
    }

    fn view(&self, pair: &[Body; 2]) -> Option<View> {
        let [a, b] = pair.each_ref().map(Body::aabb);
        let axis = self.options.axis.axes(&a, &b).next()?;
        View::of(&a, &b, axis, self.options.view_volume)
    }

    /// Half the side of the square around a pixel's centre, in pixels, across and up.
    fn half_squares(&self, view: &View, pair: &[Body; 2]) -> [f64; 2] {
        let [a, b] = pair.each_ref().map(Body::aabb);
        let larger = a.extents().sup(&b.extents()).max();
        let [across, up, _] = view.axes();
        let side = f64::from(self.options.resolution);
        [across, up].map(|(axis, _)| SNAP + DIGITS * larger / (view.volume.extents()[axis] / side))
    }

    /// Distance that separated bodies must have, metres; 0 if the table draws nothing.
    fn reach(&self, pair: &[Body; 2]) -> f64 {
        let Some(view) = self.view(pair) else { return 0.0 };
        let pixel = view.pixel(self.options.resolution);
        let depth = DEPTH_STEP * view.volume.extents()[usize::from(view.axis)];
        let square = self.half_squares(&view, pair).into_iter().fold(0.0, f64::max) * pixel;
        let fat = match self.table.outline {
            Outline::True | Outline::Thin => 0.0,
            // Half a pixel's diagonal, pushed out at corners.
            Outline::Fat => {
                pair.iter().map(|body| 0.72 * pixel * PushOut::of(&body.shape).longest).sum::<f64>()
            }
        };
        depth.max(square) + fat
    }

    /// Whether some pixel shows a common length, or a contact.
    fn is_shown(&self, pair: &[Body; 2], contact: bool) -> bool {
        let Some(view) = self.view(pair) else { return false };
        let range = view.volume.extents()[usize::from(view.axis)];
        let of_slice = match self.table.repeat {
            Repeat::Slices => 1.01 * (view.shared[1] - view.shared[0]) / range / f64::from(self.slices),
            Repeat::Once | Repeat::Layers => 0.0,
        };
        let least = if contact { -CONTACT } else { DEPTH_STEP.max(of_slice) };
        let squares = self.half_squares(&view, pair);
        let [a, b] = pair.each_ref().map(|body| Rays::of(body, &view, self.options.resolution, squares));
        (0..a.rays.len() / SQUARE.len()).any(|pixel| {
            (0..SQUARE.len()).all(|corner| {
                let ray = pixel * SQUARE.len() + corner;
                a.common(&b, ray).is_some_and(|common| common >= least)
            })
        })
    }
}

/// The places where the rays through the squares of all pixels cross a body's surface.
struct Rays {
    /// Depth from 0 at the near plane to 1 at the far plane, and whether the ray enters; for every corner of every
    /// pixel's square.
    rays: Vec<Vec<(f64, bool)>>,
}

impl Rays {
    fn of(body: &Body, view: &View, resolution: u32, squares: [f64; 2]) -> Self {
        let side = resolution as usize;
        let mut rays = vec![Vec::new(); side * side * SQUARE.len()];
        let (low, extents) = (view.volume.min, view.volume.extents());
        let axes = view.axes();
        let place = |p: &Vector| {
            let of = |(axis, sign): (usize, f64)| {
                let share = (p[axis] - low[axis]) / extents[axis];
                if sign < 0.0 { 1.0 - share } else { share }
            };
            let [x, y, z] = axes.map(of);
            Vector::new(x * side as f64, y * side as f64, z)
        };
        let mesh: &Mesh = body.shape.mesh();
        let corners: Vec<Vector> = mesh.vertices().iter().map(|p| place(&(body.pose * p).coords)).collect();
        for triangle in mesh.triangles() {
            add(&mut rays, triangle.map(|v| corners[v as usize]), side, squares);
        }
        for ray in &mut rays {
            ray.sort_by(|p, q| p.0.total_cmp(&q.0).then(q.1.cmp(&p.1)));
            // A ray through an edge meets both of its triangles.
            ray.dedup_by(|later, earlier| later.1 == earlier.1 && later.0 - earlier.0 < CONTACT);
        }
        Self { rays }
    }

    /// The longest length that the bodies have in common on a ray; the distance between them as a negative number.
    /// `None` if the ray misses a body, or passes so near to an edge that it is not known.
    fn common(&self, other: &Self, ray: usize) -> Option<f64> {
        let [a, b] = [self, other].map(|rays| intervals(&rays.rays[ray]));
        let (a, b) = (a?, b?);
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| a[1].min(b[1]) - a[0].max(b[0])));
        pairs.max_by(f64::total_cmp)
    }
}

/// Adds a triangle to the rays that meet it; its corners are in pixels and depth.
fn add(rays: &mut [Vec<(f64, bool)>], [a, b, c]: [Vector; 3], side: usize, squares: [f64; 2]) {
    let area = |p: &Vector, q: &Vector, x: f64, y: f64| (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
    let whole = area(&a, &b, c.x, c.y);
    if whole == 0.0 || !whole.is_finite() {
        return;
    }
    let range = |axis: usize| {
        let low = a[axis].min(b[axis]).min(c[axis]) - 0.5 - squares[axis];
        let high = a[axis].max(b[axis]).max(c[axis]) - 0.5 + squares[axis];
        low.ceil().max(0.0) as usize..(high.floor() + 1.0).clamp(0.0, side as f64) as usize
    };
    for row in range(1) {
        for column in range(0) {
            for (corner, [dx, dy]) in SQUARE.into_iter().enumerate() {
                let (x, y) = (column as f64 + 0.5 + dx * squares[0], row as f64 + 0.5 + dy * squares[1]);
                let shares = [area(&b, &c, x, y), area(&c, &a, x, y), area(&a, &b, x, y)].map(|s| s / whole);
                if shares.iter().all(|share| *share >= -1e-12) {
                    let depth = shares[0] * a.z + shares[1] * b.z + shares[2] * c.z;
                    // Seen from the eye, triangles that face it are counter-clockwise.
                    rays[(row * side + column) * SQUARE.len() + corner].push((depth, whole > 0.0));
                }
            }
        }
    }
}

/// The intervals of a body on a ray, from the places where it enters and leaves; `None` if these do not alternate.
fn intervals(ray: &[(f64, bool)]) -> Option<Vec<[f64; 2]>> {
    let pairs = ray.chunks(2).map(|ends| match ends {
        [(near, true), (far, false)] => Some([*near, *far]),
        _ => None,
    });
    pairs.collect()
}
