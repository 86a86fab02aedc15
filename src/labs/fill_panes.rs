//! The methods of a lab's panes when their number changes.

use std::ops::Deref;

use super::lab::MOST_PANES;
use crate::about::About;

/// The methods of `count` panes, 1 to [`MOST_PANES`]: those on show stay, and then come the first of `order` that no pane shows.
pub fn methods_for<M: Deref<Target = About>>(
    count: usize,
    on_show: impl Iterator<Item = &'static M>,
    order: impl Iterator<Item = &'static M>,
) -> Vec<&'static M> {
    let count = count.clamp(1, MOST_PANES);
    let mut methods: Vec<_> = on_show.collect();
    for next in order {
        if methods.len() < count && methods.iter().all(|pane| pane.id != next.id) {
            methods.push(next);
        }
    }
    methods.truncate(count);
    methods
}
