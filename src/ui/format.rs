//! Numbers as text, the same in every panel.

use std::time::Duration;

use unicode_width::UnicodeWidthStr as _;

use crate::language::t;

/// A table as lines of text: the first column aligned to the left, all others to the right.
pub fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).enumerate().map(|(index, (cell, width))| {
            // Formatting would count characters, and one of Chinese takes two columns.
            let space = " ".repeat(width - cell.width());
            if index == 0 { format!("{cell}{space}") } else { format!("{space}{cell}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Milliseconds without their unit: three decimals below 0.1, two below 100, none above.
pub fn milliseconds(time: Duration) -> String {
    let milliseconds = 1e3 * time.as_secs_f64();
    match milliseconds {
        m if m < 0.1 => format!("{m:.3}"),
        m if m < 100.0 => format!("{m:.2}"),
        m => format!("{m:.0}"),
    }
}

/// A whole number with commas between thousands, as lessons write it.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count in at most four characters.
pub fn shortened(count: u64) -> String {
    match count {
        0..=9_999 => count.to_string(),
        10_000..=999_999 => format!("{}k", count / 1000),
        1_000_000..=999_999_999 => format!("{}M", count / 1_000_000),
        _ => t!("many").into_owned(),
    }
}

/// A share in per cent, without the sign, with as many digits as needed: a value close to 0 or 100 is not rounded
/// to 0 or 100.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let decimals = match percent.abs().min((100.0 - percent).abs()) {
        0.0 => 0,
        off if off >= 10.0 => 0,
        off if off >= 0.1 => 1,
        off if off >= 0.01 => 2,
        _ => 4,
    };
    // A value below 100 % must not be rounded to 100 %.
    match format!("{percent:.decimals$}") {
        all if percent < 100.0 && all.starts_with("100.") => format!("{:.4}", 99.9999),
        text => text,
    }
}

/// A length in metres as text: three digits in m, mm, µm or nm, with a no-break space before the unit.
pub fn length(metres: f64) -> String {
    with_minus(scaled(metres, ["m", "mm", "µm", "nm"], "mm"))
}

/// A volume in cubic metres as text: three digits in m³, dm³, cm³ or mm³, with a no-break space before the unit.
pub fn volume(cubic_metres: f64) -> String {
    scaled(cubic_metres, ["m³", "dm³", "cm³", "mm³"], "m³")
}

/// An area in square metres as text: in m², or in mm² below a hundredth, with a no-break space before the unit.
pub fn area(square_metres: f64) -> String {
    match square_metres {
        large if large >= 0.01 => format!("{}\u{a0}m²", three_digits(large)),
        small => format!("{}\u{a0}mm²", three_digits(1e6 * small)),
    }
}

/// A number with minus signs instead of hyphens, as panels and lessons write it.
pub fn with_minus(number: String) -> String {
    number.replace('-', "−")
}

/// A time in seconds as text: about three digits in s, ms, µs or ns, with a no-break space before the unit.
pub fn time(seconds: f64) -> String {
    scaled(seconds, ["s", "ms", "µs", "ns"], "µs")
}

/// A number with the largest of four units, each a thousandth of the one before, in which it is at least 1; 0 has the
/// unit `of_zero`.
fn scaled(number: f64, units: [&str; 4], of_zero: &str) -> String {
    let (factor, unit) = match number.abs() {
        0.0 => return format!("0\u{a0}{of_zero}"),
        size if size >= 1.0 => (1.0, units[0]),
        size if size >= 1e-3 => (1e3, units[1]),
        size if size >= 1e-6 => (1e6, units[2]),
        _ => (1e9, units[3]),
    };
    format!("{}\u{a0}{unit}", three_digits(factor * number))
}

/// A number below 1000 with three digits; a larger one without decimals.
fn three_digits(number: f64) -> String {
    let decimals = match number.abs() {
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

/// A text in which line breaks never separate a number from its unit.
pub fn with_units_kept(text: &str) -> String {
    const UNITS: [&str; 11] = ["px", "m", "cm", "mm", "µm", "nm", "ms", "µs", "ns", "s", "%"];
    let mut kept = String::with_capacity(text.len());
    for (index, word) in text.split(' ').enumerate() {
        // In Chinese, the text continues after the unit without a space.
        let unit = word.split(|c| c >= '\u{2e80}').next().unwrap_or_default();
        let unit = unit.trim_end_matches(['.', ',', ';', ':', ')']);
        let follows_number = kept.ends_with(|last: char| last.is_ascii_digit());
        if index > 0 {
            kept.push(if follows_number && UNITS.contains(&unit) { '\u{a0}' } else { ' ' });
        }
        kept.push_str(word);
    }
    kept
}

/// A counted noun: in the singular for one, in the plural for any other number.
pub fn counted(n: usize, one: impl Into<String>, many: impl Into<String>) -> String {
    if n == 1 { one.into() } else { many.into() }
}

/// A number and its noun, in English.
pub fn number_of(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", counted(n, one, many))
}

/// Formats a number with three significant digits and without trailing zeros. A number with more than three digits
/// before the point is rounded to a whole number, with separated thousands. Numbers outside 1e-4 to 1e9 look like
/// `1.23e9`.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".into();
    }
    if !(1e-4..1e9).contains(&size) {
        return format!("{value:.2e}");
    }
    let decimals = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("−", rest));
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    // The digits before the point fit an integer, because the number is below 1e9.
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    format!("{sign}{whole}{fraction}")
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
