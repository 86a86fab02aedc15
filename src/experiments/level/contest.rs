//! The contestants of the experiments about levels: every method of the table, and parry's casts against the
//! level as a triangle mesh.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::{Duration, Instant};

use parry3d_f64::math::{Pose as ParryPose, Vector as ParryVector};
use parry3d_f64::query::{Ray, RayCast as _, ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::{Ball, ConvexPolyhedron, Cylinder, Shape, TriMesh};
use rand::Rng;
use rand_pcg::Pcg64;

use crate::geometry::hull::convex_hull;
use crate::geometry::{Aabb, Point, Vector};
use crate::level::compiled::Level;
use crate::level::methods::Method;
use crate::level::mover::Mover;
use crate::level::sweep::{Cost, Move, Sweep};
use crate::settings::Settings;

/// Id of the contestant parry.
pub const PARRY: &str = "parry";

/// A mover of each kind with its name, `size` metres in radius.
pub fn movers(size: f64) -> [(&'static str, Mover); 4] {
    let corner = |i: usize| {
        let angle = TAU * (i % 6) as f64 / 6.0;
        Point::new(size * angle.cos(), if i < 6 { 0.0 } else { 4.0 * size }, size * angle.sin())
    };
    let corners: Vec<Point> = (0..12).map(corner).collect();
    // The hull always exists: six corners around an axis at two heights.
    let hull = convex_hull(&corners).map(|hull| Mover::Hull { hull: hull.into() });
    [
        ("point", Mover::Point),
        ("sphere", Mover::Sphere { radius: size }),
        ("cylinder", Mover::Cylinder { radius: size, height: 4.0 * size }),
        ("hull", hull.unwrap_or(Mover::Point)),
    ]
}

/// Moves of one mover in our types and in parry's, so that conversion is not timed.
pub struct Moves {
    /// The moves in our type.
    pub ours: Vec<Move>,
    shape: Option<Box<dyn Shape>>,
    parrys: Vec<(ParryPose, ParryVector)>,
}

impl Moves {
    /// `count` random moves, each `length` metres long. The starts lie in the box `room`, and there the mover does not
    /// touch the solid part of the level.
    pub fn random(
        level: &Level,
        room: &Aabb,
        (mover, length): (&Mover, f64),
        count: usize,
        random: &mut Pcg64,
    ) -> Result<Self, String> {
        let mut exact = crate::level::sweep::Exact::new(level);
        let mut ours = Vec::with_capacity(count);
        // The number of attempts is bounded: in a level without space for the mover the search would never end.
        for _ in 0..1000 * count {
            if ours.len() == count {
                break;
            }
            let from = Point::from(Vector::from_fn(|i, _| random.random_range(room.min[i]..room.max[i])));
            let angle = random.random_range(0.0..TAU);
            let path = Vector::new(angle.cos(), random.random_range(-0.5..0.5), angle.sin());
            let standing = Move { mover: mover.clone(), from, to: from };
            if exact.sweep(&standing).map_err(|why| why.to_string())?.0.is_none() {
                ours.push(Move { to: from + path.normalize() * length, ..standing });
            }
        }
        let shift = match mover {
            Mover::Cylinder { height, .. } => Vector::y() * (0.5 * height),
            _ => Vector::zeros(),
        };
        let shape: Option<Box<dyn Shape>> = match mover {
            Mover::Point | Mover::Rod { .. } => None,
            Mover::Sphere { radius } => Some(Box::new(Ball::new(*radius))),
            Mover::Cylinder { radius, height } => Some(Box::new(Cylinder::new(0.5 * height, *radius))),
            Mover::Hull { hull } => {
                let corners: Vec<_> = hull.vertices().iter().map(|p| for_parry(&p.coords)).collect();
                Some(Box::new(ConvexPolyhedron::from_convex_hull(&corners).ok_or("parry finds no hull")?))
            }
        };
        let parrys = ours.iter().map(|a_move| {
            let from = ParryPose::from_translation(for_parry(&(a_move.from.coords + shift)));
            (from, for_parry(&a_move.path()))
        });
        Ok(Self { parrys: parrys.collect(), shape, ours })
    }
}

/// A method, or parry, prepared for a level.
pub struct Contestant<'a> {
    /// Id of the method with its settings, or [`PARRY`].
    pub id: String,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Ours(Box<dyn Sweep + 'a>),
    Parry(Box<TriMesh>),
}

impl<'a> Contestant<'a> {
    /// The method with these settings.
    pub fn ours(id: &str, method: &Method, settings: &Settings, level: &'a Level) -> Self {
        Self { id: id.to_owned(), kind: Kind::Ours(method.make(level, settings)) }
    }

    /// Parry's triangle mesh with its default tree. A brush's face is used whole if any part of it bounds the
    /// solid. That gives the fewest triangles, and a sweep never meets the parts inside the solid first.
    pub fn parry(level: &Level) -> Result<Self, String> {
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        for (brush, left) in level.brushes.iter().zip(&level.left) {
            for (face, _) in brush.faces.iter().zip(left).filter(|(_, left)| **left) {
                let first = corners.len() as u32;
                corners.extend(face.corners.iter().map(|p| for_parry(&p.coords)));
                triangles.extend((2..face.corners.len() as u32).map(|i| [first, first + i - 1, first + i]));
            }
        }
        let mesh = TriMesh::new(corners, triangles).map_err(|why| why.to_string())?;
        Ok(Self { id: PARRY.to_owned(), kind: Kind::Parry(Box::new(mesh)) })
    }

    /// Makes all moves one by one and returns the time.
    pub fn time(&mut self, moves: &Moves) -> Result<Duration, String> {
        let begin = Instant::now();
        match &mut self.kind {
            Kind::Ours(sweep) => {
                for a_move in &moves.ours {
                    black_box(sweep.sweep(black_box(a_move)).map_err(|why| why.to_string())?);
                }
            }
            Kind::Parry(mesh) => {
                for (from, path) in &moves.parrys {
                    black_box(cast(mesh, moves.shape.as_deref(), black_box(from), *path)?);
                }
            }
        }
        Ok(begin.elapsed())
    }

    /// The time of the first contact of every move, and the total cost.
    pub fn answers(&mut self, moves: &Moves) -> Result<(Vec<Option<f64>>, Cost), String> {
        let mut all = Cost::default();
        let times = match &mut self.kind {
            Kind::Ours(sweep) => {
                let mut one = |a_move: &Move| {
                    let (hit, cost) = sweep.sweep(a_move).map_err(|why| why.to_string())?;
                    all = all.plus(&cost);
                    Ok(hit.map(|hit| hit.time))
                };
                moves.ours.iter().map(&mut one).collect::<Result<_, String>>()?
            }
            Kind::Parry(mesh) => {
                let one =
                    |(from, path): &(ParryPose, ParryVector)| cast(mesh, moves.shape.as_deref(), from, *path);
                moves.parrys.iter().map(one).collect::<Result<_, _>>()?
            }
        };
        Ok((times, all))
    }
}

fn cast(
    mesh: &TriMesh,
    shape: Option<&dyn Shape>,
    from: &ParryPose,
    path: ParryVector,
) -> Result<Option<f64>, String> {
    let Some(shape) = shape else {
        return Ok(mesh.cast_local_ray(&Ray::new(from.translation, path), 1.0, true));
    };
    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
    let found = cast_shapes(from, path, shape, &ParryPose::IDENTITY, ParryVector::ZERO, mesh, options);
    Ok(found.map_err(|why| why.to_string())?.map(|hit| hit.time_of_impact))
}

fn for_parry(v: &Vector) -> ParryVector {
    ParryVector::new(v.x, v.y, v.z)
}
