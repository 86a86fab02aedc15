//! Colours of depths and stencil values. They are the same in all themes, because they form images.

use egui::Color32;

use super::theme::DARK;
use crate::image_space::recording::FARTHEST;

/// Colours of the stencil values 0 to 3, unless the value proves a collision.
pub const STENCIL: [Color32; 4] = [
    DARK.sunken,
    Color32::from_rgb(0x2f, 0x5d, 0x8f),
    Color32::from_rgb(0xd9, 0xc2, 0x6a),
    Color32::from_rgb(0x6f, 0x7f, 0x78),
];

/// Colours of stencil values above 3, which occur if the user's pass table counts that far.
const BEYOND: [Color32; 2] = [Color32::from_rgb(0xc8, 0xa2, 0xd8), Color32::from_rgb(0x8f, 0xd0, 0xe8)];

/// Colour of the stencil value that proves a collision. The red for text is paler.
pub const PROOF: Color32 = Color32::from_rgb(0xf0, 0x55, 0x4f);

/// Colour of a stencil value; red is reserved for the value that proves a collision.
pub fn stencil_color(value: u8, proof: Option<u8>) -> Color32 {
    if proof == Some(value) {
        return PROOF;
    }
    let value = usize::from(value);
    STENCIL.get(value).copied().unwrap_or_else(|| BEYOND[value % BEYOND.len()])
}

/// Colour of pixels in which nothing was drawn since the last clear.
pub const CLEARED: Color32 = DARK.sunken;

/// Colour of a depth. Depths from `near` to `far` get darker in equal steps of lightness. Cleared pixels are darker
/// than any drawn depth.
pub fn depth_color(depth: u32, [near, far]: [u32; 2]) -> Color32 {
    if depth == 0 || depth >= FARTHEST {
        return CLEARED;
    }
    let span = far.saturating_sub(near).max(1);
    ramp(depth.saturating_sub(near) as f32 / span as f32)
}

/// Colours for shares from 0 (near) to 1 (far): linear in OKLab lightness, from a warm white to a deep blue.
pub fn ramp(share: f32) -> Color32 {
    let share = share.clamp(0.0, 1.0);
    let lightness = 0.97 - 0.60 * share;
    let (a, b) = (0.002 - 0.022 * share, 0.018 - 0.075 * share);
    // Björn Ottosson's OKLab to linear sRGB.
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let channel = |linear: f32| {
        let linear = linear.clamp(0.0, 1.0);
        let encoded =
            if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
        (255.0 * encoded).round() as u8
    };
    Color32::from_rgb(
        channel(4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s),
        channel(-1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s),
        channel(-0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s),
    )
}

/// Colour of text on a background of this colour.
pub fn ink(ground: Color32) -> Color32 {
    let [r, g, b, _] = ground.to_array().map(f32::from);
    if 0.299 * r + 0.587 * g + 0.114 * b > 120.0 { DARK.sunken } else { DARK.strong }
}
