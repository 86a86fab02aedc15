//! A car on a terrain, held up by four rays: what is driven, and the methods that answer the rays. Source 2, "rays against
//! the environment".
//!
//! [`ray`] and [`triangle`] are one ray and one triangle, [`wheel`] the question of a wheel and its rules, [`caster`] and
//! [`methods`] what answers it, and how fast; [`trace`] records a descent. [`car`] and [`driver`] are what the answers do,
//! [`terrain`], [`route`] and `course` the ground, [`recorded`] what a frame leaves, and [`car_body`] the body that walls meet.
//! Nothing here looks at a clock: what a method took is measured by the lab.

pub mod ray; // a ray, its numbers prepared, and a hit
pub mod triangle; // one ray against one triangle
pub mod caster; // what every method is
pub mod methods; // the table of methods, a file each
pub mod trace; // a descent, step by step
pub mod wheel; // where a wheel's ray begins, and what it is told
pub mod route; // a closed way over the ground
mod course; // a terrain from a seed
pub mod terrain; // the ground, with its trees
pub mod car; // the car, and one step of it
pub mod car_body; // its hull, for what has walls
pub mod driver; // what steers it
pub mod recorded; // a frame of the drive
