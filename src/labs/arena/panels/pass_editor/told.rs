//! Sentences about a table that several parts of the page tell: its faults, and that undo brings back another one.

use crate::image_space::own::check::{Fault, Place};
use crate::image_space::own::table::OwnTable;
use crate::language::{t, tr};
use crate::ui::requests::Request;

/// Tells that a table has been replaced by another one, and that undo brings it back.
pub fn can_be_undone(told: &str, name: &str) -> Request {
    let more = t!("Undo brings back %{name}", name = name);
    Request::Tell(t!("%{told}; %{more}", told = told, more = more).into_owned())
}

/// A fault with its place, in the current language.
pub fn in_words(table: &OwnTable, fault: &Fault) -> String {
    t!("Fault in %{place}: %{why}", place = place_name(table, fault.place), why = tr(&fault.says))
        .into_owned()
}

/// The place of a fault in words, with the number of the row that the page shows.
fn place_name(table: &OwnTable, place: Place) -> String {
    match place {
        Place::Head => t!("the head"),
        Place::Round(round) => t!("round %{n}", n = round + 1),
        Place::Row(place) => {
            t!("row %{n}", n = table.places().position(|other| other == place).map_or(0, |at| at + 1))
        }
    }
    .into_owned()
}
