//! A camera that frames bounds shows all of them and the ground around them.

use collidoscope_kernels::geometry::{Aabb, Point, Vector};
use collidoscope_raster::render::camera::Camera;

fn to_ndc(camera: &Camera, p: Point, aspect: f64) -> Vector {
    let clip = camera.view_projection(aspect) * p.to_homogeneous();
    clip.xyz() / clip.w
}

#[test]
fn framing_shows_every_corner_at_every_scale_place_and_shape_of_picture() {
    for (center, half) in [
        (Point::origin(), 1.0),
        (Point::new(3e6, -2e6, 5e6), 1.0),
        (Point::origin(), 1e-5),
        (Point::new(-7e4, 1e4, 0.0), 1e5),
    ] {
        for aspect in [0.5, 1.0, 1.6] {
            let camera = Camera::framing(&Aabb::cube(center, half));
            let widest = Aabb::cube(center, half).corners().iter().fold(0.0, |widest: f64, &corner| {
                let ndc = to_ndc(&camera, corner, aspect);
                assert!(ndc.z.abs() < 1.0, "{corner} is cut off by near or far: {ndc}");
                widest.max(ndc.x.abs().max(ndc.y.abs()))
            });
            assert!((0.8..1.0).contains(&widest), "fills {widest} of the picture at aspect {aspect}");
        }
    }
}

#[test]
fn the_ground_reaches_the_lower_edge_of_a_high_picture_and_goes_on_behind_the_scene() {
    let mut camera = Camera::framing(&Aabb::cube(Point::origin(), 1.0));
    camera.orbit(0.0, -30.0);
    for aspect in [1.6, 0.6, 0.4] {
        let (eye, down) = camera.ray(0.0, -1.0, aspect);
        assert!(down.y < 0.0);
        let ground = eye + down * ((-1.0 - eye.y) / down.y);
        for point in [ground, Point::new(0.0, -1.0, -10.0), Point::new(0.0, -1.0, 0.0)] {
            let ndc = to_ndc(&camera, point, aspect);
            assert!(ndc.z.abs() < 1.0, "{point} is cut off at {aspect}: {ndc}");
        }
    }
}
