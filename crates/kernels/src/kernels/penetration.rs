//! How deep two convex pieces are in each other.

use std::fmt;
use std::sync::Arc;

use super::error::{Error, points};
use super::meshes::Pose;
use crate::geometry::hull::convex_hull;
use crate::geometry::{Mesh, Shape};
use crate::object_space::contact::contact;
use crate::world::Body;

/// The convex hull of some points, in its own coordinates; a clone shares it.
#[derive(Clone)]
pub struct Hull(Arc<Shape>);

impl fmt::Debug for Hull {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Hull").field("corners", &self.mesh().vertices().len()).finish_non_exhaustive()
    }
}

impl Hull {
    /// Fails if the points lie in a plane.
    pub fn new(of: &[[f64; 3]]) -> Result<Self, Error> {
        let flat = "corners: a hull needs four points that are not in one plane";
        let mesh = convex_hull(&points(of, "corner")?).map_err(|_| Error::Unsuitable(flat.into()))?;
        Ok(Self(Arc::new(Shape::convex(mesh))))
    }

    /// Corners and faces.
    pub(super) fn mesh(&self) -> &Mesh {
        self.0.mesh()
    }
}

/// The smallest translation that separates two convex pieces A and B, in A's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// Length of the translation, metres; 0 if the pieces only touch.
    pub depth: f64,
    /// Unit vector along which B must move to leave A.
    pub normal: [f64; 3],
    /// The point of A that is deepest in B, and that of B that is deepest in A: `depth` apart along the normal. Where
    /// an edge or a face is equally deep, one point of it.
    pub points: [[f64; 3]; 2],
}

/// How deep two convex pieces are in each other, with B in this pose in A's coordinates; `None` if they share no point.
///
/// The depth is exact up to 1e-12 of the size of the larger piece and the rounding of coordinates. Pieces that are no
/// farther apart than that count as touching. Of several equally short translations, the answer is one.
/// ```
/// use collidoscope_kernels::{Hull, Pose, penetration};
///
/// let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from));
/// let cube = Hull::new(&corners)?;
/// let found = penetration(&cube, &cube, &Pose::translation([0.75, 0.125, 0.0])?).unwrap();
/// assert_eq!((found.depth, found.normal), (0.25, [1.0, 0.0, 0.0]));
/// assert_eq!(penetration(&cube, &cube, &Pose::translation([1.5, 0.0, 0.0])?), None);
/// # Ok::<(), collidoscope_kernels::Error>(())
/// ```
pub fn penetration(a: &Hull, b: &Hull, b_in_a: &Pose) -> Option<Penetration> {
    let [a, b] = [(a, Pose::identity()), (b, *b_in_a)]
        .map(|(hull, pose)| Body::at_rest(hull.0.clone(), *pose.inner()));
    let found = contact(&a, &b)?;
    let points = [found.point_a, found.point_b].map(Into::into);
    Some(Penetration { depth: found.depth, normal: found.normal.into(), points })
}
