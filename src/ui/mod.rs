//! The building blocks of panels: theme, controls, numbers as text, charts, rendered scenes.

pub mod orbit;
pub mod theme;
pub mod style;
pub mod format;
pub mod terms;
pub mod quality;
pub mod said;
pub mod widgets;
pub mod egui_gaps;
pub mod levels;
pub mod line;
pub mod group;
pub mod setting;
pub mod icons;
pub mod inks;
pub mod drawing;
pub mod icicle;
pub mod hand;
pub mod buffer_colors;
pub mod stage;
pub mod pane_method;
pub mod requests;
pub mod keys;
pub mod legend;
pub mod verdicts;
