//! The glossary in the window: its page, how to open it, and hover text where a panel uses a term.

use collidoscope::glossary;
use collidoscope::labs::arena::Setup;
use collidoscope::language::{Language, tr};
use collidoscope::ui::requests::{LessonsRequest, Request};
use collidoscope::ui::widgets::heading;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::window::Drive as _;
use crate::window::panel::{click, open};

const SIZE: [f32; 2] = [1280.0, 800.0];

#[test]
fn the_page_lists_the_terms_that_the_filter_lets_through() {
    let mut harness = open(Setup::default(), SIZE);
    click(&mut harness, Role::Button, "Lessons");
    click(&mut harness, Role::Button, "Glossary");
    let first = &glossary::all()[0];
    harness.get_by_label(first.says(Language::English));
    harness.get_by_label(first.name(Language::Chinese));
    harness.get_by_role_and_label(Role::TextInput, "Filter").focus();
    harness.run();
    harness.event(Event::Text("闵可夫斯基".to_owned()));
    harness.run();
    harness.get_by_label(glossary::find("minkowski-difference").unwrap().says(Language::English));
    assert!(harness.query_by_label(first.says(Language::English)).is_none(), "the filter keeps it out");
    click(&mut harness, Role::Button, "Contents");
    assert!(harness.query_by_label("Filter").is_none());
    assert!(harness.state().lessons.contents, "the list of lessons again");
}

#[test]
fn the_search_opens_the_page_at_a_term() {
    let mut harness = open(Setup::default(), SIZE);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run();
    for text in ["minkowski", "闵可夫斯基差"] {
        let search = harness.state().search.as_ref().unwrap();
        let found = search.fitting(text, &*harness.state().lab, harness.state().page);
        let term = Request::Lessons(LessonsRequest::Term("minkowski-difference"));
        assert!(found.iter().take(3).any(|entry| entry.asks == [term.clone()]), "{text}: {found:#?}");
    }
    harness.event(Event::Text("minkowski difference".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    let says = harness.get_by_label(glossary::find("minkowski-difference").unwrap().says(Language::English));
    let place = says.rect();
    assert!(place.top() > 0.0 && place.bottom() < SIZE[1], "it is in sight: {place}");
}

#[test]
fn a_heading_explains_the_terms_that_it_names() {
    let mut harness = Harness::new_ui(|ui| drop(heading(ui, "Candidate pairs")));
    collidoscope::ui::style::apply(&harness.ctx);
    let says = glossary::find("candidate-pair").unwrap().says(Language::English);
    harness.run();
    assert!(harness.query_by_label(says).is_none());
    harness.get_by_label("Candidate pairs").hover();
    harness.run_steps(30);
    harness.get_by_label(says);
    harness.get_by_label("Candidate pair · 候选对");
}

/// The first mention of a term in each section is marked, in both languages.
#[test]
fn a_lesson_explains_the_first_mention_of_a_term_in_each_section() {
    for language in Language::ALL {
        let mut harness = open(Setup::default(), SIZE);
        language.speak();
        harness.state_mut().open_lesson("buffers").unwrap();
        harness.run_steps(4);
        let term = glossary::find("depth-buffer").unwrap();
        let name = term.name(language);
        let questions = harness.get_by_label(&tr("Questions")).rect().top();
        let marks: Vec<_> = harness.get_all_by_role_and_label(Role::Term, name).collect();
        assert_eq!(marks.iter().filter(|mark| mark.rect().top() < questions).count(), 1, "{name}");
        let description = marks[0].accesskit_node().data().description().map(str::to_owned);
        assert_eq!(description.as_deref(), Some(term.says(language)));
        assert!(harness.query_by_label(term.says(language)).is_none());
        marks[0].hover();
        harness.run_steps(30);
        harness.get_by_label(term.says(language));
        Language::English.speak();
    }
}
