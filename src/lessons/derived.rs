//! Generated slides for a lesson that has no slides file, so that a lecture can go through every lesson.

use super::page::Page;
use super::slide_head::{Head, Large, Walk};
use super::slides::Slide;
use super::text::{self, Block, Run};
use crate::exhibit::{Position, SceneLink};

/// One slide for the beginning of the page with all steps, one per figure, one per question.
pub fn slides(page: &Page, show: &SceneLink) -> Vec<Slide> {
    let run = |text: &str| vec![Run { text: text.to_owned(), ..Run::default() }];
    let title = run(&page.title);
    let has_steps = show.page.as_deref() == Some("inspector");
    let first = match show.inspected.step {
        Some(Position::At(step)) => step,
        _ => 0,
    };
    let walk = has_steps.then_some(Walk { first, last: Position::Last });
    let opening = page.text.iter().find_map(|block| match block {
        Block::Paragraph(runs) => Some(first_sentence(runs)),
        _ => None,
    });
    let mut slides = vec![Slide {
        head: Head { walk, ..Head::default() },
        title: title.clone(),
        lines: opening.into_iter().collect(),
        notes: page.text.iter().filter(|block| matches!(block, Block::Paragraph(_))).map(unlinked).collect(),
        ..Slide::default()
    }];
    let mut figures = Vec::new();
    text::visit(&page.text, &mut |block| {
        if let Block::Figure(name) = block {
            figures.push(name.clone());
        }
    });
    slides.extend(figures.into_iter().map(|name| Slide {
        head: Head { large: Large::Figure(name), ..Head::default() },
        title: title.clone(),
        ..Slide::default()
    }));
    slides.extend(page.questions.iter().map(|question| {
        let asked = question.asked.iter().filter_map(|block| match block {
            Block::Paragraph(runs) => Some(without_links(runs)),
            _ => None,
        });
        let mut show = SceneLink::default();
        // Shows the first step, as at the beginning of the page, so that the slide does not reveal the
        // answer.
        show.inspected.step = has_steps.then_some(Position::At(first));
        Slide {
            head: Head { show, ..Head::default() },
            title: title.clone(),
            lines: asked.collect(),
            answer: question.answer.iter().map(unlinked).collect(),
            notes: question.answer.iter().map(unlinked).collect(),
            ..Slide::default()
        }
    }));
    slides
}

/// The text up to the first full stop.
fn first_sentence(runs: &[Run]) -> Vec<Run> {
    let mut sentence = Vec::new();
    for run in without_links(runs) {
        let end = run.text.find(". ").map(|at| at + 1);
        match end.or_else(|| run.text.find('。').map(|at| at + '。'.len_utf8())) {
            Some(end) => {
                sentence.push(Run { text: run.text[..end].to_owned(), ..run });
                return sentence;
            }
            None => sentence.push(run),
        }
    }
    sentence
}

/// Removes links, which slides must not have.
fn unlinked(block: &Block) -> Block {
    match block {
        Block::Paragraph(runs) => Block::Paragraph(without_links(runs)),
        _ => block.clone(),
    }
}

fn without_links(runs: &[Run]) -> Vec<Run> {
    runs.iter().map(|run| Run { link: None, ..run.clone() }).collect()
}
