//! The tile's picture on the near plane: a buffer's pixels as sheets, equal neighbours as one.

use super::window::Window;
use crate::image_space::recording::{FARTHEST, PassRecording, Step};
use crate::labs::arena::dissection::Sheet;
use crate::labs::arena::palette::{self, Color, hex};

/// Cells along a side; finer tiles are thinned out.
const MOST_CELLS: usize = 128;
/// Of the picture, so that what is behind it shows.
const OPACITY: f32 = 0.6;
/// Stencil values 1, 2 and 3 that prove nothing.
const STENCIL: [Color; 3] = [hex(0x2f_5d8f), hex(0xd9_c26a), hex(0x6f_7f78)];

/// Which buffer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// Bright is near.
    Depth,
    /// A colour per value, red for the one that proves a collision.
    Stencil,
}

/// The buffer that decides in this table.
pub fn buffer(table: &PassRecording) -> Buffer {
    let uses_stencil = table.table.rounds.iter().flat_map(|round| round.iter()).any(|p| p.stencil.is_some());
    if uses_stencil { Buffer::Stencil } else { Buffer::Depth }
}

/// What the buffer holds after `step`.
pub fn sheets(window: &Window, table: &PassRecording, step: &Step) -> Vec<Sheet> {
    let side = table.side();
    let cells = side.min(MOST_CELLS);
    let proving = match table.table.read {
        crate::image_space::pass::Read::Stencil(value) => Some(value),
        _ => None,
    };
    let buffer = buffer(table);
    // Depths between the near and the far plane, where something was drawn.
    let inside = || step.depth.iter().copied().filter(|depth| (1..FARTHEST).contains(depth));
    let nearest = inside().min().unwrap_or(0);
    let range = (inside().max().unwrap_or(FARTHEST) - nearest).max(1);
    let color = |x: usize, y: usize| {
        let index = (y * side / cells) * side + x * side / cells;
        match buffer {
            Buffer::Stencil => stencil_color(*step.stencil.get(index)?, proving),
            Buffer::Depth => {
                let depth = *step.depth.get(index)?;
                let is_cleared = depth == 0 || depth == FARTHEST;
                (!is_cleared).then(|| gray(f64::from(depth - nearest) / f64::from(range)))
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

fn stencil_color(value: u8, proving: Option<u8>) -> Option<Color> {
    match value {
        0 => None,
        _ if Some(value) == proving => Some(palette::COLLIDING),
        _ => Some(STENCIL[usize::from(value - 1).min(STENCIL.len() - 1)]),
    }
}

/// 0 near and bright, 1 far and dark; in steps, so that neighbours are often equal.
fn gray(share: f64) -> Color {
    let level = (0.95 - 0.75 * (share * 63.0).round() / 63.0) as f32;
    Color { rgb: [level; 3], alpha: 1.0 }
}
