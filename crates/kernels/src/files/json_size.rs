//! The size that a JSON text has in memory, found before it is parsed. A value takes up to a hundred times the bytes of
//! its text, so a limit of the text bounds nothing.

/// Most memory of the values of a file, bytes. With the text and what is made of the values, a process stays below 1 GiB.
/// A scene with 100,000 bodies takes half of it.
const MOST: u64 = 640 << 20;
/// Memory of an item of a list, in a list that grows by doubling: on average one and a half times the size of
/// `serde_json::Value`, at most twice.
const ITEM: u64 = 144;
/// Memory of an object without its fields.
const OBJECT: u64 = 400;
/// Memory of a field's name, besides its text.
const FIELD: u64 = 160;

/// Refuses a JSON text whose values take too much memory. The error names the line. Any text is accepted that is not
/// JSON; parsing it tells more.
pub fn check(text: &[u8]) -> Result<(), String> {
    check_most(text, MOST)
}

fn check_most(text: &[u8], most: u64) -> Result<(), String> {
    let (mut size, mut is_text, mut line) = (0, false, 1);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match (byte, is_text) {
            (b'"', _) => is_text = !is_text,
            // The escaped character may be a quote.
            (b'\\', true) => drop(bytes.next()),
            (b'\n', false) => line += 1,
            (b',' | b'[', false) => size += ITEM,
            (b'{', false) => size += OBJECT,
            (b':', false) => size += FIELD,
            _ => {}
        }
        if size > most {
            return Err(format!(
                "line {line}: too many values; up to here they take more than {} MiB of memory; remove some",
                most >> 20
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_count_and_texts_do_not() {
        let list = |count: usize| format!("[\n{}0]", "0,".repeat(count));
        let most = 1000 * ITEM;
        assert_eq!(check_most(list(999).as_bytes(), most), Ok(()));
        let refused = check_most(list(1000).as_bytes(), most).unwrap_err();
        assert!(refused.starts_with("line 2: too many values"), "{refused}");
        let text = format!("{{\"a\": \"{}\"}}", r#"[,{:\",\\"#.repeat(10_000));
        assert_eq!(check_most(text.as_bytes(), OBJECT + FIELD), Ok(()));
        let objects = format!("[{}]", "{\"a\":{}},".repeat(100));
        assert!(check_most(objects.as_bytes(), 100 * (2 * OBJECT + FIELD)).is_err());
        assert_eq!(check_most(b"\"no end \\", 0), Ok(()));
    }

    /// The estimate holds for the types that are read: a value is as large as the constants say.
    #[test]
    fn a_value_is_no_larger_than_estimated() {
        assert!(size_of::<serde_json::Value>() as u64 * 2 <= ITEM, "{}", size_of::<serde_json::Value>());
    }
}
