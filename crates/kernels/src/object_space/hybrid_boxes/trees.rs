//! Cache of the trees of shapes in use, shared by the four methods: building a tree takes far longer than a
//! traversal.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use super::tree::Tree;
use crate::geometry::{Fit, Shape};

/// Trees by the address of the shape. A weak reference prevents the address from being reused.
type Built = HashMap<usize, (Weak<Shape>, Vec<(Fit, Arc<Tree>)>)>;

static BUILT: LazyLock<Mutex<Built>> = LazyLock::new(Mutex::default);

/// The shape's tree; built if it is not cached.
pub fn tree_of(shape: &Arc<Shape>, fit: Fit) -> Arc<Tree> {
    let address = Arc::as_ptr(shape) as usize;
    let find = |built: &Built| -> Option<Arc<Tree>> {
        let (_, trees) = built.get(&address)?;
        trees.iter().find(|(of, _)| *of == fit).map(|(_, tree)| Arc::clone(tree))
    };
    if let Some(tree) = find(&built()) {
        return tree;
    }
    // Built without the lock, so that another thread can read a cached tree meanwhile.
    let tree = Arc::new(Tree::build(shape.mesh(), fit));
    let mut built = built();
    if let Some(earlier) = find(&built) {
        return earlier;
    }
    let (_, trees) = built.entry(address).or_insert_with(|| (Arc::downgrade(shape), Vec::new()));
    trees.push((fit, Arc::clone(&tree)));
    tree
}

/// Drops the trees of shapes that no longer exist.
pub fn forget_unused() {
    built().retain(|_, (shape, _)| shape.strong_count() > 0);
}

fn built() -> MutexGuard<'static, Built> {
    BUILT.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Solid;

    #[test]
    fn a_tree_is_built_once_per_shape_and_fit_and_goes_with_the_shape() {
        let ball = || Arc::new(Shape::primitive(Solid::Ball { radius: 1.0 }, 1).unwrap());
        let (shape, other) = (ball(), ball());
        let tree = tree_of(&shape, Fit::HullArea);
        assert!(Arc::ptr_eq(&tree, &tree_of(&shape, Fit::HullArea)));
        assert!(!Arc::ptr_eq(&tree, &tree_of(&shape, Fit::VertexPca)));
        assert!(!Arc::ptr_eq(&tree, &tree_of(&other, Fit::HullArea)));
        drop(shape);
        forget_unused();
        assert_eq!(Arc::strong_count(&tree), 1, "nobody else holds it");
    }
}
