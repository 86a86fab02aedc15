//! The pixels of a tile's buffer as sheets on the near plane; runs of equal pixels are merged.

use super::window::Window;
use crate::image_space::recording::{FARTHEST, PassRecording, Step};
use crate::render::dissection::Sheet;
use crate::render::palette::Color;
use crate::ui::buffer_colors::{depth_color, stencil_color};

/// Maximum number of cells along a side; larger tiles are subsampled.
const MOST_CELLS: usize = 128;
/// Opacity of the sheets; objects behind them remain visible.
const OPACITY: f32 = 0.6;

/// The buffer to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// Depth as grey: bright is near.
    Depth,
    /// Stencil values as colours: red is the value that proves a collision.
    Stencil,
}

/// The buffer that holds the verdict in this table.
pub fn buffer(table: &PassRecording) -> Buffer {
    if table.table.uses_stencil() { Buffer::Stencil } else { Buffer::Depth }
}

/// The contents of the buffer after `step` as sheets.
pub fn sheets(window: &Window, table: &PassRecording, step: &Step) -> Vec<Sheet> {
    let side = table.side();
    let cells = side.min(MOST_CELLS);
    let proving = table.table.proof();
    let buffer = buffer(table);
    // Depths of drawn pixels only: cleared pixels hold the near or the far plane.
    let inside = || step.depth.iter().copied().filter(|depth| (1..FARTHEST).contains(depth));
    let nearest = inside().min().unwrap_or(0);
    let range = [nearest, inside().max().unwrap_or(FARTHEST)];
    let color = |x: usize, y: usize| {
        let index = (y * side / cells) * side + x * side / cells;
        match buffer {
            Buffer::Stencil => {
                let value = *step.stencil.get(index)?;
                (value != 0).then(|| opaque(stencil_color(value, proving)))
            }
            Buffer::Depth => {
                let depth = *step.depth.get(index)?;
                let is_cleared = depth == 0 || depth == FARTHEST;
                (!is_cleared).then(|| opaque(depth_color(depth, range)))
            }
        }
    };
    let mut sheets = Vec::new();
    let (width, height) = (window.across / cells as f64, window.up / cells as f64);
    for y in 0..cells {
        let mut x = 0;
        while x < cells {
            let here = color(x, y);
            let start = x;
            while x < cells && color(x, y) == here {
                x += 1;
            }
            if let Some(color) = here {
                sheets.push(Sheet {
                    corner: window.corner + width * start as f64 + height * y as f64,
                    sides: [width * (x - start) as f64, height],
                    color: color.faded(OPACITY),
                });
            }
        }
    }
    sheets
}

fn opaque(color: egui::Color32) -> Color {
    let [r, g, b, _] = color.to_array();
    Color { rgb: [r, g, b].map(|channel| f32::from(channel) / 255.0), alpha: 1.0 }
}
