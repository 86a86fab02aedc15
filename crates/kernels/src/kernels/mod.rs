//! The collision kernels as a library: arrays in, arrays out.
//!
//! This module is the stable interface of the crate. All other modules serve the program and may change in any
//! version. Without the default features the crate has only the kernels, and needs no window and no OpenGL:
//!
//! ```toml
//! [dependencies]
//! collidoscope-kernels = { version = "0.1", default-features = false }
//! ```
//!
//! | Question | Answered by |
//! |---|---|
//! | Do two triangle meshes touch, where, how far are they apart? | [`Mesh`], [`Queries`] |
//! | How far is a sphere, a capsule or a box from a mesh, do they touch? | [`Shape`], [`Queries`] |
//! | How deep are two convex pieces in each other? | [`penetration`] |
//! | When do two parts that move rigidly touch first? | [`Motion`], [`Queries::impact`] |
//! | Where does a ray hit a mesh, which point of it is nearest, is a point inside? | [`Mesh`], [`Ray`] |
//! | Which of many bodies touch, which are near, which does a ray hit? | [`Scene`] |
//! | When do a moving vertex and triangle, or two moving edges, touch first? | [`first_contact`] |
//! | Which parts of a cloth collide with each other in a step? | [`Cloth`], [`ClothContacts`] |
//! | How far can a body move through a level? | [`Level`], [`Sweeps`] |
//! | Which of many boxes overlap? | [`BoxPairs`] |
//!
//! **Conventions.** Points are `[f64; 3]`. All lengths are in one unit that you choose; the documentation says
//! metres. Triangles are three indices of vertices, counter-clockwise seen from outside where that matters. Bodies
//! are closed: touching counts as contact.
//!
//! **Threads.** Prepared data ([`Mesh`], [`Cloth`], [`Level`]) is cheap to clone or to borrow, and can be shared
//! between threads. The objects that answer ([`Queries`], [`Scene`], [`ClothContacts`], [`Sweeps`], [`BoxPairs`]) keep
//! buffers from question to question and belong to one thread each. Nothing is global.
//!
//! **Errors.** Bad input gives an [`Error`]; no input makes a function panic. Coordinates may be up to 1e50 in
//! magnitude ([`FARTHEST`]). A mesh is a point or at least 1e-50 in size, a level at least 1e-15.

mod boxes;
mod cloth;
mod error;
mod features;
mod impact;
mod level;
mod meshes;
mod penetration;
mod queries;
mod rays;
mod scene;
mod shapes;

pub use boxes::BoxPairs;
pub use cloth::{Cloth, ClothContact, ClothContacts, ClothFeatures};
pub use error::{Error, FARTHEST};
pub use features::{Features, first_contact};
pub use impact::{Impact, Motion, Search};
pub use level::{Hit, Level, Method, Mover, Sweeps};
pub use meshes::{Mesh, Pose};
pub use penetration::{Hull, Penetration, penetration};
pub use queries::{Closest, Queries, Tolerance};
pub use rays::{NearestPoint, Ray, RayHit, answer_all};
pub use scene::{Near, Scene, SceneHit};
pub use shapes::{Part, Shape};
