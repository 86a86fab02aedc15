//! Distribution of leaves among children, chosen so that leaves and nodes are full.
//!
//! A node tests four boxes at the cost of one, so empty lanes are wasted. Even splits would leave half of the
//! lowest nodes half empty for most meshes. Here all subtrees are complete (4ᵏ leaves), except those on one
//! path from the root, which takes the remainder.

use super::node::WIDTH;

/// Number of leaves needed for this many triangles.
pub fn leaves_of(triangles: usize) -> usize {
    triangles.div_ceil(WIDTH)
}

/// Numbers of leaves of the four children of a node with `leaves` leaves, two or more. 0 means no child. The
/// first two children form one half of the node and the last two the other.
pub fn split(leaves: usize) -> [usize; WIDTH] {
    // Case 1: two to four complete subtrees of equal size.
    let largest = WIDTH.pow((leaves - 1).ilog(WIDTH));
    if leaves.is_multiple_of(largest) {
        return match leaves / largest {
            2 => [largest, 0, largest, 0],
            3 => [largest, 0, largest, largest],
            _ => [largest; WIDTH],
        };
    }
    // Case 2: complete subtrees of a quarter of that size, five to 15 of them, and a remainder, distributed
    // about evenly.
    let block = largest / WIDTH;
    let half = |leaves: usize| leaves / block / 2 * block;
    let (left, right) = (half(leaves), leaves - half(leaves));
    [half(left), left - half(left), half(right), right - half(right)]
}

/// Number of nodes of a tree with this many leaves; 0 for a single leaf.
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
