//! The inspector in every lab, alone and with a second method: the picture is large, the current step is in view, and
//! the sentence that says why occurs once.

use collidoscope::app::Shell;
use collidoscope::exhibit::Params;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::ui::requests::{InspectorRequest, Request};
use collidoscope::world::Parameters;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::support::window::Drive as _;
use crate::window::panel::open;

const LINKS: [&str; 9] = [
    "lab=arena&preset=relation-4&page=inspector&method=stencil-as-published",
    "lab=arena&preset=intersecting&page=inspector&method=obb",
    "lab=arena&preset=intersecting&page=inspector&method=gjk",
    "lab=meshes&triangles=400&query=determine&method=obb-tree&page=inspector",
    "lab=meshes&triangles=400&query=distance&method=obb-tree&page=inspector",
    "lab=road&page=inspector&method=aabb-tree",
    "lab=road&rule=contact-point&frame=60&page=inspector&method=aabb-tree",
    "lab=level&page=inspector&frame=20",
    "lab=cloth&page=inspector&side=9&frame=40",
];

/// Width of the controls beside the page, points.
const CONTROLS: f32 = 288.0;

fn inspect(link: &str, compare: bool, size: [f32; 2]) -> Harness<'static, Shell> {
    let parameters = Parameters { count: 12, ..Parameters::default() };
    let mut harness = open(Setup { start: Start::Experiment(parameters), ..Setup::default() }, size);
    harness.state_mut().present(&link.parse().unwrap()).unwrap();
    harness.run_steps(4);
    if compare {
        harness.state_mut().ask(Request::Inspector(InspectorRequest::ToggleCompare));
        harness.run_steps(4);
    }
    harness
}

/// The texts of the window with their lower ends.
fn texts(harness: &Harness<'_, Shell>) -> Vec<(String, f32)> {
    let nodes = harness.query_all(by().predicate(|node| node.label().or(node.value()).is_some()));
    let text = |node: egui_kittest::Node<'_>| {
        let of = node.accesskit_node();
        Some((of.label().or(of.value())?.replace('\u{a0}', " "), node.rect().bottom()))
    };
    nodes.filter_map(text).collect()
}

#[test]
fn the_picture_is_large_in_every_lab_alone_and_compared() {
    for link in LINKS {
        for compare in [false, true] {
            for size in [[1280.0, 800.0], [1920.0, 1080.0], [800.0, 600.0]] {
                let harness = inspect(link, compare, size);
                let what = format!("{link}, compared: {compare}, {size:?}");
                let picture = harness.state().inspector.picture.unwrap_or_else(|| panic!("{what}: none"));
                assert!(picture.width() >= 0.5 * (size[0] - CONTROLS), "{what}: {picture:?}");
                assert!(picture.height() >= size[1] / 3.0, "{what}: {picture:?}");
                // The 3D view or the section fills it.
                assert!(harness.state().inspector.stand().chosen().is_none(), "{what}: the story's own view");
            }
        }
    }
}

#[test]
fn the_current_step_is_in_view_and_the_reason_is_said_once() {
    for link in LINKS {
        for compare in [false, true] {
            let mut harness = inspect(link, compare, [1280.0, 800.0]);
            let what = format!("{link}, compared: {compare}");
            let story = harness.state_mut().inspected().unwrap_or_else(|why| panic!("{what}: {why}"));
            let at = harness.state().inspector.position.min(story.steps());
            let begins = [format!("{at}  "), format!("Row {at}: ")];
            let texts = texts(&harness);
            let is_seen = |(text, end): &(String, f32)| {
                begins.iter().any(|begin| text.starts_with(begin)) && *end < 720.0
            };
            assert!(at == 0 || texts.iter().any(is_seen), "{what}: step {at}");
            let reference = harness.state().lab.subject().unwrap().reference();
            let why = story.why(&reference).unwrap().replace('\u{a0}', " ");
            let count = texts.iter().filter(|(text, _)| text.contains(&why)).count();
            // In a comparison the sentence may be the other method's.
            assert!(count == 1 || compare && count == 0, "{what}: {count} times {why}");
        }
    }
}

#[test]
fn another_query_is_shown_at_its_deciding_step() {
    let mut harness = inspect(LINKS[3], false, [1280.0, 800.0]);
    let query = |harness: &mut Harness<'_, Shell>, word: &str| {
        let mut words = Params::default();
        words.set("query", word);
        harness.state_mut().lab.put(&words).unwrap();
        harness.run_steps(3);
        let deciding = harness.state_mut().inspected().unwrap().deciding();
        (harness.state().inspector.position, deciding)
    };
    let (position, deciding) = query(&mut harness, "distance");
    assert_eq!(position, deciding);
    let (position, deciding) = query(&mut harness, "determine");
    assert_eq!(position, deciding);
}
