//! What words of the arena set, said in a few words each: for the hover text of a link.

use std::borrow::Cow;

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::arena::words::ArenaWords;
use crate::language::tr;
use crate::methods::{self, METHODS};

/// In the language that is spoken. Words that are refused are said as they stand.
pub fn words(words: &Words) -> Vec<String> {
    let Ok(read) = ArenaWords::of(words) else {
        return words.iter().map(|(name, value)| format!("{name}={value}")).collect();
    };
    let mut said = Vec::new();
    let mut say = |text: Cow<str>| said.push(text.into_owned());
    if let Some(preset) = read.preset {
        say(t!("scene: %{title}", title = tr(preset.title)));
    }
    if let Some(count) = words.get("bodies") {
        say(t!("bodies: %{count}", count = count));
    }
    if let Some(seed) = words.get("seed") {
        say(t!("seed %{seed}", seed = seed));
    }
    if let Some(frame) = read.frame {
        say(t!("frame %{frame}", frame = frame));
    }
    if !read.methods.is_empty() {
        let titles: Vec<_> = read.methods.iter().map(|method| tr(method.title)).collect();
        say(t!("method: %{titles}", titles = titles.join(", ")));
    }
    if let Some(body) = read.body {
        say(t!("body %{n}", n = body));
    }
    if let Some(pair) = read.pair {
        say(t!("pair %{a}–%{b}", a = pair.a, b = pair.b));
    }
    match read.occlusion_culling {
        Some(true) => say(t!("occlusion culling on")),
        Some(false) => say(t!("occlusion culling off")),
        None => {}
    }
    for (id, value) in &read.settings {
        let setting = METHODS.iter().flat_map(|method| method.settings).find(|setting| setting.id == id);
        let label = setting.map_or_else(|| id.clone(), |setting| tr(setting.label));
        say(t!("%{label}: %{value}", label = label, value = value));
    }
    for ((method, id), value) in &read.settings_of {
        let title = methods::find(method).map_or_else(|| method.clone(), |method| tr(method.title));
        say(format!("{title}, {id}: {value}").into());
    }
    for name in ["density", "level", "size", "mix", "focus", "driver", "broad-phase", "overlays"] {
        if let Some(value) = words.get(name) {
            say(format!("{name}: {value}").into());
        }
    }
    said
}
