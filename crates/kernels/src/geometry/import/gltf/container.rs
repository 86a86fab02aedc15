//! The binary container of glTF, `.glb`.

use crate::geometry::import::soup::MEND;

/// The JSON and the binary chunk of a `.glb`: 12 bytes of header, then chunks of length, kind and content.
pub(super) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let cut = || format!("truncated at byte {}; {MEND}", bytes.len());
    let number = |at: usize| {
        let four: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        four.map(u32::from_le_bytes).ok_or_else(cut)
    };
    let version = number(4)?;
    if version != 2 {
        return Err(format!("has version {version}, but only version 2 is supported; {MEND}"));
    }
    let chunk = |at: usize, kind: &[u8; 4]| -> Result<&[u8], String> {
        let length = number(at)? as usize;
        let found = bytes.get(at + 4..at + 8).ok_or_else(cut)?;
        if found != kind {
            return Err(format!("byte {}: unexpected chunk type; {MEND}", at + 4));
        }
        bytes.get(at + 8..).and_then(|rest| rest.get(..length)).ok_or_else(cut)
    };
    let json = chunk(12, b"JSON")?;
    let next = 20 + json.len();
    let blob = if next + 8 <= bytes.len() { Some(chunk(next, b"BIN\0")?) } else { None };
    Ok((json, blob))
}
