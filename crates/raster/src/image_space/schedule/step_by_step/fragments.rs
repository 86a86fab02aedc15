//! The fragments of a surface on each pixel, in drawing order.
//!
//! The fragments are peeled one layer at a time. The stencil buffer counts every fragment, and only the
//! fragment number `wanted` writes its depth. No test of the table interferes, and the drawing order is kept.

use std::rc::Rc;

use super::recorder::{Recorder, Scene};
use crate::detector::DetectError;
use crate::gpu::{Compare, Cull, StencilOp};
use crate::image_space::pass::{DEPTH_1_STENCIL_0, Depth, Outline, Pass, Surface, Who};
use crate::image_space::recording::FARTHEST;
use crate::image_space::schedule::culling;

/// One fragment: depth of a surface on a pixel, 0 near to [`FARTHEST`], and whether it faces the eye there.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceFragment {
    pub depth: u32,
    pub is_near: bool,
}

/// Cache of the surfaces peeled so far, shared by rows.
#[derive(Default)]
pub struct Surfaces {
    known: Vec<(Surface, bool, Rc<Layers>)>,
}

/// The peeled fragments of one surface.
struct Layers {
    /// Number of fragments per pixel.
    counts: Vec<u8>,
    /// Depths by layer: the first fragment of each pixel, the second, and so on, up to the largest number on any
    /// pixel.
    depths: Vec<Vec<u32>>,
}

impl Layers {
    fn at(&self, pixel: usize) -> impl Iterator<Item = u32> + '_ {
        self.depths.iter().take(usize::from(self.counts[pixel])).map(move |layer| layer[pixel])
    }
}

/// The fragments that a row of the table draws, of both sides or of one side.
pub struct RowFragments {
    /// All fragments; `None` for the quad, which is nearest to the eye.
    all: Option<Rc<Layers>>,
    /// The fragments of one side alone; `None` unless the row draws both sides.
    one_way: Option<Rc<Layers>>,
    /// Whether the one side (that in `one_way`, or the only side that the row draws) faces away from the eye.
    is_far: bool,
}

impl RowFragments {
    /// The fragments on a pixel, in drawing order.
    pub fn at(&self, pixel: usize) -> impl Iterator<Item = SurfaceFragment> + '_ {
        let quad = self.all.is_none().then_some(SurfaceFragment { depth: 0, is_near: true });
        let mut one_way = self.one_way.as_ref().map(|layers| layers.at(pixel).peekable());
        let all = self.all.iter().flat_map(move |layers| layers.at(pixel));
        quad.into_iter().chain(all.map(move |depth| {
            let is_this_way = one_way.as_mut().is_none_or(|known| known.next_if_eq(&depth).is_some());
            SurfaceFragment { depth, is_near: is_this_way != self.is_far }
        }))
    }
}

impl Surfaces {
    /// The fragments of a row.
    pub fn of_row(
        &mut self,
        recorder: &mut Recorder,
        scene: &Scene,
        pass: &Pass,
    ) -> Result<RowFragments, DetectError> {
        let (who, is_far) = match pass.draw {
            Surface::Tile => return Ok(RowFragments { all: None, one_way: None, is_far: false }),
            // A line faces the eye.
            Surface::Whole(who) | Surface::Near(who) | Surface::Edges(who) => (who, false),
            Surface::Far(who) => (who, true),
        };
        let split = recorder.options.split_culling;
        let all = Some(self.layers(recorder, scene, pass.draw, split)?);
        let mut one_way = None;
        if culling(pass, split) == Cull::None && !matches!(pass.draw, Surface::Edges(_)) {
            // Both sides are drawn: peel one side alone, enlarged or shrunk by the shader in the same way as
            // the whole body.
            let side = if is_far { Surface::Far(who) } else { Surface::Near(who) };
            one_way = Some(self.layers(recorder, scene, side, true)?);
        }
        Ok(RowFragments { all, one_way, is_far })
    }

    /// Near and far depth of a body on every pixel, 0 to [`FARTHEST`]; `None` where it draws nothing.
    pub fn intervals(
        &mut self,
        recorder: &mut Recorder,
        scene: &Scene,
        who: Who,
    ) -> Result<Vec<Option<[u32; 2]>>, DetectError> {
        let near = self.layers(recorder, scene, Surface::Near(who), true)?;
        let far = self.layers(recorder, scene, Surface::Far(who), true)?;
        // An exact body has a near and a far fragment on every pixel that it covers, unless the window clips one of
        // them. A fat or thin body may lack one for another reason: its shader discards fragments that prove nothing.
        let is_closed = recorder.table.outline == Outline::True;
        let of = |pixel| match (near.at(pixel).min(), far.at(pixel).max()) {
            (Some(near), Some(far)) => Some([near, far]),
            (Some(near), None) if is_closed => Some([near, FARTHEST]),
            (None, Some(far)) if is_closed => Some([0, far]),
            _ => None,
        };
        Ok((0..near.counts.len()).map(of).collect())
    }

    fn layers(
        &mut self,
        recorder: &mut Recorder,
        scene: &Scene,
        surface: Surface,
        split_culling: bool,
    ) -> Result<Rc<Layers>, DetectError> {
        let same =
            |(known, split, _): &&(Surface, bool, Rc<Layers>)| (*known, *split) == (surface, split_culling);
        if let Some((.., layers)) = self.known.iter().find(same) {
            return Ok(layers.clone());
        }
        let layers = Rc::new(peel(recorder, scene, surface, split_culling)?);
        self.known.push((surface, split_culling, layers.clone()));
        Ok(layers)
    }
}

fn peel(
    recorder: &mut Recorder,
    scene: &Scene,
    surface: Surface,
    split_culling: bool,
) -> Result<Layers, DetectError> {
    let mut layers = Layers { counts: Vec::new(), depths: Vec::new() };
    for wanted in 0..u8::MAX {
        let count = StencilOp::Increment;
        let pass = Pass::draw(surface)
            .clear(DEPTH_1_STENCIL_0)
            .depth(Compare::Always, Depth::Write)
            .stencil(Compare::Equal, wanted, 0xff)
            .then(count, count, count);
        recorder.stage.clear(&pass);
        recorder.draw(&pass, split_culling, scene)?;
        let (depths, counts) = recorder.read();
        layers.depths.push(depths);
        layers.counts = counts;
        if layers.counts.iter().all(|&count| count <= wanted + 1) {
            break;
        }
    }
    Ok(layers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_come_in_the_order_drawn_and_each_side_is_known_by_what_was_seen_alone() {
        // Three fragments on the first pixel, none on the second, two of equal depth on the third.
        let all =
            Layers { counts: vec![3, 0, 2], depths: vec![vec![10, 0, 7], vec![20, 0, 7], vec![15, 0, 0]] };
        let one_way = Layers { counts: vec![2, 0, 1], depths: vec![vec![10, 0, 7], vec![15, 0, 0]] };
        let row = |is_far| RowFragments {
            all: Some(Rc::new(Layers { counts: all.counts.clone(), depths: all.depths.clone() })),
            one_way: Some(Rc::new(Layers { counts: one_way.counts.clone(), depths: one_way.depths.clone() })),
            is_far,
        };
        let at = |row: &RowFragments, pixel| row.at(pixel).map(|d| (d.depth, d.is_near)).collect::<Vec<_>>();
        let near = row(false);
        assert_eq!(at(&near, 0), [(10, true), (20, false), (15, true)]);
        assert_eq!(at(&near, 1), []);
        assert_eq!(at(&near, 2), [(7, true), (7, false)]);
        assert_eq!(at(&row(true), 0), [(10, false), (20, true), (15, false)]);
        let quad = RowFragments { all: None, one_way: None, is_far: false };
        assert_eq!(at(&quad, 5), [(0, true)]);
    }
}
