//! All entries of the search, built from the program's tables.

use super::entry::{Entry, Settable, labelled};
use crate::about::MethodInfo;
use crate::app::pages;
use crate::exhibit::{Page, Params, SceneLink};
use crate::experiments::EXPERIMENTS;
use crate::labs::LABS;
use crate::labs::camera_word::SIDES;
use crate::labs::found::{Found, SearchItem, SearchItems};
use crate::labs::lab::LabRow;
use crate::labs::word_row::WordRow;
use crate::language::{Language, t, tr};
use crate::render::viewpoint::Viewpoint;
use crate::settings::{Range, Setting, title};
use crate::ui::quality::{QUALITY, Quality};
use crate::ui::requests::{LessonsRequest, Look, Request, Side};
use crate::{glossary, lessons};

/// Synonyms: words that users may know for entries that have other names here. The English name or the id of an
/// entry, and its synonyms in any language.
const ALSO_CALLED: &[(&str, &[&str])] = &[
    ("Show or hide the keyboard shortcuts", &["keys", "help", "键盘", "帮助"]),
    ("Restart from the first frame", &["start again", "reset", "复位"]),
    ("Play or pause", &["stop", "run", "停止", "运行"]),
    ("Road", &["car", "wheels", "terrain", "汽车", "小车", "车轮", "地形"]),
    ("experiments", &["benchmark", "measurements", "基准测试"]),
    ("Bodies", &["objects", "number of bodies", "物体数"]),
    ("Seed", &["random", "随机"]),
];

/// The context in which the search was opened.
pub struct SearchContext<'a> {
    /// The current lab.
    pub lab: &'static LabRow,
    /// The current lab's parameters that differ from their defaults.
    pub words: &'a Params,
    /// The current page.
    pub page: Page,
    /// The commands that keys give: `(key, effect, request)`, in English.
    pub commands: Vec<(&'static str, &'static str, Request)>,
}

/// All entries, in the order in which equally good matches are listed.
pub fn entries(context: &SearchContext) -> Vec<Entry> {
    // The current lab comes first.
    let mut labs: Vec<&'static LabRow> = LABS.to_vec();
    labs.sort_by_key(|row| row.id != context.lab.id);
    let mut all = Vec::new();
    all.extend(labs.iter().map(|row| context.lab_itself(row)));
    all.extend(labs.iter().flat_map(|row| context.methods(row)));
    all.extend(lessons());
    all.extend(labs.iter().flat_map(|row| row.things.iter().flat_map(|things| context.things(row, things))));
    all.extend(EXPERIMENTS.iter().map(|row| {
        let kind = t!("Measurement").into_owned();
        Entry::of(kind, row.title, tr(row.says), Request::Experiment(row.id)).by_id(row.id)
    }));
    all.extend(context.pages());
    all.extend(context.views());
    all.extend(qualities());
    all.extend(
        context
            .commands
            .iter()
            .map(|(key, says, request)| Entry::of(t!("Key").into_owned(), says, tr(key), request.clone())),
    );
    all.extend(labs.iter().flat_map(|row| context.settings(row)));
    all.extend(terms());
    for entry in &mut all {
        let of = |(title, _): &&(&str, _)| entry.names.iter().chain(&entry.ids).any(|name| name == title);
        let words: Vec<_> = ALSO_CALLED.iter().filter(of).flat_map(|(_, words)| *words).collect();
        entry.names.extend(words.into_iter().map(|word| (*word).to_owned()));
    }
    all
}

/// An object that a lab finds by its number.
pub fn picked(found: Found, lab: &LabRow, page: Page) -> Entry {
    let Found { title, says, words, bounds } = found;
    let page = (page == Page::Experiments).then(|| Page::Scene.word().to_owned());
    let exhibit = SceneLink { lab: Some(lab.id.to_owned()), page, words, ..SceneLink::default() };
    let asks = vec![Request::Show(Box::new(exhibit)), Request::Approach(bounds)];
    let kind = tr(lab.title);
    Entry { title, kind, says, names: Vec::new(), ids: Vec::new(), group: String::new(), setting: None, asks }
}

fn lessons() -> impl Iterator<Item = Entry> {
    lessons::all().iter().map(|lesson| {
        let title = |language| lesson.page(language).title.clone();
        let request = Request::Lessons(LessonsRequest::Open(lesson.id.to_owned()));
        let english = title(Language::English);
        let entry = Entry::of(t!("Lesson").into_owned(), &english, tr(lesson.group.title()), request);
        let shown = title(Language::current());
        Entry { title: shown.clone(), ..entry }.also(shown).by_id(lesson.id)
    })
}

/// The options of the quality of pictures.
fn qualities() -> impl Iterator<Item = Entry> {
    Quality::all().map(|(id, says, quality)| {
        let (label, option) = (tr(QUALITY.label), tr(&title(id)));
        let kind = t!("Setting").into_owned();
        let mut entry = Entry::of(kind, &title(id), tr(says), Request::Quality(quality));
        entry.names.extend([format!("{label} {option}"), format!("{} {id}", QUALITY.label), label.clone()]);
        Entry { title: labelled(&label, &option), ..entry }.by_id(format!("{}={id}", QUALITY.id))
    })
}

fn terms() -> impl Iterator<Item = Entry> {
    glossary::all().iter().map(|term| {
        let request = Request::Lessons(LessonsRequest::Term(term.id));
        let says = term.says(Language::current()).to_owned();
        let entry = Entry::of(t!("Term").into_owned(), term.name(Language::English), says, request);
        let named = Language::ALL.into_iter().flat_map(|language| term.words(language).iter().cloned());
        let shown = term.name(Language::current()).to_owned();
        named.fold(Entry { title: shown.clone(), ..entry }.also(shown), Entry::also)
    })
}

impl SearchContext<'_> {
    fn is_on_show(&self, row: &LabRow) -> bool {
        row.id == self.lab.id
    }

    /// A link to a lab with these parameters, on a page that shows their effect.
    fn exhibit(&self, row: &LabRow, words: Params) -> SceneLink {
        let is_seen = self.is_on_show(row) && self.page != Page::Experiments;
        let page = (!is_seen).then(|| Page::Scene.word().to_owned());
        SceneLink { lab: Some(row.id.to_owned()), page, words, ..SceneLink::default() }
    }

    fn show(&self, row: &LabRow, words: Params) -> Request {
        Request::Show(Box::new(self.exhibit(row, words)))
    }

    fn lab_itself(&self, row: &'static LabRow) -> Entry {
        let request = Request::OpenLab(row.id);
        let entry = Entry::of(t!("Lab").into_owned(), row.title, tr(row.says), request.clone()).by_id(row.id);
        // A lab leads to its scene, whatever page was shown last.
        Entry { asks: vec![request, Request::Turn(Page::Scene)], ..entry }
    }

    fn pages(&self) -> Vec<Entry> {
        let kind = || t!("Page").into_owned();
        let common = pages::common(self.lab).into_iter().map(|(page, shown, says)| {
            Entry::of(kind(), &shown, says.into_owned(), Request::Turn(page)).by_id(page.word())
        });
        let own = self.lab.pages.iter().map(|row| {
            let request = Request::Turn(Page::Own(row.word));
            Entry::of(kind(), row.title, tr(row.help), request).by_id(row.word)
        });
        common.chain(own).collect()
    }

    /// Views of the current scene or of the inspector's 3D view.
    fn views(&self) -> impl Iterator<Item = Entry> {
        let entry = |title, says: String, look| {
            let mut entry = Entry::of(t!("View").into_owned(), title, says, Request::Look(look));
            if !matches!(self.page, Page::Scene | Page::Inspector) {
                entry.asks.insert(0, Request::Turn(Page::Scene));
            }
            entry
        };
        let along = move |(word, title, side): &(&str, &'static str, Side)| {
            let says = t!("Looks along this axis at the current target.").into_owned();
            entry(*title, says, Look::From(*side)).by_id(*word)
        };
        let viewpoints = self.lab.viewpoints.iter();
        let from = move |viewpoint: &'static Viewpoint| {
            entry(viewpoint.title, tr(viewpoint.says), Look::At(viewpoint.id)).by_id(viewpoint.id)
        };
        SIDES.iter().map(along).chain(viewpoints.map(from))
    }

    fn methods(&self, row: &'static LabRow) -> Vec<Entry> {
        let of = |about: &'static MethodInfo| {
            let request = self.show(row, self.showing(row, about));
            Entry::of(t!("Method").into_owned(), about.title, tr(about.says), request).by_id(about.id)
        };
        (row.methods)().into_iter().map(of).collect()
    }

    /// The ids of the methods in the panes of the current lab, and the index of the active pane.
    fn panes(&self) -> (Vec<&str>, usize) {
        let ids: Vec<_> = self.words.get("method").unwrap_or_default().split(',').collect();
        let focus = self.words.get("focus").and_then(|focus| focus.parse::<usize>().ok()).unwrap_or(1);
        let focus = focus.saturating_sub(1).min(ids.len() - 1);
        (ids, focus)
    }

    /// Parameters that show a method in the active pane, or activate the pane that shows it already.
    fn showing(&self, row: &LabRow, about: &MethodInfo) -> Params {
        let mut words = Params::default();
        let (mut ids, focus) = self.panes();
        if !self.is_on_show(row) {
            words.set("method", about.id);
        } else if let Some(at) = ids.iter().position(|id| *id == about.id) {
            words.set("focus", (at + 1).to_string());
        } else {
            ids[focus] = about.id;
            words.set("method", ids.join(","));
        }
        words
    }

    fn things(&self, row: &'static LabRow, things: &SearchItems) -> Vec<Entry> {
        // An entry that toggles one item of a set starts from the set's current value, which only the current lab
        // has.
        if things.many && !self.is_on_show(row) {
            return Vec::new();
        }
        let of = |thing: SearchItem| {
            let mut words = Params::default();
            words.set(things.word, self.value_with(things, &thing.value));
            let request = self.show(row, words);
            Entry::of(tr(things.kind), thing.title, tr(thing.says), request)
                .also(format!("{} {}", things.kind, thing.title))
                .also(format!("{} {}", tr(things.kind), tr(thing.title)))
                .by_id(thing.value)
        };
        (things.rows)().into_iter().map(of).collect()
    }

    /// The value of a parameter after choosing the item `chosen`. If the parameter is a list of items, `chosen` is
    /// added to the list or removed from it.
    fn value_with(&self, things: &SearchItems, chosen: &str) -> String {
        if !things.many {
            return chosen.to_owned();
        }
        let now = self.words.get(things.word).unwrap_or_default().split(',');
        let mut on: Vec<_> = now.filter(|value| !matches!(*value, "" | "none")).collect();
        match on.iter().position(|value| *value == chosen) {
            Some(at) => drop(on.remove(at)),
            None => on.push(chosen),
        }
        if on.is_empty() { "none".to_owned() } else { on.join(",") }
    }

    /// The settings of a lab and of its methods, those of the current methods first, and every option of each.
    fn settings(&self, row: &'static LabRow) -> Vec<Entry> {
        let mut all = Vec::new();
        for setting in row.words.iter().filter_map(WordRow::setting) {
            let exhibit = self.exhibit(row, Params::default());
            all.extend(setting_with_words(setting, setting.id.to_owned(), exhibit, row.title, row.id));
        }
        let mut methods = (row.methods)();
        let (ids, focus) = self.panes();
        if self.is_on_show(row) {
            methods.sort_by_key(|about| (about.id != ids[focus], !ids.contains(&about.id)));
        }
        for about in methods {
            let exhibit = self.exhibit(row, self.showing(row, about));
            for setting in about.settings {
                let word = format!("{}.{}", about.id, setting.id);
                all.extend(setting_with_words(*setting, word, exhibit.clone(), about.title, row.id));
            }
        }
        all
    }
}

/// Entries for a setting of a method or a lab: one for the setting, and one for each of its options.
fn setting_with_words(
    setting: Setting,
    word: String,
    exhibit: SceneLink,
    owner: &str,
    lab: &str,
) -> Vec<Entry> {
    let group = format!("{lab}.{}.{}", setting.id, setting.label);
    let says =
        |text: &str| if text.is_empty() { tr(owner) } else { format!("{} · {}", tr(owner), tr(text)) };
    let owned = |name: &str| [format!("{} {name}", tr(owner)), format!("{owner} {name}")];
    let request = Request::Show(Box::new(exhibit.clone()));
    let mut entry = Entry::of(t!("Setting").into_owned(), setting.label, says(setting.help), request);
    // A text is edited on a page; no value can be typed for it.
    let is_text = matches!(setting.range, Range::Text { .. });
    entry = if is_text { entry } else { entry.by_id(setting.id) }.once(group.clone());
    entry.names.extend(owned(setting.label));
    entry.names.extend(owned(&tr(setting.label)));
    let settable = Settable { setting, word: word.clone(), exhibit: exhibit.clone() };
    let mut all = vec![Entry { setting: (!is_text).then_some(settable), ..entry }];
    let Range::Choice { options, .. } = setting.range else { return all };
    for (value, explained) in options {
        let mut exhibit = exhibit.clone();
        exhibit.words.set(&word, *value);
        let (label, option) = (tr(setting.label), tr(&title(value)));
        let request = Request::Show(Box::new(exhibit));
        let mut entry = Entry::of(t!("Setting").into_owned(), &title(value), says(explained), request);
        entry.names.extend([format!("{label} {option}"), format!("{} {value}", setting.label)]);
        entry.title = labelled(&label, &option);
        all.push(entry.by_id(*value).once(format!("{group}={value}")));
    }
    all
}
