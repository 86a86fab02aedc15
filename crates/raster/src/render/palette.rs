//! The scenes' colours. Red is for colliding and nothing else.
//!
//! Constants are the colours of the dark scheme. Lines and flat marks have other colours in the light scheme, so that
//! they stand out from its background: see [`Color::line_in`]. Lit surfaces keep theirs.

/// An sRGB colour with straight alpha, 0…1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color {
    /// Red, green, blue from 0 to 1, in sRGB.
    pub rgb: [f32; 3],
    /// Opacity from 0 to 1.
    pub alpha: f32,
}

/// A body that collides according to the shown method.
pub const COLLIDING: Color = hex(0xe0_2d2d);
/// Outline of a colliding body; bright, so that it is recognisable without colour.
pub const COLLIDING_OUTLINE: Color = hex(0xff_d9cf);
/// The thin dark outline of other bodies.
pub const QUIET_OUTLINE: Color = hex(0x10_151c).faded(0.75);
/// Outline of the selected body.
pub const SELECTED: Color = hex(0xff_c93c);
/// Mark of a pair that the method misses.
pub const MISSED: Color = hex(0xff_b94f);
/// Mark of a false hit.
pub const FALSE_HIT: Color = hex(0xbd_93ff);
/// Mark of the selected pair.
pub const PICKED: Color = hex(0xf4_f7fb);
/// Backing of a mark's lines, for contrast on any background.
pub const MARK_SHADE: Color = hex(0x05_080c).faded(0.75);
/// Edges of the container.
pub const CONTAINER: Color = hex(0x9f_b4cc).faded(0.55);
/// The lines on the floor.
pub const GRID: Color = hex(0x9f_b4cc).faded(0.13);
/// The axis-aligned boxes around bodies.
pub const AABB: Color = hex(0x9f_c3e6).faded(0.38);
/// The convex hulls of concave bodies.
pub const HULL: Color = hex(0xf0_b35a).faded(0.95);
/// Lines between the bodies of a candidate pair.
pub const CANDIDATE: Color = hex(0x7f_d4ff).faded(0.85);
/// The edges of pairs' view windows.
pub const WINDOW: Color = hex(0xc8_e06a).faded(0.65);
/// The arrows that show velocities.
pub const VELOCITY: Color = hex(0x62_e6a8).faded(0.9);
/// The papers' body A, and everything that belongs to it, in the inspector.
pub const A: Color = hex(0x5b_a8f5);
/// The papers' body B, and everything that belongs to it; lighter, so that A and B differ without colours.
pub const B: Color = hex(0xe8_d46c);
/// A pruned volume: separated from the other tree's volume, so that nothing below it is visited.
pub const PRUNED: Color = hex(0x4f_d1b5);
/// A pair left undecided when a budget ends.
pub const UNDECIDED: Color = hex(0xa0_a7b0);
/// Border of a highlighted part of a surface.
pub const RIM: Color = hex(0xf4_f7fb).faded(0.9);
/// Rays, arrows and points that appear in a method's computation.
pub const THOUGHT: Color = hex(0x62_e6a8);
/// Light or dark background of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Scheme {
    #[default]
    Dark,
    Light,
}

/// Background and light of the scenes of a scheme.
pub struct Surroundings {
    /// Background, at the top and at the bottom of the view.
    pub background: [Color; 2],
    /// Linear colours of the light: the key light, from the sky, and from the ground.
    pub light: [[f32; 3]; 3],
    /// The floor, where it is not in shadow.
    pub floor: Color,
    /// A full shadow on the floor.
    pub shadow: Color,
}

const DARK: Surroundings = Surroundings {
    background: [hex(0x22_2c39), hex(0x12_171f)],
    light: [[1.16, 1.11, 1.03], [0.36, 0.42, 0.51], [0.14, 0.135, 0.14]],
    floor: hex(0x9d_b2cd).faded(0.2),
    shadow: hex(0x03_0508).faded(0.62),
};

const LIGHT: Surroundings = Surroundings {
    background: [hex(0xcf_dae6), hex(0xee_f2f6)],
    light: [[0.92, 0.89, 0.84], [0.52, 0.56, 0.62], [0.32, 0.31, 0.3]],
    floor: hex(0xff_ffff).faded(0.75),
    shadow: hex(0x2c_3a4c).faded(0.42),
};

impl Scheme {
    /// Background and light of scenes.
    pub const fn surroundings(self) -> &'static Surroundings {
        match self {
            Self::Dark => &DARK,
            Self::Light => &LIGHT,
        }
    }
}

/// Colours of lines and marks in the dark scheme, and those in the light one.
const LINES: [(Color, u32); 22] = [
    (COLLIDING, 0xcb_1f1f),
    (COLLIDING_OUTLINE, 0x5c_0d0a),
    (QUIET_OUTLINE, 0x3a_4654),
    (RIM, 0x3a_4654),
    (SELECTED, 0x8f_6200),
    (MISSED, 0x8a_5000),
    (FALSE_HIT, 0x6a_3ab2),
    (PICKED, 0x10_161e),
    (MARK_SHADE, 0xff_ffff),
    (CONTAINER, 0x4a_5b70),
    (AABB, 0x2a_679f),
    (HULL, 0x8a_5a00),
    (CANDIDATE, 0x0b_6fa5),
    (WINDOW, 0x5a_6d00),
    (VELOCITY, 0x00_784c),
    (A, 0x0b_5cad),
    (B, 0x6a_5900),
    (PRUNED, 0x00_6b58),
    (UNDECIDED, 0x5a_626c),
    (hex(0xe6_edf5), 0x1c_2733),
    (hex(0x0c_1016), 0x1c_2733),
    (hex(0x8f_a6c4), 0x9a_abc0),
];

/// Colours of bodies that collide with nothing: one per shape, simplest shape first. In the experiment the
/// shapes are cube, cone, cylinder, sphere.
pub const TINTS: [Color; 5] =
    [hex(0xc2_ae86), hex(0x5a_ac9f), hex(0x9a_88c9), hex(0x7f_9fc6), hex(0x9d_b583)];

/// The opaque colour with the code `0xrrggbb`.
pub const fn hex(code: u32) -> Color {
    Color { rgb: [channel(code, 16), channel(code, 8), channel(code, 0)], alpha: 1.0 }
}

const fn channel(code: u32, shift: u32) -> f32 {
    (code >> shift & 0xff) as f32 / 255.0
}

/// Luminance up to which a colour stands out from the light background.
const DARK_ENOUGH: f32 = 0.17;

impl Color {
    /// This colour blended over an opaque one.
    pub const fn over(self, below: Self) -> Self {
        let ([r, g, b], [x, y, z]) = (self.rgb, below.rgb);
        let (on, under) = (self.alpha, 1.0 - self.alpha);
        Self { rgb: [on * r + under * x, on * g + under * y, on * b + under * z], alpha: 1.0 }
    }

    /// This colour with its opacity multiplied by `alpha`.
    pub const fn faded(self, alpha: f32) -> Self {
        Self { alpha: self.alpha * alpha, ..self }
    }

    /// Red, green, blue in linear light.
    pub fn linear(self) -> [f32; 3] {
        self.rgb.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
    }

    /// This colour for a line or a flat mark in a scheme. Colours outside of the table keep their hue.
    pub fn line_in(self, scheme: Scheme) -> Self {
        if scheme == Scheme::Dark {
            return self;
        }
        if let Some((_, light)) = LINES.iter().find(|(dark, _)| dark.rgb == self.rgb) {
            return Self { rgb: hex(*light).rgb, ..self };
        }
        let [r, g, b] = self.linear();
        let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        // Darker by the same factor in every channel.
        let factor = (DARK_ENOUGH / luminance.max(DARK_ENOUGH)).powf(1.0 / 2.4);
        Self { rgb: self.rgb.map(|c| factor * c), ..self }
    }

    /// Premultiplied form for blending: sRGB times alpha, and alpha.
    pub fn premultiplied(self) -> [f32; 4] {
        let [r, g, b] = self.rgb.map(|c| c * self.alpha);
        [r, g, b, self.alpha]
    }
}
