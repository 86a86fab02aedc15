//! Links in lessons: the hover text that describes a link, and the requests that it makes.

use std::borrow::Cow;

use crate::exhibit::{Inspected, Page, Position, SceneLink};
use crate::labs::camera_word::SIDES;
use crate::labs::lab::LabRow;
use crate::labs::{self, LABS};
use crate::language::{Language, t, tr};
use crate::lessons;
use crate::lessons::link::Target;
use crate::ui::requests::{LessonsRequest, Request, Requests};

/// Hover text of a link: its effect, in the current language.
pub fn hint(target: &Target) -> String {
    match target {
        Target::Show(exhibit) => t!("Sets up: %{what}", what = words(exhibit).join(" · ")).into_owned(),
        Target::Lesson(id) => {
            let title =
                lessons::find(id).map_or(id.as_str(), |lesson| &lesson.page(Language::current()).title);
            t!("Opens the lesson “%{title}”", title = title).into_owned()
        }
        Target::Web(address) => t!("Opens %{address} in the browser", address = address).into_owned(),
    }
}

/// Makes the link's request, or opens its address in the browser.
pub fn follow(target: &Target, requests: &mut Requests) {
    match target {
        Target::Show(exhibit) => requests.ask(Request::Lessons(LessonsRequest::Follow(exhibit.clone()))),
        Target::Lesson(id) => requests.ask(Request::Lessons(LessonsRequest::Open(id.clone()))),
        Target::Web(address) => {
            if let Err(why) = open::that_detached(address) {
                requests.ask(Request::Fail(format!("cannot open {address} in a browser: {why}")));
            }
        }
    }
}

/// The parts of a scene link, a few words each, in the current language.
fn words(exhibit: &SceneLink) -> Vec<String> {
    let Ok((row, page)) = labs::check(exhibit, LABS[0]) else { return vec![exhibit.to_string()] };
    let mut parts = Vec::new();
    if row.id != LABS[0].id {
        parts.push(tr(row.title));
    }
    let mut of_lab = (row.describe)(&exhibit.words);
    parts.append(&mut of_lab);
    let mut add = |text: Cow<str>| parts.push(text.into_owned());
    if let Some(page) = page {
        let title = match page {
            Page::Scene => t!("Lab").into_owned(),
            Page::Inspector => t!("Inspector").into_owned(),
            Page::Experiments => t!("Experiments").into_owned(),
            Page::Own(word) => {
                row.pages.iter().find(|page| page.word == word).map_or_else(String::new, |p| tr(p.title))
            }
        };
        add(t!("page: %{page}", page = title));
    }
    if let Some(camera) = &exhibit.camera {
        add(t!("camera: %{from}", from = camera_in_words(camera, row)));
    }
    let Inspected { compare, step, pixel } = &exhibit.inspected;
    match compare {
        Some(Some(id)) => {
            let title = labs::method(row, id).map_or_else(|_| id.clone(), |about| tr(about.title));
            add(t!("compared with: %{title}", title = title));
        }
        Some(None) => add(t!("no comparison")),
        None => {}
    }
    match step {
        Some(Position::At(0)) => add(t!("before the first step")),
        Some(Position::At(step)) => add(t!("after step %{step}", step = step)),
        Some(Position::Last) => add(t!("after the last step")),
        None => {}
    }
    if let Some([x, y]) = pixel {
        add(t!("pixel %{x}, %{y}", x = x, y = y));
    }
    parts
}

/// A camera parameter in words; its parts have the same names as in the camera menu.
fn camera_in_words(camera: &str, row: &LabRow) -> String {
    let named = |part: &str| match part {
        "whole" => t!("The whole scene").into_owned(),
        "parallel" => t!("Parallel projection").into_owned(),
        _ => {
            let side = SIDES.iter().find(|(word, ..)| *word == part).map(|(_, title, _)| *title);
            let viewpoint = row.viewpoints.iter().find(|viewpoint| viewpoint.id == part).map(|row| row.title);
            side.or(viewpoint).map_or_else(|| part.replace('/', "° / ") + "°", tr)
        }
    };
    let parts: Vec<_> = camera.split(',').filter(|part| *part != "perspective").map(named).collect();
    if parts.is_empty() { named("whole") } else { parts.join(", ") }
}
