//! The hand: a drag that has taken hold of something in a scene, and numbers that put it somewhere.

use egui::{DragValue, Key, Modifiers, Pos2, Role, Ui, WidgetInfo};
use nalgebra::UnitQuaternion;
use rust_i18n::t;

use super::widgets::row;
use crate::geometry::{Pose, Vector};
use crate::render::camera::Camera;
use crate::render::grip::{Grip, Ray, Way};

/// A drag that has taken hold of something.
#[derive(Clone, Debug)]
pub struct Hold {
    /// The pane in which it began.
    pub pane: usize,
    /// How it moves what it holds.
    pub way: Way,
    /// Whether it is over: what was held is put down or back, and the rest of the drag does nothing.
    pub called_off: bool,
    grip: Grip,
    pressed: Pos2,
}

impl Hold {
    /// A drag that was pressed at `pressed`, in points of the window, and took hold of `grip`.
    pub fn new(pane: usize, grip: Grip, pressed: Pos2) -> Self {
        Self { pane, way: Way::Plane, called_off: false, grip, pressed }
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
    let mut turn = [roll, pitch, yaw].map(f64::to_degrees);
    let help = t!("Where its origin is, in metres: type it, or drag a number. In the scene, drag the body.");
    let moved = three(ui, &t!("Place"), &help, &t!("Place along %{axis}, metres"), &mut place, |field| {
        field.speed(0.002 * grip.size).fixed_decimals(3)
    });
    let help = t!("Turned about x, then y, then z, in degrees. In the scene, Ctrl + drag turns the body.");
    let turned = three(ui, &t!("Turned"), &help, &t!("Turned about %{axis}, degrees"), &mut turn, |field| {
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

/// Three numbers in a row, for x, y and z. Whether one was changed.
fn three(
    ui: &mut Ui,
    label: &str,
    help: &str,
    name: &str,
    values: &mut [f64; 3],
    field: impl Fn(DragValue) -> DragValue,
) -> bool {
    let mut changed = false;
    row(ui, label, help, |ui| {
        let gaps = 2.0 * ui.spacing().item_spacing.x;
        let size = [((ui.available_width() - gaps) / 3.0).max(30.0), ui.spacing().interact_size.y];
        let fields = ui.horizontal(|ui| {
            for (axis, value) in ["x", "y", "z"].into_iter().zip(values) {
                let response = ui.add_sized(size, field(DragValue::new(value)));
                let (name, value) = (name.replace("%{axis}", axis), *value);
                let response = response.on_hover_text(help);
                response.widget_info(|| WidgetInfo {
                    label: Some(name.clone()),
                    value: Some(value),
                    ..WidgetInfo::new(Role::SpinButton)
                });
                changed |= response.changed();
            }
        });
        fields.response
    });
    changed
}
