//! Repairs frequent exporter errors that have only one possible repair: duplicate vertices, repeated
//! triangles, triangles and parts that face the wrong way. Other errors are left in the mesh; a caller that needs a
//! closed surface refuses it and reports where the error is. A closed surface with two possible repairs is refused here.

use std::collections::HashMap;

use super::shells;
use crate::geometry::{Mesh, Point, closed};

/// Welding distances as shares of the mesh's longest side: rounding of f64, and of f32. The first that closes
/// the surface is used.
const WELDS: [f64; 2] = [1e-9, 1e-7];

/// The repaired mesh, facing outwards if it is closed, and notes on each repair.
pub(super) fn mend(mesh: Mesh) -> Result<(Mesh, Vec<String>), String> {
    let mut notes = Vec::new();
    let mesh = match close(mesh, &mut notes) {
        Ok((mesh, turned)) => shells::oriented(mesh, &turned, &mut notes)?,
        Err(open) => open,
    };
    Ok((mesh, notes.into_iter().map(|note| format!("repaired: {note}")).collect()))
}

/// Tries repairs of increasing strength until one closes the surface. Returns the closed mesh, and for each triangle
/// whether it was reversed to agree with its neighbours; the mesh unchanged if none closes it.
fn close(mesh: Mesh, notes: &mut Vec<String>) -> Result<(Mesh, Vec<bool>), Mesh> {
    if mesh.check_closed().is_ok() {
        let turned = vec![false; mesh.triangles().len()];
        return Ok((mesh, turned));
    }
    let size = mesh.aabb().extents().max();
    for within in [0.0].into_iter().chain(WELDS) {
        let (vertices, triangles, merged) = weld(&mesh, within * size);
        let before = triangles.len();
        let triangles = without_repeated(triangles);
        let repeated = before - triangles.len();
        let Some((triangles, turned)) = consistent(triangles) else { continue };
        let Ok(mended) = Mesh::new(vertices, triangles) else { continue };
        if mended.check_closed().is_err() {
            continue;
        }
        if merged > 0 {
            notes.push(format!(
                "vertices welded: {merged} (closer together than {within:e} of the mesh's size)"
            ));
        }
        if repeated > 0 {
            notes.push(format!("duplicate triangles removed: {repeated}"));
        }
        return Ok((mended, turned));
    }
    Err(mesh)
}

/// Welds vertices nearer to each other than `within` metres and drops triangles that become degenerate. Also
/// returns the number of vertices removed.
fn weld(mesh: &Mesh, within: f64) -> (Vec<Point>, Vec<[u32; 3]>, usize) {
    if within <= 0.0 {
        return (mesh.vertices().to_vec(), mesh.triangles().to_vec(), 0);
    }
    let lowest = mesh.aabb().min;
    let cell_of = |p: &Point| (p - lowest).map(|c| (c / within).floor() as i64);
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let mut kept: Vec<Point> = Vec::new();
    let mut number = Vec::with_capacity(mesh.vertices().len());
    for p in mesh.vertices() {
        let cell = cell_of(p);
        let around = (0..27).map(|i| cell + nalgebra::Vector3::new(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1));
        let near = around.filter_map(|cell| cells.get(&<[i64; 3]>::from(cell))).flatten().copied();
        let same = near.into_iter().find(|&v| (kept[v as usize] - p).norm() <= within);
        number.push(same.unwrap_or_else(|| {
            kept.push(*p);
            let new = kept.len() as u32 - 1;
            cells.entry(cell.into()).or_default().push(new);
            new
        }));
    }
    let triangles = mesh.triangles().iter().map(|t| t.map(|v| number[v as usize]));
    let triangles = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    let merged = mesh.vertices().len() - kept.len();
    (kept, triangles, merged)
}

/// Removes repeated triangles. Two triangles back to back enclose nothing, so both are removed.
fn without_repeated(triangles: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    // The triangle's corners in ascending order, and whether this order reverses its orientation.
    let key = |t: &[u32; 3]| {
        let [a, b, c] = *t;
        let backwards = (a > b) as u8 + (b > c) as u8 + (c > a) as u8 == 2;
        let mut sorted = *t;
        sorted.sort_unstable();
        (sorted, backwards)
    };
    let mut sides: HashMap<[u32; 3], [bool; 2]> = HashMap::with_capacity(triangles.len());
    for t in &triangles {
        let (corners, backwards) = key(t);
        sides.entry(corners).or_default()[usize::from(backwards)] = true;
    }
    let mut kept = triangles;
    kept.retain(|t| {
        let (corners, _) = key(t);
        // Keep only the first of several equal triangles: both flags are then cleared, which drops the later
        // ones.
        let sides = sides.entry(corners).or_default();
        let is_first_and_only_side = *sides == [true, false] || *sides == [false, true];
        *sides = [false, false];
        is_first_and_only_side
    });
    kept
}

/// The triangles reoriented so that neighbours agree with the first of their connected part, and for each whether it was
/// reversed. `None` if an edge does not have exactly two triangles, or no orientation is consistent.
fn consistent(mut triangles: Vec<[u32; 3]>) -> Option<(Vec<[u32; 3]>, Vec<bool>)> {
    let edges = closed::sorted_half_edges(&triangles);
    if edges.chunk_by(|a, b| a.0 == b.0).any(|run| run.len() != 2) {
        return None;
    }
    // For each triangle, the three triangles across its edges, and whether both run along the edge in the
    // same direction.
    let mut beside = vec![Vec::with_capacity(3); triangles.len()];
    for pair in edges.chunks_exact(2) {
        let disagrees = pair[0].2 == pair[1].2;
        beside[pair[0].1 as usize].push((pair[1].1 as usize, disagrees));
        beside[pair[1].1 as usize].push((pair[0].1 as usize, disagrees));
    }
    let mut turn: Vec<Option<bool>> = vec![None; triangles.len()];
    for seed in 0..triangles.len() {
        if turn[seed].is_some() {
            continue;
        }
        turn[seed] = Some(false);
        let mut open = vec![seed];
        while let Some(t) = open.pop() {
            for &(other, disagrees) in &beside[t] {
                let expected = turn[t].map(|turned| turned != disagrees);
                if turn[other].is_none() {
                    turn[other] = expected;
                    open.push(other);
                } else if turn[other] != expected {
                    return None;
                }
            }
        }
    }
    let turned: Vec<bool> = turn.into_iter().map(|turn| turn == Some(true)).collect();
    triangles.iter_mut().zip(&turned).filter(|(_, turned)| **turned).for_each(|(t, _)| t.swap(1, 2));
    Some((triangles, turned))
}
