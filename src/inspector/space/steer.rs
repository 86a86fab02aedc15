//! The mouse over a picture in space, and the keys that do the same: orbit, pan, zoom, show all.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{PointerButton, Response, Ui};

use crate::geometry::{Aabb, Vector};
use crate::render::camera::Camera;
use crate::ui::requests::Turn;

/// Where something is seen from, and what that is.
#[derive(Clone, Copy)]
pub struct Standpoint {
    of: [u64; 2],
    /// The same, whichever side it is seen from at first.
    seen: [u64; 2],
    frame: u64,
    bounds: Aabb,
    camera: Camera,
    /// Whether the mouse has moved it since it was framed.
    is_moved: bool,
}

/// What holds for a frame of the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// Whether something in the picture is held: then a drag is no turn of the view.
    pub held: bool,
    /// The frame of the scene. What has moved within one was moved by hand or by undo.
    pub frame: u64,
    /// What keys ask of the view.
    pub turn: Option<Turn>,
}

/// Moves the camera as the mouse over `response` says, and keys. `seen` tells what is seen, and at which place. Something
/// else is framed anew, with `bounds` seen from `back`. So is the same thing in another frame of the scene, unless the
/// camera has been moved: then it moves along and keeps its direction and distance. While something in the picture is
/// held, and where something has moved within a frame of the scene, the camera stays where it is.
pub fn steer(
    ui: &Ui,
    response: &Response,
    standpoint: &mut Option<Standpoint>,
    seen: [u64; 2],
    bounds: &Aabb,
    back: &Vector,
    now: Moment,
) -> Camera {
    let of = seen.map(|of| {
        let mut hasher = DefaultHasher::new();
        (of, back.map(f64::to_bits)).hash(&mut hasher);
        hasher.finish()
    });
    let stays = |known: &Standpoint| {
        now.held || (known.frame == now.frame && known.seen[0] == seen[0] && known.seen[1] != seen[1])
    };
    if let Some(known) = standpoint.as_mut().filter(|known| stays(known)) {
        (known.of, known.seen, known.frame) = (of, seen, now.frame);
        (known.bounds, known.is_moved) = (*bounds, true);
        if now.held {
            return known.camera;
        }
    }
    let fresh = || Camera::framing_from(bounds, back);
    let (mut camera, mut is_moved) = match standpoint {
        Some(known) if known.of == of => (known.camera, known.is_moved),
        Some(known) if known.of[0] == of[0] && known.is_moved => {
            known.camera.move_by(&(bounds.center() - known.bounds.center()));
            (known.camera, true)
        }
        _ => (fresh(), false),
    };
    is_moved |= response.dragged();
    let drag = response.drag_delta();
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    if response.dragged_by(PointerButton::Primary) && !ui.input(|input| input.modifiers.shift) {
        camera.orbit(dx, dy);
    } else if response.dragged() {
        let viewport = [response.rect.width(), response.rect.height()].map(f64::from);
        camera.pan(dx, dy, viewport);
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        is_moved |= scroll != 0.0 || pinch != 1.0;
        camera.zoom(f64::from(pinch) * (f64::from(scroll) * 0.004).exp());
    }
    if response.double_clicked() {
        (camera, is_moved) = (fresh(), false);
    }
    if let Some(turn) = now.turn {
        turn.apply(&mut camera);
        is_moved = true;
    }
    *standpoint = Some(Standpoint { of, seen, frame: now.frame, bounds: *bounds, camera, is_moved });
    camera
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, Pos2, Sense, pos2, vec2};
    use egui_kittest::Harness;

    use crate::geometry::Point;

    struct Shown {
        of: [u64; 2],
        bounds: Aabb,
        standpoint: Option<Standpoint>,
        camera: Option<Camera>,
        now: Moment,
    }

    fn back() -> Vector {
        Vector::new(0.5, 0.4, 0.8)
    }

    fn around(x: f64, half: f64) -> Aabb {
        Aabb { min: Point::new(x - half, -half, -half), max: Point::new(x + half, half, half) }
    }

    /// A drag that begins at one point and ends at another.
    fn drag(harness: &mut Harness<'_, Shown>, from: Pos2, to: Pos2) {
        for (at, pressed) in [(from, true), (to, false)] {
            harness.event(Event::PointerMoved(at));
            harness.run();
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
            harness.run();
        }
    }

    /// Direction, distance and target, as they are shown once `shown` is changed.
    fn look(harness: &mut Harness<'_, Shown>, of: [u64; 2], bounds: Aabb) -> ([Vector; 3], f64, Point) {
        // Frames of the scene are told apart by the place of what is seen.
        if !harness.state().now.held {
            harness.state_mut().now.frame = of[1];
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

    #[test]
    fn a_camera_that_was_turned_moves_along_and_any_other_frames_what_is_seen() {
        let shown = Shown {
            of: [1, 1],
            bounds: around(0.0, 1.0),
            standpoint: None,
            camera: None,
            now: Moment::default(),
        };
        let mut harness = Harness::builder().with_size(vec2(300.0, 300.0)).build_ui_state(
            |ui, shown: &mut Shown| {
                let (_, response) = ui.allocate_exact_size(vec2(200.0, 200.0), Sense::click_and_drag());
                let (of, bounds) = (shown.of, shown.bounds);
                shown.camera =
                    Some(steer(ui, &response, &mut shown.standpoint, of, &bounds, &back(), shown.now));
            },
            shown,
        );
        assert_eq!(look(&mut harness, [1, 1], around(0.0, 1.0)), fresh(&around(0.0, 1.0)));
        assert_eq!(look(&mut harness, [1, 2], around(5.0, 2.0)), fresh(&around(5.0, 2.0)), "not turned yet");
        drag(&mut harness, pos2(80.0, 80.0), pos2(130.0, 95.0));
        let turned = look(&mut harness, [1, 2], around(5.0, 2.0));
        assert_ne!(turned.0, fresh(&around(5.0, 2.0)).0, "the drag has turned it");
        let moved = look(&mut harness, [1, 3], around(6.5, 3.0));
        assert_eq!((moved.0, moved.1), (turned.0, turned.1), "as it was turned");
        assert!((moved.2 - turned.2 - Vector::new(1.5, 0.0, 0.0)).norm() < 1e-9, "along with the bounds");
        harness.state_mut().now.held = true;
        drag(&mut harness, pos2(80.0, 80.0), pos2(30.0, 50.0));
        assert_eq!(look(&mut harness, [1, 4], around(9.0, 4.0)), moved, "what is dragged is not the view");
        harness.state_mut().now.held = false;
        assert_eq!(look(&mut harness, [1, 4], around(9.0, 4.0)), moved, "nor when it is put down");
        // Undone, it is at its place again, within the same frame.
        (harness.state_mut().of, harness.state_mut().bounds) = ([1, 3], around(6.5, 3.0));
        harness.run();
        let camera = harness.state().camera.unwrap();
        assert_eq!((camera.directions(), camera.distance(), camera.target()), moved, "the scene stays");
        harness.state_mut().now.turn = Some(Turn { steps: [1, -1, 2], pans: false });
        harness.step();
        harness.state_mut().now.turn = None;
        let turned = look(&mut harness, [1, 3], around(6.5, 3.0));
        assert!(
            turned.0 != moved.0 && turned.1 < moved.1 && turned.2 == moved.2,
            "keys turn it and come nearer"
        );
        assert_eq!(look(&mut harness, [2, 3], around(6.5, 3.0)), fresh(&around(6.5, 3.0)), "another thing");
    }
}
