//! What words of the road set, said in a few words each: for the hover text of a link, and for what undo takes back.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::road::car::WHEEL_NAMES;
use crate::labs::road::methods::find;
use crate::labs::road::words::RoadWords;
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::said::{focus, labelled, methods, setting_of, switched};

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = RoadWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "triangles" => labelled(&t!("Triangles"), &grouped(read.triangles.unwrap_or_default() as u64)),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "rule" => read.rule.map_or_else(|| labelled(name, value), |row| tr(row.title)),
        "driver" => {
            let by = if read.by_keys == Some(true) { t!("Arrow keys") } else { t!("By itself") };
            labelled(&t!("Driver"), &by)
        }
        "speed" => labelled(&t!("Speed"), &format!("{value}\u{a0}m/s")),
        "method" => methods(read.methods.iter().map(|method| &method.about)),
        "focus" => focus(value),
        "wheel" => read.wheel.map_or_else(|| labelled(name, value), |wheel| tr(WHEEL_NAMES[wheel])),
        "follow" => switched(&t!("Move along with the car"), value),
        _ => {
            let (method, id) = name.split_once('.').unwrap_or(("", name));
            setting_of(find(method).map(|method| &method.about), id, value)
        }
    };
    words.iter().map(say).collect()
}
