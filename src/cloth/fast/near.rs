//! What of a cloth may come near to itself or to a box that stands still: boxes and certificates, no exact test.

use super::cells::Cell;
use super::leaves::Known;
use super::levels::{Levels, children};
use super::moving::{Gap, Moving};
use super::triangles::Triangles;
use super::walk::Search;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::geometry::{Aabb, Point};

/// The boxes over one cloth and what they find, kept from step to step for their memory alone.
pub struct Near {
    boxes: Boxes,
    gap: f64,
    changed: Option<Vec<bool>>,
    features: Vec<Features>,
    known: Known,
    threads: usize,
}

enum Boxes {
    Grid(Levels),
    Garment(Triangles),
}

/// From so many particles along a side on, threads pay.
const WITH_THREADS: usize = 65;

impl Near {
    /// For a cloth of `side` × `side` particles.
    pub fn new(side: usize) -> Self {
        let there = || std::thread::available_parallelism().map_or(1, usize::from);
        // What is found does not depend on how many there are.
        let threads = if side >= WITH_THREADS { there() } else { 1 };
        Self::over(Boxes::Grid(Levels::new(side)), threads)
    }

    /// For any cloth.
    pub fn of(mesh: &ClothMesh) -> Self {
        mesh.side.map_or_else(|| Self::over(Boxes::Garment(Triangles::new(mesh)), 1), Self::new)
    }

    fn over(boxes: Boxes, threads: usize) -> Self {
        Self { boxes, gap: 0.0, changed: None, features: Vec::new(), known: Known::new(), threads }
    }

    /// On how many threads it works.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Brings the boxes up to date. What comes within `gap`, in metres, will be found; if `changed` says by particle whose
    /// motion is another than at the last call, what has such a particle, and perhaps more. All start where they did then.
    pub fn prepare(&mut self, step: &Step, gap: f64, changed: Option<&[bool]>) {
        self.gap = gap;
        self.changed = None;
        match (&mut self.boxes, changed) {
            (Boxes::Grid(levels), Some(particles)) => {
                let nodes = levels.nodes_with(particles);
                levels.refit_changed(step, particles, &nodes, self.threads);
                self.changed = Some(nodes);
            }
            (Boxes::Grid(levels), None) => drop(levels.refit(step, self.threads)),
            (Boxes::Garment(triangles), _) => triangles.refit(step),
        }
    }

    /// All pairs of features that may come near. A pair that is left out stays farther apart.
    pub fn itself(&mut self, mesh: &ClothMesh) -> &[Features] {
        self.itself_within(mesh, usize::MAX).unwrap_or_default()
    }

    /// The same; `None` where there are more than `most`. Of a garment they are counted as they are found.
    pub fn itself_within(&mut self, mesh: &ClothMesh, most: usize) -> Option<&[Features]> {
        self.features.clear();
        match &self.boxes {
            Boxes::Grid(levels) => {
                let changed = self.changed.as_deref();
                // Pushes take pairs beyond those that come near, too: in what is foreseen there are no springs.
                let search =
                    Search { levels, mesh, gap: self.gap, changed, certificates: true, corners: false };
                if self.threads > 1 {
                    let (_, of_jobs) = search.on_threads(self.threads, <[Features]>::to_vec);
                    of_jobs.iter().for_each(|some| self.features.extend(some));
                } else {
                    search.told(&mut self.features, &mut self.known, None);
                }
            }
            Boxes::Garment(triangles) => triangles.itself(mesh, Gap::new(self.gap), most, &mut self.features),
        }
        (self.features.len() <= most).then_some(&self.features)
    }

    /// The box around points that stand still, for [`Near::cells`].
    pub fn still(&self, points: impl IntoIterator<Item = Point>) -> Moving {
        let bounds = Aabb::around(points);
        let corner = |point: &Point| match &self.boxes {
            Boxes::Grid(levels) => levels.still(point),
            Boxes::Garment(triangles) => triangles.still(point),
        };
        corner(&bounds.min).union(&corner(&bounds.max))
    }

    /// All cells whose boxes come near that one during the step, and how near is near.
    pub fn cells(&self, bounds: &Moving, take: &mut impl FnMut(&Cell, Gap)) {
        let gap = Gap::new(self.gap);
        match &self.boxes {
            Boxes::Grid(levels) => {
                self.cells_under(levels, (0, 0), bounds, &mut |cell| take(cell, gap));
            }
            Boxes::Garment(triangles) => triangles.cells(bounds, gap, &mut |cell| take(cell, gap)),
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
