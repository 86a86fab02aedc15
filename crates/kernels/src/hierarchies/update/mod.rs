//! Updates of B's volumes for a pose. The shape of the tree does not change.

#[cfg(feature = "methods")]
pub mod approximation;
#[cfg(feature = "methods")]
pub mod hill_climbing;
#[cfg(feature = "methods")]
pub mod refit;

use super::query::Placed;
use super::tree::Tree;
use super::volumes::Rigid;

/// Updates volumes of B for the current pose. A volume depends on this pose alone, not on earlier ones.
pub trait Turning<V>: Send {
    /// Starts a pose. Returns the number of volumes updated immediately.
    fn begin(&mut self, tree: &Tree<V>, placed: &Placed) -> u64;

    /// The volume of a node at the current pose, in A's coordinates.
    fn volume(&mut self, tree: &Tree<V>, node: u32) -> V;

    /// Whether volumes are updated on demand; otherwise all are updated when the pose starts.
    fn is_by_node(&self) -> bool {
        true
    }

    /// Memory of the update in bytes, in addition to the tree.
    fn bytes(&self) -> usize {
        0
    }
}

/// No update: the pose is applied to the volume itself, which can rotate without growing.
#[derive(Default)]
pub struct Applied(Option<Placed>);

impl<V: Rigid> Turning<V> for Applied {
    fn begin(&mut self, _: &Tree<V>, placed: &Placed) -> u64 {
        self.0 = Some(*placed);
        0
    }

    fn volume(&mut self, tree: &Tree<V>, node: u32) -> V {
        let placed = self.0.as_ref().expect("a pose was begun");
        tree.nodes[node as usize].volume.posed(placed)
    }
}
