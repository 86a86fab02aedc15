//! Numbers as text, the same in every panel.

use std::time::Duration;

/// Milliseconds without their unit: three decimals below 0.1, two below 100, none above.
pub fn milliseconds(time: Duration) -> String {
    let milliseconds = 1e3 * time.as_secs_f64();
    match milliseconds {
        m if m < 0.1 => format!("{m:.3}"),
        m if m < 100.0 => format!("{m:.2}"),
        m => format!("{m:.0}"),
    }
}

/// A whole number with a thin space between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands_and_times_rounded_to_what_can_be_read() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
        let written =
            [0.0123, 1.234, 45.678, 1234.5].map(|ms| milliseconds(Duration::from_secs_f64(ms / 1e3)));
        assert_eq!(written, ["0.012", "1.23", "45.68", "1234"]);
    }
}
