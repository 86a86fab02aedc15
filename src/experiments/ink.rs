//! How series are told apart, on paper and on the dark page: by colour and by marker, variants of one
//! thing by the stroke. Red is not among the colours: it means colliding.

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// Colour on white: red, green, blue in sRGB.
    pub on_white: [u8; 3],
    /// Colour on the dark page, in the same form.
    pub on_dark: [u8; 3],
    /// Shape that marks its points.
    pub marker: Marker,
    /// Pattern of the line between them.
    pub stroke: Stroke,
}

/// A shape at a point.
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

/// Pattern of a line: unbroken, or pieces of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stroke {
    Solid,
    Dashed,
    Dotted,
    Short,
}

const COLORS: [([u8; 3], [u8; 3]); 10] = [
    ([0x1c, 0x68, 0xb0], [0x5b, 0xa8, 0xf5]),
    ([0xd8, 0x72, 0x0a], [0xff, 0xa6, 0x57]),
    ([0x2a, 0x8c, 0x4a], [0x5f, 0xd3, 0x8d]),
    ([0x7a, 0x4b, 0xb0], [0xb7, 0x94, 0xf4]),
    ([0x0d, 0x8a, 0x94], [0x4f, 0xd1, 0xb5]),
    ([0x8a, 0x5a, 0x2b], [0xd2, 0xa6, 0x79]),
    ([0xbf, 0x3f, 0x8f], [0xf4, 0x8f, 0xc6]),
    ([0x7d, 0x7a, 0x10], [0xd5, 0xd6, 0x5f]),
    ([0x4a, 0x55, 0x68], [0xa8, 0xb5, 0xc7]),
    ([0x45, 0xa5, 0xdc], [0x9b, 0xd4, 0xf7]),
];
const MARKERS: [Marker; 7] =
    [Marker::Circle, Marker::Square, Marker::Up, Marker::Diamond, Marker::Cross, Marker::Down, Marker::Plus];
const STROKES: [Stroke; 4] = [Stroke::Solid, Stroke::Dashed, Stroke::Dotted, Stroke::Short];

/// An ink for each series, in order. Series are named `thing` or `thing/variant`: colour and marker are the
/// thing's, the stroke is the variant's.
pub fn inks<'a>(series: impl Iterator<Item = &'a str>) -> Vec<Ink> {
    let (mut things, mut variants): (Vec<&str>, Vec<&str>) = Default::default();
    let place = |list: &mut Vec<&'a str>, name: &'a str| {
        list.iter().position(|n| *n == name).unwrap_or_else(|| {
            list.push(name);
            list.len() - 1
        })
    };
    let ink = |name: &'a str| {
        let (thing, variant) = name.split_once('/').unwrap_or((name, ""));
        let (thing, variant) = (place(&mut things, thing), place(&mut variants, variant));
        let (on_white, on_dark) = COLORS[thing % COLORS.len()];
        let (marker, stroke) = (MARKERS[thing % MARKERS.len()], STROKES[variant % STROKES.len()]);
        Ink { on_white, on_dark, marker, stroke }
    };
    series.map(ink).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_things_and_four_variants_of_each_look_different() {
        let names: Vec<String> =
            (0..50).flat_map(|thing| (0..4).map(move |v| format!("{thing}/{v}"))).collect();
        let inks = inks(names.iter().map(String::as_str));
        for (i, ink) in inks.iter().enumerate() {
            assert!(!inks[..i].contains(ink), "{}", names[i]);
        }
    }
}
