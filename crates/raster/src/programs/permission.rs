//! The commands that the user has asked this process to run.
//!
//! A scene file, a link, a lesson or the last session can name a command, and none of them may run it. [`permit`] is
//! called only where the user gives a command: on the command line, by typing it, or by a button beside the whole
//! command. A permission ends with the process.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

static PERMITTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Permits a command: the user has asked to run exactly this text.
pub fn permit(command: &str) {
    PERMITTED.lock().unwrap_or_else(PoisonError::into_inner).insert(command.to_owned());
}

/// Whether the user has asked to run this command.
pub fn is_permitted(command: &str) -> bool {
    PERMITTED.lock().unwrap_or_else(PoisonError::into_inner).contains(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_text_is_permitted() {
        permit("permitted here 'a  b'");
        assert!(is_permitted("permitted here 'a  b'"));
        for other in ["", "permitted here", "permitted here 'a b'", "permitted here 'a  b' c"] {
            assert!(!is_permitted(other), "{other}");
        }
    }
}
