//! The seeded terrain: hills with a figure-of-eight route, which has bumps, a kerb, a ramp and a bridge over the
//! crossing.
//!
//! The ground is one grid. The bridge, bumps, kerb and ramp are strips along the route, finer than the grid; a
//! strip's height is that of the ground below plus a *lift*.

use std::f64::consts::{PI, TAU};
use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::route::Route;
use crate::geometry::{Point, Vector};

/// Half the size of the ground along x and z, metres.
const HALF: [f64; 2] = [100.0, 60.0];
/// Half the size of the figure of eight along x and z, metres.
const EIGHT: [f64; 2] = [80.0, 35.0];
/// Number of points of the route.
const ROUTE_POINTS: u32 = 860;
/// Half the width of bridge, bumps and ramp, metres.
const HALF_WIDTH: f64 = 3.5;
/// Top of the bridge above the ground, and its thickness, metres.
const BRIDGE: [f64; 2] = [4.0, 0.3];
/// Distances along the route from the bridge's middle, metres: the bridge is level up to the first distance and
/// reaches the ground at the second.
const BRIDGE_ENDS: [f64; 2] = [8.0, 40.0];
/// Height of the kerb, metres.
const KERB: f64 = 0.12;
/// Height of the ramp's lip, and its length, metres.
const RAMP: [f64; 2] = [0.9, 7.0];
/// Bumps per metre of route, and their greatest height above the ground, metres.
const BUMPS: [f64; 2] = [0.4, 0.12];

/// Builds the terrain. Returns vertices, triangles and the route. The bridge is at the route's start, the underpass
/// half-way along the route.
pub fn build(seed: u64, triangles: usize) -> (Vec<Point>, Vec<[u32; 3]>, Route) {
    let mut random = Pcg64::seed_from_u64(seed);
    let hills = Hills::new(&mut random);
    let plan = Route::closed(
        (0..ROUTE_POINTS).map(|i| eight(TAU * f64::from(i) / f64::from(ROUTE_POINTS))).collect(),
    );
    let features = features(&plan, &mut random);

    // 1. Resolution: a fifth to a third of the triangles go into the strips, the rest into the ground.
    let scale = (20_000.0 / triangles as f64).sqrt();
    let built: usize = features.iter().map(|feature| feature.triangles(scale)).sum();
    let cells = (triangles.saturating_sub(built) / 2).max(32) as f64;
    let columns = (cells * HALF[0] / HALF[1]).sqrt().round().max(4.0) as usize;
    let rows = (cells / columns as f64).round().max(4.0) as usize;

    // 2. The ground, then the strips on it.
    let ground = Grid::new(columns, rows, &hills);
    let mut soup = Soup::default();
    ground.add_to(&mut soup);
    for feature in &features {
        feature.add_to(&mut soup, &plan, &ground, scale);
    }

    // 3. The route, lifted onto the strips.
    let lift = |along: f64| {
        let lifts = features.iter().filter_map(|feature| feature.lift_at(along, plan.length()));
        lifts.fold(0.0, f64::max)
    };
    let mut along = 0.0;
    let mut points = Vec::with_capacity(plan.points().len());
    for (i, p) in plan.points().iter().enumerate() {
        points.push(Point::new(p.x, ground.height(p.x, p.z) + lift(along), p.z));
        along += (plan.points()[(i + 1) % plan.points().len()] - p).norm();
    }
    (soup.vertices, soup.triangles, Route::closed(points))
}

/// A point of the figure of eight; `turn` is an angle in radians. At 0 and at π it is the crossing.
fn eight(turn: f64) -> Point {
    Point::new(EIGHT[0] * turn.sin(), 0.0, EIGHT[1] * (2.0 * turn).sin())
}

/// Smooth hills: a sum of waves, flat around the crossing.
struct Hills {
    /// Wave vector, phase and height of each wave.
    waves: Vec<([f64; 2], f64, f64)>,
}

impl Hills {
    fn new(random: &mut Pcg64) -> Self {
        let wave = |_| {
            let (heading, length) = (random.random_range(0.0..TAU), random.random_range(35.0..80.0));
            let k = TAU / length;
            ([k * heading.cos(), k * heading.sin()], random.random_range(0.0..TAU), 0.011 * length)
        };
        Self { waves: (0..5).map(wave).collect() }
    }

    fn height(&self, x: f64, z: f64) -> f64 {
        let flat = 1.0 - (-(x * x + z * z) / 900.0).exp();
        flat * self
            .waves
            .iter()
            .map(|([a, b], phase, height)| height * (a * x + b * z + phase).sin())
            .sum::<f64>()
    }
}

/// The ground: a grid of cells, each two triangles.
struct Grid {
    columns: usize,
    rows: usize,
    /// Height of every corner of the grid, metres, row by row.
    heights: Vec<f64>,
}

impl Grid {
    fn new(columns: usize, rows: usize, hills: &Hills) -> Self {
        let mut grid = Self { columns, rows, heights: Vec::new() };
        let corners = (0..=rows).flat_map(|j| (0..=columns).map(move |i| (i, j)));
        grid.heights = corners.map(|(i, j)| hills.height(grid.place(0, i), grid.place(1, j))).collect();
        grid
    }

    /// Coordinate of a grid line in metres: the x of a column (axis 0) or the z of a row (axis 1).
    fn place(&self, axis: usize, index: usize) -> f64 {
        let count = [self.columns, self.rows][axis];
        HALF[axis] * (2.0 * index as f64 / count as f64 - 1.0)
    }

    /// Height of the ground's triangles at this position. They only approximate the hills.
    fn height(&self, x: f64, z: f64) -> f64 {
        let locate = |axis: usize, at: f64, count: usize| {
            let cell = ((at / HALF[axis] + 1.0) / 2.0 * count as f64).clamp(0.0, count as f64);
            let index = (cell as usize).min(count - 1);
            (index, cell - index as f64)
        };
        let ((i, u), (j, v)) = (locate(0, x, self.columns), locate(1, z, self.rows));
        let at = |i: usize, j: usize| self.heights[j * (self.columns + 1) + i];
        let [p, q, r, s] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        // The diagonal of the cell runs from p to r.
        if v >= u { p + v * (q - p) + u * (r - q) } else { p + u * (s - p) + v * (r - s) }
    }

    fn add_to(&self, soup: &mut Soup) {
        let point = |i: usize, j: usize| {
            Point::new(self.place(0, i), self.heights[j * (self.columns + 1) + i], self.place(1, j))
        };
        soup.sheet(self.rows, self.columns, |j, i| point(i, j));
    }
}

/// A strip built along the route.
struct Feature {
    /// Range of positions along the route that the strip covers, metres.
    along: Range<f64>,
    /// Range of distances to the left of the route that the strip covers, metres.
    across: Range<f64>,
    /// Distance between the strip's rows of triangles, metres, for a terrain of 20,000 triangles.
    step: f64,
    /// Height of the strip above the ground, metres, as a function of the position along the route.
    lift: Box<dyn Fn(f64) -> f64>,
    /// Whether the strip has vertical sides down to the ground.
    sides: bool,
    /// Whether the route runs on top of the strip.
    carries: bool,
}

/// All strips along the route: bridge, kerb, bumps and ramp.
fn features(plan: &Route, random: &mut Pcg64) -> Vec<Feature> {
    let length = plan.length();
    let middle = length / 2.0;
    let whole = -HALF_WIDTH..HALF_WIDTH;
    let [level, down] = BRIDGE_ENDS;
    let deck = move |along: f64| {
        let share = ((down - along.abs()) / (down - level)).clamp(0.0, 1.0);
        BRIDGE[0] * share * share * (3.0 - 2.0 * share)
    };
    let ramp = middle + 13.0..middle + 13.0 + RAMP[1];
    let ramp_from = ramp.start;
    let kerb = 0.2 * length..0.2 * length + 16.0;
    let bumps = 0.72 * length..0.72 * length + 30.0;
    let bumps_from = bumps.start;
    let heights: Vec<f64> = (0..12).map(|_| BUMPS[1] * random.random_range(0.5..1.0)).collect();
    let bump = move |along: f64| {
        let at = (along - bumps_from) * BUMPS[0];
        let height = heights[(at.max(0.0) as usize).min(heights.len() - 1)];
        height * (PI * at).sin().powi(2)
    };
    let strip = |along: Range<f64>, step: f64, lift: Box<dyn Fn(f64) -> f64>| Feature {
        along,
        across: whole.clone(),
        step,
        lift,
        sides: true,
        carries: true,
    };
    vec![
        Feature { sides: false, ..strip(-down..down, 0.5, Box::new(deck)) },
        // The underside of the bridge, which exists only where the deck is high enough.
        Feature {
            sides: false,
            carries: false,
            ..strip(-0.8 * down..0.8 * down, 0.5, Box::new(move |along| deck(along) - BRIDGE[1]))
        },
        // The kerb, under the left wheels only.
        Feature { across: 0.1..HALF_WIDTH, carries: false, ..strip(kerb, 1.0, Box::new(|_| KERB)) },
        strip(bumps, 0.25, Box::new(bump)),
        strip(ramp, 0.5, Box::new(move |along| RAMP[0] * (along - ramp_from) / RAMP[1])),
    ]
}

impl Feature {
    /// Number of rows of cells, at least two, and number of columns, at least one.
    fn cells(&self, scale: f64) -> (usize, usize) {
        let rows = (self.along.end - self.along.start) / (self.step * scale);
        let columns = (self.across.end - self.across.start) / (1.2 * scale);
        (rows.ceil().max(2.0) as usize, columns.ceil().max(1.0) as usize)
    }

    fn triangles(&self, scale: f64) -> usize {
        let (rows, columns) = self.cells(scale);
        2 * rows * columns + if self.sides { 4 * (rows + columns) } else { 0 }
    }

    /// The height by which this strip lifts the route above the ground; `None` if the route does not run on this
    /// strip.
    fn lift_at(&self, along: f64, length: f64) -> Option<f64> {
        // The bridge extends across the start of the route.
        let along = if along > self.along.end { along - length } else { along };
        (self.carries && self.along.contains(&along)).then(|| (self.lift)(along))
    }

    fn add_to(&self, soup: &mut Soup, plan: &Route, ground: &Grid, scale: f64) {
        let (rows, columns) = self.cells(scale);
        let share = |range: &Range<f64>, i: usize, of: usize| {
            range.start + (range.end - range.start) * i as f64 / of as f64
        };
        let point = |i: usize, j: usize, lift: f64| {
            let (along, across) = (share(&self.along, i, rows), share(&self.across, j, columns));
            let p = plan.at(along) + across * Vector::y().cross(&plan.tangent(along));
            Point::new(p.x, ground.height(p.x, p.z) + lift * (self.lift)(along), p.z)
        };
        soup.sheet(rows, columns, |i, j| point(i, j, 1.0));
        if self.sides {
            soup.sheet(rows, 1, |i, up| point(i, 0, up as f64));
            soup.sheet(rows, 1, |i, down| point(i, columns, 1.0 - down as f64));
            soup.sheet(1, columns, |up, j| point(0, j, up as f64));
            soup.sheet(1, columns, |down, j| point(rows, j, 1.0 - down as f64));
        }
    }
}

/// A growing list of vertices and triangles.
#[derive(Default)]
struct Soup {
    vertices: Vec<Point>,
    triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// Adds a sheet of cells, two triangles each. Cells share their corners.
    fn sheet(&mut self, rows: usize, columns: usize, point: impl Fn(usize, usize) -> Point) {
        let start = self.vertices.len();
        let corners = (0..=rows).flat_map(|i| (0..=columns).map(move |j| (i, j)));
        self.vertices.extend(corners.map(|(i, j)| point(i, j)));
        let at = |i: usize, j: usize| (start + i * (columns + 1) + j) as u32;
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let [p, q, r, s] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            self.triangles.extend([[p, q, r], [p, r, s]]);
        }
    }
}
