//! Cameras: what a ray goes through is where the picture shows it, with every lens.

use collidoscope::geometry::{Aabb, Point, Vector};
use collidoscope::render::camera::{Camera, Lens};
use rand::{Rng, SeedableRng};

fn to_ndc(camera: &Camera, p: Point, aspect: f64) -> Vector {
    let clip = camera.view_projection(aspect) * p.to_homogeneous();
    clip.xyz() / clip.w
}

/// For what goes in by `ray` and comes out by `view_projection`, from everywhere, whatever the lens.
#[test]
fn a_ray_and_the_projection_are_inverse_with_either_lens() {
    let mut rng = rand_pcg::Pcg64::seed_from_u64(5);
    for round in 0..500 {
        let mut number = |reach: f64| rng.random_range(-reach..reach);
        let scale = 10f64.powf(number(5.0));
        let center = Point::new(number(1e3), number(1e3), number(1e3)) * scale;
        let mut camera = Camera::framing(&Aabb::cube(center, scale));
        camera.orbit(number(500.0), number(300.0));
        camera.pan(number(300.0), number(200.0), [800.0, 600.0]);
        camera.zoom(2f64.powf(number(4.0)));
        let aspect = 2f64.powf(number(2.0));
        let [x, y] = [number(1.0), number(1.0)];
        for lens in [Lens::Perspective, Lens::Parallel] {
            camera.set_lens(lens);
            let (origin, direction) = camera.ray(x, y, aspect);
            assert!((direction.norm() - 1.0).abs() < 1e-12);
            let [near, far] = camera.depth_range();
            assert!(0.0 < near && near < far, "{round}: {lens:?} {near} {far}");
            for share in [0.02, 0.5, 0.98] {
                let depth = near + (far - near) * share;
                let p = origin + direction * (depth / direction.dot(&-camera.directions()[2]));
                let ndc = to_ndc(&camera, p, aspect);
                let off = (ndc.x - x).abs().max((ndc.y - y).abs());
                assert!(off < 1e-6 && ndc.z.abs() < 1.0, "{round}: {lens:?} {share}: {ndc} for {x} {y}");
            }
        }
    }
}

#[test]
fn parallel_rays_show_all_depths_in_the_size_that_perspective_has_at_the_target() {
    let mut camera = Camera::framing(&Aabb::cube(Point::new(1.0, 2.0, 3.0), 2.0));
    let [right, up, back] = camera.directions();
    let aside = (right * 0.3 + up * 0.4) * camera.distance() * 0.2;
    let perspective = to_ndc(&camera, camera.target() + aside, 1.4);
    camera.set_lens(Lens::Parallel);
    for depth in [-2.0, 0.0, 1.7] {
        let parallel = to_ndc(&camera, camera.target() + aside + back * depth, 1.4);
        assert!((parallel.xy() - perspective.xy()).norm() < 1e-9, "{depth}: {parallel} {perspective}");
    }
}

#[test]
fn a_camera_looks_exactly_along_every_axis() {
    for lens in [Lens::Perspective, Lens::Parallel] {
        let mut camera = Camera::framing(&Aabb::cube(Point::origin(), 1.0));
        camera.set_lens(lens);
        for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            camera.look_from(&Vector::ith(axis, 2.5 * sign));
            let [right, up, back] = camera.directions();
            assert!((back - Vector::ith(axis, sign)).norm() < 1e-12, "{axis} {sign}: {back}");
            assert!(right.y.abs() < 1e-12 && (axis == 1 || up.y > 0.99), "upright");
        }
    }
}
