//! A car on a terrain, supported by four rays: the simulation, and the methods that answer the rays. Source
//! 2, "rays against the environment".
//!
//! [`ray`] and [`triangle`] intersect a ray with a triangle, [`wheel`] defines a wheel's query and its rules,
//! [`methods`] answer it; [`trace`] records a traversal. [`car`] and [`driver`] simulate the
//! drive, [`terrain`], [`route`] and `course` make the ground, [`recorded`] stores a frame, and [`car::hull`]
//! is the body that collides with walls. Nothing here reads a clock: the lab measures times.

pub mod ray; // a ray, its precomputed values, and a hit
pub mod triangle; // one ray against one triangle
pub mod methods; // the table of methods, a file each
pub mod trace; // a traversal, step by step
pub mod wheel; // a wheel's ray, and the distance from its answer
pub mod route; // a closed path over the ground
mod course; // generates a terrain from a seed
pub mod terrain; // the ground with its trees
pub mod car; // the car and its simulation step
pub mod driver; // automatic and manual steering
pub mod recorded; // a recorded frame of the drive
