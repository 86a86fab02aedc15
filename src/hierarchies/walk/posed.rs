//! The nodes of one tree that a walk has come to, each brought to its pose once.

/// Volumes by node, for one walk; the memory is kept for the next.
#[derive(Debug)]
pub struct Posed<P> {
    volumes: Vec<P>,
    /// Per node of the tree, the walk that posed it last, and where in `volumes`.
    seen: Vec<(u32, u32)>,
    walk: u32,
}

impl<P> Default for Posed<P> {
    fn default() -> Self {
        Self { volumes: vec![], seen: vec![], walk: 0 }
    }
}

impl<P> Posed<P> {
    /// Begins a walk down a tree of so many nodes.
    pub fn begin(&mut self, nodes: usize) {
        self.volumes.clear();
        if self.walk == u32::MAX {
            self.seen.clear();
            self.walk = 0;
        }
        self.walk += 1;
        if self.seen.len() < nodes {
            self.seen.resize(nodes, (0, 0));
        }
    }

    /// The volume of a node, made by `pose` when the walk first comes to it.
    #[inline]
    pub fn at(&mut self, node: u32, pose: impl FnOnce() -> P) -> &P {
        let seen = &mut self.seen[node as usize];
        if seen.0 != self.walk {
            *seen = (self.walk, self.volumes.len() as u32);
            self.volumes.push(pose());
        }
        &self.volumes[seen.1 as usize]
    }
}
