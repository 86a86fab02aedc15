//! What words of the lab set, said in a few words each: for the hover text of a link.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::meshes::meshes_lab::QUERIES;
use crate::labs::meshes::words::MeshesWords;
use crate::language::tr;

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = MeshesWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "scene" => read.scene.map_or_else(|| format!("{name}={value}"), |row| tr(row.title)),
        "query" => read.query.map_or_else(|| format!("{name}={value}"), |query| tr(QUERIES[query].1)),
        "method" => {
            let titles: Vec<_> = read.methods.iter().map(|method| tr(method.title)).collect();
            t!("method: %{titles}", titles = titles.join(", ")).into_owned()
        }
        _ => format!("{name}={value}"),
    };
    words.iter().map(say).collect()
}
