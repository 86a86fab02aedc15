//! What words of the arena set, said in a few words each, for the hover text of a link and for what
//! undo takes back; and what was found in a frame.

use std::borrow::Cow;

use rust_i18n::t;

use crate::exhibit::Words;
use crate::labs::arena::Arena;
use crate::labs::arena::words::ArenaWords;
use crate::language::tr;
use crate::methods::{self, METHODS};
use crate::render::scene::Overlays;
use crate::ui::said::{self, labelled};
use crate::world::parameters::{DENSITY, LEVEL, SHARE, SIZE};

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
        say(said::methods(read.methods.iter().map(|method| &method.about)).into());
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
        said.push(setting.map_or_else(|| labelled(id, value), |setting| said::setting(setting, value)));
    }
    for ((method, id), value) in &read.settings_of {
        said.push(said::setting_of(methods::find(method).map(|method| &method.about), id, value));
    }
    for setting in [DENSITY, LEVEL, SIZE] {
        said.extend(words.get(setting.id).map(|value| said::setting(&setting, value)));
    }
    said.extend(words.get("mix").map(|shares| said::setting(&SHARE, shares)));
    said.extend(words.get("focus").map(said::focus));
    said.extend(read.driver.map(|method| labelled(&t!("Bodies part by"), &tr(method.title))));
    said.extend(read.broad_phase.map(|row| labelled(&t!("Broad phase"), &tr(row.title))));
    if let Some(mut overlays) = read.overlays {
        let on =
            Overlays::ROWS.iter().filter(|row| *(row.of)(&mut overlays)).map(|row| tr(row.setting.label));
        let on = on.collect::<Vec<_>>().join(", ");
        said.push(match on.is_empty() {
            true => t!("nothing drawn over the scene").into_owned(),
            false => labelled(&t!("Drawn over the scene"), &on),
        });
    }
    said
}

/// What was found in a frame, in the language that is spoken: collisions, and the errors of each method.
pub fn happened(arena: &Arena, frame: u64) -> Vec<String> {
    let Some(mark) = arena.marks().at(frame) else { return Vec::new() };
    let mut lines = vec![t!("Colliding pairs: %{n}", n = mark.hits).into_owned()];
    let errors = |missed: u64, false_hits: u64| {
        let missed = (missed > 0).then(|| t!("%{n} missed", n = missed));
        let false_hits = (false_hits > 0).then(|| t!("%{n} false", n = false_hits));
        missed.into_iter().chain(false_hits).map(Cow::into_owned).collect::<Vec<_>>().join(", ")
    };
    for (method, sample) in arena.measured_at(frame) {
        let errors = sample.errors.map(|[missed, false_hits]| errors(missed as u64, false_hits as u64));
        if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
            lines.push(format!("{}: {errors}", tr(method.title)));
        }
    }
    // Of methods that were set differently since then only the sum is known.
    if lines.len() == 1 && mark.missed + mark.false_hits > 0 {
        lines.push(errors(mark.missed.into(), mark.false_hits.into()));
    }
    lines
}
