//! Collision detection without a window: pairs of meshes, moving features, cloth, sweeps through levels, boxes.
//!
//! The items below, from the module [`kernels`], are the stable interface: arrays in and arrays out. The other modules
//! serve the program Collidoscope, and any version may change them; some need the feature `methods`. The feature `import`
//! (on by default) reads files.
//!
//! The modules in order of dependency: a module may use those above it in this list, never those below.

#[doc(inline)]
pub use kernels::*;

#[cfg(feature = "import")]
pub mod files; // files read with a limit, written complete or not at all
#[cfg(feature = "methods")]
pub mod job; // work on a thread of its own: progress and cancel
#[cfg(any(feature = "import", feature = "methods"))]
pub mod names; // an unknown name: the one probably meant, and all known ones
pub mod geometry; // shapes: meshes, primitives, hulls, boxes, import; no method of a source
#[cfg(feature = "methods")]
pub mod settings; // a setting, declared once for slider, command line and CSV
#[cfg(feature = "methods")]
pub mod about; // the description of a method, for any kind of query
pub mod simd; // SIMD kernels, by the instruction set of the processor
pub mod hierarchies; // trees of bounding volumes over two meshes: every tree, update and query
#[cfg(feature = "methods")]
pub mod solids; // what closed meshes enclose: convex pieces, signed distances
#[cfg(feature = "methods")]
pub mod meshes; // collision queries on two meshes: scenes, their trees, results of a traversal
pub mod world; // bodies that move in a container: pure in (seed, parameters)
pub mod broad_phase; // one file per way to find candidate pairs
#[cfg(feature = "methods")]
pub mod programs; // answers of other programs: their evidence, checked exactly
#[cfg(feature = "methods")]
pub mod detector; // the interface of narrow-phase methods: the trait, its verdict, its cost
pub mod object_space; // methods that compute with coordinates: the exact reference, trees of boxes; contacts, impulses
pub mod continuous; // first contact of two moving features: never missed, never late
pub mod cloth; // masses and springs: self-collision detection and response
#[cfg(feature = "methods")]
pub mod road; // a car on a terrain, supported by four rays: the methods that cast them
pub mod level; // movers of every size through one solid-leaf BSP of a level
pub mod kernels; // the stable interface of the library: arrays in, arrays out

/// The Rust code of the page for those who come from other libraries, which runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/coming-from.md")]
pub struct ComingFrom;
