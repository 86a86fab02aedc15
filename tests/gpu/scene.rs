//! The 3-D view: red only where bodies collide, equal at every scale, and picking agrees with what is drawn.

use std::sync::Arc;

use collidoscope::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
use collidoscope::gpu::{Gpu, Target, target::Holds};
use collidoscope::render::camera::Camera;
use collidoscope::render::picking::pick;
use collidoscope::render::renderer::{Sampling, SceneRenderer};
use collidoscope::render::scene::{Marks, Overlays, Scene};
use collidoscope::world::{Body, Pair};
use image::RgbaImage;
use rand::{Rng, SeedableRng};

use crate::support::{assert_no_complaints, gpu, plain_scene};

const SIZE: [u32; 2] = [240, 160];
const ASPECT: f64 = 1.5;
const ALL_OVERLAYS: Overlays = Overlays {
    aabbs: true,
    candidates: true,
    windows: true,
    pieces: true,
    hulls: true,
    see_through: false,
    x_ray: false,
    velocity: true,
};

/// Random bodies of the four kinds in a cube of half side 6, scaled and then moved.
fn bodies(count: usize, scale: f64, offset: Vector) -> (Vec<Body>, Aabb) {
    let mut rng = rand_pcg::Pcg64::seed_from_u64(11);
    let shapes = [
        Solid::Ball { radius: scale },
        Solid::Cuboid { half_extents: Vector::new(0.9, 0.6, 0.8) * scale },
        Solid::Cone { radius: scale, height: 2.0 * scale },
        Solid::Cylinder { radius: 0.7 * scale, height: 2.0 * scale },
    ]
    .map(|solid| Arc::new(Shape::primitive(solid, 3).unwrap()));
    let bodies = (0..count).map(|i| {
        let mut vector = |reach: f64| Vector::from_fn(|_, _| rng.random_range(-reach..reach));
        let pose = Pose::new(vector(5.0) * scale + offset, vector(3.0));
        Body { velocity: vector(0.05) * scale, ..Body::at_rest(Arc::clone(&shapes[i % 4]), pose) }
    });
    (bodies.collect(), Aabb::cube(Point::from(offset), 6.0 * scale))
}

struct Stage {
    gpu: Gpu,
    target: Target,
    renderer: SceneRenderer,
}

impl Stage {
    fn new() -> Self {
        let gpu = gpu();
        let target = Target::new(&gpu, Holds::ColorAndDepthStencil, SIZE[0], SIZE[1]).unwrap();
        let renderer = SceneRenderer::new(&gpu).unwrap();
        Self { gpu, target, renderer }
    }

    fn picture(&mut self, scene: &Scene, camera: &Camera) -> RgbaImage {
        self.renderer.draw(scene, camera, &self.target).unwrap();
        assert_no_complaints(&self.gpu);
        self.target.read_color()
    }
}

fn is_red([r, g, b, _]: [u8; 4]) -> bool {
    let (r, most) = (f32::from(r), f32::from(g.max(b)));
    r > 60.0 && r > 1.7 * most
}

/// The lightness of a colour, as in a grey picture.
fn lightness([r, g, b, _]: [u8; 4]) -> f32 {
    0.3 * f32::from(r) + 0.6 * f32::from(g) + 0.1 * f32::from(b)
}

fn count(picture: &RgbaImage, which: fn([u8; 4]) -> bool) -> usize {
    picture.pixels().filter(|p| which(p.0)).count()
}

/// Normalised device coordinates: −1…1 from left to right and from bottom to top.
fn to_ndc(camera: &Camera, p: &Point) -> [f64; 2] {
    let clip = camera.view_projection(ASPECT) * p.to_homogeneous();
    [clip.x / clip.w, clip.y / clip.w]
}

fn pixel_at([x, y]: [f64; 2]) -> [f64; 2] {
    [(0.5 + 0.5 * x) * f64::from(SIZE[0]), (0.5 - 0.5 * y) * f64::from(SIZE[1])]
}

/// Mean difference per channel, and the fraction of pixels with a visible difference.
fn difference(a: &RgbaImage, b: &RgbaImage) -> (f64, f64) {
    let most =
        |(p, q): (&image::Rgba<u8>, &image::Rgba<u8>)| (0..3).map(|i| p[i].abs_diff(q[i])).max().unwrap();
    let differences: Vec<u8> = a.pixels().zip(b.pixels()).map(most).collect();
    let count = differences.len() as f64;
    let sum: f64 = differences.iter().map(|&d| f64::from(d)).sum();
    (sum / count, differences.iter().filter(|&&d| d > 24).count() as f64 / count)
}

#[test]
fn a_body_is_red_and_outlined_exactly_where_it_collides_and_is_seen() {
    let mut stage = Stage::new();
    let (bodies, container) = bodies(40, 1.0, Vector::zeros());
    let camera = Camera::framing(&container);
    let quiet = stage.picture(&plain_scene(&bodies, container, &[false; 40]), &camera);
    assert_eq!(count(&quiet, is_red), 0);

    let (mut seen, mut red) = (0, 0);
    for (index, body) in bodies.iter().enumerate() {
        let mut colliding = [false; 40];
        colliding[index] = true;
        let picture = stage.picture(&plain_scene(&bodies, container, &colliding), &camera);
        let corners = body.aabb().corners().map(|corner| pixel_at(to_ndc(&camera, &corner)));
        for (x, y, pixel) in picture.enumerate_pixels().filter(|(.., p)| is_red(p.0)) {
            let at = [f64::from(x) + 0.5, f64::from(y) + 0.5];
            for axis in 0..2 {
                let low = corners.iter().fold(f64::INFINITY, |low, c| low.min(c[axis])) - 2.0;
                let high = corners.iter().fold(f64::NEG_INFINITY, |high, c| high.max(c[axis])) + 2.0;
                assert!((low..high).contains(&at[axis]), "body {index}: {pixel:?} at {at:?} is red");
            }
        }
        // Picking at the centre of a pixel finds the body that the pixel shows.
        let [x, y] = pixel_at(to_ndc(&camera, &body.aabb().center())).map(f64::floor);
        let ndc_x = (x + 0.5) / f64::from(SIZE[0]) * 2.0 - 1.0;
        let ndc_y = 1.0 - (y + 0.5) / f64::from(SIZE[1]) * 2.0;
        let (origin, direction) = camera.ray(ndc_x, ndc_y, ASPECT);
        let found = pick(&bodies, origin, direction) == Some(index);
        let shown = picture.get_pixel(x as u32, y as u32).0;
        if found {
            seen += 1;
            // The outline is visible without colours.
            let pixels = quiet.pixels().zip(picture.pixels());
            let brighter = pixels.filter(|(q, p)| lightness(p.0) > lightness(q.0) + 50.0).count();
            assert!(brighter >= 8, "body {index}: {brighter} pixels of a bright outline");
            red += usize::from(is_red(shown));
        } else {
            assert!(!is_red(shown), "body {index} is drawn where another is picked");
        }
    }
    // A pixel may show the outline of its own body or of one in front.
    assert!(seen > 15 && red + 3 >= seen, "{seen} bodies were picked and {red} shown");
}

#[test]
fn picking_agrees_with_plain_geometry_at_every_scale_and_place() {
    for (scale, offset) in [(1.0, 0.0), (1e-5, 0.0), (1e5, 0.0), (1.0, 1e6), (1e-3, -20.0)] {
        let (bodies, container) = bodies(60, scale, Vector::new(offset, -offset, 0.5 * offset));
        let mut camera = Camera::framing(&container);
        let mut rng = rand_pcg::Pcg64::seed_from_u64(5);
        let mut hits = 0;
        for round in 0..400 {
            camera.orbit(37.0, if round % 2 == 0 { 90.0 } else { -83.0 });
            let [x, y] = match bodies.get(round) {
                Some(body) => to_ndc(&camera, &(body.pose * Point::origin())),
                None => [rng.random_range(-0.6..0.6), rng.random_range(-0.9..0.9)],
            };
            let (origin, direction) = camera.ray(x, y, ASPECT);
            let expected = nearest_by_planes(&bodies, origin, direction);
            assert_eq!(pick(&bodies, origin, direction), expected, "scale {scale}, at {offset}, ray {round}");
            assert!(round >= bodies.len() || expected.is_some(), "a ray through a centre hits something");
            hits += usize::from(expected.is_some());
        }
        assert!((100..400).contains(&hits), "{hits} rays of 400 hit");
    }
    let (bodies, _) = bodies(4, 1.0, Vector::zeros());
    assert_eq!(pick(&bodies, bodies[1].pose * Point::origin(), Vector::x()), Some(1), "from within");
    assert_eq!(pick(&bodies, Point::origin(), Vector::zeros()), None, "no direction");
    assert_eq!(pick(&[], Point::origin(), Vector::x()), None);
}

/// The nearest convex body on a ray: the ray enters a body behind all faces that it hits from the front.
/// Unlike picking, it does not test triangles.
fn nearest_by_planes(bodies: &[Body], origin: Point, direction: Vector) -> Option<usize> {
    let enters = |body: &Body| {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for triangle in 0..body.shape.mesh().triangles().len() {
            let [p, q, r] = body.shape.mesh().corners(triangle).map(|p| body.pose * p);
            let normal = (q - p).cross(&(r - p));
            let (speed, height) = (normal.dot(&direction), normal.dot(&(origin - p)));
            if speed < 0.0 {
                enter = enter.max(-height / speed);
            } else if speed > 0.0 {
                leave = leave.min(-height / speed);
            } else if height > 0.0 {
                return None;
            }
        }
        (enter <= leave).then_some(enter)
    };
    let hits = bodies.iter().enumerate().filter_map(|(index, body)| Some((enters(body)?, index)));
    hits.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
}

#[test]
fn tiny_huge_and_far_scenes_look_the_same() {
    let mut stage = Stage::new();
    let colliding: Vec<bool> = (0..40).map(|i| i % 5 == 0).collect();
    let mut picture = |scale: f64, offset: Vector| {
        let (bodies, container) = bodies(40, scale, offset);
        let candidates: Vec<Pair> = (1..40).map(|i| Pair::new(i - 1, i)).collect();
        let windows = [bodies[3].aabb().corners()];
        let overlays = ALL_OVERLAYS;
        let selected = Some(7);
        let plain = plain_scene(&bodies, container, &colliding);
        let scene = Scene { selected, candidates: &candidates, windows: &windows, overlays, ..plain };
        let mut camera = Camera::framing(&container);
        camera.orbit(50.0, 30.0);
        stage.picture(&scene, &camera)
    };
    let expected = picture(1.0, Vector::zeros());
    let far = Vector::new(3e6, -1e6, 2e6);
    for (scale, offset) in
        [(1e-5, Vector::zeros()), (1e5, Vector::zeros()), (1.0, far), (1e5, far), (1e-5, far * 1e-8)]
    {
        let (mean, visible) = difference(&expected, &picture(scale, offset));
        assert!(mean < 0.1 && visible < 1e-3, "scale {scale}, offset {offset}: {mean}, {visible}");
    }
}

#[test]
fn every_overlay_and_the_selection_is_seen() {
    let mut stage = Stage::new();
    let (bodies, container) = bodies(30, 1.0, Vector::zeros());
    let candidates = [Pair::new(0, 1), Pair::new(2, 3)];
    let windows = [bodies[5].aabb().corners()];
    let plain = Scene {
        candidates: &candidates,
        verdicts: &[false, true],
        windows: &windows,
        ..plain_scene(&bodies, container, &[])
    };
    let camera = Camera::framing(&container);
    let without = stage.picture(&plain, &camera);
    let none = Overlays::default();
    for (name, scene) in [
        ("boxes", Scene { overlays: Overlays { aabbs: true, ..none }, ..plain }),
        ("candidates", Scene { overlays: Overlays { candidates: true, ..none }, ..plain }),
        ("windows", Scene { overlays: Overlays { windows: true, ..none }, ..plain }),
        ("velocity", Scene { overlays: Overlays { velocity: true, ..none }, ..plain }),
        ("selection", Scene { selected: Some(9), ..plain }),
    ] {
        let picture = stage.picture(&scene, &camera);
        let changed = without.pixels().zip(picture.pixels()).filter(|(a, b)| a != b).count();
        assert!(changed > 30, "{name}: {changed} pixels differ");
        assert_eq!(count(&picture, is_red), 0, "{name} draws in red");
    }
    // A selected body shows its pairs even if pairs are off.
    let selected = |index| Scene { selected: Some(index), ..plain };
    let (_, with_pair) = difference(&without, &stage.picture(&selected(2), &camera));
    let alone = Scene { candidates: &[], ..selected(2) };
    let (_, without_pair) = difference(&without, &stage.picture(&alone, &camera));
    assert!(with_pair > without_pair, "{with_pair} {without_pair}");
}

#[test]
fn missed_pairs_false_hits_and_the_picked_pair_look_different_without_colours() {
    let mut stage = Stage::new();
    let (bodies, container) = bodies(8, 1.0, Vector::zeros());
    let camera = Camera::framing(&container);
    let plain = plain_scene(&bodies, container, &[]);
    let without = stage.picture(&plain, &camera);
    let pair = [Pair::new(2, 5)];
    let none = Marks::default();
    let changed: Vec<Vec<bool>> = [
        Marks { missed: &pair, ..none },
        Marks { false_hits: &pair, ..none },
        Marks { selected: Some(pair[0]), ..none },
    ]
    .into_iter()
    .map(|marks| {
        let picture = stage.picture(&Scene { marks, ..plain }, &camera);
        assert_eq!(count(&picture, is_red), 0, "a mark is red");
        let differs =
            |(a, b): (&image::Rgba<u8>, &image::Rgba<u8>)| (lightness(a.0) - lightness(b.0)).abs() > 20.0;
        without.pixels().zip(picture.pixels()).map(differs).collect()
    })
    .collect();
    let count = |marked: &[bool]| marked.iter().filter(|m| **m).count();
    for (index, marked) in changed.iter().enumerate() {
        assert!(count(marked) > 40, "mark {index}: {} pixels", count(marked));
        for other in &changed[..index] {
            let apart = marked.iter().zip(other).filter(|(a, b)| a != b).count();
            assert!(2 * apart > count(marked), "mark {index} covers what another covers");
        }
    }
    // A pair of missing bodies is ignored.
    let nobody = [Pair::new(3, 400)];
    let marks = Marks { missed: &nobody, false_hits: &nobody, selected: Some(nobody[0]) };
    assert!(stage.picture(&Scene { marks, ..plain }, &camera) == without);
}

#[test]
fn no_view_and_no_list_upsets_the_renderer() {
    let mut stage = Stage::new();
    let (bodies, container) = bodies(12, 1.0, Vector::zeros());
    let candidates = [Pair::new(0, 1), Pair::new(3, 99)];
    let odd = Scene {
        selected: Some(77),
        candidates: &candidates,
        windows: &[[Point::origin(); 8]],
        overlays: ALL_OVERLAYS,
        ..plain_scene(&bodies, container, &[true])
    };
    let mut camera = Camera::framing(&container);
    for factor in [1.0, 8.0, 1e6, 1e-9] {
        camera.zoom(factor);
        camera.orbit(300.0, -500.0);
        stage.picture(&odd, &camera);
        stage.picture(&plain_scene(&[], Aabb::EMPTY, &[]), &camera);
    }
    for [width, height] in [[1, 1], [3, 200], [641, 7]] {
        let small = Target::new(&stage.gpu, Holds::ColorAndDepthStencil, width, height).unwrap();
        stage.renderer.draw(&odd, &camera, &small).unwrap();
        assert_no_complaints(&stage.gpu);
    }
}

#[test]
fn the_smoother_quality_shows_the_same_scene() {
    let mut stage = Stage::new();
    let (bodies, container) = bodies(40, 1.0, Vector::zeros());
    let camera = Camera::framing(&container);
    let scene = plain_scene(&bodies, container, &[true; 9]);
    let fast = stage.picture(&scene, &camera);
    stage.renderer.set_sampling(Sampling::Four);
    let smooth = stage.picture(&scene, &camera);
    let (mean, visible) = difference(&fast, &smooth);
    assert!(mean > 0.0 && mean < 4.0 && visible < 0.1, "{mean} {visible}");
    stage.renderer.set_sampling(Sampling::Once);
    assert_eq!(stage.picture(&scene, &camera), fast, "and nothing of it is left behind");
}

#[test]
fn shapes_that_come_and_go_leave_nothing_on_the_gpu() {
    let gpu = gpu();
    let before = gpu.live_objects();
    {
        let target = Target::new(&gpu, Holds::ColorAndDepthStencil, 32, 32).unwrap();
        let mut renderer = SceneRenderer::new(&gpu).unwrap();
        let mut in_use = Vec::new();
        for round in 0..200 {
            // New shapes in every round.
            let (bodies, container) = bodies(4, 1.0 + f64::from(round), Vector::zeros());
            let camera = Camera::framing(&container);
            renderer.set_sampling(if round % 2 == 0 { Sampling::Once } else { Sampling::Four });
            renderer.draw(&plain_scene(&bodies, container, &[]), &camera, &target).unwrap();
            in_use.push(gpu.live_objects());
        }
        assert!((2..200).all(|round| in_use[round] == in_use[round - 2]), "{in_use:?}");
        assert!(in_use[0] > before);
    }
    assert_eq!(gpu.live_objects(), before);
    assert_no_complaints(&gpu);
}

#[test]
fn two_thousand_bodies_are_drawn() {
    let mut stage = Stage::new();
    let (bodies, container) = bodies(2000, 0.3, Vector::zeros());
    let camera = Camera::framing(&container);
    let quiet = stage.picture(&plain_scene(&bodies, container, &[]), &camera);
    let red = stage.picture(&plain_scene(&bodies, container, &[true; 2000]), &camera);
    assert_eq!(count(&quiet, is_red), 0);
    assert!(count(&red, is_red) > 3000, "{}", count(&red, is_red));
}
