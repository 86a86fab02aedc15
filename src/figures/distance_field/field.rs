//! The distance field of a polygon as a depth buffer holds it, pixel by pixel, and exact distances to compare with.
//!
//! Hoff, Zaferakis, Lin and Manocha, "Fast and simple 2D geometric proximity queries using graphics hardware", 2001. A
//! corner is drawn as a cone, an edge as a tent: two slanted rectangles. Their depth is the distance from the corner or
//! the edge. The depth test keeps the nearest, so the buffer holds the distance from the polygon's outline, and the
//! colours are its Voronoi regions. Inside and outside are decided by parity.
//!
//! Everything is computed on the processor, with the depth test at the centre of every pixel. Errors: a cone is a fan
//! of flat triangles, so its distances are up to 1 / cos(π / n) times too large with n triangles; depths have 24 bits;
//! and an extremum between the centres is missed.

/// A point of the field, a square with sides of 1; y points down.
pub type Point = [f64; 2];

/// The largest distance in the field: its diagonal, stored as depth 1.
pub const FARTHEST: f64 = std::f64::consts::SQRT_2;
/// The largest stored depth: 24 bits.
pub const CLEARED: u32 = 0xff_ffff;

/// The depth buffer after all cones and tents of a polygon were drawn, row by row from the top.
pub struct Field {
    /// Pixels along a side.
    pub side: usize,
    /// Stored depths, 24 bits.
    depth: Vec<u32>,
    /// For each pixel the feature whose depth is stored: corners in order, then the edges after them.
    pub feature: Vec<u8>,
    /// Whether the pixel's centre is inside the polygon.
    pub inside: Vec<bool>,
}

impl Field {
    /// Draws the features of a polygon: cones of `facets` triangles, then tents.
    pub fn draw(polygon: &[Point], side: usize, facets: u32) -> Self {
        let mut field = Self {
            side,
            depth: vec![CLEARED; side * side],
            feature: vec![u8::MAX; side * side],
            inside: inside(polygon, side),
        };
        for (index, corner) in polygon.iter().enumerate() {
            field.pass(index as u8, |p| Some(cone(corner, p, facets)));
        }
        for (index, [from, to]) in edges(polygon).enumerate() {
            field.pass((polygon.len() + index) as u8, |p| tent(from, to, p));
        }
        field
    }

    /// Draws one feature with depth test `GL_LESS`. `depth` returns its depth at a point, as a distance; `None` where
    /// it draws nothing.
    fn pass(&mut self, feature: u8, depth: impl Fn(Point) -> Option<f64>) {
        for pixel in 0..self.side * self.side {
            let Some(distance) = depth(center(pixel, self.side)) else { continue };
            let depth = (distance / FARTHEST * f64::from(CLEARED)).round();
            if depth < f64::from(self.depth[pixel]) {
                self.depth[pixel] = depth as u32;
                self.feature[pixel] = feature;
            }
        }
    }

    /// The stored distance of a pixel from the outline.
    pub fn distance(&self, pixel: usize) -> f64 {
        f64::from(self.depth[pixel]) / f64::from(CLEARED) * FARTHEST
    }
}

/// The centre of a pixel.
pub fn center(pixel: usize, side: usize) -> Point {
    [pixel % side, pixel / side].map(|at| (at as f64 + 0.5) / side as f64)
}

/// Whether each pixel's centre is inside a polygon: the parity of its fan of triangles, as a stencil buffer with
/// `GL_INVERT` holds it.
pub fn inside(polygon: &[Point], side: usize) -> Vec<bool> {
    (0..side * side).map(|pixel| contains(polygon, center(pixel, side))).collect()
}

/// Whether a point is inside a polygon: an odd number of edges crosses the horizontal ray from it.
pub fn contains(polygon: &[Point], [x, y]: Point) -> bool {
    let crosses = |[p, q]: [&Point; 2]| {
        (p[1] <= y) != (q[1] <= y) && x < p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0])
    };
    edges(polygon).filter(|edge| crosses(*edge)).count() % 2 == 1
}

/// The edges of a polygon.
pub fn edges(polygon: &[Point]) -> impl Iterator<Item = [&Point; 2]> {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(p, q)| [p, q])
}

/// Depth of a cone of flat triangles at a point. A triangle has its tip at the corner, and two points of the rim, whose
/// depth is their distance. Along the middle of the triangle the rim is nearer than the circle, so the depth is too
/// large.
fn cone(corner: &Point, p: Point, facets: u32) -> f64 {
    let [x, y] = [p[0] - corner[0], p[1] - corner[1]];
    let wedge = std::f64::consts::TAU / f64::from(facets);
    let off = y.atan2(x).rem_euclid(wedge) - 0.5 * wedge;
    x.hypot(y) * off.cos() / (0.5 * wedge).cos()
}

/// Depth of a tent at a point: the distance from the edge's line, beside the edge only.
fn tent(from: &Point, to: &Point, p: Point) -> Option<f64> {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let [x, y] = [p[0] - from[0], p[1] - from[1]];
    let (length, along) = (dx.hypot(dy), x * dx + y * dy);
    (0.0..=length * length).contains(&along).then(|| (x * dy - y * dx).abs() / length)
}

/// Exact distance of a point from a polygon's outline.
pub fn exact_distance(polygon: &[Point], p: Point) -> f64 {
    let from_edge = |[a, b]: [&Point; 2]| {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
        let share = share.clamp(0.0, 1.0);
        (p[0] - a[0] - share * dx).hypot(p[1] - a[1] - share * dy)
    };
    edges(polygon).map(from_edge).fold(f64::INFINITY, f64::min)
}

/// The result for two polygons: how deep A is in B or, if no point is inside both, the distance between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// Whether the polygons overlap.
    pub overlap: bool,
    /// The largest distance from B's outline among the points inside both; otherwise the smallest distance of a point of
    /// A from B.
    pub distance: f64,
    /// The point where it is attained.
    pub at: Point,
}

/// The result from the pixels of B's field that A covers. `None` if A covers no pixel.
pub fn of_pixels(field: &Field, a: &[bool]) -> Option<Proximity> {
    let covered = || (0..a.len()).filter(|pixel| a[*pixel]);
    let by_distance = |p: &usize, q: &usize| field.distance(*p).total_cmp(&field.distance(*q));
    let deepest = covered().filter(|pixel| field.inside[*pixel]).max_by(by_distance);
    let pixel = deepest.or_else(|| covered().min_by(by_distance))?;
    let overlap = deepest.is_some();
    Some(Proximity { overlap, distance: field.distance(pixel), at: center(pixel, field.side) })
}

/// Largest error of [`exact`].
pub const TOLERANCE: f64 = 1e-5;

/// The result without pixels, within [`TOLERANCE`].
///
/// The depth is found by dividing squares: the distance from the outline changes by at most as much as the point moves,
/// so the distance at a square's centre bounds the square. The square with the largest bound is divided first.
pub fn exact(a: &[Point], b: &[Point]) -> Proximity {
    let mut best: Option<(f64, Point)> = None;
    let mut open = std::collections::BinaryHeap::from([Square::new(a, b, [0.5, 0.5], 0.5)]);
    while let Some(Square { bound, at, half, .. }) = open.pop() {
        if best.is_some_and(|(distance, _)| bound <= distance + TOLERANCE) || bound <= TOLERANCE {
            break;
        }
        for [x, y] in [[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]] {
            let part = Square::new(a, b, [at[0] + x * half, at[1] + y * half], 0.5 * half);
            if part.is_common && best.is_none_or(|(distance, _)| part.distance > distance) {
                best = Some((part.distance, part.at));
            }
            if part.bound > best.map_or(0.0, |(distance, _)| distance) {
                open.push(part);
            }
        }
    }
    if let Some((distance, at)) = best.filter(|(distance, _)| *distance > TOLERANCE) {
        return Proximity { overlap: true, distance, at };
    }
    // Polygons that do not cross are nearest at a corner of one of them.
    let of_a = a.iter().map(|p| (exact_distance(b, *p), *p));
    let of_b = b.iter().map(|p| (exact_distance(a, *p), *p));
    let nearest = of_a.chain(of_b).min_by(|p, q| p.0.total_cmp(&q.0));
    let (distance, at) = nearest.unwrap_or((0.0, [0.5; 2]));
    Proximity { overlap: false, distance, at }
}

/// A square of the field while the deepest point is searched.
struct Square {
    /// Upper bound of the depth of its points that are inside both; negative if it has none.
    bound: f64,
    distance: f64,
    /// Whether the centre is inside both polygons.
    is_common: bool,
    at: Point,
    half: f64,
}

impl Square {
    fn new(a: &[Point], b: &[Point], at: Point, half: f64) -> Self {
        let radius = half * FARTHEST;
        let [of_a, of_b] = [a, b].map(|polygon| (contains(polygon, at), exact_distance(polygon, at)));
        // No point of the square is inside a polygon whose outline is farther from the centre than the corners.
        let may = |(inside, distance): (bool, f64)| inside || distance <= radius;
        let depth = if of_b.0 { of_b.1 } else { 0.0 };
        let bound = if may(of_a) && may(of_b) { depth + radius } else { -1.0 };
        Self { bound, distance: of_b.1, is_common: of_a.0 && of_b.0, at, half }
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Square {}
