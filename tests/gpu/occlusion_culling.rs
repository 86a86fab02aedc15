//! Occlusion culling: culled bodies are invisible, to the last bit of the picture.

use crate::support::window;
use crate::support::window::Drive as _;
use std::sync::Arc;

use collidoscope::app::offscreen::render_shell;
use collidoscope::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
use collidoscope::gpu::target::Holds;
use collidoscope::gpu::{Gpu, Rect, Target};
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::render::camera::Camera;
use collidoscope::render::occlusion_culling::BodyCounts;
use collidoscope::render::renderer::{Sampling, SceneRenderer};
use collidoscope::render::scene::{Overlays, Scene};
use collidoscope::world::{Body, Pair, Parameters};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::{assert_no_complaints, gpu, plain_scene};

const SIZE: [u32; 2] = [240, 160];
const ALL_OVERLAYS: Overlays = Overlays {
    aabbs: true,
    candidates: true,
    windows: false,
    velocity: true,
    pieces: false,
    hulls: true,
    see_through: false,
    x_ray: false,
};

/// Bodies so dense that they overlap, in a cube of half side `half`; every tenth is at the same place as the
/// one before it.
fn crowd(count: usize, half: f64, scale: f64, offset: Vector) -> (Vec<Body>, Aabb) {
    let mut rng = Pcg64::seed_from_u64(21);
    let shapes = [
        Solid::Ball { radius: 0.6 * scale },
        Solid::Cuboid { half_extents: Vector::new(0.9, 0.4, 0.7) * scale },
        Solid::Cone { radius: 0.5 * scale, height: 1.4 * scale },
        Solid::Cuboid { half_extents: Vector::new(1.5, 0.01, 0.01) * scale },
    ]
    .map(|solid| Arc::new(Shape::primitive(solid, 2).unwrap()));
    let mut bodies: Vec<Body> = Vec::new();
    for index in 0..count {
        let mut vector = |reach: f64| Vector::from_fn(|_, _| rng.random_range(-reach..=reach));
        let mut pose = Pose::new(vector(half) * scale + offset, vector(3.0));
        if index % 10 == 9 {
            pose = bodies[index - 1].pose;
        }
        let shape = &shapes[if index % 20 == 19 { (index - 1) % 4 } else { index % 4 }];
        bodies.push(Body { velocity: vector(0.05) * scale, ..Body::at_rest(Arc::clone(shape), pose) });
    }
    (bodies, Aabb::cube(Point::from(offset), (half + 1.5) * scale))
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

    /// The colours, and the depths if the scene is drawn directly to the target.
    fn picture(&mut self, scene: &Scene, camera: &Camera, culls: bool) -> (Vec<u8>, Vec<f32>, BodyCounts) {
        self.renderer.set_occlusion_culling(culls);
        self.renderer.draw(scene, camera, &self.target).unwrap();
        assert_no_complaints(&self.gpu);
        let depth = self.target.read_depth_stencil(Rect::of_size(SIZE[0], SIZE[1])).0;
        (self.target.read_color().into_raw(), depth, self.renderer.body_counts())
    }

    /// Compares the pictures with and without culling, and returns the counts.
    fn compare(&mut self, scene: &Scene, camera: &Camera, what: &str) -> BodyCounts {
        let (colors, depths, all) = self.picture(scene, camera, false);
        let count = scene.bodies.len();
        assert_eq!(all, BodyCounts { drawn: count, hidden: 0, outside: 0 }, "{what}");
        let (culled_colors, culled_depths, counts) = self.picture(scene, camera, true);
        let differ = colors.iter().zip(&culled_colors).filter(|(a, b)| a != b).count();
        assert_eq!(differ, 0, "{what}: bytes of the picture that differ; {counts:?}");
        assert!(depths == culled_depths, "{what}: depths differ; {counts:?}");
        assert_eq!(counts.drawn + counts.hidden + counts.outside, count, "{what}");
        counts
    }
}

#[test]
fn the_picture_is_the_same_from_everywhere_around_and_inside_a_crowd() {
    let mut stage = Stage::new();
    let (bodies, container) = crowd(500, 4.0, 1.0, Vector::zeros());
    let colliding: Vec<bool> = (0..500).map(|i| i % 3 == 0).collect();
    let scene = plain_scene(&bodies, container, &colliding);
    let mut camera = Camera::framing(&container);
    let (mut hidden, mut outside, mut nearest) = (0, 0, usize::MAX);
    for round in 0..24 {
        let counts = stage.compare(&scene, &camera, &format!("camera {round}: {camera:?}"));
        hidden += counts.hidden;
        outside += counts.outside;
        nearest = nearest.min(counts.drawn);
        camera.orbit(137.0, if round % 2 == 0 { 71.0 } else { -64.0 });
        if round % 6 == 5 {
            camera.pan(90.0, -40.0, [240.0, 160.0]);
        }
        // The camera moves through the crowd until bodies cross the near plane; then back.
        camera.zoom(if round == 17 { 1e-3 } else { 1.7 });
    }
    assert!(hidden > 1000 && outside > 1000 && nearest < 100, "{hidden} {outside} {nearest}");
}

#[test]
fn the_same_with_everything_drawn_over_it_and_in_fine_quality() {
    let mut stage = Stage::new();
    let (bodies, container) = crowd(300, 3.0, 1.0, Vector::zeros());
    let colliding: Vec<bool> = (0..300).map(|i| i % 4 == 0).collect();
    let candidates: Vec<Pair> = (0..299).map(|i| Pair { a: i, b: i + 1 }).collect();
    let verdicts: Vec<bool> = (0..299).map(|i| i % 5 == 0).collect();
    let mut camera = Camera::framing(&container);
    for (round, quality) in
        [Sampling::Once, Sampling::Four, Sampling::Once, Sampling::Four].into_iter().enumerate()
    {
        stage.renderer.set_sampling(quality);
        stage.renderer.set_pixel_scale([1.0, 1.5, 2.5, 0.5][round]);
        for selected in [None, Some(7 * round), Some(150), Some(299)] {
            let scene = Scene {
                selected,
                candidates: &candidates,
                verdicts: &verdicts,
                overlays: if round < 2 { ALL_OVERLAYS } else { Overlays::default() },
                ..plain_scene(&bodies, container, &colliding)
            };
            let counts = stage.compare(&scene, &camera, &format!("{quality:?}, {selected:?} picked"));
            assert!(counts.hidden > 30, "{counts:?}");
        }
        camera.orbit(200.0, 40.0);
        camera.zoom(1.3);
    }
}

#[test]
fn tiny_huge_and_far_crowds_are_culled_the_same() {
    let mut stage = Stage::new();
    let mut counts = Vec::new();
    for (scale, offset) in [(1.0, 0.0), (1e-5, 0.0), (1e5, 0.0), (1.0, 1e6), (1e-3, -20.0)] {
        let (bodies, container) = crowd(500, 2.5, scale, Vector::new(offset, -offset, 0.5 * offset));
        let what = format!("scale {scale} at {offset}");
        counts.push(stage.compare(
            &plain_scene(&bodies, container, &[]),
            &Camera::framing(&container),
            &what,
        ));
    }
    let first = counts[0];
    assert!(first.hidden > 50, "{first:?}");
    assert!(counts.iter().all(|c| c.hidden.abs_diff(first.hidden) <= 3), "{counts:?}");
}

#[test]
fn what_stands_behind_a_wall_is_hidden_and_what_looks_over_it_is_not() {
    let mut stage = Stage::new();
    let container = Aabb::cube(Point::origin(), 6.0);
    let camera = Camera::framing(&container);
    let [right, up, back] = camera.directions();
    let facing = nalgebra::Rotation3::from_basis_unchecked(&[right, up, back]);
    let rotation = nalgebra::UnitQuaternion::from_rotation_matrix(&facing);
    let place = |p: Vector| Pose::from_parts(p.into(), rotation);
    let wall = Solid::Cuboid { half_extents: Vector::new(4.0, 3.0, 0.05) };
    let wall = Arc::new(Shape::primitive(wall, 1).unwrap());
    let ball = Arc::new(Shape::primitive(Solid::Ball { radius: 0.2 }, 2).unwrap());
    // 32 walls one behind another, as many as are drawn without a query; then a field of balls.
    let mut bodies: Vec<Body> = (0..32)
        .map(|i| Body::at_rest(Arc::clone(&wall), place(back * (4.0 - 0.01 * f64::from(i)))))
        .collect();
    for i in 0..40 {
        let across = right * (f64::from(i % 8) * 0.5 - 1.75) + up * (f64::from(i / 8) * 0.5 - 1.0);
        bodies.push(Body::at_rest(Arc::clone(&ball), place(across)));
    }
    let counts = stage.compare(&plain_scene(&bodies, container, &[]), &camera, "walled off");
    assert_eq!(counts, BodyCounts { drawn: 32, hidden: 40, outside: 0 });

    bodies.push(Body::at_rest(Arc::clone(&ball), place(up * 4.5)));
    bodies.push(Body::at_rest(Arc::clone(&ball), place(right * 400.0)));
    bodies.push(Body::at_rest(Arc::clone(&ball), place(back * 400.0)));
    let counts = stage.compare(&plain_scene(&bodies, container, &[]), &camera, "one looks over");
    assert_eq!(counts, BodyCounts { drawn: 33, hidden: 40, outside: 2 });
}

#[test]
fn nothing_and_few_bodies_are_no_trouble() {
    let mut stage = Stage::new();
    let camera = Camera::framing(&Aabb::cube(Point::origin(), 3.0));
    for count in [0, 1, 2, 31, 32, 33] {
        let (bodies, container) = crowd(count, 2.0, 1.0, Vector::zeros());
        let counts =
            stage.compare(&plain_scene(&bodies, container, &[]), &camera, &format!("{count} bodies"));
        assert!(counts.hidden <= count.saturating_sub(32));
    }
}

#[test]
fn the_switch_in_the_panel_leaves_the_picture_alone_and_tells_what_it_saves() {
    let gpu = gpu();
    let parameters = Parameters { count: 300, density: 0.3, ..Parameters::default() };
    let setup = Setup { start: Start::Experiment(parameters), ..Setup::default() };
    let mut shell = window::open_drawn(&gpu, setup);
    shell.arena_mut().playback.playing = false;
    let off = render_shell(&gpu, &mut shell, [1280, 800], 1.0).unwrap();
    assert_eq!(shell.stage.body_counts().drawn, 300);

    shell.arena_mut().occlusion_culling = true;
    let on = render_shell(&gpu, &mut shell, [1280, 800], 1.0).unwrap();
    let counts = shell.stage.body_counts();
    assert!(counts.hidden > 30 && counts.drawn + counts.hidden + counts.outside == 300, "{counts:?}");
    let beside_controls = |picture| image::imageops::crop_imm(picture, 288, 0, 992, 800).to_image();
    assert!(beside_controls(&off) == beside_controls(&on), "the picture has changed");
    assert!(off != on, "the panel tells the counts");
}
