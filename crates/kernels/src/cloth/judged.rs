//! Comparison of a method's answer with that of the reference.

use super::detect::Found;
use super::step::Contact;

/// A method's errors relative to the reference.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Contacts of the reference that the method misses.
    pub missed: Vec<Contact>,
    /// Contacts that only the method reports.
    pub false_hits: Vec<Contact>,
}

impl Judged {
    /// Compares the answers of a method and of the reference, both in ascending order of features.
    pub fn of(found: &Found, truth: &Found) -> Self {
        let without = |all: &Found, other: &Found| {
            let has = |contact: &Contact| {
                other.contacts.binary_search_by(|c| c.features.cmp(&contact.features)).is_ok()
            };
            all.contacts.iter().filter(|contact| !has(contact)).copied().collect()
        };
        Self { missed: without(truth, found), false_hits: without(found, truth) }
    }

    /// True if the method made no error.
    pub fn is_right(&self) -> bool {
        self.missed.is_empty() && self.false_hits.is_empty()
    }
}
