//! What words of the road set, said in a few words each: for the hover text of a link.

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::road::car::WHEEL_NAMES;
use crate::labs::road::words::RoadWords;
use crate::language::tr;

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let read = RoadWords::of(words).unwrap_or_default();
    let say = |(name, value): (&str, &str)| match name {
        "seed" => t!("seed %{seed}", seed = value).into_owned(),
        "frame" => t!("frame %{frame}", frame = value).into_owned(),
        "rule" => read.rule.map_or_else(|| format!("{name}={value}"), |row| tr(row.title)),
        "method" => {
            let titles: Vec<_> = read.methods.iter().map(|method| tr(method.title)).collect();
            t!("method: %{titles}", titles = titles.join(", ")).into_owned()
        }
        "wheel" => read.wheel.map_or_else(|| format!("{name}={value}"), |wheel| tr(WHEEL_NAMES[wheel])),
        _ => format!("{name}={value}"),
    };
    words.iter().map(say).collect()
}
