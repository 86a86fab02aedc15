//! Appearance of methods and other series in lists, charts and views: colour, marker and stroke.
//!
//! Any two colours are distinguishable for viewers who lack one kind of cones; a test states the margin. Red
//! is excluded: it means colliding.

/// Appearance of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// Colour on a light background: red, green, blue in sRGB.
    pub on_light: [u8; 3],
    /// Colour on a dark background, in sRGB.
    pub on_dark: [u8; 3],
    /// Marker of its points.
    pub marker: Marker,
    /// Pattern of its line.
    pub stroke: Stroke,
}

/// Shape of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Marker {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Cross,
    Plus,
}

/// Pattern of a line: solid, or dashes of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stroke {
    Solid,
    Dashed,
    Dotted,
    Short,
}

/// Colours on light and dark backgrounds, of the same hue. They result from a search that maximised the smallest
/// distance under normal sight and the three kinds of colour blindness, on both backgrounds at once.
pub const COLORS: [([u8; 3], [u8; 3]); 8] = [
    ([0x1f, 0x39, 0x88], [0x78, 0x8c, 0xb9]),
    ([0x91, 0x5c, 0x0c], [0xd5, 0x9e, 0x5b]),
    ([0x6f, 0x97, 0x56], [0xa8, 0xfb, 0x6e]),
    ([0x75, 0x4e, 0xaf], [0xc2, 0xa1, 0xfe]),
    ([0x32, 0x7c, 0x70], [0x76, 0xba, 0xae]),
    ([0x4b, 0x13, 0x46], [0xf9, 0xc4, 0xf0]),
    ([0x53, 0x45, 0x13], [0x96, 0x81, 0x3a]),
    ([0xab, 0x6d, 0xc6], [0xc6, 0x26, 0xfc]),
];
const MARKERS: [Marker; 7] =
    [Marker::Circle, Marker::Square, Marker::Up, Marker::Diamond, Marker::Cross, Marker::Down, Marker::Plus];
const STROKES: [Stroke; 4] = [Stroke::Solid, Stroke::Dashed, Stroke::Dotted, Stroke::Short];
/// For each of the four variants of an ink: the offset of its stroke from the ink's own stroke in [`STROKES`]. Strokes
/// that few rows use come first.
const VARIANTS: [usize; 4] = [0, 2, 1, 3];

impl Ink {
    /// The ink of row number `place` of a table. All inks up to row 55 differ; of these, two with the same stroke
    /// differ in colour.
    pub fn of(place: usize) -> Self {
        Self::variant(place, 0)
    }

    /// One of four variants of the ink of row number `place`: same colour and marker, different stroke.
    pub fn variant(place: usize, variant: usize) -> Self {
        let (on_light, on_dark) = COLORS[place % COLORS.len()];
        let stroke = place / COLORS.len() + VARIANTS[variant % VARIANTS.len()];
        Self {
            on_light,
            on_dark,
            marker: MARKERS[place % MARKERS.len()],
            stroke: STROKES[stroke % STROKES.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];
    /// Smallest distance of any two colours, in OKLab, whose lightness ranges from 0 to 1. The search reached
    /// 0.106; colours at distance 0.02 are barely distinguishable side by side.
    const LEAST: f64 = 0.1;

    /// Machado, Oliveira & Fernandes 2009, severity 1: linear RGB as perceived without one kind of cones.
    const SIGHTS: [(&str, Matrix); 4] = [
        ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];

    fn times(matrix: &Matrix, v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(v).map(|(m, v)| m * v).sum())
    }

    /// Ottosson 2020: lightness and two colour axes, from linear RGB.
    fn oklab(rgb: [f64; 3]) -> [f64; 3] {
        let cones = times(
            &[
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ],
            rgb.map(|c| c.clamp(0.0, 1.0)),
        );
        times(
            &[
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ],
            cones.map(f64::cbrt),
        )
    }

    fn linear(rgb: [u8; 3]) -> [f64; 3] {
        rgb.map(|c| f64::from(c) / 255.0)
            .map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
    }

    /// Pairs of colours that are too close under some sight: `(sight, colour, other colour, distance)`.
    fn alike(colors: &[[u8; 3]]) -> Vec<(&'static str, [u8; 3], [u8; 3], f64)> {
        let mut found = Vec::new();
        for (sight, matrix) in &SIGHTS {
            let seen: Vec<_> = colors.iter().map(|rgb| oklab(times(matrix, linear(*rgb)))).collect();
            for (i, a) in seen.iter().enumerate() {
                for (j, b) in seen.iter().enumerate().take(i) {
                    let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    if distance < LEAST {
                        found.push((*sight, colors[i], colors[j], distance));
                    }
                }
            }
        }
        found
    }

    #[test]
    fn colours_stay_apart_for_colour_blind_eyes() {
        for grounds in [COLORS.map(|color| color.0), COLORS.map(|color| color.1)] {
            let alike = alike(&grounds);
            assert!(alike.is_empty(), "{alike:#?}");
        }
    }

    #[test]
    fn red_and_green_are_noticed() {
        let alike = alike(&[[0xb0, 0x50, 0x30], [0x6a, 0x70, 0x30]]);
        let sights: Vec<_> = alike.iter().map(|(sight, ..)| *sight).collect();
        assert!(sights.contains(&"deuteranopia") && !sights.contains(&"normal"), "{alike:?}");
    }

    #[test]
    fn no_colour_is_red() {
        for rgb in COLORS.into_iter().flat_map(|(light, dark)| [light, dark]) {
            let [_, a, b] = oklab(linear(rgb));
            let hue = b.atan2(a).to_degrees();
            assert!(a.hypot(b) < 0.03 || !(-15.0..50.0).contains(&hue), "{rgb:?}: {hue}");
        }
    }

    #[test]
    fn all_places_and_variants_look_different() {
        let inks: Vec<_> =
            (0..56).flat_map(|place| (0..4).map(move |variant| Ink::variant(place, variant))).collect();
        for (i, ink) in inks.iter().enumerate() {
            assert!(!inks[..i].contains(ink), "{i}");
        }
    }
}
