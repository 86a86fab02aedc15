//! What words of the lab set, said in a few words each: for the hover text of a link.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::meshes::apart::APART;
use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::meshes_lab::QUERIES;
use crate::labs::meshes::nodes::Node;
use crate::labs::meshes::words::MeshesWords;
use crate::language::tr;
use crate::ui::format::grouped;

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = MeshesWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "scene" => read.scene.map_or_else(|| format!("{name}={value}"), |row| tr(row.title)),
        "query" => read.query.map_or_else(|| format!("{name}={value}"), |query| tr(QUERIES[query].1)),
        "budget" => match read.budget {
            Some(Budget::Tests(tests)) => t!("tests: at most %{n}", n = grouped(tests)).into_owned(),
            Some(Budget::Time(time)) => t!("at most %{ms} ms", ms = time).into_owned(),
            _ => t!("no budget").into_owned(),
        },
        "apart" => read.apart.map_or_else(|| format!("{name}={value}"), |index| tr(APART[index].1)),
        "node" => match read.node.flatten() {
            Some(Node { body, node }) => {
                t!("node %{node} of %{mesh}", node = node, mesh = ["A", "B"][body]).into_owned()
            }
            None => t!("no node").into_owned(),
        },
        "visited" if value == "on" => t!("volumes that were tested").into_owned(),
        "front" if value == "on" => t!("the front on the surfaces").into_owned(),
        "trees" if value == "on" => t!("the trees below the scene").into_owned(),
        "method" => {
            let titles: Vec<_> = read.methods.iter().map(|method| tr(method.title)).collect();
            t!("method: %{titles}", titles = titles.join(", ")).into_owned()
        }
        _ => format!("{name}={value}"),
    };
    words.iter().map(say).collect()
}
