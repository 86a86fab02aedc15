//! Two languages: every text has a translation, the font has every character, and no English is left in the
//! window or in `--help`.

mod catalogues;
pub mod latin;
mod literals;
mod plurals;
mod tables;
mod terms;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use catalogues::{Entry, catalogues};
use literals::{Literal, literals};

/// All files below a folder of the repository, with their contents.
fn files(folder: &str, ending: &str) -> Vec<(PathBuf, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![top.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        // A folder that does not exist has no files.
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

fn all_literals() -> Vec<Literal> {
    let folders = ["crates/kernels/src", "crates/raster/src", "src"];
    let ours = folders.iter().flat_map(|folder| files(folder, ".rs"));
    ours.flat_map(|(path, text)| literals(&path.to_string_lossy(), &text)).collect()
}

/// Texts without a translation, or whose translation has different gaps.
fn untranslated(texts: &BTreeMap<String, String>, entries: &[Entry]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (text, place) in texts {
        match entries.iter().find(|entry| entry.english == *text) {
            None => complaints.push(format!("{place}: no translation of {text:?}")),
            Some(entry) if entry.gaps().0 != entry.gaps().1 => {
                let (english, other) = entry.gaps();
                complaints
                    .push(format!("{}: {text:?} has {english:?}, its translation {other:?}", entry.file));
            }
            Some(_) => {}
        }
    }
    complaints
}

/// Translations that are not used, and conflicting translations of the same text.
fn idle(used: impl Fn(&str) -> bool, entries: &[Entry]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if !used(&entry.english) {
            complaints.push(format!("{}: nobody says {:?}", entry.file, entry.english));
        }
        let other = entries[..index].iter().find(|other| other.english == entry.english);
        if let Some(other) = other.filter(|other| other.other != entry.other) {
            complaints
                .push(format!("{} and {} translate {:?} differently", entry.file, other.file, entry.english));
        }
    }
    complaints
}

/// Every text that is shown: the marked ones in the code, and those of tables.
fn shown() -> BTreeMap<String, String> {
    let marked = all_literals().into_iter().filter(|literal| literal.marked);
    let marked = marked.map(|literal| (literal.text, literal.file));
    let tables = tables::texts().into_iter().map(|text| (text, "a table".to_owned()));
    marked.chain(tables).collect()
}

#[test]
fn every_text_has_a_translation_with_the_same_gaps() {
    let complaints = untranslated(&shown(), &catalogues());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_translation_is_of_something_that_is_said_and_the_same_everywhere() {
    let shown = shown();
    let literals = all_literals();
    let (built, entries): (Vec<_>, _) =
        catalogues().into_iter().partition(|entry| entry.file.contains("/built."));
    assert!(built.len() > 200);
    let used = |text: &str| shown.contains_key(text) || literals.iter().any(|literal| literal.text == text);
    let complaints = idle(used, &entries);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_is_shown_is_marked_for_translation() {
    let complaints: Vec<_> = all_literals().iter().filter_map(Literal::unmarked).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_font_has_every_character_of_translations_and_lessons() {
    let folders = ["assets/lessons/zh-CN", "assets/slides/zh-CN", "assets/glossary"];
    let lessons = folders.into_iter().flat_map(|folder| files(folder, ".md")).map(|(_, text)| text);
    let texts = catalogues().into_iter().map(|entry| entry.other).chain(lessons).collect::<String>();
    let missing = missing_characters(&texts);
    assert!(missing.is_empty(), "run scripts/subset-font: {missing:?}");
    assert_eq!(missing_characters("中a文,龘"), ['龘'], "not of GB 2312");
}

/// The non-ASCII characters that neither the Latin fonts nor the Chinese one have.
fn missing_characters(text: &str) -> Vec<char> {
    let context = egui::Context::default();
    collidoscope::ui::style::apply(&context);
    let mut missing = Vec::new();
    let mut output = context.run_ui(egui::RawInput::default(), |ui| {
        let font = egui::FontId::proportional(13.0);
        let mut characters: Vec<char> = text.chars().filter(|c| !c.is_ascii()).collect();
        characters.sort_unstable();
        characters.dedup();
        missing = ui
            .ctx()
            .fonts_mut(|fonts| characters.into_iter().filter(|c| !fonts.has_glyph(&font, *c)).collect());
    });
    // This test draws no picture.
    output.textures_delta.clear();
    missing
}

#[test]
fn bad_samples_are_complained_of() {
    let texts = BTreeMap::from(["One %{n}", "Two"].map(|text| (text.to_owned(), "here".to_owned())));
    let entry = |english: &str, other: &str| Entry::sample(english, other);
    assert_eq!(untranslated(&texts, &[entry("One %{n}", "一 %{n}"), entry("Two", "二")]), [""; 0]);
    assert_eq!(untranslated(&texts, &[entry("One %{n}", "一 %{m}")]).len(), 2);
    let used = |text: &str| text == "Two";
    assert_eq!(idle(used, &[entry("Two", "二"), entry("Two", "二")]), [""; 0]);
    assert_eq!(idle(used, &[entry("Two", "二"), entry("Two", "两")]).len(), 1);
    assert_eq!(idle(used, &[entry("Three", "三")]).len(), 1);
}
