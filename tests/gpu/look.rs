//! The light of pictures: scenes are as light as the theme, shadows darken the floor, red stays for collisions, and no
//! answer depends on the quality.

use std::sync::Arc;

use collidoscope::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
use collidoscope::gpu::target::Holds;
use collidoscope::gpu::{Gpu, Target};
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::render::camera::Camera;
use collidoscope::render::dissection::renderer::DissectionRenderer;
use collidoscope::render::dissection::{Dissection, Material, Surface};
use collidoscope::render::lighting::Look;
use collidoscope::render::palette::{self, Scheme};
use collidoscope::render::renderer::{Sampling, SceneRenderer};
use collidoscope::render::{Part, floor};
use collidoscope::ui::quality::Quality;
use collidoscope::ui::stage::{Canvas, Sight};
use collidoscope::ui::theme;
use collidoscope::world::{Body, Parameters};
use egui::Theme;
use image::{Rgba, RgbaImage};

use crate::support::window::Drive as _;
use crate::support::{assert_no_complaints, gpu, plain_scene, window};

const SIZE: [u32; 2] = [320, 240];
const SCHEMES: [Scheme; 2] = [Scheme::Dark, Scheme::Light];

/// All looks of a scheme.
fn looks(scheme: Scheme) -> impl Iterator<Item = Look> {
    [(false, false), (true, false), (false, true), (true, true)]
        .into_iter()
        .map(move |(shadows, occlusion)| Look { scheme, shadows, occlusion })
}

fn ball(radius: f64) -> Arc<Shape> {
    Arc::new(Shape::primitive(Solid::Ball { radius }, 6).unwrap())
}

/// Balls over the floor of a container, the last one near the eye.
fn balls() -> (Vec<Body>, Aabb) {
    let shape = ball(0.5);
    let places = [[0.0, -0.9, 0.0], [-2.0, 0.5, -1.0], [1.5, 1.0, 1.0], [1.0, -1.5, -2.0]];
    let body = |[x, y, z]: [f64; 3]| Body::at_rest(Arc::clone(&shape), Pose::translation(x, y, z));
    (places.map(body).to_vec(), Aabb::cube(Point::origin(), 2.5))
}

fn picture(gpu: &Gpu, look: Look, bodies: &[Body], container: Aabb, camera: &Camera) -> RgbaImage {
    let target = Target::new(gpu, Holds::ColorAndDepthStencil, SIZE[0], SIZE[1]).unwrap();
    let mut renderer = SceneRenderer::new(gpu).unwrap();
    renderer.set_look(look);
    renderer.set_sampling(Sampling::Four);
    renderer.draw(&plain_scene(bodies, container, &[]), camera, &target).unwrap();
    assert_no_complaints(gpu);
    target.read_color()
}

fn lightness(Rgba([r, g, b, _]): Rgba<u8>) -> f64 {
    0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
}

/// The pixel at which a point of the world is seen.
fn pixel(camera: &Camera, point: Point) -> [u32; 2] {
    let [width, height] = SIZE.map(f64::from);
    let clip = camera.view_projection(width / height) * point.to_homogeneous();
    let [x, y] = [clip.x / clip.w, clip.y / clip.w];
    [(0.5 * (1.0 + x) * width) as u32, (0.5 * (1.0 - y) * height) as u32]
}

#[test]
fn shadows_darken_the_floor_below_a_body_and_leave_the_rest() {
    let gpu = gpu();
    let container = Aabb::cube(Point::origin(), 2.5);
    let camera = Camera::framing_from(&container, &Vector::new(0.0, 1.0, 1.0));
    // A ball high above the floor, so that it leaves no shadow of contact. Its shadow lies where the ray from the
    // light through its centre meets the floor.
    let center = Point::new(0.3, 1.2, 0.4);
    let bodies = [Body::at_rest(ball(0.5), Pose::from_parts(center.coords.into(), Default::default()))];
    let to_light = Vector::new(-0.25, 0.85, 0.5);
    let below = center - to_light * ((center.y + 2.5) / to_light.y);
    let [x, y] = pixel(&camera, below);
    let far = pixel(&camera, Point::new(-1.7, -2.5, 1.7));
    for scheme in SCHEMES {
        let look = |shadows| Look { scheme, shadows, occlusion: false };
        let [without, with] = [false, true].map(|on| picture(&gpu, look(on), &bodies, container, &camera));
        let [lit, dark] = [&without, &with].map(|picture| lightness(*picture.get_pixel(x, y)));
        assert!(dark < 0.85 * lit, "{scheme:?}: {dark} of {lit}");
        let [before, after] = [&without, &with].map(|picture| lightness(*picture.get_pixel(far[0], far[1])));
        assert!((after - before).abs() < 3.0, "{scheme:?}: {before} {after}");
    }
}

#[test]
fn occlusion_darkens_the_corner_between_two_bodies() {
    let gpu = gpu();
    let target = Target::new(&gpu, Holds::ColorAndDepthStencil, SIZE[0], SIZE[1]).unwrap();
    let mut renderer = DissectionRenderer::new(&gpu).unwrap();
    let slab = |half: Vector, at: Vector| Surface {
        shape: Arc::new(Shape::primitive(Solid::Cuboid { half_extents: half }, 1).unwrap()),
        pose: Pose::from_parts(at.into(), Default::default()),
        part: Part::Whole,
        color: palette::hex(0xa0_a0a0),
        see_through: false,
        outlined: false,
        material: Material::Plain,
    };
    // A wall behind a floor.
    let surfaces = vec![
        slab(Vector::new(2.0, 0.1, 2.0), Vector::new(0.0, -0.1, 0.0)),
        slab(Vector::new(2.0, 1.0, 0.1), Vector::new(0.0, 1.0, -1.9)),
    ];
    let dissection = Dissection { surfaces, ..Dissection::default() };
    let camera = Camera::framing_from(&dissection.bounds(), &Vector::new(0.0, 1.0, 1.0));
    let mut draw = |occlusion| {
        renderer.set_look(Look { scheme: Scheme::Light, shadows: false, occlusion });
        renderer.draw(&dissection, &camera, &target, Sampling::Four, 1.0).unwrap();
        assert_no_complaints(&gpu);
        target.read_color()
    };
    let [without, with] = [draw(false), draw(true)];
    let share = |point: Point| {
        let [x, y] = pixel(&camera, point);
        lightness(*with.get_pixel(x, y)) / lightness(*without.get_pixel(x, y))
    };
    let (corner, open) = (share(Point::new(0.0, 0.0, -1.77)), share(Point::new(0.0, 0.0, 0.8)));
    assert!(corner < 0.9, "the corner keeps {corner}");
    assert!(open > 0.97, "the middle of the floor keeps {open}");
}

#[test]
fn a_scene_is_as_light_as_its_theme() {
    let gpu = gpu();
    let (bodies, container) = balls();
    let camera = Camera::framing(&container);
    let of = |scheme: Scheme| looks(scheme).map(|look| picture(&gpu, look, &bodies, container, &camera));
    let mean = |picture: &RgbaImage| {
        picture.pixels().map(|pixel| lightness(*pixel)).sum::<f64>() / picture.pixels().count() as f64
    };
    let corners = |picture: &RgbaImage| {
        [[0, 0], [SIZE[0] - 1, 0], [0, SIZE[1] - 1]].map(|[x, y]| lightness(*picture.get_pixel(x, y)))
    };
    for picture in of(Scheme::Dark) {
        assert!(mean(&picture) < 90.0 && corners(&picture).iter().all(|light| *light < 70.0));
    }
    for picture in of(Scheme::Light) {
        assert!(mean(&picture) > 170.0 && corners(&picture).iter().all(|light| *light > 190.0));
    }
}

#[test]
fn the_pictures_of_the_window_and_for_files_follow_the_theme() {
    let mut shell = window::open_drawn(&gpu(), small_world());
    let gpu = shell.stage.gpu().clone();
    let camera = Camera::framing(&shell.lab.bounds());
    let target = Target::new(&gpu, Holds::ColorAndDepthStencil, SIZE[0], SIZE[1]).unwrap();
    let mut corner = |theme| {
        theme::use_theme(theme);
        shell.lab.picture(0, &mut Canvas::Alone { gpu: &gpu, camera: &camera, target: &target }).unwrap();
        lightness(*target.read_color().get_pixel(1, 1))
    };
    let (dark, light) = (corner(Theme::Dark), corner(Theme::Light));
    theme::use_theme(Theme::Dark);
    assert!(dark < 70.0 && light > 190.0, "{dark} {light}");
}

#[test]
fn without_collisions_nothing_is_red_whatever_the_look() {
    let gpu = gpu();
    let (bodies, container) = balls();
    let kinds = [
        Solid::Cuboid { half_extents: Vector::repeat(0.4) },
        Solid::Cone { radius: 0.5, height: 1.0 },
        Solid::Cylinder { radius: 0.4, height: 1.0 },
    ];
    let others = kinds.into_iter().zip(-1_i32..).map(|(solid, i)| {
        let shape = Arc::new(Shape::primitive(solid, 4).unwrap());
        Body::at_rest(shape, Pose::translation(1.6 * f64::from(i), -1.4, 1.2))
    });
    let bodies: Vec<Body> = bodies.into_iter().chain(others).collect();
    for look in SCHEMES.into_iter().flat_map(looks) {
        for back in [Vector::new(0.5, 0.4, 0.8), Vector::new(-0.5, 0.4, -0.8), Vector::new(0.1, -1.0, 0.2)] {
            let camera = Camera::framing_from(&container, &back);
            let picture = picture(&gpu, look, &bodies, container, &camera);
            let red = picture.pixels().filter(|Rgba([r, g, b, _])| {
                let [r, most] = [*r, (*g).max(*b)].map(f32::from);
                r > 60.0 && r > 1.5 * most
            });
            assert_eq!(red.count(), 0, "{look:?} from {back:?}");
        }
    }
}

#[test]
fn lines_and_marks_stand_out_from_the_background_of_both_schemes() {
    let luminance = |rgb: [f32; 3]| {
        let [r, g, b] = palette::Color { rgb, alpha: 1.0 }.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let lines = [
        palette::COLLIDING,
        palette::SELECTED,
        palette::MISSED,
        palette::FALSE_HIT,
        palette::PICKED,
        palette::CONTAINER,
        palette::AABB,
        palette::HULL,
        palette::CANDIDATE,
        palette::WINDOW,
        palette::VELOCITY,
        palette::A,
        palette::B,
        palette::PRUNED,
        palette::UNDECIDED,
        // Colours that no table lists.
        palette::hex(0xff_ff00),
        palette::hex(0x80_ffff),
    ];
    for scheme in SCHEMES {
        for background in scheme.surroundings().background {
            let ground = luminance(background.rgb);
            for line in lines {
                let line = luminance(line.line_in(scheme).rgb);
                let contrast = (line.max(ground) + 0.05) / (line.min(ground) + 0.05);
                assert!(contrast >= 3.0, "{scheme:?}: {line:?} on {background:?}: {contrast}");
            }
        }
    }
}

#[test]
fn the_floor_has_a_grid_of_round_lengths() {
    for (half, spacing) in [(5.3, 1.0), (0.4, 0.1), (70.0, 20.0), (3e-6, 5e-7)] {
        let floor = floor::Floor { middle: Point::origin(), half: [half, 0.5 * half] };
        assert!((floor.square().0 / spacing - 1.0).abs() < 1e-9, "{half}: {}", floor.square().0);
    }
}

fn small_world() -> Setup {
    let parameters = Parameters { count: 40, density: 0.2, ..Parameters::default() };
    Setup { start: Start::Experiment(parameters), ..Setup::default() }
}

#[test]
fn no_answer_depends_on_the_quality() {
    let mut seen: Option<Vec<_>> = None;
    for (id, _, quality) in Quality::all() {
        for still in [false, true] {
            let mut shell = window::open_drawn(&gpu(), small_world());
            shell.stage.quality = quality;
            let mut frames = Vec::new();
            for _ in 0..10 {
                shell.lab.step();
                let camera = Camera::framing(&shell.lab.bounds());
                let sight = Sight { size: SIZE, pixels_per_point: 1.0, still, camera, close_up: false };
                let mut canvas = Canvas::Kept { stage: &mut shell.stage, pane: 0, sight: &sight };
                shell.lab.picture(0, &mut canvas).unwrap();
                let arena = shell.arena();
                let verdicts = &arena.shown().unwrap().verdicts;
                let evidence = verdicts.iter().map(|verdict| format!("{verdict:?}"));
                frames.push((arena.found().candidates.clone(), evidence.collect::<Vec<_>>()));
            }
            assert!(frames.iter().any(|(pairs, _)| !pairs.is_empty()));
            match &seen {
                None => seen = Some(frames),
                Some(seen) => assert_eq!(seen, &frames, "{id}, still: {still}"),
            }
        }
    }
}
