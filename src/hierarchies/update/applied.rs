//! No update: the pose is applied to the volume itself, which can be turned without growing.

use super::turning::Turning;
use crate::hierarchies::placed::Placed;
use crate::hierarchies::tree::Tree;
use crate::hierarchies::volumes::Rigid;

/// The pose of the moment.
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
