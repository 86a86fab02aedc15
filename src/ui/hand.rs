//! Moving a body by hand: the state of a drag in a scene, and number fields for a pose.

use egui::{DragValue, Id, Key, Modifiers, Pos2, RichText, Role, Ui, WidgetInfo};
use nalgebra::UnitQuaternion;

use super::theme;
use crate::geometry::{Pose, Vector};
use crate::language::t;
use crate::render::camera::Camera;
use crate::render::grip::{Grip, Ray, Way};

/// A drag in a scene that moves or rotates a body.
#[derive(Clone, Debug)]
pub struct Hold {
    /// The view in which the drag began.
    pub view: Id,
    /// The motion of the drag: in a plane, along an axis, or a rotation.
    pub way: Way,
    /// Whether the drag has ended while the button is still down, for example by Escape. Further movement is
    /// ignored.
    pub called_off: bool,
    grip: Grip,
    pressed: Pos2,
}

impl Hold {
    /// Starts a drag of the body `grip` in `view`. The button was pressed at `pressed`, in points of the window.
    pub fn new(view: Id, grip: Grip, pressed: Pos2) -> Self {
        Self { view, way: Way::Plane, called_off: false, grip, pressed }
    }

    /// The dragged body, with its pose at the beginning of the drag.
    pub fn grip(&self) -> &Grip {
        &self.grip
    }

    /// The pose for a pointer at `at`, in points of the window, on `ray`; `None` if the ray does not determine a
    /// pose.
    pub fn pose(&self, camera: &Camera, ray: &Ray, at: Pos2) -> Option<Pose> {
        let dragged = at - self.pressed;
        self.grip.dragged(self.way, camera, ray, [dragged.x, dragged.y].map(f64::from))
    }
}

/// The motion of a drag, which the keys that are held down now determine.
pub fn way(ui: &Ui) -> Way {
    let (Modifiers { command, .. }, axis) = ui.input(|input| {
        (input.modifiers, [Key::X, Key::Y, Key::Z].iter().position(|key| input.key_down(*key)))
    });
    match axis {
        Some(axis) => Way::Axis(axis),
        None if command => Way::Turn,
        None => Way::Plane,
    }
}

/// Shows number fields for the position of `grip`, in metres, and its rotation, in degrees. Returns the new pose
/// after a change.
pub fn numbers(ui: &mut Ui, grip: &Grip) -> Option<Pose> {
    let Vector { data, .. } = grip.pose.translation.vector;
    let [mut place] = data.0;
    let (roll, pitch, yaw) = grip.pose.rotation.euler_angles();
    // Adding 0 turns −0 into 0.
    let mut turn = [roll, pitch, yaw].map(|angle| angle.to_degrees() + 0.0);
    let help = t!("Position of the origin, in metres: type or drag a number, or drag the body in the scene.");
    let moved =
        three(ui, &t!("Position, m"), &help, &t!("Position along %{axis}, metres"), &mut place, |field| {
            field.speed(0.002 * grip.size).fixed_decimals(3)
        });
    let help =
        t!("Rotation about x, then y, then z, in degrees. In the scene, Ctrl + drag rotates the body.");
    let turned =
        three(ui, &t!("Rotation, °"), &help, &t!("Rotation about %{axis}, degrees"), &mut turn, |field| {
            field.speed(0.5).fixed_decimals(1)
        });
    if !moved && !turned {
        return None;
    }
    let rotation = if turned {
        let [roll, pitch, yaw] = turn.map(f64::to_radians);
        UnitQuaternion::from_euler_angles(roll, pitch, yaw)
    } else {
        grip.pose.rotation
    };
    Some(Pose::from_parts(Vector::from(place).into(), rotation))
}

/// Shows a label, and three number fields for x, y and z side by side. Returns whether a number was changed.
fn three(
    ui: &mut Ui,
    label: &str,
    help: &str,
    name: &str,
    values: &mut [f64; 3],
    field: impl Fn(DragValue) -> DragValue,
) -> bool {
    let label = ui.label(RichText::new(label).color(theme::weak())).on_hover_text(help);
    let height = ui.spacing().interact_size.y;
    let mut changed = false;
    ui.columns(3, |columns| {
        for ((ui, axis), value) in columns.iter_mut().zip(["x", "y", "z"]).zip(values) {
            let size = [ui.available_width(), height];
            let response = ui.add_sized(size, field(DragValue::new(value)).prefix(format!("{axis} ")));
            let response = response.labelled_by(label.id).on_hover_text(help);
            changed |= response.changed();
            let (name, value) = (name.replace("%{axis}", axis), *value);
            response.widget_info(|| WidgetInfo {
                label: Some(name.clone()),
                value: Some(value),
                ..WidgetInfo::new(Role::SpinButton)
            });
        }
    });
    changed
}
