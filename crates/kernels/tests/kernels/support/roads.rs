//! Meshes to drive on, and rays that all casters answer alike.

use collidoscope_kernels::geometry::{Mesh, Point, Vector};
use collidoscope_kernels::road::methods::aabb_tree::AabbTree;
use collidoscope_kernels::road::methods::brute_force::BruteForce;
use collidoscope_kernels::road::ray::{Hit, Ray, RayCaster};
use collidoscope_kernels::road::triangle::Watertight;
use rand::Rng;
use rand_pcg::Pcg64;

/// A mesh from arrays.
pub fn mesh(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Mesh {
    Mesh::new(vertices.iter().map(|&p| Point::from(p)).collect(), triangles.to_vec()).unwrap()
}

/// A horizontal sheet of two triangles at this height over ±`half`.
pub fn plane(half: f64, height: f64) -> Mesh {
    let corner = |x: f64, z: f64| [half * x, height, half * z];
    let corners = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    mesh(&corners, &[[0, 1, 2], [0, 2, 3]])
}

pub fn ray(origin: [f64; 3], direction: [f64; 3]) -> Ray {
    Ray::new(Point::from(origin), Vector::from(direction)).unwrap()
}

/// The common answer of both methods, which must be equal to the last bit.
pub fn both(mesh: &Mesh, rays: &[Ray]) -> Vec<Option<Hit>> {
    let brute = BruteForce::<Watertight>::new(mesh);
    let trees = [1, 4, 16].map(|leaf_size| AabbTree::<Watertight>::new(mesh, leaf_size));
    let cast = |ray: &Ray| {
        let truth = brute.cast(ray, f64::INFINITY).hit;
        for tree in &trees {
            assert_eq!(tree.cast(ray, f64::INFINITY).hit, truth, "{ray:?}");
        }
        truth
    };
    rays.iter().map(cast).collect()
}

pub fn unit(random: &mut Pcg64) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}
