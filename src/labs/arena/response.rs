//! Response of colliding bodies to the driver's verdict, with its settings.

use crate::object_space::response::Surface;
use crate::settings::{Range, Scale, Setting};

/// Response of colliding bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Index into [`RESPONSES`].
    pub row: usize,
    /// The surfaces of all bodies, for impulses.
    pub surface: Surface,
}

/// The responses: id, title, and summary. The first is the default.
pub const RESPONSES: [(&str, &str, &str); 2] = [
    ("turn", "Turn away", "Bodies turn away from their contacts and keep their speed, as published."),
    (
        "impulses",
        "Impulses",
        "Bodies exchange impulses at a contact point and are pushed apart by their penetration depth; concave bodies turn away.",
    ),
];
const IMPULSES: usize = 1;

/// Speed of separation as a share of the speed of approach.
pub const RESTITUTION: Setting = Setting {
    id: "restitution",
    label: "Restitution",
    help: "Speed of separation as a share of the speed of approach: 1 for steel balls, 0 for clay.",
    unit: "",
    range: Range::Real { min: 0.0, max: 1.0, default: 1.0, scale: Scale::Linear },
};

/// Greatest tangential impulse as a share of the normal impulse.
pub const FRICTION: Setting = Setting {
    id: "friction",
    label: "Friction",
    help: "Greatest impulse across the contact normal, as a share of the one along it; it stops sliding.",
    unit: "",
    range: Range::Real { min: 0.0, max: 2.0, default: 0.0, scale: Scale::Linear },
};

impl Default for Response {
    fn default() -> Self {
        Self { row: 0, surface: Surface { restitution: 1.0, friction: 0.0 } }
    }
}

impl Response {
    /// Whether bodies exchange impulses.
    pub fn is_by_impulses(&self) -> bool {
        self.row == IMPULSES
    }
}
