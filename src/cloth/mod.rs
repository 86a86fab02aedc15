//! Cloth: a grid of masses and springs that meets itself, after patent CN101593367 of Beihang University (source 5).
//!
//! [`motion`] simulates: `Cloth::advance` gives the step that was taken, `Cloth::unguarded` the one that would be if nothing kept
//! the cloth from passing through itself, both with start and end positions of all particles; [`motion::recording`] keeps the latter. [`detect`] says what meets in a step, by any of
//! [`methods`]; [`response`] lets nothing pass. [`judged`] holds an answer against another, [`reached`] says how far every
//! triangle came in a step, [`crossings`] where a contour crosses itself.
//! [`simulation`] makes the recorded [`frame`]s of a motion from its [`beginning`], on a thread; [`reference`](mod@reference)
//! is what answers are held against, and [`tables`] what the patent prints, beside what was measured.
//!
//! For what shows it: `Method::make(mesh, settings)` gives a `Detect` that is kept from step to step. `detect(step)` answers
//! with contacts, counts and times per stage. `watch(step, closure)` answers the same and hands over every decision as an
//! `Event`: what became of a patch or a pair of patches (boxes, cone, contour, certificate, opened, leaf), of two
//! triangles (centroids), of two features (boxes, same side, exact with its time). `tree::detect::Tree` has its nodes and, after
//! `refit`, their boxes and cones. `Step::at(particle, time)` is a particle within a step, `Features::particles` the four
//! points of a pair, for `continuous`. `Cloth::pull` is the hand.

pub mod beginning;
pub mod crossings;
pub mod detect;
pub mod frame;
pub mod judged;
pub mod reached;
pub mod fast;
pub mod mesh;
pub mod methods;
pub mod motion;
pub mod reference;
pub mod response;
pub mod simulation;
pub mod step;
pub mod tables;
pub mod tree;
