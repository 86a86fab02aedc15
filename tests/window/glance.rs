//! Answers at a glance: the best methods, frames with errors, the deciding step, a scene at rest, and a narrow window.

use std::time::Duration;

use collidoscope::app::Shell;
use collidoscope::app::memory::Memory;
use collidoscope::comparison::winners::Winners;
use collidoscope::exhibit::Page;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::panels::errors_plot::points;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::kept_frames::{FrameMark, FrameMarks, neighbouring_error};
use collidoscope::ui::group::NUMBERS;
use collidoscope::ui::requests::{FilesRequest, Request};
use collidoscope::world::Parameters;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::window::Drive as _;
use crate::window::panel::{click, open, open_small_world, open_view};
use crate::window::panes::{method, open_erring_world, press};

/// Most controls that a lab shows at the first start, in the whole window.
const MOST_CONTROLS: usize = 28;

type Window = Harness<'static, Shell>;

fn window(link: &str, size: [f32; 2]) -> Window {
    let parameters = Parameters { count: 12, ..Parameters::default() };
    let mut harness = open(Setup { start: Start::Experiment(parameters), ..Setup::default() }, size);
    harness.state_mut().present(&link.parse().unwrap()).unwrap();
    harness.run_steps(4);
    harness
}

#[test]
fn one_key_runs_all_methods_and_names_the_best_and_the_same_key_ends_it() {
    let mut harness = open_erring_world();
    let frame = harness.state().arena().world().frame();
    press(&mut harness, Key::C);
    let arena = harness.state().arena();
    let asked: Vec<_> = arena.found().answers.iter().map(|answer| answer.method.id).collect();
    assert!(asked.len() >= 15 && !asked.contains(&"program"), "{asked:?}");
    assert_eq!(arena.world().frame(), frame, "the scene stays");
    let comparison = arena.comparison();
    assert_eq!((comparison.frames(), comparison.span()), (1, Some([frame, frame])));
    let best = Winners::of(comparison, arena.lineup().asked());
    // By brute force over the answers of this frame.
    let of = |id: &str| arena.found().answer(method(id)).unwrap();
    let is_right = |id: &&str| of(id).errors.as_ref().is_some_and(|errors| errors.count() == 0);
    let fastest = asked.iter().filter(|id| is_right(id)).min_by_key(|id| of(id).cost.cpu).unwrap();
    let (best_method, _) = best.fastest_right.unwrap();
    assert_eq!(best_method.id, *fastest);
    assert_eq!(best.right, asked.iter().filter(|id| is_right(id)).count());
    assert!(asked.iter().all(|id| !of(id).first), "no time includes building the method");
    let says = format!(
        "Right in this frame: {} of {} methods; the fastest is {}",
        best.right,
        asked.len(),
        best_method.title
    );
    harness.get_by_label_contains(&says);
    // The plot has a named point for every method that is timed, and names do not overlap.
    let points: Vec<_> = points(arena).iter().map(|(method, _)| method.title).collect();
    let is_shown = |id: &&&str| method(id).is_timed() && of(id).trouble.is_none();
    assert_eq!(points.len(), asked.iter().filter(is_shown).count());
    let name = |title: &&str| {
        let start = format!("{title}: missed ");
        let begins = |node: &egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value()).is_some_and(|text| text.starts_with(&start))
        };
        harness.query_all_by_label_contains(&start).find(begins).expect("a named point").rect()
    };
    let names: Vec<_> = points.iter().map(name).collect();
    for (at, name) in names.iter().enumerate() {
        assert!(
            names[..at].iter().all(|other| !other.intersects(name.shrink(0.5))),
            "{} overlaps",
            points[at]
        );
    }

    // Every count belongs to the same frames, whoever was on before.
    for _ in 0..3 {
        click(&mut harness, Role::Button, "Step");
    }
    let arena = harness.state().arena();
    assert_eq!(arena.comparison().frames(), 4);
    for (row, first) in arena.lineup().asked().enumerate() {
        for second in arena.lineup().asked().take(row) {
            let cell = arena.comparison().cell(first, second);
            assert!(cell.frames == 4 || cell.now.is_none(), "{} and {}: {cell:?}", first.id, second.id);
        }
    }
    let reference = arena.comparison().total(method("gjk"));
    let tree = arena.comparison().total(method("obb"));
    assert_eq!((reference.hits, reference.judged), (tree.hits, tree.judged));

    // Sorted by a column, and back to the best.
    click(&mut harness, Role::Button, "Sort by Missed");
    click(&mut harness, Role::Button, "Sort by Missed");
    assert!(harness.state().arena().compare.methods.reversed);
    click(&mut harness, Role::Button, "Fewest errors, then fastest");

    press(&mut harness, Key::C);
    let answers = &harness.state().arena().found().answers;
    assert_eq!(answers.len(), 2, "only the pane's method and the reference run on");
}

#[test]
fn one_key_reaches_the_next_error_at_frame_15000_as_at_frame_15() {
    let mut marks = FrameMarks::default();
    let wrong = [3, 4, 15, 700, 14_990, 15_000];
    for frame in 0..=15_326 {
        let missed = u32::from(wrong.contains(&frame));
        marks.put(frame, FrameMark { hits: 2, missed, false_hits: 0 });
    }
    for from in [0, 3, 14, 15, 16, 699, 14_989, 14_999, 15_000, 15_326] {
        let later = wrong.iter().copied().find(|frame| *frame > from);
        let earlier = wrong.iter().copied().rfind(|frame| *frame < from);
        assert_eq!(neighbouring_error(&marks, from, true), later, "after {from}");
        assert_eq!(neighbouring_error(&marks, from, false), earlier, "before {from}");
    }
}

#[test]
fn the_keys_go_from_error_to_error_and_say_when_there_is_none() {
    let mut harness = open_erring_world();
    for _ in 0..6 {
        click(&mut harness, Role::Button, "Step");
    }
    let is_wrong = |harness: &Window| {
        let frame = harness.state().lab.frame();
        harness.state().lab.marks().at(frame).is_some_and(FrameMark::is_wrong)
    };
    let wrong = harness.state().lab.marks().iter().filter(|(_, mark)| mark.is_wrong()).count();
    assert!(wrong > 1, "this test wants errors");
    let all = harness.state().lab.marks().len();
    harness.get_by_label(&format!("errors: {wrong} of {all} seen frames"));
    harness.state_mut().ask(Request::GoTo(0));
    harness.run();
    let mut last = 0;
    for _ in 0..wrong - usize::from(is_wrong(&harness)) {
        press(&mut harness, Key::J);
        let frame = harness.state().lab.frame();
        assert!(frame > last && is_wrong(&harness), "{frame} after {last}");
        last = frame;
    }
    press(&mut harness, Key::J);
    assert_eq!(harness.state().lab.frame(), last);
    assert_eq!(harness.state().notice.as_deref(), Some("No later recorded frame has an error."));
    click(&mut harness, Role::Button, "Previous error");
    assert!(harness.state().lab.frame() < last && is_wrong(&harness));
}

#[test]
fn one_key_goes_to_the_deciding_step_of_a_story_in_every_lab() {
    for link in [
        "lab=arena&preset=intersecting&method=stencil&page=inspector",
        "lab=arena&preset=intersecting&method=obb&page=inspector",
        "lab=meshes&page=inspector",
        "lab=road&page=inspector&method=aabb-tree",
        "lab=level&page=inspector&frame=20",
        "lab=cloth&page=inspector&side=9&frame=40",
    ] {
        let mut harness = window(link, [1280.0, 800.0]);
        let story = harness.state_mut().inspected().unwrap_or_else(|why| panic!("{link}: {why}"));
        let deciding = story.deciding();
        assert!((1..=story.steps()).contains(&deciding), "{link}: {deciding} of {}", story.steps());
        press(&mut harness, Key::Home);
        press(&mut harness, Key::G);
        assert_eq!(harness.state().inspector.position, deciding, "{link}");
        press(&mut harness, Key::Home);
        click(&mut harness, Role::Button, "Deciding step");
        assert_eq!(harness.state().inspector.position, deciding, "{link}");
    }
}

#[test]
fn the_inspector_opens_at_a_pixel_that_contradicts_or_proves_the_answer() {
    let link = "lab=arena&preset=intersecting&page=inspector&method=";
    for (id, is_wrong) in [("stencil-as-published", true), ("stencil", false)] {
        let mut harness = window(&format!("{link}{id}"), [1280.0, 800.0]);
        let pixel = harness.state().inspector.suggested.expect("a pixel is shown");
        assert_eq!(harness.state().inspector.pixel, None, "nobody selected it");
        press(&mut harness, Key::End);
        harness.get_by_label(&format!("Pixel {}, {}", pixel[0], pixel[1]));
        let wrong = harness.query_by_label_contains("The result is wrong").is_some();
        let proof = harness.query_by_label_contains("this pixel alone proves the collision").is_some();
        assert_eq!((wrong, proof || is_wrong), (is_wrong, true), "{id}");
        // Escape leaves the page at once, because no pixel was selected.
        press(&mut harness, Key::Escape);
        assert_eq!(harness.state().page, Page::Scene);
    }
}

#[test]
fn a_cloth_at_rest_begins_again_without_counting_twice_and_pauses_beside_a_lesson() {
    let link = "lab=cloth&scene=folds&side=5&damping=5";
    let mut harness = window(link, [1280.0, 800.0]);
    harness.state_mut().lab.playback().playing = true;
    let rests = |harness: &mut Window| {
        for _ in 0..4000 {
            harness.state_mut().update(Duration::from_millis(130));
            if harness.state().lab.is_at_rest() {
                return;
            }
        }
        panic!("the cloth comes to rest");
    };
    rests(&mut harness);
    harness.state_mut().update(Duration::from_millis(1));
    let end = harness.state().lab.frame();
    let rows = |harness: &Window| harness.state().lab.measurements().unwrap().unwrap().len();
    assert!(harness.state().notice.as_deref().is_some_and(|says| says.contains("at rest")));
    for _ in 0..60 {
        harness.state_mut().update(Duration::from_millis(100));
        if harness.state().lab.frame() < end {
            break;
        }
    }
    let (frame, measured) = (harness.state().lab.frame(), rows(&harness));
    assert!(frame < end, "frame {frame} of {end}");
    assert!(harness.state_mut().lab.playback().playing, "the button shows what is true");
    assert!(!harness.state().edits.can_undo(), "nothing was lost");
    for _ in 0..8 {
        harness.state_mut().update(Duration::from_millis(100));
    }
    assert!(harness.state().lab.frame() > frame, "it moves");
    assert_eq!(rows(&harness), measured, "recorded frames are not measured again");

    harness.state_mut().ask(Request::Lessons(collidoscope::ui::requests::LessonsRequest::Toggle));
    harness.run_steps(2);
    harness.state_mut().lab.playback().playing = true;
    rests(&mut harness);
    harness.state_mut().update(Duration::from_millis(1));
    assert!(!harness.state_mut().lab.playback().playing, "a reader is not disturbed");
    harness.state_mut().ask(Request::PlayOrPause);
    assert!(harness.state_mut().lab.playback().playing && harness.state().lab.frame() == 0);
}

#[test]
fn what_waits_for_the_user_pauses_and_says_so() {
    for link in [
        "lab=road&triangles=2000&speed=0",
        "lab=road&triangles=2000&driver=keys",
        "lab=level&faces=1000&speed=0",
    ] {
        let mut harness = window(link, [1280.0, 800.0]);
        harness.state_mut().lab.playback().playing = true;
        let mut updates = 0;
        while harness.state_mut().lab.playback().playing {
            harness.state_mut().update(Duration::from_millis(130));
            updates += 1;
            assert!(updates < 400, "{link}: it plays on, and nothing moves");
        }
        let frame = harness.state().lab.frame();
        assert!(frame >= 75, "{link}: frame {frame}");
        let notice = harness.state().notice.clone().unwrap_or_default();
        assert!(notice.contains("until you steer or set a speed"), "{link}: {notice}");
        if !link.contains("speed") {
            continue;
        }
        // With a speed it goes on from where it stands.
        let faster = link.split('&').next().unwrap().to_owned() + "&speed=6";
        harness.state_mut().present(&faster.parse().unwrap()).unwrap();
        harness.state_mut().ask(Request::PlayOrPause);
        for _ in 0..4 {
            harness.state_mut().update(Duration::from_millis(130));
        }
        assert!(harness.state_mut().lab.playback().playing && harness.state().lab.frame() > frame, "{link}");
    }
}

#[test]
fn panes_share_one_legend_and_a_narrow_window_folds_its_panels() {
    let mut harness = open_small_world();
    click(&mut harness, Role::Button, "Pause");
    press(&mut harness, Key::Num4);
    harness.get_by_label("False hit");
    let tops = ["Not colliding", "Picked pair"].map(|name| harness.get_by_label(name).rect().top());
    assert_eq!(tops[0], tops[1], "one row");
    open_view(&mut harness);
    click(&mut harness, Role::Button, "Legend");
    assert!(harness.query_by_label("False hit").is_none());

    for row in LABS {
        let mut harness = window(&format!("lab={}", row.id), [800.0, 600.0]);
        harness.state_mut().lab.playback().playing = false;
        harness.state_mut().folded.insert(NUMBERS.to_owned());
        harness.run_steps(4);
        let scene = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
        assert!(scene.area() > 0.5 * 800.0 * 600.0, "{}: {scene:?}", row.id);
        open_view(&mut harness);
        click(&mut harness, Role::Button, "Panels");
        let narrower = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
        assert!(narrower.width() < scene.width() - 200.0, "{}: the panels are back", row.id);
    }
}

#[test]
fn a_lab_opens_with_two_methods_and_is_kept_as_it_was_left() {
    let mut harness = window("page=lab", [1280.0, 800.0]);
    let mut panes_of = |lab: &'static str, width: f32| {
        harness.set_size([width, 800.0].into());
        harness.run_steps(2);
        harness.state_mut().ask(Request::OpenLab(lab));
        harness.run_steps(2);
        assert_eq!(harness.state().lab.row().id, lab);
        let methods = harness.state().lab.panes().abouts().map(|about| about.id).collect::<Vec<_>>();
        harness.state_mut().ask(Request::OpenPanes(1));
        harness.run_steps(2);
        methods
    };
    assert_eq!(panes_of("road", 1280.0), ["aabb-tree", "aabb-tree"]);
    assert_eq!(panes_of("level", 800.0), ["bsp-shift", "exact"], "side by side");
    assert_eq!(panes_of("road", 1280.0), ["aabb-tree"], "as it was left");
    // A link shows what it names.
    harness.state_mut().present(&"lab=meshes&page=lab".parse().unwrap()).unwrap();
    assert_eq!(harness.state().lab.panes().count(), 1);
}

#[test]
fn the_legend_is_above_a_low_pane_with_short_names() {
    let mut harness = window("page=lab", [1280.0, 600.0]);
    harness.state_mut().lab.playback().playing = false;
    harness.run_steps(4);
    let scene = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
    assert!(harness.get_by_label("False hit").rect().bottom() <= scene.top(), "{scene:?}");
    harness.set_size([1280.0, 900.0].into());
    harness.run_steps(4);
    assert!(harness.query_by_label("False hit").is_none(), "whole sentences over a high pane");
}

/// The controls that can be used now, by name, without the tiles of the pairs. A number field belongs to its slider.
fn controls(harness: &Window) -> Vec<String> {
    use egui_kittest::kittest::NodeT as _;
    let roles = [
        Role::Button,
        Role::CheckBox,
        Role::ComboBox,
        Role::DisclosureTriangle,
        Role::RadioButton,
        Role::Slider,
        Role::TextInput,
    ];
    let name = |node: &egui_kittest::Node| node.accesskit_node().label().unwrap_or_default();
    let all = roles.into_iter().flat_map(|role| harness.query_all_by_role(role));
    let mut names: Vec<_> =
        all.filter(|node| !node.accesskit_node().is_disabled()).map(|node| name(&node)).collect();
    names.retain(|name| !name.starts_with("Pair "));
    names.sort();
    names.dedup();
    names
}

#[test]
fn each_lab_opens_with_few_controls() {
    for row in LABS {
        let mut harness = window(&format!("lab={}&{}", row.id, row.side_by_side), [1280.0, 800.0]);
        harness.state_mut().lab.playback().playing = false;
        harness.run_steps(4);
        let all = controls(&harness).len();
        harness.state_mut().folded = Memory::default().folded.into_iter().collect();
        harness.run_steps(4);
        let few = controls(&harness);
        assert!(few.len() <= MOST_CONTROLS && few.len() < all, "{}: {} of {all}: {few:?}", row.id, few.len());
    }
}

#[test]
fn a_filter_finds_settings_by_name() {
    for row in LABS {
        let mut harness = window(&format!("lab={}", row.id), [1280.0, 800.0]);
        harness.state_mut().lab.playback().playing = false;
        harness.state_mut().folded.insert(NUMBERS.to_owned());
        harness.run_steps(4);
        click(&mut harness, Role::TextInput, "Filter the settings");
        harness.event(egui::Event::Text("SEE".into()));
        harness.run_steps(4);
        assert!(harness.query_by_role_and_label(Role::SpinButton, "Seed").is_some(), "{}", row.id);
        assert!(harness.query_by_role(Role::DisclosureTriangle).is_none(), "{}: no groups", row.id);
        click(&mut harness, Role::Button, "Fewer");
        assert!(harness.query_by_role_and_label(Role::SpinButton, "Seed").is_none(), "{}", row.id);
        click(&mut harness, Role::Button, "All settings…");
        assert!(harness.query_by_role_and_label(Role::SpinButton, "Seed").is_some(), "{}", row.id);
    }
}

#[test]
fn files_are_named_after_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window("lab=arena&preset=intersecting&method=stencil&frame=0", [1280.0, 800.0]);
    harness.state_mut().folder = folder.path().to_owned();
    for name in ["arena-intersecting-stencil-00000.csv", "arena-intersecting-stencil-00000-1.csv"] {
        harness.state_mut().ask(Request::Files(FilesRequest::SaveMeasurements));
        assert!(folder.path().join(name).exists(), "{name}: {:?}", harness.state().notice);
    }
}

#[test]
fn the_name_of_a_lab_leads_to_its_scene_from_any_page() {
    for row in LABS {
        let mut harness = window("lab=arena&preset=intersecting&page=inspector", [1280.0, 800.0]);
        harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::K);
        harness.run();
        harness.event(egui::Event::Text(row.title.to_lowercase()));
        harness.run();
        press(&mut harness, Key::Enter);
        assert_eq!((harness.state().lab.row().id, harness.state().page), (row.id, Page::Scene));
    }
}

#[test]
fn the_broad_phase_says_what_to_look_for_and_a_key_goes_there() {
    let mut harness = window("lab=arena&bodies=60&density=0.2&frame=30", [1280.0, 800.0]);
    for _ in 0..60 {
        harness.state_mut().turn_to(Page::Own("broad-phase"));
        harness.run_steps(2);
        harness.get_by_label_contains("Look for a swap that begins a pair");
        press(&mut harness, Key::G);
        let at = collidoscope::app::present::cursor(harness.state_mut()).position;
        if at > 0 {
            assert!(harness.query_by_label("pair begins").is_some());
            return;
        }
        harness.state_mut().ask(Request::Step);
    }
    panic!("this test wants a pair that begins");
}
