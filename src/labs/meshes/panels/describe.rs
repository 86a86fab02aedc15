//! What words of the lab set, said in a few words each: for the hover text of a link, and for what undo takes back.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::hierarchies::methods::find;
use crate::labs::meshes::apart::APART;
use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::meshes_lab::QUERIES;
use crate::labs::meshes::nodes::Node;
use crate::labs::meshes::words::MeshesWords;
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::said::{focus, labelled, methods, setting_of, switched};

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = MeshesWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "triangles" => labelled(&t!("Triangles"), &grouped(read.triangles.unwrap_or_default() as u64)),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "stride" => labelled(&t!("Frames a step"), value),
        "moved" => match read.moved.flatten() {
            Some(_) => t!("B off its path, moved by hand").into_owned(),
            None => t!("B on its path").into_owned(),
        },
        "scene" => read.scene.map_or_else(|| labelled(name, value), |row| tr(row.title)),
        "query" => read.query.map_or_else(|| labelled(name, value), |query| tr(QUERIES[query].1)),
        "budget" => match read.budget {
            Some(Budget::Tests(tests)) => t!("tests: at most %{n}", n = grouped(tests)).into_owned(),
            Some(Budget::Time(time)) => t!("at most %{ms} ms", ms = time).into_owned(),
            _ => t!("no budget").into_owned(),
        },
        "apart" => read.apart.map_or_else(|| labelled(name, value), |index| tr(APART[index].1)),
        "node" => match read.node.flatten() {
            Some(Node { body, node }) => {
                t!("node %{node} of %{mesh}", node = node, mesh = ["A", "B"][body]).into_owned()
            }
            None => t!("no node").into_owned(),
        },
        "level" => match read.level.flatten() {
            Some(level) => labelled(&t!("Volumes of a level"), &level.to_string()),
            None => t!("no volumes drawn").into_owned(),
        },
        "visited" if value == "on" => t!("volumes that were tested").into_owned(),
        "visited" => switched(&t!("Only those that were tested"), value),
        "front" if value == "on" => t!("the front on the surfaces").into_owned(),
        "front" => switched(&t!("Front on the surfaces"), value),
        "trees" if value == "on" => t!("the trees below the scene").into_owned(),
        "trees" => switched(&t!("Trees below the scene"), value),
        "glass" => switched(&t!("See through"), value),
        "method" => methods(read.methods.iter().map(|method| &method.about)),
        "focus" => focus(value),
        _ => {
            let (method, id) = name.split_once('.').unwrap_or(("", name));
            setting_of(find(method).map(|method| &method.about), id, value)
        }
    };
    words.iter().map(say).collect()
}
