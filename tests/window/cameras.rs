//! Cameras: a ray hits what the picture shows at its pixel, with every projection; the lens on the contact.

use std::path::Path;
use std::sync::Arc;

use collidoscope::app::beginning::Beginning;
use collidoscope::app::offscreen::shell_of;
use collidoscope::app::scene_file::LoadedScene;
use collidoscope::app::{PictureOptions, Shell};
use collidoscope::exhibit::{Page, Params, SceneLink};
use collidoscope::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
use collidoscope::gpu::target::Holds;
use collidoscope::gpu::{Rect, Target};
use collidoscope::image_space::view::View;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::arena_lab::ArenaLab;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods;
use collidoscope::render::camera::{Camera, Lens};
use collidoscope::render::renderer::SceneRenderer;
use collidoscope::render::scene::{Overlays, Scene as Drawn};
use collidoscope::render::viewpoint;
use collidoscope::ui::requests::{Look, Request};
use collidoscope::world::{Body, Pair};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rand::{Rng, SeedableRng};

use crate::support::window::Drive as _;
use crate::support::{assert_no_complaints, gpu, plain_scene};
use crate::window::panel::{click, open, open_small_world, open_view};
use crate::window::panes::press;

/// Size of the x-ray pictures, pixels.
const SIZE: [u32; 2] = [240, 160];

fn to_ndc(camera: &Camera, p: Point, aspect: f64) -> Vector {
    let clip = camera.view_projection(aspect) * p.to_homogeneous();
    clip.xyz() / clip.w
}

/// `ray` and `view_projection` are inverse for every camera and projection.
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

fn middles(arena: &Arena, pair: Pair) -> [Point; 2] {
    [pair.a, pair.b].map(|body| {
        let body = &arena.bodies()[body];
        body.pose * body.shape.local_aabb().center()
    })
}

/// The camera at the method's eye has the direction and bounds of the tile and shows what the tile shows.
#[test]
fn the_eye_of_the_method_sees_what_its_tile_shows() {
    let gpu = gpu();
    // This method reads depths; a stencil method would leave old values in its tile.
    let method = methods::find("occlusion-query").unwrap();
    let mut lab = ArenaLab::new(Arena::new(Some(gpu.clone()), Setup { method, ..Setup::default() }).unwrap());
    (0..60).for_each(|_| lab.step());
    let target = Target::new(&gpu, Holds::ColorAndDepthStencil, 256, 256).unwrap();
    let mut renderer = SceneRenderer::new(&gpu).unwrap();
    let mut compared = 0;
    for pair in lab.found().candidates.clone() {
        lab.selected_pair = Some(pair);
        let seen = lab.viewpoint("eye", 0).expect("this method draws every candidate");
        let tile = lab.tile(pair).as_ref().unwrap().clone().unwrap();
        let mut watching = viewpoint::View::framing(&lab.container());
        watching.watch("eye", seen);
        let camera = watching.camera;
        assert_eq!(camera.lens(), Lens::Window(tile.volume));

        // Coordinates: equal to the tile's clip coordinates, except for the margin around the window.
        let view = View { axis: tile.axis, volume: tile.volume, shared: [0.0; 2] };
        let center = view.volume.center();
        let to_clip = view.local_to_clip(&Pose::identity(), &Point::origin(), 1.0).cast::<f64>();
        let edge = to_ndc(&camera, view.volume.max, 1.0);
        for corner in view.volume.corners().into_iter().chain(middles(&lab, pair)) {
            let inside = center + (corner - center) * 0.8;
            let (ndc, clip) = (to_ndc(&camera, inside, 1.0), to_clip * inside.to_homogeneous());
            let expected = Vector::new(clip.x * edge.x.abs(), clip.y * edge.y.abs(), clip.z);
            // The tile's matrix has f32 precision.
            assert!((ndc - expected).norm() < 1e-4 * (1.0 + clip.norm()), "{pair:?}: {ndc} and {expected}");
        }

        // Pixels: everything drawn on the tile is drawn in the picture, if the picture has as many pixels.
        if edge.x.abs().min(edge.y.abs()) < 0.3 {
            continue;
        }
        let lists = lab.scene_lists_in(0, Overlays::default());
        renderer.draw(&lab.scene_through(&lists, &camera), &camera, &target).unwrap();
        let (depths, _) = target.read_depth_stencil(Rect::of_size(256, 256));
        let side = tile.side as usize;
        let (mut drawn, mut there) = (0, 0);
        for index in (0..side * side).filter(|index| tile.depth[*index] > 0.0 && tile.depth[*index] < 1.0) {
            let place = |at: usize, edge: f64| {
                let ndc = (2.0 * (at as f64 + 0.5) / side as f64 - 1.0) * edge.abs();
                (128.0 * (ndc + 1.0)) as usize
            };
            let (x, y) = (place(index % side, edge.x), place(index / side, edge.y));
            drawn += 1;
            there += usize::from(depths[y * 256 + x] < 1.0);
        }
        assert!(there * 20 >= drawn * 19, "{pair:?}: {there} of {drawn} pixels of the tile");
        compared += drawn;
    }
    assert!(compared > 500, "{compared} pixels compared");
    assert_no_complaints(&gpu);
}

#[test]
fn every_viewpoint_of_every_lab_can_be_taken() {
    let gpu = gpu();
    for row in LABS {
        let mut lab = (row.build)(Some(&gpu), &Params::default(), None).unwrap();
        (0..100).for_each(|_| lab.step());
        let mut cameras = std::collections::BTreeSet::new();
        for viewpoint in row.viewpoints {
            if let Some(close_up) = lab.close_up() {
                close_up.aim(viewpoint.id);
            }
            let seen =
                lab.viewpoint(viewpoint.id, 0).unwrap_or_else(|| panic!("{}: {}", row.id, viewpoint.id));
            let mut view = viewpoint::View::framing(&lab.bounds());
            view.watch(viewpoint.id, seen);
            let camera = view.camera;
            for corner in seen.bounds.corners() {
                let ndc = to_ndc(&camera, corner, 1.0);
                assert!(ndc.x.abs() < 1.0 && ndc.y.abs() < 1.0, "{}: {}: {ndc}", row.id, viewpoint.id);
            }
            assert!(cameras.insert(camera.fingerprint()), "{} is like another one", viewpoint.id);
        }
        assert_eq!(lab.viewpoint("nowhere", 0), None);
    }
}

/// The camera set by menu and keys, and restored from a scene file.
#[test]
fn the_camera_is_chosen_by_menu_and_keys_and_comes_back_from_a_file() {
    let mut harness = open_small_world();
    harness.state_mut().lab.playback().playing = false;
    let camera = |harness: &Harness<'_, Shell>| harness.state().cameras.of(0);
    let back = |harness: &Harness<'_, Shell>| camera(harness).directions()[2];
    open_view(&mut harness);
    click(&mut harness, Role::Button, "Camera");
    click(&mut harness, Role::Button, "From above (+Y) Y");
    assert!((back(&harness) - Vector::y()).norm() < 1e-9);
    for expected in [Vector::x(), -Vector::x()] {
        press(&mut harness, Key::X);
        assert!((back(&harness) - expected).norm() < 1e-9);
    }
    press(&mut harness, Key::Q);
    assert_eq!(camera(&harness).lens(), Lens::Parallel);

    let before = camera(&harness);
    press(&mut harness, Key::M);
    assert!(matches!(camera(&harness).lens(), Lens::Window(_)));
    let file = harness.state().scene_file(Path::new(""));
    let text = serde_json::to_string(&file).unwrap();
    assert!(text.contains(r#""parallel":true,"stays_with":"eye""#), "{text}");
    press(&mut harness, Key::M);
    assert_eq!(camera(&harness), before, "back where it came from");

    let scene = LoadedScene::check(file, Path::new("")).unwrap();
    harness.state_mut().open_scene(&scene).unwrap();
    harness.run();
    assert_eq!(harness.state().cameras.view(0).watched(), Some("eye"));
    assert!(matches!(camera(&harness).lens(), Lens::Window(_)), "the window is there again");
    press(&mut harness, Key::F);
    assert_eq!(
        (harness.state().cameras.view(0).watched(), camera(&harness).lens()),
        (None, Lens::Perspective)
    );

    let wrong = serde_json::from_str(&text.replace(r#""eye""#, r#""nose""#)).unwrap();
    let why = LoadedScene::check(wrong, Path::new("")).err().unwrap().to_string();
    assert!(why.contains("nose") && why.contains("eye"), "{why}");
}

/// The camera of the picture in space set by menu, keys and links, and restored from a scene file. The panes'
/// cameras do not move.
#[test]
fn the_picture_in_space_has_the_same_cameras() {
    let mut harness = open_small_world();
    harness.state_mut().lab.playback().playing = false;
    (0..60).for_each(|_| harness.state_mut().lab.step());
    harness.state_mut().ask(Request::Turn(Page::Inspector));
    harness.run();
    let of_pane = harness.state().cameras.of(0);
    let camera = |harness: &Harness<'_, Shell>| {
        let mut stand = harness.state().inspector.stand();
        stand.change(|_| ());
        stand.chosen().expect("something is shown")
    };
    let back = |harness: &Harness<'_, Shell>| camera(harness).directions()[2];
    assert_eq!(harness.state().inspector.stand().chosen(), None, "as the story has it");
    assert_eq!(harness.state().scene_file(Path::new("")).inspector_camera, None);
    click(&mut harness, Role::Button, "Camera");
    assert!(harness.query_by_label("Lens on the contact T").is_none());
    click(&mut harness, Role::Button, "From above (+Y) Y");
    assert!((back(&harness) - Vector::y()).norm() < 1e-9);
    press(&mut harness, Key::X);
    assert!((back(&harness) - Vector::x()).norm() < 1e-9);
    let before = camera(&harness);
    press(&mut harness, Key::M);
    assert!(matches!(camera(&harness).lens(), Lens::Window(_)));
    let file = harness.state().scene_file(Path::new(""));
    press(&mut harness, Key::M);
    assert_eq!(camera(&harness), before, "back where it came from");
    assert_eq!(harness.state().cameras.of(0), of_pane);

    let scene = LoadedScene::check(file.clone(), Path::new("")).unwrap();
    harness.state_mut().open_scene(&scene).unwrap();
    harness.run();
    assert_eq!(harness.state().inspector.stand().watched(), Some("eye"));
    assert!(matches!(camera(&harness).lens(), Lens::Window(_)), "the window is there again");
    press(&mut harness, Key::F);
    let stand = harness.state().inspector.stand();
    assert_eq!((stand.watched(), camera(&harness).lens()), (None, Lens::Perspective));

    let link = "page=inspector&camera=front,parallel".parse().unwrap();
    harness.state_mut().present(&link).unwrap();
    harness.run();
    assert!((back(&harness) - Vector::z()).norm() < 1e-9);
    assert_eq!(camera(&harness).lens(), Lens::Parallel);

    let text = serde_json::to_string(&file).unwrap();
    let wrong = serde_json::from_str(&text.replace(r#""eye""#, r#""nose""#)).unwrap();
    let why = LoadedScene::check(wrong, Path::new("")).err().unwrap().to_string();
    assert!(why.contains("nose") && why.contains("eye"), "{why}");
}

/// During playback, a camera that follows a pair keeps it in the picture.
#[test]
fn a_pair_that_moves_stays_in_the_picture() {
    let mut harness = open_small_world();
    harness.state_mut().lab.playback().playing = false;
    harness.state_mut().ask(Request::Look(Look::At("picked")));
    let pair = harness.state().arena().selected_pair.expect("a pair is picked for it");
    let start = middles(harness.state().arena(), pair);
    for _ in 0..60 {
        harness.state_mut().lab.step();
        harness.run_steps(1);
        let shell = harness.state();
        for middle in middles(shell.arena(), pair) {
            let ndc = to_ndc(&shell.cameras.of(0), middle, 1.0);
            assert!(ndc.iter().all(|part| part.abs() < 1.0), "{ndc}");
        }
    }
    let moved = (middles(harness.state().arena(), pair)[0] - start[0]).norm();
    assert!(moved > 0.5 * harness.state().cameras.of(0).distance() * 0.1, "it has moved by {moved}");
}

/// The hidden half of a red ball behind a wall shines through it, and nothing else changes.
#[test]
fn x_ray_changes_only_pixels_where_a_colliding_body_is_hidden() {
    let gpu = gpu();
    let target = Target::new(&gpu, Holds::ColorAndDepthStencil, SIZE[0], SIZE[1]).unwrap();
    let mut renderer = SceneRenderer::new(&gpu).unwrap();
    let at = |solid, pose| Body::at_rest(Arc::new(Shape::primitive(solid, 3).unwrap()), pose);
    let container = Aabb::cube(Point::origin(), 3.0);
    let camera = Camera::framing_from(&container, &Vector::z());
    let wall = Solid::Cuboid { half_extents: Vector::new(1.0, 1.5, 0.1) };
    let all = [
        at(Solid::Ball { radius: 1.0 }, Pose::identity()),
        at(wall, Pose::translation(1.0, 0.0, 1.5)),
        at(Solid::Ball { radius: 0.5 }, Pose::translation(1.2, 0.9, 0.0)),
    ];
    let mut draw = |bodies: &[Body], colliding: &[bool], x_ray| {
        let overlays = Overlays { x_ray, ..Overlays::default() };
        let scene = Drawn { overlays, ..plain_scene(bodies, container, colliding) };
        renderer.draw(&scene, &camera, &target).unwrap();
        assert_no_complaints(&gpu);
        (target.read_color(), target.read_depth_stencil(Rect::of_size(SIZE[0], SIZE[1])).0)
    };
    let (before, front) = draw(&all, &[true, false, false], false);
    let (after, _) = draw(&all, &[true, false, false], true);
    let (_, alone) = draw(&all[..1], &[true], false);
    let (mut changed, mut hidden) = (0, 0);
    for (index, (p, q)) in before.pixels().zip(after.pixels()).enumerate() {
        // The picture's rows run from top to bottom, those of the depths from bottom to top.
        let (x, y) = (index % SIZE[0] as usize, index / SIZE[0] as usize);
        let at = (SIZE[1] as usize - 1 - y) * SIZE[0] as usize + x;
        let is_hidden = alone[at] < 1.0 && front[at] < alone[at];
        hidden += usize::from(is_hidden);
        changed += usize::from(p != q);
        assert!(p == q || is_hidden, "({x}, {y}) changed where nothing is hidden");
        let redness = |pixel: &image::Rgba<u8>| i32::from(pixel.0[0]) - i32::from(pixel.0[1]);
        assert!(!is_hidden || redness(q) > redness(p), "({x}, {y}) is not redder: {p:?} {q:?}");
    }
    assert!(hidden > 200 && changed == hidden, "{changed} changed, {hidden} hidden");
    // Without collisions nothing shines through.
    assert_eq!(draw(&all, &[false; 3], true).0, draw(&all, &[false; 3], false).0);
}

/// A picture taken after some frames frames the pair of that moment.
#[test]
fn a_viewpoint_picks_its_pair_after_the_frames_were_played() {
    let gpu = gpu();
    let shell = |frames: u64, show: &str| {
        let first = "seed=1&bodies=60&method=gjk".parse().unwrap();
        let beginning = Beginning { first, show: show.parse().unwrap(), ..Beginning::default() };
        let options = PictureOptions { beginning, size: [64, 64], frames: Some(frames), scene_only: false };
        shell_of(&gpu, &options, &mut || ()).unwrap()
    };
    let picked = |shell: &Shell| (shell.arena().selected_pair, shell.cameras.view(0).watched());
    let now = picked(&shell(40, "camera=axis"));
    assert_eq!(now.1, Some("axis"));
    let mut afterwards = shell(40, "");
    afterwards.present(&"camera=axis".parse().unwrap()).unwrap();
    assert_eq!(now, picked(&afterwards));
    assert_ne!(now, picked(&shell(0, "camera=axis")), "another pair than at first");
}

/// A link sets the viewpoint of the active pane; a viewpoint that does not exist changes nothing.
#[test]
fn a_link_says_from_where_to_look() {
    let mut harness = open_small_world();
    harness.run_steps(2);
    let shell = harness.state_mut();
    shell.cameras.steer(0, |camera| camera.orbit(50.0, 90.0));
    shell.present(&"camera=above,parallel".parse().unwrap()).unwrap();
    let seen = shell.cameras.of(0);
    assert!((seen.directions()[2] - Vector::y()).norm() < 1e-12 && seen.lens() == Lens::Parallel);
    for corner in shell.lab.bounds().corners() {
        let at = to_ndc(&seen, corner, 1.0);
        assert!(at.iter().all(|part| part.abs() <= 1.0), "{corner} is seen at {at}");
    }
    shell.present(&"camera=picked,30/-20".parse().unwrap()).unwrap();
    let near = shell.cameras.of(0);
    assert_eq!((shell.cameras.view(0).watched(), near.lens()), (Some("picked"), Lens::Perspective));
    let (yaw, pitch) = near.angles();
    assert!((yaw.to_degrees() - 30.0).abs() < 1e-9 && (pitch.to_degrees() + 20.0).abs() < 1e-9);
    assert!(near.distance() < seen.distance());
    for wrong in ["camera=moon", "camera=above&seed=x", "camera=above&lab=moon"] {
        shell.present(&wrong.parse().unwrap()).unwrap_err();
        assert_eq!(shell.cameras.of(0), near, "{wrong}");
    }
    shell.present(&"camera=whole".parse().unwrap()).unwrap();
    assert_eq!(
        (shell.cameras.view(0).watched(), shell.cameras.of(0)),
        (None, Camera::framing(&shell.lab.bounds()))
    );
}

/// The key shows the lens in the pane, with the state of the selected pair; without a pair the menu says why
/// it is unavailable.
#[test]
fn the_lens_on_the_contact_is_a_switch_and_says_how_the_pair_stands() {
    for (preset, says) in
        [("near-miss", "gap 2.00\u{a0}mm"), ("touching-faces", "touching"), ("containment", "overlapping")]
    {
        let mut harness = open(Setup::default(), [1280.0, 800.0]);
        let exhibit: SceneLink = format!("preset={preset}").parse().unwrap();
        harness.state_mut().requests.ask(Request::Show(Box::new(exhibit)));
        harness.run();
        let name = format!("Lens on the contact: {says}");
        assert!(harness.query_by_label(&name).is_none());
        press(&mut harness, Key::T);
        let shown = harness.get_by_label(&name).rect();
        assert!(shown.width() > 120.0 && shown.width() == shown.height(), "{shown}");
        press(&mut harness, Key::T);
        assert!(harness.query_by_label(&name).is_none());
        assert_no_complaints(harness.state().stage.gpu());
    }
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    harness.state_mut().requests.ask(Request::Show(Box::new("lab=road".parse().unwrap())));
    harness.run();
    open_view(&mut harness);
    click(&mut harness, Role::Button, "Camera");
    let switch = harness.get_by_role_and_label(Role::Button, "Lens on the contact T");
    assert!(switch.accesskit_node().is_disabled());
}
