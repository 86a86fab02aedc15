//! Proximity queries: finds features of a cloth that may come close to each other or to a box at rest, with
//! boxes and certificates but without exact tests.

use super::cells::Cell;
use super::leaves::CellCache;
use super::levels::{Levels, children};
use super::moving::{Gap, Moving};
use super::triangles::Triangles;
use super::walk::Search;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::geometry::{Aabb, Point};

/// Proximity queries over one cloth; buffers are reused from step to step.
pub struct Near {
    boxes: NearBoxes,
    gap: f64,
    changed: Option<Vec<bool>>,
    features: Vec<Features>,
    cache: CellCache,
    threads: usize,
}

enum NearBoxes {
    Grid(Levels),
    Garment(Triangles),
}

/// Minimum number of particles along a side for which threads pay off.
const WITH_THREADS: usize = 65;

impl Near {
    /// Prepares queries for a cloth of `side` × `side` particles.
    pub fn new(side: usize) -> Self {
        let there = || std::thread::available_parallelism().map_or(1, usize::from);
        // The number of threads does not affect the result.
        let threads = if side >= WITH_THREADS { there() } else { 1 };
        Self::over(NearBoxes::Grid(Levels::new(side)), threads)
    }

    /// Prepares queries for any cloth.
    pub fn of(mesh: &ClothMesh) -> Self {
        mesh.side.map_or_else(|| Self::over(NearBoxes::Garment(Triangles::new(mesh)), 1), Self::new)
    }

    fn over(boxes: NearBoxes, threads: usize) -> Self {
        Self { boxes, gap: 0.0, changed: None, features: Vec::new(), cache: CellCache::new(), threads }
    }

    /// Number of threads used.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Updates the boxes for a step; queries then find all pairs within `gap`, in metres. If `changed` is
    /// given, it marks the particles whose motion has changed since the last call, and queries find all pairs
    /// with such a particle, and possibly others. All start positions must equal those of the last call.
    pub fn prepare(&mut self, step: &Step, gap: f64, changed: Option<&[bool]>) {
        self.gap = gap;
        self.changed = None;
        match (&mut self.boxes, changed) {
            (NearBoxes::Grid(levels), Some(particles)) => {
                let nodes = levels.nodes_with(particles);
                levels.refit_changed(step, particles, &nodes, self.threads);
                self.changed = Some(nodes);
            }
            (NearBoxes::Grid(levels), None) => drop(levels.refit(step, self.threads)),
            (NearBoxes::Garment(triangles), _) => triangles.refit(step),
        }
    }

    /// All pairs of features of the cloth that may come within the gap; all other pairs stay farther apart.
    pub fn itself(&mut self, mesh: &ClothMesh) -> &[Features] {
        self.itself_within(mesh, usize::MAX).unwrap_or_default()
    }

    /// Like [`Near::itself`], but `None` if there are more than `most` pairs of features or, for a grid, of cells.
    pub fn itself_within(&mut self, mesh: &ClothMesh, most: usize) -> Option<&[Features]> {
        self.features.clear();
        match &self.boxes {
            NearBoxes::Grid(levels) => {
                let changed = self.changed.as_deref();
                // Pairs of cells are kept even where their corners prove that they are farther apart than the
                // gap: the predicted step ignores the springs, so pushes also use pairs of features just
                // beyond the gap.
                let (certificates, corners) = (true, false);
                let search = Search { levels, mesh, gap: self.gap, changed, certificates, corners, most };
                if self.threads > 1 {
                    let (_, of_jobs) = search.on_threads(self.threads, <[Features]>::to_vec)?;
                    of_jobs.iter().for_each(|some| self.features.extend(some));
                } else {
                    search.traverse(&mut self.features, &mut self.cache, None)?;
                }
            }
            NearBoxes::Garment(triangles) => {
                triangles.itself(mesh, Gap::new(self.gap), most, &mut self.features)
            }
        }
        (self.features.len() <= most).then_some(&self.features)
    }

    /// The box around points at rest, for [`Near::cells`].
    pub fn still(&self, points: impl IntoIterator<Item = Point>) -> Moving {
        let bounds = Aabb::around(points);
        let corner = |point: &Point| match &self.boxes {
            NearBoxes::Grid(levels) => levels.still(point),
            NearBoxes::Garment(triangles) => triangles.still(point),
        };
        corner(&bounds.min).union(&corner(&bounds.max))
    }

    /// Passes to `take` every cell whose box comes within the gap of the box `bounds` during the step. The
    /// second argument of `take` is the gap.
    pub fn cells(&self, bounds: &Moving, take: &mut impl FnMut(&Cell, Gap)) {
        let gap = Gap::new(self.gap);
        match &self.boxes {
            NearBoxes::Grid(levels) => {
                self.cells_under(levels, (0, 0), bounds, &mut |cell| take(cell, gap));
            }
            NearBoxes::Garment(triangles) => triangles.cells(bounds, gap, &mut |cell| take(cell, gap)),
        }
    }

    fn cells_under(
        &self,
        levels: &Levels,
        (level, index): (usize, usize),
        bounds: &Moving,
        take: &mut impl FnMut(&Cell),
    ) {
        let unchanged = self.changed.as_ref().is_some_and(|changed| !changed[index]);
        if unchanged || !levels.positions(index).meets(bounds, Gap::new(self.gap)) {
            return;
        }
        if level == levels.depth {
            take(&levels.cell(levels.column_and_row(index)));
        } else {
            children(index)
                .into_iter()
                .for_each(|child| self.cells_under(levels, (level + 1, child), bounds, take));
        }
    }
}

impl Levels {
    /// The box of a point at rest.
    pub fn still(&self, point: &Point) -> Moving {
        Moving::of_point(point, point, &self.origin)
    }

    /// For each node, whether it contains one of the particles that are marked true.
    pub fn nodes_with(&self, particles: &[bool]) -> Vec<bool> {
        let (side, leaves) = (self.cells + 1, Self::first(self.depth));
        let mut nodes = vec![false; self.nodes.len()];
        let spread: Vec<u32> = (0..self.cells as u32).map(spread).collect();
        for v in 0..self.cells {
            for u in 0..self.cells {
                let corner = v * side + u;
                let any = [0, 1, side, side + 1].into_iter().any(|next| particles[corner + next]);
                nodes[leaves + (spread[u] | spread[v] << 1) as usize] = any;
            }
        }
        for index in (0..leaves).rev() {
            nodes[index] = nodes[4 * index + 1..][..4].contains(&true);
        }
        nodes
    }

    /// Updates only the boxes with one of these particles. All other particles must have kept their motion
    /// since the last update, and all start positions must be unchanged. `nodes` is the result of
    /// [`Levels::nodes_with`] for these particles.
    pub fn refit_changed(&mut self, step: &Step, particles: &[bool], nodes: &[bool], threads: usize) {
        let origin = self.origin;
        for (p, of) in self.points.iter_mut().enumerate().filter(|(p, _)| particles[*p]) {
            *of = Moving::of_point(&step.start[p], &step.end[p], &origin);
        }
        self.fit(self.threads(threads), Some(nodes));
    }
}

/// Moves the lower 16 bits to the even positions.
fn spread(x: u32) -> u32 {
    let x = (x | x << 8) & 0x00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}
