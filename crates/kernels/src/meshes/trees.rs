//! The trees of a method, built immediately if that is quick, otherwise on a thread.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::geometry::Mesh;
use crate::hierarchies::methods::{BRUTE_FORCE, Method};
use crate::hierarchies::pair::MeshPair;
use crate::job::Prepared;
use crate::settings::Settings;

/// Two meshes prepared by a method, shared by the lab and the inspector.
pub type SharedPair = Rc<RefCell<Box<dyn MeshPair>>>;

/// The trees: ready, being built on a thread, or failed.
pub type Trees = Prepared<SharedPair, Box<dyn MeshPair>>;

/// Up to this total number of triangles, trees are built immediately.
const AT_ONCE: usize = 50_000;
/// Limit on the triangle pairs for brute force, which takes a quarter of a second for this many.
pub const MOST_PAIRS: usize = 25_000_000;
/// Reason for not preparing brute force for more than [`MOST_PAIRS`]; panels show it with the number.
pub const TOO_MANY_PAIRS: &str = "too many pairs of triangles";

/// Builds the trees of `method`, or starts a thread for it.
pub fn begin(method: &'static Method, meshes: &[Arc<Mesh>; 2], settings: &Settings) -> Trees {
    let [a, b] = meshes.each_ref().map(|mesh| mesh.triangles().len());
    if method.id == BRUTE_FORCE && a.saturating_mul(b) > MOST_PAIRS {
        return Prepared::Failed(TOO_MANY_PAIRS.to_owned());
    }
    let (meshes, settings) = (meshes.clone(), settings.clone());
    let work = move |go_on: &mut dyn FnMut(f64) -> bool| {
        method.make_while(&meshes, &settings, go_on).ok_or_else(|| "cancelled".to_owned())
    };
    Prepared::begin(a + b <= AT_ONCE, work, |pair| Rc::new(RefCell::new(pair)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn brute_force_is_asked_about_no_more_pairs_than_it_can_answer_at_once() {
        let brute_force = crate::hierarchies::methods::find(BRUTE_FORCE).unwrap();
        let begin_with = |triangles: usize| {
            let corners = vec![Point::origin(), Point::new(1.0, 0.0, 0.0), Point::new(0.0, 1.0, 0.0)];
            let mesh = Arc::new(Mesh::new(corners, vec![[0, 1, 2]; triangles]).unwrap());
            begin(brute_force, &[Arc::clone(&mesh), mesh], &brute_force.default_settings())
        };
        assert!(begin_with(5000).ready().is_some(), "{MOST_PAIRS} pairs");
        assert!(begin_with(5001).why_not() == Some(TOO_MANY_PAIRS));
    }
}
