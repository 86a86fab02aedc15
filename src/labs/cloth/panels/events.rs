//! Events of a frame.

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::t;

/// Lines that describe a frame, in the current language.
pub fn happened(lab: &ClothLab, frame: u64) -> Vec<String> {
    let mark = lab.motion().marks().at(frame).copied().unwrap_or_default();
    let mut lines = Vec::new();
    if mark.hits > 0 {
        lines.push(t!("Contacts of the cloth with itself: %{n}", n = mark.hits).into_owned());
    }
    if mark.missed > 0 {
        lines.push(t!("Contacts missed by the methods: %{n}", n = mark.missed).into_owned());
    }
    if mark.false_hits > 0 {
        lines.push(t!("False contacts reported by methods: %{n}", n = mark.false_hits).into_owned());
    }
    if let Some(there) = lab.motion().timeline().at(frame).filter(|there| there.guarded.stopped > 0) {
        lines.push(t!("Particles stopped before a contact: %{n}", n = there.guarded.stopped).into_owned());
    }
    if lines.is_empty() {
        lines.push(t!("No contacts.").into_owned());
    }
    lines
}
