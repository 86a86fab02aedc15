//! Parts shared by the views of a traversal: colours of the two bodies, small explanations, lengths.

use egui::{Color32, Label, RichText, Ui};

use crate::ui::theme;

/// Colour of a proof that two volumes are separated.
pub fn separated_color() -> Color32 {
    theme::teal()
}

/// Adds an explanation in small, pale text that may wrap.
pub fn quiet(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
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

#[cfg(test)]
mod tests {
    use super::metres;

    #[test]
    fn lengths_are_short_whatever_their_size() {
        assert_eq!(
            [0.0, 1.5, -0.25, 2e-6, 3e7].map(metres),
            ["0.000 m", "1.500 m", "-0.250 m", "2.0e-6 m", "3.0e7 m"]
        );
    }
}
