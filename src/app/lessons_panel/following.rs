//! What a link in a lesson does: said beforehand, in words, and then done.

use rust_i18n::t;

use crate::exhibit::{Exhibit, Place, Position};
use crate::language::{Language, tr};
use crate::lessons;
use crate::lessons::link::Target;
use crate::methods::{self, METHODS};
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::world::PRESETS;

/// What a link does, for the pointer that rests on it.
pub fn hint(target: &Target) -> String {
    match target {
        Target::Show(exhibit) => t!("Sets %{what}", what = words(exhibit).join(" · ")).into_owned(),
        Target::Lesson(id) => {
            let title =
                lessons::find(id).map_or(id.as_str(), |lesson| &lesson.page(Language::current()).title);
            t!("Opens the lesson “%{title}”", title = title).into_owned()
        }
        Target::Web(address) => t!("Opens %{address} in the browser", address = address).into_owned(),
    }
}

/// Asks for it, or opens the browser.
pub fn follow(context: &egui::Context, target: &Target, requests: &mut Requests) {
    match target {
        Target::Show(exhibit) => requests.ask(Request::Lessons(LessonsRequest::Follow(exhibit.clone()))),
        Target::Lesson(id) => requests.ask(Request::Lessons(LessonsRequest::Open(id.clone()))),
        Target::Web(address) => context.open_url(egui::OpenUrl::new_tab(address)),
    }
}

/// What an exhibit names, a few words each, in the language that is spoken.
fn words(exhibit: &Exhibit) -> Vec<String> {
    let mut words = Vec::new();
    let mut say = |text: std::borrow::Cow<str>| words.push(text.into_owned());
    let title = |id: &str| methods::find(id).map_or_else(|| id.to_owned(), |method| tr(method.title));
    if let Some(preset) = exhibit.preset.as_ref().and_then(|id| PRESETS.iter().find(|p| p.id == id)) {
        say(t!("scene: %{title}", title = tr(preset.title)));
    }
    if let Some(count) = exhibit.bodies {
        say(t!("%{count} bodies", count = count));
    }
    if let Some(seed) = exhibit.seed {
        say(t!("seed %{seed}", seed = seed));
    }
    if let Some(frame) = exhibit.frame {
        say(t!("frame %{frame}", frame = frame));
    }
    if let Some(place) = exhibit.place {
        let page = match place {
            Place::Lab => t!("Lab"),
            Place::Inspector => t!("Inspector"),
            Place::Tiles => t!("Tiles"),
            Place::BroadPhase => t!("Broad phase"),
            Place::Experiments => t!("Experiments"),
        };
        say(t!("page: %{page}", page = page));
    }
    if !exhibit.methods.is_empty() {
        let titles: Vec<_> = exhibit.methods.iter().map(|id| title(id)).collect();
        say(t!("method: %{titles}", titles = titles.join(", ")));
    }
    match &exhibit.compare {
        Some(Some(id)) => say(t!("beside it: %{title}", title = title(id))),
        Some(None) => say(t!("nothing beside it")),
        None => {}
    }
    if let Some(pair) = exhibit.pair {
        say(t!("pair %{a}–%{b}", a = pair.a, b = pair.b));
    }
    match exhibit.occlusion_culling {
        Some(true) => say(t!("occlusion culling on")),
        Some(false) => say(t!("occlusion culling off")),
        None => {}
    }
    for (id, value) in &exhibit.settings {
        let setting = METHODS.iter().flat_map(|method| method.settings).find(|setting| setting.id == id);
        let label = setting.map_or_else(|| id.clone(), |setting| tr(setting.label));
        say(t!("%{label}: %{value}", label = label, value = value));
    }
    match exhibit.step {
        Some(Position::At(0)) => say(t!("before the first step")),
        Some(Position::At(step)) => say(t!("after step %{step}", step = step)),
        Some(Position::Last) => say(t!("after the last step")),
        None => {}
    }
    if let Some([x, y]) = exhibit.pixel {
        say(t!("pixel %{x}, %{y}", x = x, y = y));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_an_exhibit_is_said() {
        let line = "preset=containment&page=inspector&method=stencil&compare=recode&pair=0-1&step=3&pixel=4,5\
                    &resolution=64";
        let hint = hint(&Target::Show(Box::new(line.parse().unwrap())));
        for word in
            ["Containment", "Inspector", "Stencil", "RECODE", "0–1", "step 3", "4, 5", "Resolution: 64"]
        {
            assert!(hint.contains(word), "{hint}");
        }
        let line = "seed=3&bodies=9&frame=2&page=lab&compare=none&step=last";
        let hint = super::hint(&Target::Show(Box::new(line.parse().unwrap())));
        for word in ["seed 3", "9 bodies", "frame 2", "Lab", "nothing beside it", "last step"] {
            assert!(hint.contains(word), "{hint}");
        }
    }
}
