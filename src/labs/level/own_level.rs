//! A level from a file: a closed mesh, and a path of its own.

use std::path::{Path, PathBuf};

use crate::geometry::{Aabb, Mesh, Point, Vector, import};
use crate::labs::lab::LabError;
use crate::level::compile::SplitRule;
use crate::level::compiled::{Level, LevelError};
use crate::level::mover::Mover;
use crate::level::sweep::{Exact, Move, Sweep as _};

/// Places tried along x and along z for the path.
const TRIED: usize = 5;
/// Over the floor, where a path begins, metres.
const OVER: f64 = 0.01;

/// What was read from a file.
#[derive(Clone, Debug)]
pub struct OwnLevel {
    mesh: Mesh,
}

impl OwnLevel {
    /// Reads a closed mesh. The error names the file and what is wrong.
    pub fn read(path: &Path) -> Result<(PathBuf, Self), LabError> {
        let mesh = import::load(path).map_err(|why| LabError(why.to_string()))?;
        let closed = mesh.check_closed().map_err(|why| mesh.explain(&why));
        closed.map_err(|why| LabError(format!("{}: a level is a closed mesh: {why}", path.display())))?;
        // A level that is seen from inside has its solid outside: turned, the solid would have no end.
        if mesh.volume() <= 0.0 {
            let why = "a level is a closed mesh whose faces look outwards";
            return Err(LabError(format!("{}: {why}", path.display())));
        }
        Ok((std::path::absolute(path).unwrap_or_else(|_| path.to_owned()), Self { mesh }))
    }

    /// How large it is, in English, for a note.
    pub fn said(&self) -> String {
        format!("{} triangles", self.mesh.triangles().len())
    }

    /// Its tree.
    pub fn compile(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Level, LevelError> {
        Level::of_mesh(&self.mesh, SplitRule::Mixed, go_on)
    }

    /// A loop over what one can stand on: places of a grid, where a point falls from above.
    pub fn path(&self, level: &Level) -> Vec<Point> {
        let bounds = self.mesh.aabb();
        let mut exact = Exact::new(level);
        let mut drop = |from: Point| {
            let to = Point::new(from.x, bounds.min.y, from.z);
            let fall = Move { mover: Mover::Point, from, to };
            let (hit, _) = exact.sweep(&fall).ok()?;
            Some(from + (to - from) * hit?.time + Vector::y() * OVER)
        };
        let at = |[i, j]: [usize; 2]| {
            let share = |k: usize| (k as f64 + 0.5) / TRIED as f64;
            let Aabb { min, max } = bounds;
            Point::new(
                min.x + (max.x - min.x) * share(i),
                max.y + 0.1 * (max.y - min.y),
                min.z + (max.z - min.z) * share(j),
            )
        };
        // Around the outer ring of the grid.
        let last = TRIED - 1;
        let ring = (0..last).map(|i| [i, 0]);
        let ring = ring.chain((0..last).map(|j| [last, j])).chain((1..=last).rev().map(|i| [i, last]));
        let ring = ring.chain((1..=last).rev().map(|j| [0, j]));
        let path: Vec<Point> = ring.filter_map(|cell| drop(at(cell))).collect();
        if path.is_empty() { vec![at([last / 2; 2])] } else { path }
    }
}
