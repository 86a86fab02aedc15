//! The seeded terrain, terrains from files, and the route.

use collidoscope::geometry::{MeshError, Point, Vector};
use collidoscope::road::terrain::{Terrain, TerrainError};

use crate::support::roads::plane;
use collidoscope::labs::road::Road;
use std::sync::Arc;

#[test]
fn what_casts_rays_onto_a_terrain_is_made_once_and_shared() {
    let terrain = Terrain::seeded(1, 1_000).unwrap().prepared();
    let road = Road::new(terrain.clone());
    assert!(Arc::ptr_eq(road.tree(), terrain.tree()) && Arc::ptr_eq(road.terrain().all(), terrain.all()));
}

#[test]
fn a_seed_gives_the_same_terrain_and_about_as_many_triangles_as_asked() {
    for count in [1_000, 5_000, 20_000, 100_000] {
        let terrain = Terrain::seeded(7, count).unwrap();
        let got = terrain.mesh().triangles().len() as f64;
        assert!((got / count as f64 - 1.0).abs() < 0.03, "{got} for {count}");
    }
    let [a, b, other] = [1, 1, 2].map(|seed| Terrain::seeded(seed, 2_000).unwrap());
    assert_eq!(a.mesh(), b.mesh());
    assert_ne!(a.mesh(), other.mesh());
    assert_eq!(Terrain::seeded(1, 10).err(), Some(TerrainError::Count(10)));
    assert!(Terrain::seeded(1, usize::MAX).is_err());
}

#[test]
fn the_route_crosses_itself_at_two_heights() {
    let route = Terrain::seeded(1, 20_000).unwrap().route().clone();
    let (over, under) = (route.at(0.0), route.at(route.length() / 2.0));
    assert!((over - under).xz().norm() < 1.0, "{over} and {under}");
    assert!(over.y - under.y > 3.5);
    // The search finds it again on the branch where it searched.
    let half = route.length() / 2.0;
    assert!((route.nearest(&under, half - 2.0, 6.0) - half).abs() < 0.1);
    for i in 0..200 {
        let along = route.length() * f64::from(i) / 200.0;
        assert!((route.tangent(along).norm() - 1.0).abs() < 1e-12);
        assert!(route.curvature(along) < 0.1, "no curve is tighter than 10 m");
    }
}

#[test]
fn any_mesh_is_a_terrain_with_a_route_on_it() {
    let terrain = Terrain::from_mesh(plane(50.0, 2.0)).unwrap();
    assert!(terrain.route().length() > 150.0);
    assert!(terrain.route().points().iter().all(|p| (p.y - 2.0).abs() < 1e-12));
    // A single point, and a vertical sheet: routes without length or ground, and no panic.
    let dot = Terrain::from_triangles(vec![Point::new(1.0, 2.0, 3.0)], vec![[0, 0, 0]]).unwrap();
    assert_eq!(dot.route().at(17.0), Point::new(1.0, 2.0, 3.0));
    assert_eq!(dot.normal(0, &Vector::y()), Vector::y());
}

#[test]
fn what_is_no_terrain_is_refused_by_name() {
    let corners = |x: f64| vec![Point::origin(), Point::new(x, 0.0, 0.0), Point::new(0.0, 0.0, 1.0)];
    let refused = |x: f64, triangles: Vec<[u32; 3]>| {
        Terrain::from_triangles(corners(x), triangles).err().expect("it is no terrain")
    };
    assert_eq!(refused(1.0, vec![]), TerrainError::Mesh(MeshError::Empty));
    for bad in [f64::NAN, f64::INFINITY] {
        let message = refused(bad, vec![[0, 1, 2]]).to_string();
        assert!(message.contains("vertex 1") && message.contains("finite"), "{message}");
    }
    assert_eq!(refused(1e60, vec![[0, 1, 2]]), TerrainError::TooFar(1));
    assert!(matches!(refused(1.0, vec![[0, 1, 3]]), TerrainError::Mesh(MeshError::IndexOutOfRange { .. })));
}
