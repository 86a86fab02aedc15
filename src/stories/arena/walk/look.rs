//! Parts shared by the views of a traversal: colour of a proof, lengths.

use egui::Color32;

use crate::ui::theme;

/// Colour of a proof that two volumes are separated.
pub fn separated_color() -> Color32 {
    theme::teal()
}

/// A length in metres with its unit, in a short form.
pub fn metres(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-3..1e4).contains(&size) {
        format!("{value:.3} m")
    } else {
        format!("{value:.1e} m")
    }
}
