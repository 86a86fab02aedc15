//! What a walk needs of an update.

use crate::hierarchies::placed::Placed;
use crate::hierarchies::tree::Tree;

/// Brings volumes of B to the pose of the moment. A volume depends on the pose alone, not on earlier ones.
pub trait Turning<V>: Send {
    /// Begins a pose. Returns how many volumes were updated at once.
    fn begin(&mut self, tree: &Tree<V>, placed: &Placed) -> u64;

    /// The volume of a node at the pose that was begun, in A's coordinates.
    fn volume(&mut self, tree: &Tree<V>, node: u32) -> V;

    /// Whether a volume is updated when it is asked for; else all were at the beginning of the pose.
    fn is_by_node(&self) -> bool {
        true
    }

    /// Bytes that are kept for this, beside the tree.
    fn bytes(&self) -> usize {
        0
    }
}
