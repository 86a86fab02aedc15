//! The classes and textures of a `.map` file that are no walls, from the tables that the reader uses.

use collidoscope::level::map::no_walls::{CLASSES, Row, TEXTURES};

use super::text::item;

/// Both lists.
pub fn no_walls() -> String {
    let list = |heading: &str, rows: &[Row]| {
        let row = |row: &Row| item(&format!("{}: {} ({})", row.names.listed(), row.thing, row.source));
        format!("{heading}\n\n{}", rows.iter().map(row).collect::<String>())
    };
    let classes = list("Brushes of entities of these classes are left out:", CLASSES);
    format!(
        "{classes}\n{}",
        list("A brush is left out if all its faces have one of these textures:", TEXTURES)
    )
}
