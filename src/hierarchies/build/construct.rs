//! The way from triangles to a tree.

use super::assemble::assemble;
use super::parts::{Fitter, Meter, See};
use super::pieces::Pieces;
use super::plan::{Construction, Plan};
use super::{bottom_up, insertion, top_down};
use crate::hierarchies::tree::Tree;

/// Builds a tree over the triangles in `order`, which must not be empty. `None` if `progress` returns false, which is called
/// with the share that is done.
pub fn build<V: Clone>(
    pieces: &Pieces,
    order: Vec<u32>,
    plan: &Plan,
    fitter: &Fitter<V>,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<Tree<V>> {
    build_watched(pieces, order, plan, fitter, (progress, None))
}

/// The same, with every step handed to `see`, if there is one.
pub fn build_watched<'a, V: Clone>(
    pieces: &Pieces,
    order: Vec<u32>,
    plan: &Plan,
    fitter: &Fitter<V>,
    (progress, see): (&'a mut dyn FnMut(f64) -> bool, Option<&'a mut See<'a>>),
) -> Option<Tree<V>> {
    let levels = (order.len() as f64).log2() + 1.0;
    let mut meter = Meter::new(2.0 * levels * order.len() as f64, progress, see);
    let parts = match plan.construction {
        Construction::TopDown(rule) => top_down::split(pieces, order, rule, plan, fitter, &mut meter)?,
        Construction::BottomUp => bottom_up::merge(pieces, order, &mut meter)?,
        Construction::Insertion => insertion::insert(pieces, order, &mut meter)?,
    };
    assemble(parts, plan, fitter, &mut meter)
}
