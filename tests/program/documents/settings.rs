//! Lists of what can be set: the parameters of every lab, and the settings of its methods.

use collidoscope::about::MethodInfo;
use collidoscope::exhibit::Params;
use collidoscope::labs::LABS;
use collidoscope::labs::lab::LabRow;
use collidoscope::labs::measured::CONDITIONS;
use collidoscope::labs::word_row::{Role, WordRow};
use collidoscope::settings::{Range, Setting};

use super::text::{ids, item, paragraph, sentence};

/// The values of a range, in words.
fn values(range: &Range, unit: &str) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    match range {
        Range::Choice { options, .. } => ids(&options.iter().map(|(word, _)| *word).collect::<Vec<_>>()),
        Range::Whole { min, max: u64::MAX, .. } => format!("whole numbers from {min}{unit}"),
        Range::Whole { min, max, .. } => format!("whole numbers from {min} to {max}{unit}"),
        Range::Real { min, max, .. } => format!("{min} to {max}{unit}"),
        Range::Switch { .. } => ids(&["on", "off"]),
        Range::Text { kind, .. } => kind.what.to_owned(),
        Range::Shares { of } => format!("a number from 0 to 1 for each of {}", of.join(", ")),
    }
}

/// The values of a lab's parameter, where they are a few or have a range.
fn values_of_word(lab: &LabRow, word: &WordRow) -> Option<String> {
    if !word.rows.is_empty() {
        return Some(ids(&word.rows.iter().map(|row| row.0).collect::<Vec<_>>()));
    }
    if let Some(things) = lab.things.iter().find(|things| things.word == word.id) {
        let listed = ids(&(things.rows)().into_iter().map(|thing| thing.value).collect::<Vec<_>>());
        return Some(if things.many { format!("several of {listed}") } else { listed });
    }
    word.range.map(|range| values(&range, word.unit))
}

/// A heading per lab, and its parameters with their values and the value at first.
pub fn parameters() -> String {
    let lists = LABS.iter().map(|lab| {
        let first =
            (lab.build)(None, &Params::default(), None).unwrap_or_else(|why| panic!("{}: {why}", lab.id));
        let first = first.words(true);
        let rows = lab.words.iter().map(|word| {
            let mut text = format!("**`{}`**: {}", word.id, sentence(word.says));
            if let Some(values) = values_of_word(lab, word) {
                text += &format!(" Values: {values}.");
            }
            if let Some((none, says)) = word.none {
                text += &format!(" `{none}`: {}", sentence(says));
            }
            // Which method a lab opens with may depend on the machine.
            if let Some(value) = first.get(word.id).filter(|_| !matches!(word.id, "method" | "focus")) {
                text += &format!(" At first: `{value}`.");
            }
            if !word.role.is_undone() && word.role != Role::Time {
                text += " Not undone.";
            }
            item(&text)
        });
        format!("### {}: `--lab {}`\n\n{}", lab.title, lab.id, rows.collect::<String>())
    });
    lists.collect::<Vec<_>>().join("\n")
}

/// A heading per lab, and the settings of its methods. Those that differ in nothing but the value at first share an item.
pub fn of_methods() -> String {
    let lists = LABS.iter().map(|lab| {
        let methods = (lab.methods)();
        let mut declared: Vec<&Setting> = Vec::new();
        for setting in methods.iter().flat_map(|about| about.settings) {
            if !declared.iter().any(|known| is_alike(known, setting)) {
                declared.push(setting);
            }
        }
        let rows: String = declared.iter().map(|setting| row(setting, &methods)).collect();
        format!("### {}: `--lab {}`\n\n{rows}", lab.title, lab.id)
    });
    lists.collect::<Vec<_>>().join("\n")
}

/// Whether they differ in their value at first only.
fn is_alike(a: &Setting, b: &Setting) -> bool {
    let shown = |setting: &Setting| values(&setting.range, setting.unit);
    (a.id, a.help, shown(a)) == (b.id, b.help, shown(b))
}

fn row(setting: &Setting, methods: &[&'static MethodInfo]) -> String {
    // The values at first, and the methods that have them.
    let mut firsts: Vec<(String, Vec<&str>)> = Vec::new();
    for about in methods {
        let Some(own) = about.settings.iter().find(|own| is_alike(own, setting)) else { continue };
        let first = own.default().to_string();
        match firsts.iter_mut().find(|(known, _)| *known == first) {
            Some((_, having)) => having.push(about.id),
            None => firsts.push((first, vec![about.id])),
        }
    }
    let having: Vec<_> = firsts.iter().flat_map(|(_, having)| having.iter().copied()).collect();
    let of = if having.len() == methods.len() { "every method".to_owned() } else { ids(&having) };
    let at_first = match firsts.as_slice() {
        [(only, _)] => format!("`{only}`"),
        several => {
            let each = several.iter().map(|(first, having)| format!("`{first}` of {}", ids(having)));
            each.collect::<Vec<_>>().join("; ")
        }
    };
    let (help, values) = (sentence(setting.help), values(&setting.range, setting.unit));
    item(&format!("**`{}`** (of {of}): {help} Values: {values}. At first: {at_first}.", setting.id))
}

/// The first columns of a lab's measurements.
pub fn measured_columns() -> String {
    paragraph(&format!("{}.", ids(&CONDITIONS)))
}
