//! The tree: binary, one box per leaf, insertion by least growth, rotations on the way up.
//!
//! The size of a box is the sum of its sides, not its surface, so that flat boxes and points have a size too
//! (Beckmann, Kriegel, Schneider, Seeger 1990, the R*-tree, call it the margin).

use crate::broad_phase::pair_keys::PairKeys;
use crate::geometry::Aabb;

const NONE: u32 = u32::MAX;

/// The tree. Leaves have the numbers of their boxes, 0 to [`Tree::leaf_count`] − 1.
pub struct Tree {
    nodes: Vec<Node>,
    /// Unused nodes.
    free: Vec<u32>,
    leaves: Vec<u32>,
    root: u32,
    stack: Vec<[u32; 2]>,
}

/// A node; 64 bytes, one cache line.
struct Node {
    bounds: Aabb,
    parent: u32,
    /// Indices of the two children; a leaf has [`NONE`] and the number of its box.
    children: [u32; 2],
    /// Number of levels below this node; 0 for a leaf.
    height: u32,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![], free: vec![], leaves: vec![], root: NONE, stack: vec![] }
    }
}

impl Tree {
    pub fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    pub fn leaf_bounds(&self, leaf: u32) -> &Aabb {
        &self.nodes[self.leaves[leaf as usize] as usize].bounds
    }

    /// Rebuilds the whole tree top-down, with splits at the median of the centres along the axis of largest
    /// spread.
    pub fn build(&mut self, boxes: impl Iterator<Item = Aabb>) {
        self.nodes.clear();
        self.free.clear();
        let boxes: Vec<Aabb> = boxes.collect();
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        self.leaves.clear();
        self.leaves.resize(boxes.len(), NONE);
        self.root = if boxes.is_empty() { NONE } else { self.build_below(&boxes, &mut order, NONE) };
    }

    fn build_below(&mut self, boxes: &[Aabb], order: &mut [u32], parent: u32) -> u32 {
        let bounds_of = |i: &u32| boxes[*i as usize];
        if let [leaf] = *order {
            let node = self.add(Node { parent, ..Node::leaf(leaf, bounds_of(&leaf)) });
            self.leaves[leaf as usize] = node;
            return node;
        }
        let bounds = order.iter().fold(Aabb::EMPTY, |sum, i| sum.union(&bounds_of(i)));
        let axis = Aabb::around(order.iter().map(|i| bounds_of(i).center())).extents().imax();
        // The coordinate of the centre along the axis, times 2.
        let place = |i: &u32| bounds_of(i).min[axis] + bounds_of(i).max[axis];
        order.select_nth_unstable_by(order.len() / 2, |i, j| place(i).total_cmp(&place(j)));
        let node = self.add(Node { bounds, parent, children: [NONE; 2], height: 0 });
        let (low, high) = order.split_at_mut(order.len() / 2);
        let children = [self.build_below(boxes, low, node), self.build_below(boxes, high, node)];
        self.nodes[node as usize].children = children;
        self.nodes[node as usize].height =
            1 + children.map(|c| self.node(c).height).into_iter().fold(0, u32::max);
        node
    }

    /// Inserts a box under the next number, or under the number of a removed box. Returns the number of nodes
    /// compared.
    pub fn insert(&mut self, leaf: u32, bounds: Aabb) -> u64 {
        let node = self.add(Node::leaf(leaf, bounds));
        if leaf as usize == self.leaves.len() {
            self.leaves.push(node);
        } else {
            self.leaves[leaf as usize] = node;
        }
        if self.root == NONE {
            self.root = node;
            return 0;
        }
        let (sibling, tests) = self.best_sibling(&bounds);
        let parent = self.node(sibling).parent;
        let joint = self.add(Node { bounds, parent, children: [sibling, node], height: 0 });
        self.replace_child(parent, sibling, joint);
        self.nodes[sibling as usize].parent = joint;
        self.nodes[node as usize].parent = joint;
        self.repair_upwards(joint);
        tests
    }

    /// The best sibling for a new box: inserting beside it increases the sum of all sizes least. Also returns
    /// the number of nodes compared.
    fn best_sibling(&self, bounds: &Aabb) -> (u32, u64) {
        let mut at = self.root;
        let mut tests = 1;
        // Sum of the growths of the boxes of all ancestors.
        let mut inherited = 0.0;
        loop {
            let node = self.node(at);
            if node.is_leaf() {
                return (at, tests);
            }
            let joined = size(&node.bounds.union(bounds));
            let cost_here = inherited + joined;
            inherited += joined - size(&node.bounds);
            // Inserting beside a leaf costs a new node around both boxes. Inserting farther down costs the
            // growth of the child's box plus a new node at least as large as the new box.
            let cost = node.children.map(|c| {
                let child = self.node(c);
                let joined = size(&child.bounds.union(bounds));
                inherited + if child.is_leaf() { joined } else { joined - size(&child.bounds) + size(bounds) }
            });
            tests += 2;
            if cost_here < cost[0] && cost_here < cost[1] {
                return (at, tests);
            }
            // Ties go to the lower subtree, so that identical boxes do not form a long chain.
            let [first, second] = node.children.map(|c| self.node(c).height);
            let second_is_better = cost[1] < cost[0] || (cost[1] == cost[0] && second < first);
            at = node.children[usize::from(second_is_better)];
        }
    }

    /// Removes a box temporarily; it will be inserted again under the same number.
    pub fn take_out(&mut self, leaf: u32) {
        let node = std::mem::replace(&mut self.leaves[leaf as usize], NONE);
        let parent = self.node(node).parent;
        self.free.push(node);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Node { parent: grandparent, children, .. } = *self.node(parent);
        let sibling = if children[0] == node { children[1] } else { children[0] };
        self.replace_child(grandparent, parent, sibling);
        self.nodes[sibling as usize].parent = grandparent;
        self.free.push(parent);
        self.repair_upwards(grandparent);
    }

    /// Removes the box with the last number permanently.
    pub fn remove(&mut self, last: u32) {
        self.take_out(last);
        self.leaves.pop();
    }

    /// Refits bounds and heights from `at` to the root, with rotations that make the tree tighter.
    fn repair_upwards(&mut self, mut at: u32) {
        while at != NONE {
            self.rotate(at);
            self.refit(at);
            at = self.node(at).parent;
        }
    }

    fn refit(&mut self, at: u32) {
        let [first, second] = self.node(at).children.map(|c| self.node(c));
        let (bounds, height) = (first.bounds.union(&second.bounds), 1 + first.height.max(second.height));
        let node = &mut self.nodes[at as usize];
        (node.bounds, node.height) = (bounds, height);
    }

    /// Swaps a child with a child of its sibling if that makes the sibling smaller: the best of the four
    /// possibilities.
    fn rotate(&mut self, at: u32) {
        let children = self.node(at).children;
        let mut best = (0.0, None);
        for side in 0..2 {
            let (child, other) = (children[side], children[1 - side]);
            if self.node(other).is_leaf() {
                continue;
            }
            for grandchild in 0..2 {
                let stays = self.node(other).children[1 - grandchild];
                let after = self.node(child).bounds.union(&self.node(stays).bounds);
                let gain = size(&self.node(other).bounds) - size(&after);
                if gain > best.0 {
                    best = (gain, Some((side, grandchild)));
                }
            }
        }
        if let (_, Some((side, grandchild))) = best {
            let (child, other) = (children[side], children[1 - side]);
            let rises = self.node(other).children[grandchild];
            self.nodes[other as usize].children[grandchild] = child;
            self.nodes[child as usize].parent = other;
            self.nodes[at as usize].children[side] = rises;
            self.nodes[rises as usize].parent = at;
            self.refit(other);
        }
    }

    /// Calls `act` for all other boxes that overlap this one. Returns the number of nodes compared.
    pub fn for_each_overlap(&mut self, leaf: u32, mut act: impl FnMut(u32)) -> u64 {
        let bounds = *self.leaf_bounds(leaf);
        let mut tests = 0;
        self.stack.push([self.root, NONE]);
        while let Some([at, _]) = self.stack.pop() {
            let node = &self.nodes[at as usize];
            if node.is_leaf() {
                if node.children[1] != leaf {
                    act(node.children[1]);
                }
                continue;
            }
            for child in node.children {
                tests += 1;
                if self.nodes[child as usize].bounds.overlaps(&bounds) {
                    self.stack.push([child, NONE]);
                }
            }
        }
        tests
    }

    /// Calls `act` for every leaf that `meets`, itself and all nodes above it, with what `meets` returned for it.
    pub fn descend<T>(&self, meets: impl Fn(&Aabb) -> Option<T>, mut act: impl FnMut(u32, T)) {
        let mut open = Vec::with_capacity(64);
        open.extend((self.root != NONE).then_some(self.root));
        while let Some(at) = open.pop() {
            let node = self.node(at);
            match meets(&node.bounds) {
                Some(met) if node.is_leaf() => act(node.children[1], met),
                Some(_) => open.extend(node.children),
                None => {}
            }
        }
    }

    /// Finds all pairs of overlapping boxes by comparing the tree with itself. Returns the number of node
    /// pairs compared.
    pub fn pairs_within(&mut self, pairs: &mut PairKeys) -> u64 {
        let mut tests = 0;
        if self.root != NONE {
            self.stack.push([self.root; 2]);
        }
        while let Some([i, j]) = self.stack.pop() {
            let (a, b) = (&self.nodes[i as usize], &self.nodes[j as usize]);
            if i == j {
                if !a.is_leaf() {
                    let [first, second] = a.children;
                    self.stack.extend([[first, second], [first; 2], [second; 2]]);
                }
                continue;
            }
            tests += 1;
            if !a.bounds.overlaps(&b.bounds) {
                continue;
            }
            if a.is_leaf() && b.is_leaf() {
                pairs.push(a.children[1], b.children[1]);
            } else if a.height >= b.height {
                self.stack.extend(a.children.map(|child| [child, j]));
            } else {
                self.stack.extend(b.children.map(|child| [i, child]));
            }
        }
        tests
    }

    fn add(&mut self, node: Node) -> u32 {
        if let Some(at) = self.free.pop() {
            self.nodes[at as usize] = node;
            return at;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn replace_child(&mut self, parent: u32, child: u32, by: u32) {
        if parent == NONE {
            self.root = by;
            return;
        }
        let children = &mut self.nodes[parent as usize].children;
        children[usize::from(children[0] != child)] = by;
    }

    fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }
}

impl Node {
    fn leaf(leaf: u32, bounds: Aabb) -> Self {
        Self { bounds, parent: NONE, children: [NONE, leaf], height: 0 }
    }

    fn is_leaf(&self) -> bool {
        self.children[0] == NONE
    }
}

fn size(b: &Aabb) -> f64 {
    b.extents().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Vector};

    /// Checks every link, bound and height from the root down; returns the number of leaves.
    fn check(tree: &Tree, at: u32, parent: u32) -> usize {
        let node = tree.node(at);
        assert_eq!(node.parent, parent);
        if node.is_leaf() {
            assert_eq!(tree.leaves[node.children[1] as usize], at);
            return 1;
        }
        let [first, second] = node.children.map(|c| tree.node(c));
        assert_eq!(node.bounds, first.bounds.union(&second.bounds));
        assert_eq!(node.height, 1 + first.height.max(second.height));
        node.children.map(|c| check(tree, c, at)).iter().sum()
    }

    fn row(count: u32) -> impl Iterator<Item = (u32, Aabb)> {
        (0..count).map(|i| (i, Aabb::cube(Point::new(f64::from(i), 0.0, 0.0), 0.4)))
    }

    #[test]
    fn links_bounds_and_heights_hold_whatever_is_put_in_and_taken_out() {
        let mut tree = Tree::default();
        for (i, b) in row(300) {
            tree.insert(i, b);
        }
        for round in 0..2000u32 {
            let leaf = round * 7919 % 300;
            tree.take_out(leaf);
            let away = Vector::new(0.0, f64::from(round % 17), f64::from(round % 5));
            let Aabb { min, max } = Aabb::cube(Point::new(f64::from(leaf), 0.0, 0.0), 0.4);
            tree.insert(leaf, Aabb { min: min + away, max: max + away });
            if round % 100 == 0 {
                assert_eq!(check(&tree, tree.root, NONE), 300);
            }
        }
        for last in (0..300).rev() {
            tree.remove(last);
        }
        assert_eq!((tree.root, tree.free.len()), (NONE, tree.nodes.len()), "nothing is lost");
    }

    #[test]
    fn neither_a_row_in_order_nor_boxes_that_are_all_one_make_a_long_thin_tree() {
        let mut tree = Tree::default();
        for (i, b) in row(4096) {
            tree.insert(i, b);
        }
        assert!(tree.node(tree.root).height < 40, "{}", tree.node(tree.root).height);
        let mut tree = Tree::default();
        for i in 0..4096 {
            tree.insert(i, Aabb::cube(Point::origin(), 1.0));
        }
        assert!(tree.node(tree.root).height < 40, "{}", tree.node(tree.root).height);
    }
}
