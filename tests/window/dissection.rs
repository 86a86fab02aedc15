//! The pair in space: the highlighted surface is the one that faces the eye or faces away, and every picture
//! can be drawn.

use std::sync::Arc;

use collidoscope::geometry::{Point, Pose, Shape, Solid, Vector};
use collidoscope::gpu::target::Holds;
use collidoscope::gpu::{Gpu, Target};
use collidoscope::image_space::options::Options;
use collidoscope::image_space::pass::{Pass, Surface as Drawn, Who};
use collidoscope::image_space::recording::{FARTHEST, PassRecording, Step};
use collidoscope::image_space::view::{View, ViewVolume};
use collidoscope::inspector::space::stand::Stand;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods::{self, Inside, in_process};
use collidoscope::render::Part;
use collidoscope::render::camera::Camera;
use collidoscope::render::dissection::renderer::DissectionRenderer;
use collidoscope::render::dissection::{Dissection, Material, Surface};
use collidoscope::render::palette;
use collidoscope::render::renderer::{Sampling, SceneRenderer};
use collidoscope::render::scene::{Overlays, Scene};
use collidoscope::stories::arena::{self, Recording, Steps, simplices};
use collidoscope::world::{Body, PRESETS, Pair};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::RgbaImage;
use rand::SeedableRng;

use crate::support::pairs::{direction, pose, shape};
use crate::support::{assert_no_complaints, gpu};

const SIZE: [u32; 2] = [180, 130];

struct Easel {
    gpu: Gpu,
    target: Target,
    renderer: DissectionRenderer,
}

impl Easel {
    fn new(size: [u32; 2]) -> Self {
        let gpu = gpu();
        let target = Target::new(&gpu, Holds::ColorAndDepthStencil, size[0], size[1]).unwrap();
        let renderer = DissectionRenderer::new(&gpu).unwrap();
        Self { gpu, target, renderer }
    }

    fn picture(&mut self, dissection: &Dissection, camera: &Camera) -> RgbaImage {
        self.renderer.draw(dissection, camera, &self.target, Sampling::Once, 1.0).unwrap();
        assert_no_complaints(&self.gpu);
        self.target.read_color()
    }
}

/// A recording like that of a table of passes, with simple patterns in the buffers.
fn recording(
    gpu: &Gpu,
    method: &'static methods::Method,
    bodies: [Body; 2],
    axis: u8,
    side: u32,
) -> Option<Recording> {
    let Inside::Passes(tables) = method.inside else { return None };
    let table = tables[0];
    let mut settings = method.default_settings();
    settings.set("resolution", &side.to_string()).unwrap();
    let boxes = [bodies[0].aabb(), bodies[1].aabb()];
    let view = View::of(&boxes[0], &boxes[1], axis, ViewVolume::Union)?;
    let options = Options::of(&settings).unwrap();
    let pixels = (side * side) as usize;
    let rows =
        table.rounds.iter().enumerate().flat_map(|(round, passes)| {
            passes.iter().enumerate().map(move |(row, pass)| (round, row, *pass))
        });
    let run = rows.map(|(round, row, pass)| step(round, row, pass, pixels)).collect();
    let mut detector = method.detector(Some(gpu), &settings).unwrap();
    let verdict = detector.detect(&bodies, &[Pair { a: 0, b: 1 }]).unwrap().verdicts[0];
    let passes = PassRecording {
        table: table.clone(),
        options,
        view,
        roles: [0, 1],
        margins: [0.0; 2],
        intervals: [vec![None; pixels], vec![None; pixels]],
        steps: run,
        verdict,
    };
    let steps = Steps::Passes(vec![passes]);
    Some(Recording { method, pair: Pair { a: 0, b: 1 }, bodies, verdict, steps })
}

fn step(round: usize, row: usize, pass: Pass, pixels: usize) -> Step {
    Step {
        round,
        turn: 0,
        row,
        pass,
        fragments: vec![[None; 2]; pixels],
        depth: (0..pixels as u32).map(|i| i % 7 * (FARTHEST / 8)).collect(),
        stencil: (0..pixels).map(|i| (i % 4) as u8).collect(),
        samples: 0,
        more: Vec::new(),
    }
}

fn two(unit: f64, home: Vector) -> [Body; 2] {
    let mut random = rand_pcg::Pcg64::seed_from_u64(4);
    let a = Body::at_rest(shape(unit, &mut random), pose(home, &mut random));
    let b = Body::at_rest(
        shape(unit, &mut random),
        pose(home + direction(&mut random) * 0.2 * unit, &mut random),
    );
    [a, b]
}

#[test]
fn the_surface_pointed_out_is_the_one_that_the_pass_drew() {
    let (gpu, method) = (gpu(), methods::find("stencil").unwrap());
    for axis in 0..3 {
        for (home, unit) in [(0.0, 1.0), (1e6, 1.0), (0.0, 1e-5), (0.0, 1e5)] {
            let recording = recording(&gpu, method, two(unit, Vector::repeat(home)), axis, 16).unwrap();
            let Steps::Passes(tables) = &recording.steps else { unreachable!() };
            for surface in
                [Drawn::Whole, Drawn::Near, Drawn::Far].map(|surface| [Who::First, Who::Second].map(surface))
            {
                for (role, surface) in surface.into_iter().enumerate() {
                    let mut shown = recording.clone();
                    let Steps::Passes(changed) = &mut shown.steps else { unreachable!() };
                    changed[0].steps[0].pass.draw = surface;
                    let view = shown.story().space(1, None);
                    let solid: Vec<_> = view.dissection.surfaces.iter().filter(|s| !s.see_through).collect();
                    assert_eq!(solid.len(), 1);
                    let body = &recording.bodies[tables[0].roles[role]];
                    assert_eq!(
                        solid[0].triangles(),
                        expected(body, axis, surface),
                        "{surface:?} along {axis}"
                    );
                }
            }
        }
    }
}

/// Number of triangles that the pass draws: those that are counter-clockwise on the tile, or clockwise ones.
fn expected(body: &Body, axis: u8, surface: Drawn) -> usize {
    let mesh = body.shape.mesh();
    let view = View { axis, volume: body.aabb(), shared: [0.0; 2] };
    let [(across, sign), (up, up_sign), _] = view.axes();
    let turns = |triangle: usize| {
        let [p, q, r] = mesh.corners(triangle).map(|p| body.pose.rotation * p);
        let flat = |p: Point| [sign * p[across], up_sign * p[up]];
        let [[px, py], [qx, qy], [rx, ry]] = [p, q, r].map(flat);
        (qx - px) * (ry - py) - (qy - py) * (rx - px)
    };
    let all = 0..mesh.triangles().len();
    match surface {
        Drawn::Whole(_) | Drawn::Edges(_) => all.count(),
        Drawn::Near(_) => all.filter(|triangle| turns(*triangle) > 0.0).count(),
        Drawn::Far(_) => all.filter(|triangle| turns(*triangle) < 0.0).count(),
        Drawn::Tile => 0,
    }
}

#[test]
fn every_method_on_every_preset_is_drawn_at_every_step() {
    let mut easel = Easel::new(SIZE);
    let gpu = easel.gpu.clone();
    for preset in PRESETS {
        let bodies = (preset.build)();
        for method in in_process() {
            let settings = method.default_settings();
            let pair = Pair { a: 0, b: 1 };
            let real = arena::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
            let mut recordings = vec![real];
            if bodies[..2].iter().all(|body| body.shape.convexity().is_ok()) {
                recordings.extend(recording(&gpu, method, [bodies[0].clone(), bodies[1].clone()], 0, 16));
            }
            for recording in recordings {
                let last = recording.len();
                let story = recording.story();
                // A sample of hundreds of steps.
                for position in (0..=last).step_by(last / 8 + 1).chain([last, last + 5]) {
                    let view = story.space(position, Some([3, 9]));
                    assert!(!view.caption.is_empty() && view.labels.len() >= 2);
                    let camera = Camera::framing_from(&view.bounds, &view.back);
                    let picture = easel.picture(&view.dissection, &camera);
                    let background = easel.picture(&Dissection::default(), &camera);
                    let painted = differing(&picture, &background, 8);
                    assert!(painted > 400, "{} {} at {position}: {painted}", preset.id, method.id);
                }
            }
        }
    }
}

#[test]
fn a_pair_of_any_size_at_any_place_looks_the_same() {
    let mut easel = Easel::new(SIZE);
    let method = methods::find("stencil").unwrap();
    let gpu = easel.gpu.clone();
    let mut picture = |unit: f64, home: f64| {
        let recording = recording(&gpu, method, two(unit, Vector::repeat(home)), 2, 16).unwrap();
        let view = recording.story().space(2, Some([4, 5]));
        easel.picture(&view.dissection, &Camera::framing_from(&view.bounds, &view.back))
    };
    let plain = picture(1.0, 0.0);
    let dark = plain.pixels().filter(|p| p.0[..3].iter().all(|channel| *channel < 60)).count();
    assert!(dark < (SIZE[0] * SIZE[1]) as usize * 9 / 10, "something is to be seen");
    for (unit, home) in [(1.0, 1e6), (1e-5, 0.0), (1e5, 0.0)] {
        let other = picture(unit, home);
        let share = differing(&plain, &other, 24) as f64 / f64::from(SIZE[0] * SIZE[1]);
        assert!(share < 0.01, "size {unit}, at {home}: {share} of the pixels differ");
    }
}

#[test]
fn a_body_inside_another_is_seen_through_it_and_not_through_a_solid_one() {
    let mut easel = Easel::new(SIZE);
    let ball = |radius| Arc::new(Shape::primitive(Solid::Ball { radius }, 3).unwrap());
    let surface = |radius, see_through| Surface {
        shape: ball(radius),
        pose: Pose::identity(),
        part: Part::Whole,
        color: if radius < 1.0 { palette::B } else { palette::A },
        see_through,
        outlined: true,
        material: Material::Plain,
    };
    let mut picture = |surfaces: Vec<Surface>| {
        let dissection = Dissection { surfaces, ..Dissection::default() };
        let around = Dissection { surfaces: vec![surface(2.0, true)], ..Dissection::default() };
        easel.picture(&dissection, &Camera::framing(&around.bounds()))
    };
    let differ = |a: &RgbaImage, b: &RgbaImage| differing(a, b, 8);
    let glass = picture(vec![surface(2.0, true)]);
    let with_inner = picture(vec![surface(2.0, true), surface(0.5, false)]);
    assert!(differ(&glass, &with_inner) > 200);
    let solid = picture(vec![surface(2.0, false)]);
    let hidden = picture(vec![surface(2.0, false), surface(0.5, false)]);
    // Except the rim of the hidden body, which is drawn faintly through the other.
    let middle = |picture: &RgbaImage| *picture.get_pixel(SIZE[0] / 2, SIZE[1] / 2);
    assert_eq!(middle(&solid), middle(&hidden));
    assert_ne!(middle(&glass), middle(&with_inner));
}

/// Pixels on which some channel differs by more than `step`.
fn differing(a: &RgbaImage, b: &RgbaImage, step: u8) -> usize {
    let pixels = a.pixels().zip(b.pixels());
    pixels.filter(|(p, q)| (0..3).any(|channel| p[channel].abs_diff(q[channel]) > step)).count()
}

#[test]
fn the_lab_shows_the_inner_body_only_through_glass() {
    let gpu = gpu();
    let target = Target::new(&gpu, Holds::ColorAndDepthStencil, SIZE[0], SIZE[1]).unwrap();
    let mut renderer = SceneRenderer::new(&gpu).unwrap();
    let preset = PRESETS.iter().find(|preset| preset.id == "containment").unwrap();
    let (world, arena) = {
        let setup = Setup { start: Start::Preset(preset), ..Setup::default() };
        ((preset.build)(), Arena::new(None, setup).unwrap())
    };
    let mut picture = |bodies: &[Body], see_through: bool| {
        let overlays = Overlays { see_through, ..Overlays::default() };
        let lists = arena.scene_lists(overlays);
        let scene = Scene { bodies, ..arena.scene(&lists, overlays) };
        renderer.draw(&scene, &Camera::framing(&arena.container()), &target).unwrap();
        assert_no_complaints(&gpu);
        target.read_color()
    };
    let sizes = [world[0].shape.size(), world[1].shape.size()];
    let outer = &world[usize::from(sizes[1] > sizes[0])..][..1];
    assert_eq!(differing(&picture(&world, false), &picture(outer, false), 2), 0, "it is hidden");
    assert!(differing(&picture(&world, true), &picture(outer, true), 6) > 60, "it is seen");
}

#[test]
fn the_walk_is_told_in_words_at_every_size() {
    let gpu = gpu();
    for (preset, says) in [("intersecting", "The bodies collide."), ("b-behind-a", "Distance: 0.2500 m")] {
        let preset = PRESETS.iter().find(|candidate| candidate.id == preset).unwrap();
        let (method, bodies) = (methods::find("gjk").unwrap(), (preset.build)());
        let pair = Pair { a: 0, b: 1 };
        let recording = arena::record(Some(&gpu), method, &method.default_settings(), &bodies, pair).unwrap();
        let Steps::Simplices(trace) = &recording.steps else { panic!("GJK walks") };
        for size in [[700.0, 500.0], [400.0, 500.0], [60.0, 50.0], [900.0, 30.0]] {
            for position in 0..=recording.len() + 1 {
                let harness = Harness::builder().with_size(size).build_ui(|ui| {
                    simplices::steps::show(ui, &recording.bodies, trace, position, &mut Stand::default())
                });
                if size[0] > 300.0 && size[1] > 300.0 {
                    let ended = position >= recording.len();
                    assert_eq!(harness.query_by_label(says).is_some(), ended, "{position} at {size:?}");
                    assert!(harness.query_by_label("The Minkowski difference").is_some());
                }
            }
        }
    }
}
