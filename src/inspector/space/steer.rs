//! Camera control of a 3D view by mouse and keys: orbit, pan, zoom, frame all.

use egui::{Response, Ui};

use super::stand::{Moment, Stand};
use crate::geometry::{Aabb, Vector};
use crate::render::camera::Camera;
use crate::ui::orbit;

/// The camera of a 3D view of `thing` at `place` (see `Stand::see`), moved by the mouse over `response` and by keys.
pub fn steer(
    ui: &Ui,
    response: &Response,
    stand: &mut Stand,
    [thing, place]: [u64; 2],
    bounds: &Aabb,
    back: &Vector,
) -> Camera {
    stand.see(thing, place, bounds, back);
    let Moment { held, turn, .. } = stand.now;
    if held {
        return stand.camera();
    }
    let mut camera = stand.camera();
    if orbit::steer(ui, response, &mut camera) {
        stand.change(|view| view.camera = camera);
    }
    if response.double_clicked() {
        stand.see_all(bounds, back);
    }
    if let Some(turn) = turn {
        stand.change(|view| turn.apply(&mut view.camera));
    }
    stand.camera()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, PointerButton, Pos2, Sense, pos2, vec2};
    use egui_kittest::Harness;

    use crate::geometry::Point;
    use crate::inspector::space::stand::Opening;
    use crate::render::camera::Lens;
    use crate::render::viewpoint::{Seen, View};
    use crate::ui::requests::{Look, Turn};

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
        assert!(
            turned.0 != moved.0 && turned.1 < moved.1 && turned.2 == moved.2,
            "keys turn it and come nearer"
        );
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
}
