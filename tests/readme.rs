//! The README's lists are complete.

use collidoscope::experiments::EXPERIMENTS;
use collidoscope::labs::LABS;

const README: &str = include_str!("../README.md");

#[test]
fn the_readme_lists_every_lab_and_its_methods_with_their_promises() {
    let sections: Vec<&str> = README.split("\n### For ").skip(1).collect();
    assert_eq!(sections.len(), LABS.len(), "a section of methods for every lab");
    for (lab, section) in LABS.iter().zip(sections) {
        let row = format!("\n| {}, `{}` |", lab.title, lab.id);
        assert!(README.contains(&row), "README.md lacks the lab {}", lab.id);
        for method in (lab.methods)() {
            let id = format!("`{}`", method.id);
            let mut rows = section.lines().filter_map(|line| line.split_once(" | "));
            let says = |(ids, rest): (&str, &str)| {
                ids.contains(&id)
                    && rest.split_once(" | ").is_some_and(|(promise, _)| promise == method.promise.words())
            };
            assert!(rows.any(says), "README.md lacks {id} of {}", lab.id);
        }
    }
}

#[test]
fn the_readme_lists_the_words_of_every_lab() {
    for lab in LABS {
        let words: Vec<_> = lab.words.iter().map(|word| format!("`{}`", word.id)).collect();
        let row = format!("| `{}` | {} |", lab.id, words.join(", "));
        assert!(README.contains(&row), "README.md lacks the row {row}");
    }
}

#[test]
fn the_readme_lists_every_experiment() {
    for experiment in EXPERIMENTS {
        let row = format!("| `{}` | {} | {} |", experiment.id, experiment.source, experiment.says);
        assert!(README.contains(&row), "README.md lacks the row {row}");
    }
    let section = README.split("\n## ").find(|section| section.starts_with("Experiments\n")).unwrap();
    assert_eq!(section.lines().filter(|line| line.starts_with("| `")).count(), EXPERIMENTS.len());
}
