//! The inspector: its page, pace, steering and views.

use std::rc::Rc;
use std::time::Duration;

use collidoscope::about::MethodInfo;
use collidoscope::geometry::{Aabb, Point, Vector};
use collidoscope::hierarchies::methods::METHODS;
use collidoscope::inspector::outcome::Reference;
use collidoscope::inspector::page::pace::Pace;
use collidoscope::inspector::page::state::InspectorPage;
use collidoscope::inspector::page::transport::position;
use collidoscope::inspector::space::stand::{Opening, Stand};
use collidoscope::inspector::space::view::steer;
use collidoscope::inspector::story::{Choices, Story, Subject, ViewStates};
use collidoscope::render::camera::{Camera, Lens};
use collidoscope::render::viewpoint::{Seen, View};
use collidoscope::ui::requests::{InspectorRequest, Look, Turn};
use egui::{Event, Modifiers, PointerButton, Pos2, Sense, pos2, vec2};
use egui_kittest::Harness;

struct At(u64, Choices);

impl Subject for At {
    fn title(&self) -> String {
        String::new()
    }

    fn name(&self) -> String {
        String::new()
    }

    fn edition(&self) -> u64 {
        self.0
    }

    fn choices(&self) -> &Choices {
        &self.1
    }

    fn reference(&self) -> Reference {
        Reference::Settled { hit: false, why: String::new() }
    }

    fn record(&self, _method: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        Err(String::new())
    }
}

fn shown(pace: &mut Pace, edition: u64) -> Option<u64> {
    let choices = Choices::of(&collidoscope::methods::METHODS[0].about, [].into_iter());
    pace.follow(Some(Box::new(At(edition, choices)))).map(|subject| subject.edition())
}

#[test]
fn slow_recordings_leave_an_older_state_on_the_page_while_somebody_drags() {
    let mut pace = Pace::default();
    pace.hurried = true;
    assert_eq!(shown(&mut pace, 1), Some(1), "there is nothing older");
    pace.count(Duration::from_secs(60));
    assert_eq!((shown(&mut pace, 1), pace.wait()), (Some(1), None));
    assert_eq!(shown(&mut pace, 2), Some(1), "two minutes have not passed");
    assert!(pace.wait().is_some_and(|wait| wait > Duration::from_secs(100)));
    pace.hurried = false;
    assert_eq!((shown(&mut pace, 2), pace.wait()), (Some(2), None), "nobody drags");
    pace.hurried = true;
    pace.count(Duration::ZERO);
    assert_eq!(shown(&mut pace, 3), Some(3), "what takes no time needs no rest");
    pace.count(Duration::from_secs(60));
    assert!(pace.follow(None).is_none(), "what is gone is not shown");
}

#[test]
fn a_lab_that_is_turned_back_to_is_as_it_was_left() {
    let mut page = InspectorPage::default();
    page.cursor.position = 7;
    page.cursor.pixel = Some([3, 4]);
    page.compare = Some(&METHODS[1].about);
    page.turn_to_lab("arena", "meshes");
    assert_eq!((page.position, page.pixel, page.compare.is_some()), (0, None, false));
    page.cursor.position = 2;
    page.turn_to_lab("meshes", "arena");
    assert_eq!((page.position, page.pixel, page.compare.is_some()), (7, Some([3, 4]), true));
    page.forget_lab("meshes");
    page.turn_to_lab("arena", "meshes");
    assert_eq!(page.position, 0, "forgotten");
}

#[test]
fn a_part_that_is_turned_back_to_stands_where_it_was_left() {
    let choices = Choices::of(&METHODS[0].about, [].into_iter());
    let mut page = InspectorPage::default();
    let turn = |page: &mut InspectorPage, left, taken| {
        page.cursor.length = Some(99);
        page.cursor.playing = true;
        page.act(InspectorRequest::Part(left, taken), &choices);
        assert!(!page.cursor.playing && page.cursor.length.is_none());
        page.position
    };
    page.position = 7;
    assert_eq!(turn(&mut page, "walk", "pair"), 0, "it has not been on show");
    page.position = 3;
    assert_eq!(turn(&mut page, "pair", "walk"), 7);
    page.position = 8;
    assert_eq!(turn(&mut page, "walk", "pair"), 3);
    assert_eq!(turn(&mut page, "pair", "walk"), 8, "where it was left last");
    page.begin_again();
    assert_eq!(
        (page.position, turn(&mut page, "walk", "pair")),
        (0, 0),
        "of another subject nothing is kept"
    );
}

#[test]
fn thousands_of_steps_have_commas() {
    assert_eq!(position(1200, 3600), "step 1,200 of 3,600");
    assert_eq!(position(0, 3600), "before step 1 of 3,600");
    assert_eq!(position(0, 0), "no steps");
}

struct Shown {
    of: [u64; 2],
    bounds: Aabb,
    stand: Stand,
    camera: Option<Camera>,
}

impl Shown {
    fn watch(&mut self, seen: Seen) {
        self.stand.now.seen = Some(seen);
        self.stand.change(|view| view.watch("part", seen));
    }
}

fn back() -> Vector {
    Vector::new(0.5, 0.4, 0.8)
}

fn around(x: f64, half: f64) -> Aabb {
    Aabb { min: Point::new(x - half, -half, -half), max: Point::new(x + half, half, half) }
}

/// Drags from one point to another.
fn drag(harness: &mut Harness<'_, Shown>, from: Pos2, to: Pos2) {
    for (at, pressed) in [(from, true), (to, false)] {
        harness.event(Event::PointerMoved(at));
        harness.run();
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        harness.run();
    }
}

/// Directions, distance and target of the camera after `shown` has changed.
fn look(harness: &mut Harness<'_, Shown>, of: [u64; 2], bounds: Aabb) -> ([Vector; 3], f64, Point) {
    // In this test the object's place also serves as the number of the scene's frame.
    if !harness.state().stand.now.held {
        harness.state_mut().stand.now.frame = of[1];
    }
    (harness.state_mut().of, harness.state_mut().bounds) = (of, bounds);
    harness.run();
    let camera = harness.state().camera.unwrap();
    (camera.directions(), camera.distance(), camera.target())
}

fn fresh(bounds: &Aabb) -> ([Vector; 3], f64, Point) {
    let camera = Camera::framing_from(bounds, &back());
    (camera.directions(), camera.distance(), camera.target())
}

/// A harness with a 3D view of the first object as its story gives it.
fn standing() -> Harness<'static, Shown> {
    let shown = Shown { of: [1, 1], bounds: around(0.0, 1.0), stand: Stand::default(), camera: None };
    Harness::builder().with_size(vec2(300.0, 300.0)).build_ui_state(
        |ui, shown: &mut Shown| {
            let (_, response) = ui.allocate_exact_size(vec2(200.0, 200.0), Sense::click_and_drag());
            let (of, bounds) = (shown.of, shown.bounds);
            shown.camera = Some(steer(ui, &response, &mut shown.stand, of, &bounds, &back()));
        },
        shown,
    )
}

#[test]
fn a_camera_that_was_turned_moves_along_and_any_other_frames_what_is_seen() {
    let mut harness = standing();
    assert_eq!(look(&mut harness, [1, 1], around(0.0, 1.0)), fresh(&around(0.0, 1.0)));
    assert_eq!(look(&mut harness, [1, 2], around(5.0, 2.0)), fresh(&around(5.0, 2.0)), "not turned yet");
    drag(&mut harness, pos2(80.0, 80.0), pos2(130.0, 95.0));
    let turned = look(&mut harness, [1, 2], around(5.0, 2.0));
    assert_ne!(turned.0, fresh(&around(5.0, 2.0)).0, "the drag has turned it");
    let moved = look(&mut harness, [1, 3], around(6.5, 3.0));
    assert_eq!((moved.0, moved.1), (turned.0, turned.1), "as it was turned");
    assert!((moved.2 - turned.2 - Vector::new(1.5, 0.0, 0.0)).norm() < 1e-9, "along with the bounds");
    harness.state_mut().stand.now.held = true;
    drag(&mut harness, pos2(80.0, 80.0), pos2(30.0, 50.0));
    assert_eq!(look(&mut harness, [1, 4], around(9.0, 4.0)), moved, "what is dragged is not the view");
    harness.state_mut().stand.now.held = false;
    assert_eq!(look(&mut harness, [1, 4], around(9.0, 4.0)), moved, "nor when it is put down");
    // After undo the object is at its old place again, within the same frame.
    (harness.state_mut().of, harness.state_mut().bounds) = ([1, 3], around(6.5, 3.0));
    harness.run();
    let camera = harness.state().camera.unwrap();
    assert_eq!((camera.directions(), camera.distance(), camera.target()), moved, "the scene stays");
    harness.state_mut().stand.now.turn = Some(Turn { steps: [1, -1, 2], pans: false });
    harness.step();
    harness.state_mut().stand.now.turn = None;
    let turned = look(&mut harness, [1, 3], around(6.5, 3.0));
    assert!(turned.0 != moved.0 && turned.1 < moved.1 && turned.2 == moved.2, "keys turn it and come nearer");
    harness.state_mut().stand.change(|view| Look::Axis(0).apply(&mut view.camera));
    let along = look(&mut harness, [1, 3], around(6.5, 3.0));
    assert!((along.0[2] - Vector::x()).norm() < 1e-9 && along.2 == turned.2, "and look along an axis");
    harness.state_mut().stand.frame_all();
    let whole = look(&mut harness, [1, 3], around(6.5, 3.0));
    assert!(whole.0 == along.0 && whole.2 == around(6.5, 3.0).center(), "and show all from there");
    assert_eq!(look(&mut harness, [2, 3], around(6.5, 3.0)), fresh(&around(6.5, 3.0)), "another thing");
}

#[test]
fn a_link_says_how_things_are_seen_at_first_and_a_viewpoint_is_followed() {
    let mut harness = standing();
    let above = Opening::All { back: Some(Vector::y()), lens: Lens::Parallel };
    harness.state_mut().stand.open(above);
    for (thing, x) in [(1, 0.0), (2, 5.0)] {
        let shown = look(&mut harness, [thing, 1], around(x, 1.0));
        assert!((shown.0[2] - Vector::y()).norm() < 1e-9 && shown.2 == around(x, 1.0).center());
        assert_eq!(harness.state().camera.unwrap().lens(), Lens::Parallel);
    }
    // The bounds of a part that moves with the object and also relative to it.
    let part = |x: f64| Seen { bounds: around(x, 0.1), back: Some(Vector::x()), lens: None };
    harness.state_mut().watch(part(5.5));
    let near = look(&mut harness, [2, 1], around(5.0, 1.0));
    assert!((near.0[2] - Vector::x()).norm() < 1e-9 && near.2 == part(5.5).bounds.center());
    harness.state_mut().stand.now.seen = Some(part(7.25));
    let later = look(&mut harness, [2, 2], around(7.0, 1.0));
    assert!((later.2 - part(7.25).bounds.center()).norm() < 1e-9 && later.1 == near.1);
    harness.state_mut().stand.change(View::go_back);
    let before = look(&mut harness, [2, 2], around(7.0, 1.0));
    assert!((before.0[2] - Vector::y()).norm() < 1e-9, "back to how the link has it");
    let place = Opening::At {
        target: Point::new(7.5, 0.0, 0.0),
        distance: 2.0,
        angles: [1.0, 0.5],
        lens: Lens::Perspective,
    };
    harness.state_mut().stand.open(place);
    let placed = look(&mut harness, [3, 2], around(7.0, 1.0));
    assert_eq!((placed.1, placed.2), (2.0, Point::new(7.5, 0.0, 0.0)));
    assert_eq!(harness.state().camera.unwrap().angles(), (1.0, 0.5));
    assert_eq!(look(&mut harness, [4, 2], around(0.0, 1.0)), fresh(&around(0.0, 1.0)), "once");
    harness.state_mut().watch(part(0.2));
    let near = look(&mut harness, [4, 2], around(0.0, 1.0));
    // The object moves within a frame of the scene, that is, by hand.
    (harness.state_mut().of, harness.state_mut().bounds) = ([4, 3], around(0.1, 1.0));
    harness.state_mut().stand.now.seen = Some(part(0.4));
    harness.run();
    assert_eq!(harness.state().camera.unwrap().target(), near.2, "the camera stays");
}

mod window {
    use std::sync::Arc;

    use collidoscope::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
    use collidoscope::image_space::view::View;
    use collidoscope::inspector::space::window::{Window, crossed, interval};
    use collidoscope::world::Body;

    #[test]
    fn the_ray_of_a_pixel_meets_a_box_where_it_stands() {
        let volume = Aabb { min: Point::new(-1.0, -2.0, -3.0), max: Point::new(1.0, 2.0, 3.0) };
        let solid = Solid::Cuboid { half_extents: Vector::new(0.5, 1.0, 1.5) };
        let body =
            |x| Body::at_rest(Arc::new(Shape::primitive(solid, 1).unwrap()), Pose::translation(x, 0.0, 0.0));
        for axis in 0..3 {
            let view = View { axis, volume, shared: [0.0; 2] };
            let window = Window::of(&view);
            let [near, far] = window.ray([1, 2], 4);
            // In the clip coordinates of the tile: the pixel's centre, on the planes −1 and 1.
            let clip = view.local_to_clip(&Pose::identity(), &Point::origin(), 1.0).cast::<f64>();
            let ndc = [near, far].map(|p| clip * p.to_homogeneous());
            assert!((ndc[0].xyz() - Vector::new(-0.25, 0.25, -1.0)).norm() < 1e-6, "{axis}: {}", ndc[0]);
            assert!((ndc[1].xyz() - Vector::new(-0.25, 0.25, 1.0)).norm() < 1e-6, "{axis}: {}", ndc[1]);
            let [enter, leave] = interval(&body(0.0), [near, far]).unwrap();
            assert!((enter - 0.25).abs() < 1e-12 && (leave - 0.75).abs() < 1e-12, "{axis}");
            assert_eq!(interval(&body(3.0), [near, far]).is_some(), axis == 0, "{axis}");
            let [crossed] = crossed(&body(0.0), [near, far])[..] else { panic!("{axis}") };
            assert!((crossed[0] - 0.25).abs() < 1e-12 && (crossed[1] - 0.75).abs() < 1e-12, "{axis}");
            let eye = window.eye() - window.near_center();
            assert!(eye.dot(&window.away) < 0.0 && eye.dot(&window.slant()) > 0.0);
        }
    }
}

#[test]
fn every_type_has_a_state_of_its_own() {
    let mut views = ViewStates::default();
    assert_eq!(views.get::<u32>(), None);
    *views.of::<u32>() += 3;
    *views.of::<String>() += "near";
    assert_eq!((*views.of::<u32>(), views.of::<String>().as_str()), (3, "near"));
    assert_eq!(views.get(), Some(&3u32));
}
