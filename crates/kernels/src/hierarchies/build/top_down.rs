//! Top-down construction: splits a set of triangles in two, recursively, until the parts are small enough for
//! leaves.

use super::parts::{Fitter, Made, Meter, Part, Parts, Pieces};
use super::split::{Plan, Rule, divide};
use crate::geometry::Obb;

/// Builds the binary tree of sets by the split rule. Most rules also split the parts that they make.
pub fn split<V>(
    pieces: &Pieces,
    mut order: Vec<u32>,
    rule: Rule,
    plan: &Plan,
    fitter: &Fitter<V>,
    meter: &mut Meter,
) -> Option<Parts<V>> {
    let mut parts = vec![Part { first: 0, count: order.len(), children: None, volume: None }];
    let mut open = vec![(0, 0, rule)];
    while let Some((part, level, rule)) = open.pop() {
        let Part { first, count, .. } = parts[part];
        if count <= plan.leaf_size {
            continue;
        }
        meter.add(count)?;
        let triangles = &mut order[first..first + count];
        let volume = rule.is_along_the_volume().then(|| (fitter.fit)(triangles));
        // A sphere has no axes; its triangles are split along x, y or z.
        let frame = volume
            .as_ref()
            .map(|volume| (fitter.frame)(volume).unwrap_or_else(|| Obb::upright(&pieces.around(triangles))));
        let middle = divide(pieces, triangles, rule, frame.as_ref(), level);
        let triangles = &order[first..first + count];
        meter.made(Made::Split { triangles, middle, frame: frame.as_ref() });
        parts[part].volume = volume;
        parts[part].children = Some([parts.len(), parts.len() + 1]);
        let halves = [(first, middle), (first + middle, count - middle)];
        for ((first, count), rule) in halves.into_iter().zip(rule.of_parts()) {
            open.push((parts.len(), level + 1, rule));
            parts.push(Part { first, count, children: None, volume: None });
        }
    }
    Some(Parts { parts, order })
}
