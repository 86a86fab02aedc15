//! The eight possible relations of two depth intervals: Huang & Tian (source 4), figure 1.
//!
//! The bodies are slabs, sheared along z, so that their faces are parallel to one slanted plane. Viewed along +z
//! (nearer = smaller z), A reaches from 0 to 1 m and B from `near` to `far` above that plane, on *every* pixel that
//! they share. Because of the slant the boxes of the slabs always overlap, and most along z. So the broad phase
//! reports all eight pairs, and the smallest window is seen along z.
//!
//! The drawing of the figure is not available. Its text says that 4, 5, 6 and 7 collide; the order of the
//! others is chosen here: 1 and 2 with B nearer, 3 and 8 with B farther.

use std::sync::Arc;

use crate::geometry::{Mesh, Point, Pose, Shape, Vector, primitives};
use crate::world::parameters::Preset;
use crate::world::{Body, Pair};

const BOTH: &[Pair] = &[Pair { a: 0, b: 1 }];

/// One preset per relation, in the order of the figure's numbers, 1 to 8.
pub const RELATIONS: [Preset; 8] = [
    Preset {
        id: "relation-1",
        title: "Depth relation 1: B in front of A, separated",
        says: "On every common pixel B lies in front of A, with a gap: no collision.",
        build: || a_and_b(-1.0, -0.25),
        colliding: &[],
    },
    Preset {
        id: "relation-2",
        title: "Depth relation 2: B in front of A, touching",
        says: "B ends in front of A exactly where A begins: they share a face, which counts as a collision \
               but which a strict depth test misses.",
        build: || a_and_b(-1.0, 0.0),
        colliding: BOTH,
    },
    Preset {
        id: "relation-3",
        title: "Depth relation 3: B behind A, touching",
        says: "B begins behind A exactly where A ends: they share a face, which counts as a collision but \
               which a strict depth test misses.",
        build: || a_and_b(1.0, 2.0),
        colliding: BOTH,
    },
    Preset {
        id: "relation-4",
        title: "Depth relation 4: B reaches into A from the front",
        says: "B begins in front of A and ends inside it.",
        build: || a_and_b(-0.5, 0.5),
        colliding: BOTH,
    },
    Preset {
        id: "relation-5",
        title: "Depth relation 5: B inside A",
        says: "On every common pixel B begins and ends inside A.",
        build: || a_and_b(0.25, 0.75),
        colliding: BOTH,
    },
    Preset {
        id: "relation-6",
        title: "Depth relation 6: A inside B",
        says: "On every common pixel A begins and ends inside B.",
        build: || a_and_b(-0.5, 1.5),
        colliding: BOTH,
    },
    Preset {
        id: "relation-7",
        title: "Depth relation 7: B reaches out of A at the back",
        says: "B begins inside A and ends behind it.",
        build: || a_and_b(0.5, 1.5),
        colliding: BOTH,
    },
    Preset {
        id: "relation-8",
        title: "Depth relation 8: B behind A, separated",
        says: "On every common pixel B lies behind A, with a gap: no collision.",
        build: || a_and_b(1.25, 2.0),
        colliding: &[],
    },
];

/// A, 2 m wide, and B, 1.5 m wide. All numbers are sums of powers of two, so touching is exact.
fn a_and_b(near: f64, far: f64) -> Vec<Body> {
    vec![slab(1.0, 0.0, 1.0), slab(0.75, near, far)]
}

/// The slab |x|, |y| ≤ `half_width`, 2x + `near` ≤ z ≤ 2x + `far`, metres.
fn slab(half_width: f64, near: f64, far: f64) -> Body {
    let upright = primitives::cuboid(Vector::new(half_width, half_width, 0.5 * (far - near)));
    let slanted = upright.vertices().iter().map(|v| Point::new(v.x, v.y, v.z + 2.0 * v.x)).collect();
    let mesh = Mesh::new(slanted, upright.triangles().to_vec()).expect("a slanted cuboid is still a mesh");
    Body::at_rest(Arc::new(Shape::polyhedron(mesh)), Pose::translation(0.0, 0.0, 0.5 * (near + far)))
}
