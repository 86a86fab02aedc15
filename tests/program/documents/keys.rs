//! Lists of keys and of what the mouse does, from the tables that the window answers by.

use collidoscope::app::key_sheet::{FOCUS, NUDGES, TURNS};
use collidoscope::app::keys::{COMMANDS, EVERYWHERE, MOUSE, SCENE};
use collidoscope::app::lessons_panel::lecture::{CHOICES, SHOWN};
use collidoscope::inspector::page::keys as inspector;
use collidoscope::labs::LABS;
use collidoscope::ui::keys::KeyRow;

use super::text::item;

type Row = (&'static str, &'static str);

fn of_keys(rows: &[KeyRow]) -> Vec<Row> {
    rows.iter().map(|row| (row.shown, row.says)).collect()
}

/// A heading and its rows. Neighbours that do the same share a row.
fn group(heading: &str, rows: &[Row]) -> String {
    let mut merged: Vec<(String, &str)> = Vec::new();
    for (keys, says) in rows {
        match merged.last_mut() {
            Some((shown, known)) if known == says => *shown += &format!(", **{keys}**"),
            _ => merged.push((format!("**{keys}**"), says)),
        }
    }
    let rows: String = merged.iter().map(|(keys, says)| item(&format!("{keys}: {says}"))).collect();
    format!("### {heading}\n\n{rows}")
}

/// All groups.
pub fn groups() -> String {
    let commands: Vec<Row> = COMMANDS.iter().map(|row| (row.shown, row.says)).collect();
    let mut groups = vec![
        group("On every page", &of_keys(EVERYWHERE)),
        group("Files, changes, search", &commands),
        group("Scene", &[&of_keys(SCENE)[..], MOUSE].concat()),
    ];
    for lab in LABS {
        let rows = [&of_keys(lab.keys)[..], lab.gestures].concat();
        if !rows.is_empty() {
            groups.push(group(&format!("Scene of the lab {}", lab.title), &rows));
        }
        let pages = lab.pages.iter().filter(|page| !page.keys.is_empty());
        groups.extend(
            pages.map(|page| group(&format!("Page {} of the lab {}", page.title, lab.title), page.keys)),
        );
    }
    groups.extend([
        group("Inspector", &[&of_keys(inspector::KEYS)[..], inspector::MOUSE].concat()),
        group("The selection", NUDGES),
        group("The view", TURNS),
        group("Controls, without a mouse", FOCUS),
        group("Lecture", &[SHOWN, &[CHOICES]].concat()),
    ]);
    groups.join("\n")
}

#[test]
fn neighbours_that_do_the_same_share_a_row() {
    let rows = [("A", "Walk"), ("B", "Walk"), ("C", "Stop"), ("D", "Walk")];
    assert_eq!(group("Keys", &rows), "### Keys\n\n- **A**, **B**: Walk\n- **C**: Stop\n- **D**: Walk\n");
}
