//! What of a cloth may come near to itself or to a box that stands still: boxes and certificates, no exact test.

use super::cells::Cell;
use super::lanes::Moving;
use super::levels::{Levels, Place, moving};
use super::walk::{Walk, children};
use crate::cloth::detect::Counts;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::geometry::{Aabb, Point};

/// The levels over one cloth and what they find, kept from step to step for their memory alone.
pub struct Near {
    levels: Levels,
    gap: f64,
    changed: Option<Vec<bool>>,
    features: Vec<Features>,
}

impl Near {
    /// For a cloth of `side` × `side` particles.
    pub fn new(side: usize) -> Self {
        Self { levels: Levels::new(side), gap: 0.0, changed: None, features: Vec::new() }
    }

    /// Brings the levels up to date. What comes within `gap`, in metres, will be found; if `changed` says by particle whose
    /// motion is another than before, only what has such a particle.
    pub fn prepare(&mut self, step: &Step, gap: f64, changed: Option<&[bool]>) {
        self.levels.refit(step, gap);
        self.gap = gap;
        self.changed = changed.map(|changed| self.levels.nodes_with(changed));
    }

    /// All pairs of features that may come near. A pair that is left out stays farther apart.
    pub fn itself(&mut self, mesh: &ClothMesh) -> &[Features] {
        self.features.clear();
        let (levels, features, gap) = (&self.levels, &mut self.features, self.gap);
        let (counts, tell) = (&mut Counts::default(), &mut |_| {});
        let changed = self.changed.as_deref();
        let mut walk = Walk { levels, mesh, gap, changed, certificates: true, counts, tell, features };
        walk.run();
        &self.features
    }

    /// The box around points that stand still, for [`Near::cells`].
    pub fn still(&self, points: impl IntoIterator<Item = Point>) -> Moving {
        let bounds = Aabb::around(points);
        let corner = |p: &Point| moving(&p.coords, &p.coords, self.levels.pad());
        corner(&bounds.min).union(&corner(&bounds.max))
    }

    /// All cells whose boxes meet that one during the step.
    pub fn cells(&self, bounds: &Moving, take: &mut impl FnMut(&Cell)) {
        self.cells_under(Place { level: 0, x: 0, y: 0 }, bounds, take);
    }

    fn cells_under(&self, place: Place, bounds: &Moving, take: &mut impl FnMut(&Cell)) {
        let levels = &self.levels;
        let index = levels.index(place);
        let unchanged = self.changed.as_ref().is_some_and(|changed| !changed[index]);
        if unchanged || !levels.positions(index).meets(bounds) {
            return;
        }
        if place.level == levels.depth {
            take(&Cell::new(levels.cells, place.x, place.y, levels.points()));
        } else {
            children(place).into_iter().for_each(|child| self.cells_under(child, bounds, take));
        }
    }
}
