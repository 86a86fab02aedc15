//! The contestants of the experiment `road`: every method of the road lab, and parry's ray cast over the same
//! triangles.

use std::hint::black_box;
use std::time::{Duration, Instant};

use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::query::{Ray as ParryRay, RayCast as _};
use parry3d_f64::shape::TriMesh;

use super::RunError;
use crate::geometry::{Mesh, Vector};
use crate::road::methods::Method;
use crate::road::ray::{Cast, Hit, Ray, RayCaster};
use crate::settings::Settings;

/// Id of the contestant parry.
pub const PARRY: &str = "parry";

/// Rays in our types and in parry's, so that conversion is not timed.
pub struct Rays {
    /// The rays in the type of the road's methods.
    pub ours: Vec<Ray>,
    parrys: Vec<ParryRay>,
}

/// A ray caster prepared for a mesh.
pub struct Contestant {
    /// Id of the method, or [`PARRY`].
    pub id: &'static str,
    /// Preparation time, such as that of building the tree.
    pub build: Duration,
    caster: Caster,
}

enum Caster {
    Ours(Box<dyn RayCaster>),
    Parry(Box<TriMesh>),
}

impl Rays {
    /// The rays in both types: those of `ours`, and the rays converted to parry's type.
    pub fn new(ours: Vec<Ray>) -> Self {
        let converted =
            |ray: &Ray| ParryRay::new(for_parry(&ray.origin().coords), for_parry(&ray.direction()));
        Self { parrys: ours.iter().map(converted).collect(), ours }
    }

    /// An evenly spread sample of at most `most` rays.
    pub fn spread(&self, most: usize) -> Self {
        let count = most.min(self.ours.len());
        Self::new((0..count).map(|i| self.ours[i * self.ours.len() / count]).collect())
    }
}

impl Contestant {
    /// A method of the road lab with its default settings.
    pub fn ours(method: &'static Method, mesh: &Mesh) -> Self {
        let settings = Settings::defaults(method.settings);
        let begin = Instant::now();
        let caster = Caster::Ours(method.make(mesh, &settings));
        Self { id: method.id, build: begin.elapsed(), caster }
    }

    /// Parry's triangle mesh, with the bounding-volume hierarchy that it builds by default.
    pub fn parry(mesh: &Mesh) -> Result<Self, RunError> {
        let begin = Instant::now();
        let vertices = mesh.vertices().iter().map(|p| for_parry(&p.coords)).collect();
        let other = TriMesh::new(vertices, mesh.triangles().to_vec());
        let caster = Caster::Parry(Box::new(other.map_err(|why| RunError::Setting(why.to_string()))?));
        Ok(Self { id: PARRY, build: begin.elapsed(), caster })
    }

    /// Casts all rays one by one and returns the time, including work done once per ray, such as reciprocals.
    pub fn time(&self, rays: &Rays) -> Duration {
        let begin = Instant::now();
        match &self.caster {
            Caster::Ours(caster) => rays.ours.iter().for_each(|ray| {
                black_box(caster.cast(black_box(ray), f64::INFINITY));
            }),
            Caster::Parry(mesh) => rays.parrys.iter().for_each(|ray| {
                black_box(mesh.cast_local_ray(black_box(ray), f64::MAX, false));
            }),
        }
        begin.elapsed()
    }

    /// The answers, with counters if the caster has them. For parry, hits contain only `t`.
    pub fn answers(&self, rays: &Rays) -> Vec<Cast> {
        match &self.caster {
            Caster::Ours(caster) => rays.ours.iter().map(|ray| caster.cast(ray, f64::INFINITY)).collect(),
            Caster::Parry(mesh) => {
                let hit = |t| Hit { t, triangle: u32::MAX, weights: [0.0; 3] };
                let cast =
                    |ray| Cast { hit: mesh.cast_local_ray(ray, f64::MAX, false).map(hit), ..Cast::default() };
                rays.parrys.iter().map(cast).collect()
            }
        }
    }

    /// Whether the caster counts nodes and triangles.
    pub fn counts(&self) -> bool {
        matches!(self.caster, Caster::Ours(_))
    }
}

fn for_parry(v: &Vector) -> ParryVector {
    ParryVector::new(v.x, v.y, v.z)
}
