//! All text is readable in both themes: every pair of the colour table, and the text as drawn.

mod drawn;

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::ui::requests::{LessonsRequest, Request};
use collidoscope::ui::theme;
use egui::accesskit::Role;
use egui::{Color32, RichText, Theme, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{Queryable as _, by};

use self::drawn::{Faint, LEAST, contrast, faint};
use crate::support::window::Drive as _;
use crate::window::panel::{click, open_small_world, open_view};

const THEMES: [Theme; 2] = [Theme::Dark, Theme::Light];

#[test]
fn every_text_of_the_table_can_be_read_on_every_ground() {
    for theme in THEMES {
        let colors = theme::of(theme);
        let grounds = [colors.panel, colors.sunken, colors.stripe, colors.current, colors.selection];
        let controls =
            [colors.inactive, colors.hovered, colors.active, colors.opened].map(|fills| fills.fill);
        let texts = [
            ("text", colors.text),
            ("strong", colors.strong),
            ("weak", colors.weak),
            ("accent", colors.accent),
            ("teal", colors.teal),
            ("amber", colors.amber),
            ("violet", colors.violet),
            ("colliding", colors.colliding),
        ];
        let mut complaints = Vec::new();
        for (name, text) in texts {
            for ground in grounds.into_iter().chain(controls) {
                let ratio = contrast(text, ground);
                if ratio < LEAST {
                    complaints.push(format!("{theme:?}: {name} on {ground:?}: {ratio:.2}"));
                }
            }
        }
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
}

/// The states of the window to check, as links.
const EXHIBITS: &[&str] = &[
    "seed=1&bodies=60&density=0.2&frame=12&method=stencil-as-published&page=lab",
    "method=stencil-as-published,obb,stencil,occlusion-query&page=lab&pair=0-1",
    "preset=intersecting&page=lab&body=0&overlays=boxes,candidates,windows",
    "preset=intersecting&method=stencil&compare=none&page=inspector&step=4&pixel=16,16",
    "preset=near-miss&method=stencil&compare=stencil-as-published&page=inspector&step=5&pixel=10,10",
    "preset=near-miss&method=depth-readback&page=inspector&step=2&pixel=10,10&compare=none",
    "preset=near-miss&method=recode&page=inspector&step=last&pixel=16,16&compare=none",
    "preset=intersecting&method=sphere-aabb-obb&page=inspector&step=5&compare=none",
    "preset=intersecting&method=obb&page=inspector&step=2&compare=gjk",
    "preset=near-miss&method=gjk&page=inspector&step=2&compare=none",
    "seed=1&bodies=60&density=0.2&frame=4&method=stencil-as-published&page=tiles",
    "seed=1&bodies=30&frame=4&method=stencil&page=broad-phase&step=3",
    "page=experiments",
    "lab=road&page=lab",
    "lab=road&page=inspector&step=3",
];

/// A state of the window: its name, and how to reach it from the previous one.
type State = (&'static str, fn(&mut Shell));

/// The states that are reached by code instead of a link.
const STATES: &[State] = &[
    ("a lesson", |shell| shell.open_lesson("stencil").unwrap()),
    ("a lecture", |shell| shell.ask(Request::Lessons(LessonsRequest::ToggleLecture))),
    ("after the lecture", |shell| {
        shell.ask(Request::Lessons(LessonsRequest::ToggleLecture));
        shell.lessons.contents = true;
    }),
    ("all methods", |shell| {
        shell.ask(Request::Lessons(LessonsRequest::Toggle));
        shell.present(&EXHIBITS[0].parse().unwrap()).unwrap();
        shell.arena_mut().switch_all_on();
        shell.arena_mut().compare.toggle();
        (0..3).for_each(|_| shell.arena_mut().step());
    }),
    ("a notice", |shell| {
        shell.arena_mut().compare.toggle();
        shell.notice = Some("not measured yet".to_owned());
    }),
    ("the sheet of keys", |shell| shell.sheet_open = true),
    ("the search", |shell| {
        shell.sheet_open = false;
        shell.ask(Request::Search);
    }),
    ("a page that is turned to", |shell| {
        shell.ask(Request::Search);
        shell.turn_to(Page::Scene);
    }),
];

#[test]
fn what_is_drawn_can_be_read_in_the_dark_theme() {
    can_be_read(Theme::Dark);
}

#[test]
fn what_is_drawn_can_be_read_in_the_light_theme() {
    can_be_read(Theme::Light);
}

fn can_be_read(theme: Theme) {
    theme::use_theme(theme);
    let mut harness = open_small_world();
    let mut complaints = Complaints::default();
    for exhibit in EXHIBITS {
        harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
        harness.state_mut().lab.playback().playing = false;
        harness.run_steps(3);
        complaints.look(&harness, exhibit);
    }
    for (name, reach) in STATES {
        reach(harness.state_mut());
        harness.run_steps(3);
        complaints.look(&harness, name);
    }
    harness.state_mut().arena_mut().compare.toggle();
    harness.run_steps(3);
    for tab in ["Matrix", "Costs"] {
        harness.get_by_role_and_label(Role::Button, tab).click();
        harness.run_steps(3);
        complaints.look(&harness, tab);
    }
    harness.state_mut().arena_mut().compare.toggle();
    harness.run_steps(3);
    for menu in ["File", "View", "Schedule"] {
        harness.get_all_by_label(menu).last().unwrap().click();
        harness.run_steps(3);
        complaints.look(&harness, menu);
        harness.key_press(egui::Key::Escape);
        harness.run_steps(2);
    }
    assert!(complaints.looked_at > 1000, "{} lines of text", complaints.looked_at);
    assert!(complaints.lines.is_empty(), "{} in {theme:?}: {:#?}", complaints.lines.len(), complaints.lines);
}

#[test]
fn the_theme_is_chosen_by_key_and_from_the_menu() {
    theme::use_theme(Theme::Dark);
    let mut harness = open_small_world();
    harness.state_mut().lab.playback().playing = false;
    let ground = |harness: &mut Harness<'_, Shell>| {
        harness.run_steps(3);
        assert_eq!(harness.ctx.theme(), theme::in_force());
        harness.ctx.style_of(theme::in_force()).visuals.panel_fill
    };
    harness.key_press(egui::Key::F3);
    assert_eq!(ground(&mut harness), theme::LIGHT.panel);
    open_view(&mut harness);
    assert!(harness.query_by_role_and_label(Role::Button, "Light").is_some());
    click(&mut harness, Role::Button, "Dark");
    assert_eq!(ground(&mut harness), theme::DARK.panel);
}

/// Texts that are hard to read, each once.
#[derive(Default)]
struct Complaints {
    lines: Vec<String>,
    seen: Vec<String>,
    looked_at: usize,
}

impl Complaints {
    fn look(&mut self, harness: &Harness<'_, Shell>, state: &str) {
        assert_eq!(harness.ctx.theme(), theme::in_force());
        let shapes = &harness.output().shapes;
        self.looked_at += harness.query_all(by().predicate(|_| true)).count();
        // Disabled controls are meant to be faint: WCAG sets no limit for them.
        let off: Vec<_> = harness
            .query_all(by().predicate(|node| node.is_disabled()))
            .map(|node| node.rect().expand(2.0))
            .collect();
        for Faint { text, contrast, color, ground, at } in faint(shapes, theme::panel()) {
            if self.seen.contains(&text) || off.iter().any(|rect| rect.contains(at)) {
                continue;
            }
            let line = format!("{state}: {text:?} at {at:?}: {contrast:.2}, {color:?} on {ground:?}");
            self.lines.push(line);
            self.seen.push(text);
        }
    }
}

#[test]
fn faint_text_is_noticed() {
    theme::use_theme(Theme::Dark);
    let look = |draw: fn(&mut egui::Ui)| {
        let harness = Harness::builder().with_size(vec2(300.0, 100.0)).build_ui(draw);
        faint(&harness.output().shapes, theme::panel())
            .into_iter()
            .map(|faint| faint.text)
            .collect::<Vec<_>>()
    };
    let plain = |ui: &mut egui::Ui| {
        ui.painter().rect_filled(ui.max_rect(), 0.0, theme::panel());
        ui.label(RichText::new("good").color(theme::text()));
        ui.label(RichText::new("faint").color(theme::text().gamma_multiply(0.3)));
    };
    assert_eq!(look(plain), ["faint"]);
    let on_ground = |ui: &mut egui::Ui| {
        ui.painter().rect_filled(ui.max_rect(), 0.0, theme::panel());
        ui.label(RichText::new("good").color(theme::text()));
        ui.label(RichText::new("light on light").color(theme::text()).background_color(Color32::WHITE));
    };
    assert_eq!(look(on_ground), ["light on light"]);
    let on_picture = |ui: &mut egui::Ui| {
        let picture = egui::TextureId::User(7);
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(picture, ui.max_rect(), whole, Color32::WHITE);
        ui.label(RichText::new("on a picture").color(theme::text()));
        ui.label(RichText::new("on a plate").color(theme::text()).background_color(theme::panel()));
    };
    assert_eq!(look(on_picture), ["on a picture"]);
}
