//! Stories and their subjects: the story of every method for every preset can be stepped through, shown and
//! checked.

use collidoscope::inspector::outcome::{Outcome, Reference};
use collidoscope::inspector::{Story, Subject as _};
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods::{self, METHODS, own_program};
use collidoscope::world::PRESETS;

use crate::support::gpu;

fn arena(preset: &str, method: &str) -> Arena {
    let preset = PRESETS.iter().find(|row| row.id == preset).unwrap();
    let setup = Setup { start: Start::Preset(preset), method: methods::find(method).unwrap() };
    Arena::new(Some(gpu()), setup).unwrap()
}

fn values(story: &dyn Story, at: usize, name: &str) -> Vec<u64> {
    story.facts(at).into_iter().filter(|(other, _)| *other == name).map(|(_, value)| value).collect()
}

#[test]
fn every_story_is_walked_from_end_to_end() {
    for preset in PRESETS {
        let Some(subject) = arena(preset.id, "gjk").subject() else { continue };
        assert_eq!(subject.choices().all.len(), METHODS.len());
        // A program that is not shown in a pane has no answer to show.
        let in_process = subject.choices().all.iter().filter(|choice| choice.about.id != own_program::ID);
        for choice in in_process {
            let what = format!("{} on {}", choice.about.id, preset.id);
            let story = subject.record(choice.about).unwrap_or_else(|why| panic!("{what}: {why}"));
            let end = story.steps();
            assert_eq!(story.about().id, choice.about.id);
            assert_eq!(values(&*story, 0, "steps"), [end as u64], "{what}");
            assert!(story.landmarks().is_sorted(), "{what}");
            let outcome = story.outcome();
            assert!(!outcome.word.is_empty() && !outcome.evidence.is_empty(), "{what}");
            for at in [0, 1, end / 2, end, end + 3, usize::MAX] {
                let view = story.space(at, None);
                assert!(!view.caption.is_empty(), "{what} at {at}");
                assert_eq!(view.place, story.space(0, None).place, "{what}: the camera stays");
                let has_samples = !values(&*story, at, "samples").is_empty();
                let draws = !values(&*story, 0, "side").is_empty();
                assert_eq!(has_samples, draws && (1..=end).contains(&at), "{what} at {at}");
            }
        }
    }
}

#[test]
fn a_subject_changes_its_edition_when_a_recording_would_differ() {
    let mut arena = arena("four-in-a-row", "stencil");
    let edition = |arena: &Arena| arena.subject().unwrap().edition();
    let before = edition(&arena);
    assert_eq!(edition(&arena), before);
    arena.set_of(arena.roles().shown, "resolution", "64").unwrap();
    let set = edition(&arena);
    assert_ne!(set, before);
    let candidates = arena.found().candidates.clone();
    assert!(candidates.len() > 1);
    let editions: std::collections::HashSet<_> = candidates
        .iter()
        .map(|pair| {
            arena.selected_pair = Some(*pair);
            edition(&arena)
        })
        .collect();
    assert_eq!(editions.len(), candidates.len(), "one per pair");
    arena.step();
    assert!(!editions.contains(&edition(&arena)));
}

#[test]
fn an_answer_is_judged_by_the_reference() {
    let subject = arena("relation-4", "stencil-as-published").subject().unwrap();
    let story = subject.record(subject.choices().focus).unwrap();
    let Reference::By { method, outcome: Some(truth) } = subject.reference() else { panic!("it answers") };
    assert_eq!((method.id, truth.hit, story.outcome().hit), ("gjk", true, false));
    let words = |reference: &Reference, answer: &Outcome| reference.mistake(answer).map(|m| m.words());
    assert_eq!(words(&subject.reference(), &story.outcome()), Some("missed"));
    assert_eq!(words(&subject.reference(), &truth), None);
    let settled = Reference::Settled { hit: false, why: String::new() };
    assert_eq!(words(&settled, &truth), Some("false hit"));
    assert_eq!(words(&Reference::By { method, outcome: None }, &truth), None, "not compared");
}

#[test]
fn every_method_has_another_to_be_told_apart_from() {
    for method in METHODS {
        let choices = arena("intersecting", method.id).choices();
        assert_eq!(choices.focus.id, method.id);
        assert_ne!(choices.counterpart().unwrap().id, method.id);
    }
}
