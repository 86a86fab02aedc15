//! The binary container of glTF, `.glb`.

use crate::geometry::import::soup::MEND;

/// Parts of a container.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) json: &'a [u8],
    /// The binary part, which may be missing.
    pub(super) blob: Option<&'a [u8]>,
    /// The length in the header, if it is not the file's.
    pub(super) other_length: Option<u32>,
}

/// The JSON and the binary chunk of a `.glb`: 12 bytes of header, then chunks of length, kind and content. Chunks of
/// other kinds are skipped, as the format prescribes.
pub(super) fn split(bytes: &[u8]) -> Result<Parts<'_>, String> {
    let cut = || format!("truncated at byte {}; {MEND}", bytes.len());
    let number = |at: usize| {
        let four: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        four.map(u32::from_le_bytes).ok_or_else(cut)
    };
    let version = number(4)?;
    if version != 2 {
        return Err(format!("has version {version}, but only version 2 is supported; {MEND}"));
    }
    let length = number(8)?;
    let (mut json, mut blob, mut at) = (None, None, 12);
    while json.is_none() || at + 8 <= bytes.len() {
        let size = number(at)? as usize;
        let kind = bytes.get(at + 4..at + 8).ok_or_else(cut)?;
        let content = bytes.get(at + 8..).and_then(|rest| rest.get(..size)).ok_or_else(cut)?;
        match kind {
            b"JSON" if json.is_none() => json = Some(content),
            _ if json.is_none() => {
                return Err(format!("byte {}: the first chunk is not its JSON; {MEND}", at + 4));
            }
            b"BIN\0" if blob.is_none() => blob = Some(content),
            _ => {}
        }
        at += 8 + size;
    }
    let other_length = (length as usize != bytes.len()).then_some(length);
    Ok(Parts { json: json.ok_or_else(cut)?, blob, other_length })
}
