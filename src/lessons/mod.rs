//! The course: short pages, each with a scene, a method and a state of the inspector, claims that are tested, and
//! questions that the scene can answer.
//!
//! A lesson is a Markdown file in `assets/lessons/en/` and its twin in every other language. It begins with lines
//! `name: value` between two lines `---`; only `title:` is translated, the rest stands in the English file:
//!
//! ```text
//! ---
//! title: Full visibility and the theorem
//! show: preset=intersecting&page=inspector&method=occlusion-query&step=2
//! claim: preset=b-behind-a&method=occlusion-query -> apart
//! claim: preset=intersecting&method=occlusion-query -> colliding
//! ---
//! Text. A [control named in it](show:step=3) works as a link; [another lesson](lesson:recode) too.
//!
//! <!-- figure: relations -->
//!
//! ## Questions
//!
//! 1. What is asked?
//!
//!    > The answer, shown on click.
//! ```
