//! The table of methods for two meshes. Menus, `--method`, the tests and `bench` come from it.

use std::ops::Deref;
use std::sync::Arc;

use super::brute_force::BruteForce;
use super::pair::MeshPair;
use crate::about::{About, Promise};
use crate::geometry::Mesh;
use crate::settings::Settings;

/// Called now and then while trees are built with the share that is done, 0 to 1; `false` cancels.
pub type Progress<'a> = dyn FnMut(f64) -> bool + 'a;

/// One row of [`METHODS`]: what is said of a method, and how two meshes are prepared.
pub struct Method {
    /// Id, title, source, promise and settings. The row's own through `Deref`: `method.id`.
    pub about: About,
    make: fn(&[Arc<Mesh>; 2], &Settings, &mut Progress) -> Option<Box<dyn MeshPair>>,
}

impl Deref for Method {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

impl Method {
    /// Prepares two meshes, A and B: builds their trees. If both are one `Arc`, one tree is built.
    pub fn make(&self, meshes: &[Arc<Mesh>; 2], settings: &Settings) -> Box<dyn MeshPair> {
        self.make_while(meshes, settings, &mut |_| true).expect("nothing cancels it")
    }

    /// The same; `None` if `progress` has cancelled it.
    pub fn make_while(
        &self,
        meshes: &[Arc<Mesh>; 2],
        settings: &Settings,
        progress: &mut Progress,
    ) -> Option<Box<dyn MeshPair>> {
        (self.make)(meshes, settings, progress)
    }
}

/// The id of the method in `brute_force.rs`.
pub const BRUTE_FORCE: &str = "brute-force";
/// The id of the method that all others are compared with.
pub const REFERENCE: &str = BRUTE_FORCE;

/// All methods, in the order of the menus.
pub const METHODS: &[Method] = &[Method {
    about: About {
        id: BRUTE_FORCE,
        title: "Brute force",
        source: "the definition",
        says: "Tests every triangle of one mesh against every triangle of the other.",
        promise: Promise::Exact,
        settings: &[],
        compare_with: BRUTE_FORCE,
    },
    make: |meshes, _, _| Some(Box::new(BruteForce::new(meshes))),
}];

/// The row with this id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}
