//! What panels are made of, whatever they show: theme, controls, numbers as text, charts, pictures of scenes.

pub mod theme;
pub mod style;
pub mod format;
pub mod terms;
pub mod widgets;
pub mod focus;
pub mod covered;
pub mod line;
pub mod group;
pub mod setting;
pub mod icons;
pub mod chart;
pub mod inks;
pub mod drawing;
pub mod eye;
pub mod hand;
pub mod buffer_colors;
pub mod stage;
pub mod own_scene;
pub mod pane_method;
pub mod own_list;
pub mod requests;
pub mod scrolled;
pub mod keys;
pub mod legend;
pub mod verdicts;
