//! The colours of the window, in a dark theme and in a light one for projectors. Red means colliding and nothing else.
//!
//! Each thread has one current theme, whose colours the functions of this module return.

use std::cell::Cell;

use egui::{Color32, Theme};

use crate::render::palette::Scheme;

/// The colours of a theme.
pub struct Colors {
    /// Background of the panels.
    pub panel: Color32,
    /// Background of charts, tiles and number fields.
    pub sunken: Color32,
    /// Thin lines around windows, in charts and in tables.
    pub line: Color32,
    /// Background of every other row of a table, and of rows under the pointer.
    pub stripe: Color32,
    /// Background of the current row or element.
    pub current: Color32,
    /// Background of the selection.
    pub selection: Color32,
    /// Text in sentences and labels.
    pub text: Color32,
    /// Numbers and headings, the strongest text.
    pub strong: Color32,
    /// Explanations, the faintest text.
    pub weak: Color32,
    /// The chosen element, and times on the CPU.
    pub accent: Color32,
    /// Times on the GPU, and proofs of separation.
    pub teal: Color32,
    /// Warnings: errors, disagreements.
    pub amber: Color32,
    /// A false hit; a miss is amber.
    pub violet: Color32,
    /// Colour of collisions. Nothing else is red.
    pub colliding: Color32,
    /// Colour of the second of two things, such as body B beside body A; the first has the colour
    /// [`Colors::accent`].
    pub second: Color32,
    /// Idle controls.
    pub inactive: Fills,
    /// Controls under the pointer.
    pub hovered: Fills,
    /// Pressed controls.
    pub active: Fills,
    /// Open menus and groups.
    pub opened: Fills,
}

/// Background and outline of a control.
#[derive(Clone, Copy)]
pub struct Fills {
    /// The background.
    pub fill: Color32,
    /// The outline.
    pub line: Color32,
}

/// Light text on a dark background, for screens.
pub const DARK: Colors = Colors {
    panel: rgb(0x151b24),
    sunken: rgb(0x0c1016),
    line: rgb(0x2a3442),
    stripe: rgb(0x1e2733),
    current: rgb(0x223a55),
    selection: rgb(0x1a3856),
    text: rgb(0xd6dee8),
    strong: rgb(0xf4f7fb),
    weak: rgb(0xa3b0c1),
    accent: rgb(0x5ba8f5),
    teal: rgb(0x4fd1b5),
    amber: rgb(0xffb94f),
    violet: rgb(0xbd93ff),
    colliding: rgb(0xff7f78),
    second: rgb(0xe8d46c),
    inactive: Fills { fill: rgb(0x26303d), line: rgb(0x364354) },
    hovered: Fills { fill: rgb(0x2e3b4a), line: rgb(0x56687f) },
    active: Fills { fill: rgb(0x2a3b50), line: rgb(0x7d93ae) },
    opened: Fills { fill: rgb(0x26303d), line: rgb(0x56687f) },
};

/// Dark text on a light background, for projectors and print.
pub const LIGHT: Colors = Colors {
    panel: rgb(0xf5f7fa),
    sunken: rgb(0xffffff),
    line: rgb(0xc3ccd8),
    stripe: rgb(0xe9eef5),
    current: rgb(0xd3e5fa),
    selection: rgb(0xd3e5fa),
    text: rgb(0x26303c),
    strong: rgb(0x0b1016),
    weak: rgb(0x4d5a69),
    accent: rgb(0x0b5cad),
    teal: rgb(0x006b58),
    amber: rgb(0x8a5000),
    violet: rgb(0x6a3ab2),
    colliding: rgb(0xb81a15),
    second: rgb(0x6a5900),
    inactive: Fills { fill: rgb(0xe8ecf2), line: rgb(0xb4bfcc) },
    hovered: Fills { fill: rgb(0xe2e7ee), line: rgb(0x8493a6) },
    active: Fills { fill: rgb(0xd3dbe5), line: rgb(0x5f7087) },
    opened: Fills { fill: rgb(0xe8ecf2), line: rgb(0x8493a6) },
};

/// Colour of the pointer's dot in a lecture, in both themes and over every picture.
pub const LASER: Color32 = rgb(0x2fe05a);
/// Colour of the pen in a lecture, in both themes and over every picture.
pub const PEN: Color32 = rgb(0x1f6fff);

const fn rgb(code: u32) -> Color32 {
    Color32::from_rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

thread_local! {
    // The theme is stored per thread, so that tests with different themes can run side by side.
    static IN_FORCE: Cell<Theme> = const { Cell::new(Theme::Dark) };
}

/// Ids of the themes, as on the command line and in the stored state.
pub const IDS: [&str; 2] = ["dark", "light"];

/// Sets the theme of this thread, from the next frame on.
pub fn use_theme(theme: Theme) {
    IN_FORCE.set(theme);
}

/// The theme of this thread.
pub fn in_force() -> Theme {
    IN_FORCE.get()
}

/// The other theme.
pub fn other(theme: Theme) -> Theme {
    match theme {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Dark,
    }
}

/// Id of the current theme, from [`IDS`].
pub fn id() -> &'static str {
    match in_force() {
        Theme::Dark => IDS[0],
        Theme::Light => IDS[1],
    }
}

/// Sets the theme with this id; an unknown id changes nothing.
pub fn use_id(id: &str) {
    let known = [Theme::Dark, Theme::Light].into_iter().zip(IDS).find(|(_, known)| *known == id);
    if let Some((theme, _)) = known {
        use_theme(theme);
    }
}

/// The colours of a theme.
pub fn of(theme: Theme) -> &'static Colors {
    match theme {
        Theme::Dark => &DARK,
        Theme::Light => &LIGHT,
    }
}

/// The colours of the current theme.
pub fn colors() -> &'static Colors {
    of(in_force())
}

/// Background of the panels.
pub fn panel() -> Color32 {
    colors().panel
}

/// Background of charts, tiles and number fields.
pub fn sunken() -> Color32 {
    colors().sunken
}

/// Thin lines around windows, in charts and in tables.
pub fn line() -> Color32 {
    colors().line
}

/// Background of every other row of a table, and of rows under the pointer.
pub fn stripe() -> Color32 {
    colors().stripe
}

/// Background of the current row or element.
pub fn current() -> Color32 {
    colors().current
}

/// Background of the selection.
pub fn selection() -> Color32 {
    colors().selection
}

/// Text in sentences and labels.
pub fn text() -> Color32 {
    colors().text
}

/// Numbers and headings, the strongest text.
pub fn strong() -> Color32 {
    colors().strong
}

/// Explanations, the faintest text.
pub fn weak() -> Color32 {
    colors().weak
}

/// The chosen element, and times on the CPU.
pub fn accent() -> Color32 {
    colors().accent
}

/// Times on the GPU, and proofs of separation.
pub fn teal() -> Color32 {
    colors().teal
}

/// Warnings: errors, disagreements.
pub fn amber() -> Color32 {
    colors().amber
}

/// A false hit; a miss is amber.
pub fn violet() -> Color32 {
    colors().violet
}

/// Colour of collisions. Nothing else is red.
pub fn colliding() -> Color32 {
    colors().colliding
}

/// Colour of the second of two things, such as body B beside body A; the first has the colour [`accent`].
pub fn second() -> Color32 {
    colors().second
}

/// Colours for painting over pictures of scenes, which are as dark or light as the theme.
pub fn over_pictures() -> &'static Colors {
    colors()
}

/// The scheme of the scenes in the current theme.
pub fn scheme() -> Scheme {
    match in_force() {
        Theme::Dark => Scheme::Dark,
        Theme::Light => Scheme::Light,
    }
}

/// Background of text that is drawn over a picture: text in any colour of [`over_pictures`] is legible on it.
pub fn plate() -> Color32 {
    colors().sunken.gamma_multiply(if in_force() == Theme::Dark { 0.88 } else { 0.92 })
}

/// Black or white, whichever is more legible on this background.
pub fn on(ground: Color32) -> Color32 {
    let [r, g, b, _] = egui::Rgba::from(ground).to_array();
    let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    // Luminance at which the contrasts with black and with white are equal.
    if luminance > 0.179 { Color32::BLACK } else { Color32::WHITE }
}
