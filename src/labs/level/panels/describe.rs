//! What words of the lab set, said in a few words each: for the hover text of a link, and for what undo takes back.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::level::figure::KINDS;
use crate::labs::level::words::LevelWords;
use crate::labs::road::car::WHEEL_NAMES;
use crate::language::tr;
use crate::level::methods::find;
use crate::ui::format::grouped;
use crate::ui::said::{focus, labelled, methods, setting_of, switched};

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = LevelWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "faces" => labelled(&t!("Faces"), &grouped(read.faces.unwrap_or_default() as u64)),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "mover" => read.mover.map_or_else(|| labelled(name, value), |kind| tr(KINDS[kind].title)),
        "radius" => t!("radius %{m} m", m = value).into_owned(),
        "height" => t!("height %{m} m", m = value).into_owned(),
        "speed" => labelled(&t!("Speed"), &format!("{value}\u{a0}m/s")),
        "steer" => {
            let by = if read.by_keys == Some(true) { t!("Keys W A S D") } else { t!("Along the path") };
            labelled(&t!("Walk"), &by)
        }
        "ahead" => t!("a move of %{m} m", m = value).into_owned(),
        "driver" => match read.driver {
            Some(method) => t!("the walk by: %{title}", title = tr(method.title)).into_owned(),
            None => labelled(name, value),
        },
        "wheel" => read.wheel.map_or_else(|| labelled(name, value), |wheel| tr(WHEEL_NAMES[wheel])),
        "method" => methods(read.methods.iter().map(|method| &method.about)),
        "focus" => focus(value),
        "volume" => switched(&t!("Swept volume"), value),
        "planes" => switched(&t!("Planes at which the path is cut"), value),
        "cut" => switched(&t!("Cut the level off above the mover"), value),
        "slice" => switched(&t!("Plan slice below the scene"), value),
        "tree" => switched(&t!("Tree below the scene"), value),
        _ => {
            let (method, id) = name.split_once('.').unwrap_or(("", name));
            setting_of(find(method).map(|method| &method.about), id, value)
        }
    };
    words.iter().map(say).collect()
}
