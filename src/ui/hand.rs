//! The hand: a drag that has taken hold of something in a scene, and numbers that put it somewhere.

use egui::{DragValue, Id, Key, Modifiers, Pos2, RichText, Role, Ui, WidgetInfo};
use nalgebra::UnitQuaternion;
use rust_i18n::t;

use super::theme;
use crate::geometry::{Pose, Vector};
use crate::render::camera::Camera;
use crate::render::grip::{Grip, Ray, Way};

/// A drag that has taken hold of something.
#[derive(Clone, Debug)]
pub struct Hold {
    /// The view in which it began.
    pub view: Id,
    /// How it moves what it holds.
    pub way: Way,
    /// Whether it is over: what was held is put down or back, and the rest of the drag does nothing.
    pub called_off: bool,
    grip: Grip,
    pressed: Pos2,
}

impl Hold {
    /// A drag that was pressed at `pressed`, in points of the window, and took hold of `grip`.
    pub fn new(view: Id, grip: Grip, pressed: Pos2) -> Self {
        Self { view, way: Way::Plane, called_off: false, grip, pressed }
    }

    /// Where what is held stood when it was taken.
    pub fn grip(&self) -> &Grip {
        &self.grip
    }

    /// The pose for a pointer at `at`, through which `ray` goes; `None` where that says nothing about a place.
    pub fn pose(&self, camera: &Camera, ray: &Ray, at: Pos2) -> Option<Pose> {
        let dragged = at - self.pressed;
        self.grip.dragged(self.way, camera, ray, [dragged.x, dragged.y].map(f64::from))
    }
}

/// How a drag moves what it holds, by the keys that are held.
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

/// Fields for the place of `grip` and the way it is turned. The pose that was typed or dragged, if there is one.
pub fn numbers(ui: &mut Ui, grip: &Grip) -> Option<Pose> {
    let Vector { data, .. } = grip.pose.translation.vector;
    let [mut place] = data.0;
    let (roll, pitch, yaw) = grip.pose.rotation.euler_angles();
    // Without the sign of a zero.
    let mut turn = [roll, pitch, yaw].map(|angle| angle.to_degrees() + 0.0);
    let help = t!("Where its origin is, in metres: type it, or drag a number. In the scene, drag the body.");
    let moved = three(ui, &t!("Place, m"), &help, &t!("Place along %{axis}, metres"), &mut place, |field| {
        field.speed(0.002 * grip.size).fixed_decimals(3)
    });
    let help = t!("Turned about x, then y, then z, in degrees. In the scene, Ctrl + drag turns the body.");
    let turned =
        three(ui, &t!("Turned, °"), &help, &t!("Turned about %{axis}, degrees"), &mut turn, |field| {
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

/// A line that says what they are, and three numbers side by side, for x, y and z. Whether one was changed.
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
