//! The axes of a lab's matrix, from the tables of the program, and the links that their values make.

use collidoscope::about::MethodInfo;
use collidoscope::exhibit::Page;
use collidoscope::labs;
use collidoscope::labs::lab::LabRow;
use collidoscope::labs::word_row::{Role, WordRow};
use collidoscope::settings::{Range, Setting};

/// A parameter of a link, or several, as in `page=inspector&compare=gjk`; empty if the link leaves it out.
pub type Words = String;

/// Prefix of a setting of methods in the values of an axis.
const SET: &str = "set:";
/// Name of a further pane in the values of an axis.
const PANE: &str = "pane";

/// Largest values by which amounts of work are drawn in the covers: `(name, value)`. Values beyond them are drawn by
/// the test of the greatest values alone.
const MOST: &[(&str, f64)] = &[
    ("bodies", 31.0),
    ("faces", 1501.0),
    ("frame", 7.0),
    ("map-side", 65.0),
    ("resolution", 65.0),
    ("scene-resolution", 129.0),
    ("side", 11.0),
    ("slices", 9.0),
    ("triangles", 1001.0),
];

/// Values of parameters with a syntax of their own, of which the tables list no values.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("body", &["0", "1"]),
    ("ccd", &["edge-edge:0,0,0,1,0,0,0,1,1,0,1,0,0,0,0,1,0,0,0,-1,1,0,-1,0"]),
    ("mix", &["1,0,0,0", "0,0.3,1,0"]),
    ("moved", &["0.1,-0.2,0.3,0.4,0,0.1", "1000,0,0,0,0,0"]),
    ("node", &["a0", "b3"]),
    ("pair", &["0-1", "1-2"]),
];

/// The matrices of a lab, each a list of axes with their values. A link leaves a parameter out where its value is empty.
/// Parameters that exclude that of the scene, as those of a random world exclude a preset, have a matrix of their own.
pub fn matrices(row: &'static LabRow) -> Vec<Vec<Vec<Words>>> {
    let words: Vec<&WordRow> = row.words.iter().filter(|word| word.id != "method").collect();
    let scene = words.iter().find(|word| word.role == Role::Scene).map(|word| in_links(row, word));
    let excludes = |word: &&WordRow| {
        let of_scene = scene.as_ref().and_then(|all| all.last());
        let value = in_links(row, word).pop();
        let is_refused = |line: String| line.parse().is_ok_and(|words| (row.check)(&words).is_err());
        of_scene
            .zip(value)
            .is_some_and(|(scene, value)| word.role != Role::Scene && is_refused(format!("{scene}&{value}")))
    };
    let (excluding, others): (Vec<&WordRow>, Vec<&WordRow>) = words.into_iter().partition(excludes);
    let mut all = vec![axes(row, &others, true)];
    if !excluding.is_empty() {
        let rest = others.into_iter().filter(|word| word.role != Role::Scene);
        all.push(axes(row, &excluding.into_iter().chain(rest).collect::<Vec<_>>(), false));
    }
    all
}

/// The axes of a matrix with these parameters of the lab, with every method as the compared one or with none.
fn axes(row: &'static LabRow, words: &[&WordRow], compares: bool) -> Vec<Vec<Words>> {
    let ids: Vec<&str> = (row.methods)().iter().map(|about| about.id).collect();
    let inspected = ids.iter().map(|id| format!("page=inspector&compare={id}")).filter(|_| compares);
    let pages = Page::COMMON.iter().map(|(_, word)| *word).chain(row.pages.iter().map(|page| page.word));
    let places = pages.map(|word| format!("page={word}")).chain(inspected).collect();
    let methods = ids.iter().map(|id| format!("method={id}")).collect();
    let panes = or_nothing([ids.first(), ids.last()].into_iter().flatten().map(|id| format!("{PANE}={id}")));
    let steps = ["", "step=0", "step=1", "step=last"].map(str::to_owned).to_vec();
    let pixels = ["", "pixel=0,0", "pixel=9,7"].map(str::to_owned).to_vec();
    let viewpoints = row.viewpoints.iter().map(|viewpoint| viewpoint.id);
    let cameras = ["whole", "above", "30/20,parallel"].into_iter().chain(viewpoints);
    let cameras = cameras.map(|word| format!("camera={word}"));
    let mut axes = vec![methods, places, panes, steps, pixels, or_nothing(cameras)];
    axes.extend(words.iter().map(|word| in_links(row, word)));
    let mut known = Vec::new();
    for setting in (row.methods)().iter().flat_map(|about| about.settings) {
        if !known.contains(&setting.id) {
            known.push(setting.id);
            let all = in_range(setting.id, &setting.range, MOST);
            axes.push(or_nothing(all.into_iter().map(|value| format!("{SET}{}={value}", setting.id))));
        }
    }
    axes
}

/// The values of a parameter as links give them; an amount of work is never left out, because its default is large.
fn in_links(row: &LabRow, word: &WordRow) -> Vec<Words> {
    let values = values(row, word).into_iter().map(|value| format!("{}={value}", word.id));
    if MOST.iter().any(|(id, _)| *id == word.id) { values.collect() } else { or_nothing(values) }
}

/// Links with one parameter each at its greatest value, however much work it makes.
pub fn greatest(row: &'static LabRow) -> Vec<Words> {
    let of_words = row.words.iter().filter_map(|word| Some((word.id, word.range?)));
    let of_methods = (row.methods)();
    let of_settings = of_methods.iter().flat_map(|about| about.settings.iter().map(move |s| (about.id, s)));
    let last = |id: &str, range: &Range| in_range(id, range, &[]).pop();
    let words = of_words.filter_map(|(id, range)| Some(format!("{id}={}", last(id, &range)?)));
    let settings = of_settings.filter_map(|(method, Setting { id, range, .. })| {
        Some(format!("page=inspector&method={method}&{method}.{id}={}", last(id, range)?))
    });
    let all = words.chain(settings).filter(|words| !words.starts_with("frame="));
    all.map(|words| format!("lab={}&{words}", row.id)).collect()
}

/// The link of one value of every axis. A setting is set for every method that the link names and that accepts it.
pub fn link(row: &LabRow, values: &[&str]) -> String {
    let mut words = vec![format!("lab={}", row.id)];
    let mut shown: Vec<&str> = Vec::new();
    for (name, value) in
        values.iter().flat_map(|words| words.split('&')).filter_map(|word| word.split_once('='))
    {
        match name {
            "method" | "compare" => shown.push(value),
            PANE => {
                words.iter_mut().filter(|w| w.starts_with("method=")).for_each(|w| *w += &format!(",{value}"))
            }
            _ => {}
        }
        match name.strip_prefix(SET) {
            Some(id) => {
                let all = (row.methods)().into_iter().filter(|about| shown.contains(&about.id));
                let has = |about: &&MethodInfo| {
                    about.settings.iter().any(|setting| setting.id == id && setting.parse(value).is_ok())
                };
                words.extend(all.filter(has).map(|about| format!("{}.{id}={value}", about.id)));
            }
            None if name != PANE => words.push(format!("{name}={value}")),
            None => {}
        }
    }
    words.join("&")
}

/// The link without the parameter that a refusal names, or without the position in a story that may not be there; `None`
/// if neither is in the link.
pub fn without_refused(link: &str, why: &str) -> Option<String> {
    let name = why.trim_start_matches("--").split(['=', ':', ' ']).next()?;
    let id = |word: &str| word.split_once('=').map(|(id, _)| id.to_owned());
    let is_named = |word: &&str| id(word).is_some_and(|id| id == name && id != "lab");
    let is_position = |word: &&str| id(word).is_some_and(|id| id == "step" || id == "pixel");
    let refused = link.split('&').find(is_named).or_else(|| link.split('&').find(is_position))?;
    let rest: Vec<_> = link.split('&').filter(|word| *word != refused).collect();
    Some(rest.join("&"))
}

fn or_nothing(values: impl Iterator<Item = Words>) -> Vec<Words> {
    std::iter::once(String::new()).chain(values).collect()
}

/// The values of a parameter of a lab that its matrix draws. Fails for a parameter of which no value is known.
fn values(row: &LabRow, word: &WordRow) -> Vec<String> {
    let mut all: Vec<String> = word.rows.iter().map(|row| row.0.to_owned()).collect();
    if all.is_empty() {
        all.extend(word.range.iter().flat_map(|range| in_range(word.id, range, MOST)));
    }
    let things = row.things.iter().filter(|things| things.word == word.id);
    all.extend(things.flat_map(|things| (things.rows)()).map(|thing| thing.value));
    all.extend(
        EXAMPLES.iter().filter(|(id, _)| *id == word.id).flat_map(|(_, all)| all.iter()).map(|v| (*v).into()),
    );
    all.extend(word.none.map(|(none, _)| none.to_owned()));
    if word.id == "focus" {
        all.extend(["1", "2"].map(str::to_owned));
    }
    all.sort();
    all.dedup();
    assert!(!all.is_empty(), "{}: no value of {} is known: add one to EXAMPLES", row.id, word.id);
    all
}

/// The least, an odd, and the greatest value of a range, or all its options.
fn in_range(id: &str, range: &Range, most: &[(&str, f64)]) -> Vec<String> {
    let most = most.iter().find(|(name, _)| *name == id).map_or(f64::INFINITY, |(_, most)| *most);
    match *range {
        Range::Choice { options, .. } => options.iter().map(|(word, _)| (*word).to_owned()).collect(),
        Range::Whole { min, max, .. } => {
            let max = max.min(most as u64);
            let odd = (min + (max - min) / 3) | 1;
            [min, odd.min(max), max].map(|number| number.to_string()).to_vec()
        }
        Range::Real { min, max, .. } => {
            let max = max.min(most);
            [min, min + 0.377 * (max - min), max].map(|number| number.to_string()).to_vec()
        }
        Range::Switch { .. } => ["on", "off"].map(str::to_owned).to_vec(),
        Range::Shares { of } => ["0", "0.3", "1"].map(|share| vec![share; of.len()].join(",")).to_vec(),
        // Texts that the setting accepts, among the ids of all methods.
        Range::Text { kind, .. } => {
            let ids = labs::methods().into_iter().map(|(_, about)| about.id.to_owned());
            ids.filter(|id| (kind.check)(id).is_ok()).take(8).collect()
        }
    }
}
