//! The sentence over the panes, in every lab, preset and arrangement: short, and true by the lab's own numbers.

use std::any::Any;

use collidoscope::labs::LABS;
use collidoscope::labs::arena::arena_lab::ArenaLab;
use collidoscope::labs::headline::{Arrangement, Headline, Standing, Tone};
use collidoscope::labs::lab::{Lab, LabRow, change_panes, wrong_answer};
use collidoscope::language::Language;

use crate::support::gpu;
use crate::support::labs::{fact, words};

/// The numbers of a sentence, without their units; "1,234" is one number.
fn numbers(text: &str) -> Vec<f64> {
    let plain = text.replace(',', "");
    let parts = plain.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    parts.filter_map(|part| part.trim_end_matches('.').parse().ok()).collect()
}

/// A fact of the pane's method.
fn of_pane(lab: &mut dyn Lab, pane: usize, name: &str) -> f64 {
    change_panes(lab, |panes| panes.focus_on(pane));
    fact(lab, name)
}

/// Missed and false answers of each pane, by the lab's facts; in the level one, if the stop is early or late.
fn errors(lab: &mut dyn Lab) -> Vec<[usize; 2]> {
    let count = lab.panes().count();
    let id = lab.row().id;
    if let Some(arena) = (&*lab as &dyn Any).downcast_ref::<ArenaLab>() {
        let errors = |pane| arena.arena.answer_in(pane).unwrap().errors.clone().unwrap();
        return (0..count).map(errors).map(|errors| [errors.missed.len(), errors.false_hits.len()]).collect();
    }
    let mut of = |pane| match id {
        "cloth" => ["missed", "false-hits"].map(|name| of_pane(lab, pane, name) as usize),
        "level" => {
            let early = of_pane(lab, pane, "early");
            [usize::from(early < -1e-6), usize::from(early > 1e-6)]
        }
        _ => [0; 2],
    };
    (0..count).map(&mut of).collect()
}

fn check(lab: &mut dyn Lab, at: &str) -> Tone {
    let wrong = errors(lab);
    let (mut tone, all) = (Tone::Neutral, wrong.len());
    for arrangement in [Arrangement::Beside, Arrangement::Stacked] {
        let Headline { text, tone: now } = lab.headline(arrangement);
        tone = now;
        assert!(text.ends_with('.') && (3..=14).contains(&text.split_whitespace().count()), "{at}: {text}");
        Language::Chinese.speak();
        let chinese = lab.headline(arrangement).text;
        Language::English.speak();
        assert!(chinese.ends_with('。') && chinese.chars().count() <= 30, "{at}: {chinese}");
        assert!(!chinese.contains(|c: char| c.is_ascii_lowercase() && !"nm".contains(c)), "{at}: {chinese}");
        assert_eq!(numbers(&chinese).len(), numbers(&text).len(), "{at}: {text} {chinese}");
        let [first, second] = match arrangement {
            Arrangement::Stacked => ["upper", "lower"],
            _ => ["left", "right"],
        };
        let is_wrong: Vec<_> = wrong.iter().map(|errors| errors.iter().sum::<usize>() > 0).collect();
        match is_wrong[..] {
            [true, true] => assert!(text.starts_with("Both methods are wrong"), "{at}: {text}"),
            [true, false] => assert!(text.starts_with(&format!("The {first} method ")), "{at}: {text}"),
            [false, true] => assert!(text.starts_with(&format!("The {second} method ")), "{at}: {text}"),
            _ => {}
        }
        let id = lab.row().id;
        let mut told = numbers(&text);
        match id {
            _ if all != 2 => {}
            "arena" | "cloth" => {
                let sums: Vec<_> = wrong.iter().map(|[missed, false_hits]| missed + false_hits).collect();
                let parts = wrong.iter().flatten().chain(&sums).filter(|n| **n > 0);
                let expected: Vec<_> = parts.map(|n| *n as f64).collect();
                let truth = match (&*lab as &dyn Any).downcast_ref::<ArenaLab>() {
                    Some(arena) => {
                        arena.arena.found().truth.iter().flatten().filter(|collides| **collides).count()
                            as f64
                    }
                    None => fact(lab, "true-contacts"),
                };
                told.retain(|n| !expected.contains(n) && *n != truth);
                assert!(told.is_empty(), "{at}: {text} {wrong:?} {truth}");
                assert_eq!(
                    tone != Tone::Right,
                    !expected.is_empty() || tone == Tone::Neutral,
                    "{at}: {text}"
                );
            }
            "level" if is_wrong.contains(&true) && !text.contains("inside a solid") => {
                for (pane, _) in is_wrong.iter().enumerate().filter(|(_, is_wrong)| **is_wrong) {
                    let early = of_pane(lab, pane, "early").abs();
                    let same = |n: &f64| {
                        [1.0, 1e3, 1e6, 1e9].map(|unit| early * unit).iter().any(|m| (m - n).abs() < 6e-3 * n)
                    };
                    assert!(told.iter().any(same), "{at}: {text} {early}");
                }
            }
            "meshes" if text.contains("instead of") => {
                let name = if text.contains("triangle") { "triangle-tests" } else { "volume-tests" };
                let mut tests = [0, 1].map(|pane| of_pane(lab, pane, name));
                let volumes = [0, 1].map(|pane| of_pane(lab, pane, "volume-tests"));
                let is_mixed = (tests[0] - tests[1]) * (volumes[0] - volumes[1]) < 0.0;
                assert_eq!((tone != Tone::Right, text.contains("but more volume")), (is_mixed, is_mixed));
                tests.sort_by(f64::total_cmp);
                assert_eq!(told, tests, "{at}: {text}");
            }
            "road" => {
                let blind = fact(lab, "blind");
                assert_eq!(matches!(tone, Tone::Wrong(_)), blind > 0.0, "{at}: {text}");
                assert!(blind < 2.0 || told[0] == blind, "{at}: {text}");
            }
            _ => {}
        }
    }
    tone
}

fn build(row: &LabRow, line: &str) -> Box<dyn Lab> {
    (row.build)(Some(&gpu()), &words(line), None).unwrap_or_else(|why| panic!("{} {line}: {why}", row.id))
}

#[test]
fn the_headline_is_short_and_true_in_every_preset() {
    for row in LABS {
        let things = &row.things[0];
        let methods = row.two_methods().get("method").unwrap().to_owned();
        let mut tones = Vec::new();
        for item in (things.rows)() {
            let mut lab = build(row, &format!("{}={}&method={methods}", things.word, item.value));
            for frame in 0..=40 {
                if frame % 10 == 0 {
                    lab.settle();
                    tones.push(check(&mut *lab, &format!("{} {} frame {frame}", row.id, item.value)));
                }
                lab.step();
            }
        }
        assert!(tones.contains(&Tone::Right), "{}", row.id);
    }
}

#[test]
fn a_lab_opens_with_a_difference_the_wrong_method_first() {
    for row in LABS {
        let mut lab = build(row, row.side_by_side);
        while row.id == "arena" && wrong_answer(&*lab).is_none() {
            assert!(lab.frame() < 300);
            lab.step();
        }
        lab.settle();
        check(&mut *lab, row.id);
        let says = lab.headline(Arrangement::Beside);
        let begins = ["The left method ", "The right method needs ", "Left: 3 rays begin up to "];
        assert!(begins.iter().any(|begin| says.text.starts_with(begin)), "{}", says.text);
        change_panes(&mut *lab, |panes| panes.open(1));
        lab.settle();
        let alone = lab.headline(Arrangement::One).text;
        assert!(alone.starts_with("The method ") || row.id == "road", "{alone}");
    }
}

#[test]
fn states_without_a_verdict_have_sentences_too() {
    let wrong = || Standing::counted(2, 1, (5, "5 contacts"));
    let says = |panes: &[Standing]| Arrangement::Many.headline(panes, "all 5 contacts").text;
    let silent = Standing::Silent("is switched off".to_owned());
    for (panes, text) in [
        (vec![wrong(), Standing::Right, wrong()], "2 of 3 methods are wrong."),
        (vec![Standing::Right, Standing::Right, silent], "Method 3 is switched off."),
        (
            vec![Standing::Right, Standing::Pending, wrong()],
            "Method 3 misses 2 of 5 contacts and reports 1 too many.",
        ),
        (vec![Standing::Right, Standing::Pending, Standing::Right], "The answers are still being computed."),
        (vec![Standing::Unjudged; 4], "Without a reference the answers are not compared."),
        (vec![Standing::Right; 4], "All 4 methods find all 5 contacts."),
    ] {
        assert_eq!(says(&panes), text);
    }
}
