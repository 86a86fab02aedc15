//! Figures and small interactive tables shared by lessons and the inspector, by name; and drawings shared by labs and
//! stories: the car, the terrain, two meshes, a tree, a sweep, the plan slice of a level, the cloth.
//!
//! Sizes are relative to the text, and figures take the available width. The settings of a figure are kept in the
//! window's memory, so that a lesson shows its figures as the user left them.

pub mod box_axes;
pub mod box_gaps;
pub mod car_shapes;
pub mod cloth;
pub mod mesh_tree;
pub mod patch;
pub mod plan_slice;
pub mod sweep;
pub mod two_meshes;
pub mod visited_tree;
pub mod centroids;
pub mod cubic_signs;
pub mod descent_rules;
pub mod distance_field;
mod fragment_order;
pub mod growing_volumes;
mod intervals;
pub mod projections;
pub mod push_out;
pub mod relations;
pub mod stencil_table;
pub mod ring_pieces;
pub mod structures;
pub mod theorem;
pub mod two_phases;
pub mod chain;
pub mod volumes;

use egui::Ui;

use structures::Structure;

type FigureRow = (&'static str, fn(&mut Ui));

const FIGURES: [FigureRow; 18] = [
    ("two-phases", two_phases::show),
    ("relations", relations::show),
    ("stencil-table", stencil_table::show),
    ("fragment-order", fragment_order::show),
    ("theorem", theorem::show),
    ("box-gaps", box_gaps::show),
    ("intervals", intervals::show),
    ("push-out", push_out::show),
    ("ring-pieces", ring_pieces::show),
    ("uniform-grid", |ui| structures::show(ui, Structure::Grid)),
    ("box-pruning", |ui| structures::show(ui, Structure::Pruning)),
    ("octree", |ui| structures::show(ui, Structure::Octree)),
    ("aabb-tree", |ui| structures::show(ui, Structure::Tree)),
    ("growing-volumes", growing_volumes::show),
    ("centroids", centroids::show),
    ("cubic-signs", cubic_signs::show),
    ("descent-rules", descent_rules::show),
    ("distance-field", distance_field::show),
];

/// The names of all figures.
pub const NAMES: &[&str] = &{
    let mut names = [""; FIGURES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = FIGURES[i].0;
        i += 1;
    }
    names
};

/// Shows the figure with this name; returns whether it exists.
pub fn show(ui: &mut Ui, name: &str) -> bool {
    let Some((_, draw)) = FIGURES.iter().find(|(known, _)| *known == name) else { return false };
    ui.push_id(("figure", name), |ui| ui.vertical(*draw));
    true
}
