//! What words of the lab set, said in a few words each: for the hover text of a link.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::level::figure::KINDS;
use crate::labs::level::words::LevelWords;
use crate::language::tr;

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = LevelWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "mover" => read.mover.map_or_else(|| format!("{name}={value}"), |kind| tr(KINDS[kind].title)),
        "radius" => t!("radius %{m} m", m = value).into_owned(),
        "height" => t!("height %{m} m", m = value).into_owned(),
        "ahead" => t!("a move of %{m} m", m = value).into_owned(),
        "driver" => match read.driver {
            Some(method) => t!("the walk by: %{title}", title = tr(method.title)).into_owned(),
            None => format!("{name}={value}"),
        },
        "planes" if value == "on" => t!("the planes at which the path is cut").into_owned(),
        "method" => {
            let titles: Vec<_> = read.methods.iter().map(|method| tr(method.title)).collect();
            t!("method: %{titles}", titles = titles.join(", ")).into_owned()
        }
        _ => format!("{name}={value}"),
    };
    words.iter().map(say).collect()
}
