//! What words of the lab set, said in a few words each: for the hover text of a link, and for what undo takes back.

use rust_i18n::t;

use crate::cloth::methods::find;
use crate::exhibit::Words;
use crate::labs::cloth::apart::APART;
use crate::labs::cloth::reference::REFERENCES;
use crate::labs::cloth::view::PAINTS;
use crate::labs::cloth::words::ClothWords;
use crate::language::tr;
use crate::ui::said::{focus, labelled, methods, setting_of, switched};

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = ClothWords::of(words).unwrap_or_default();
    let of = |rows: &[(&str, &str, &str)], row: Option<usize>, label: &str, value: &str| {
        labelled(label, &row.map_or_else(|| value.to_owned(), |row| tr(rows[row].1)))
    };
    let say = |(name, value): (&str, &str)| match name {
        "scene" => read.scene.map_or_else(|| labelled(name, value), |scene| tr(scene.title)),
        "side" => labelled(&t!("Particles a side"), value),
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "gravity" => labelled(&t!("Gravity"), &format!("{value}\u{a0}m/s²")),
        "wind" => labelled(&t!("Wind"), &format!("{value}\u{a0}m/s")),
        "wind-to" => labelled(&t!("Wind blows to"), &format!("{value}°")),
        "damping" => labelled(&t!("Damping"), value),
        "bending" => labelled(&t!("Bending"), value),
        "itself" => switched(&t!("Kept apart from itself"), value),
        "obstacles" => switched(&t!("Kept apart from others"), value),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "method" => methods(read.methods.iter().map(|method| &method.about)),
        "focus" => focus(value),
        "reference" => of(&REFERENCES, read.reference, &t!("Held against"), value),
        "paint" => of(&PAINTS, read.paint, &t!("Coloured by"), value),
        "level" => labelled(&t!("Level"), value),
        "boxes" => switched(&t!("Boxes of the level"), value),
        "cones" => switched(&t!("Cones of normals"), value),
        "contours" => switched(&t!("Contours that may cross"), value),
        "funnel" => switched(&t!("Funnel below the scene"), value),
        "pair" if value == "none" => t!("no pair picked").into_owned(),
        "pair" => labelled(&t!("Picked pair"), value),
        "apart" => of(&APART, read.apart, &t!("Taken apart"), value),
        _ => {
            let (method, id) = name.split_once('.').unwrap_or(("", name));
            setting_of(find(method).map(|method| &method.about), id, value)
        }
    };
    words.iter().map(say).collect()
}
