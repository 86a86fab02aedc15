//! Updates: how the volumes of B come to a pose. The shape of the tree stays.

pub mod approximation;
pub mod hill_climbing;
pub mod refit;

use super::placed::Placed;
use super::tree::Tree;
use super::volumes::Rigid;

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

/// No update: the pose is applied to the volume itself, which can be turned without growing.
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
