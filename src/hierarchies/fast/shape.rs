//! How many leaves go to each child: so that leaves and nodes are full.
//!
//! A node tests four boxes at the price of one, so a lane without a box is waste. Splitting every node evenly would leave
//! half of the lowest nodes half empty for most meshes. Here all subtrees are complete (4ᵏ leaves), but those on one path
//! from the root down, which takes the rest.

use super::node::WIDTH;

/// How many leaves so many triangles need.
pub fn leaves_of(triangles: usize) -> usize {
    triangles.div_ceil(WIDTH)
}

/// The leaves of the four children of a node with so many leaves, more than one. A child with 0 is not there. The first two
/// and the last two are halves of the node.
pub fn split(leaves: usize) -> [usize; WIDTH] {
    // Up to four complete subtrees.
    let largest = WIDTH.pow((leaves - 1).ilog(WIDTH));
    if leaves.is_multiple_of(largest) {
        return match leaves / largest {
            2 => [largest, 0, largest, 0],
            3 => [largest, 0, largest, largest],
            _ => [largest; WIDTH],
        };
    }
    // Five to 15 complete subtrees of this size and a rest, about as many for each child.
    let block = largest / WIDTH;
    let half = |leaves: usize| leaves / block / 2 * block;
    let (left, right) = (half(leaves), leaves - half(leaves));
    [half(left), left - half(left), half(right), right - half(right)]
}

/// Nodes of a tree with so many leaves. A single leaf has none.
pub fn nodes_of(leaves: usize) -> usize {
    if leaves <= 1 {
        return 0;
    }
    let complete = leaves == WIDTH.pow(leaves.ilog(WIDTH));
    if complete {
        return (leaves - 1) / (WIDTH - 1);
    }
    1 + split(leaves).map(nodes_of).iter().sum::<usize>()
}
