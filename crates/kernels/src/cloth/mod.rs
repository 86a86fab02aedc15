//! Cloth: a grid of masses and springs with self-collision, after patent CN101593367 of Beihang University
//! (source 5).
//!
//! [`motion`] simulates: `Cloth::advance` takes a step and returns its path, `Cloth::unguarded` returns the
//! step without any collision response, both with start and end positions of all particles;
//! [`motion::Recording`] stores the latter. [`detect`] finds the contacts in a step, by any of the
//! [`methods`]; [`response`] prevents penetration. [`detect::Judged`] compares an answer with the
//! reference's, [`reached`] computes the last stage that every triangle reached, and [`crossings`] finds self-crossings
//! of a contour. [`depth_maps`] decides obstacles by depth maps. [`simulation`] computes the recorded
//! frames of a motion from its beginning, on a thread; [`reference`](mod@reference) is the exact method, and `tables` sets the patent's figures beside
//! measurements.
//!
//! For displays: `Method::make(mesh, settings)` creates a `Detect` that is reused from step to step.
//! `detect(step)` returns contacts, counts and times per stage. `watch(step, closure)` returns the same and
//! reports every decision as an `Event`: the fate of a patch or a pair of patches (boxes, cone, contour,
//! certificate, opened, leaf), of two triangles (centroids), of two features (boxes, same side, exact with
//! its time). `tree::detect::Tree` holds the nodes and, after `refit`, their boxes and cones.
//! `Step::at(particle, time)` is a particle's position within a step, `Features::particles` the four points
//! of a pair, for `continuous`. `Cloth::pull` lets the user drag a particle.

#[cfg(feature = "methods")]
pub mod crossings;
#[cfg(feature = "methods")]
pub mod depth_maps;
pub mod detect;
#[cfg(feature = "methods")]
pub mod reached;
pub mod fast;
pub mod mesh;
#[cfg(feature = "methods")]
pub mod methods;
#[cfg(feature = "methods")]
pub mod motion;
#[cfg(feature = "methods")]
pub mod reference;
#[cfg(feature = "methods")]
pub mod response;
#[cfg(feature = "methods")]
pub mod simulation;
pub mod step;
pub mod tree;
