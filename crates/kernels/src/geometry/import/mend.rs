//! Repairs frequent exporter errors that have only one possible repair: duplicate vertices, repeated
//! triangles, triangles that face the wrong way. Other errors are left in the mesh; a caller that needs a
//! closed surface refuses it and reports where the error is.

use std::collections::HashMap;

use crate::geometry::{Mesh, Point, Vector, convexity};

/// Welding distances as shares of the mesh's longest side: rounding of f64, and of f32. The first that closes
/// the surface is used.
const WELDS: [f64; 2] = [1e-9, 1e-7];

/// The repaired mesh, facing outwards if it is closed, and short notes with numbers on each repair.
pub(super) fn mend(mesh: Mesh) -> (Mesh, Vec<String>) {
    let mut notes = Vec::new();
    let mesh = close(mesh, &mut notes);
    let mesh = if mesh.volume() < 0.0 { mesh.flipped() } else { mesh };
    let mesh = turn_separate_parts(mesh, &mut notes);
    (mesh, notes)
}

/// Tries repairs of increasing strength until one closes the surface; otherwise returns the mesh unchanged.
fn close(mesh: Mesh, notes: &mut Vec<String>) -> Mesh {
    if mesh.check_closed().is_ok() {
        return mesh;
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
        if turned > 0 {
            notes.push(format!("triangles flipped to match the others: {turned}"));
        }
        return mended;
    }
    mesh
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

/// The triangles reoriented so that neighbours agree; each connected part keeps the orientation of most of
/// its triangles. Also returns the number of triangles reversed. `None` if an edge does not have exactly two
/// triangles, or no orientation is consistent.
fn consistent(mut triangles: Vec<[u32; 3]>) -> Option<(Vec<[u32; 3]>, usize)> {
    let edges = convexity::sorted_half_edges(&triangles);
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
        let mut part = vec![seed];
        let mut next = 0;
        while let Some(&t) = part.get(next) {
            next += 1;
            for &(other, disagrees) in &beside[t] {
                let expected = turn[t].map(|turned| turned != disagrees);
                if turn[other].is_none() {
                    turn[other] = expected;
                    part.push(other);
                } else if turn[other] != expected {
                    return None;
                }
            }
        }
        let turned = part.iter().filter(|&&t| turn[t] == Some(true)).count();
        if 2 * turned > part.len() {
            part.iter().for_each(|&t| turn[t] = turn[t].map(|turned| !turned));
        }
    }
    let mut count = 0;
    for (t, _) in triangles.iter_mut().zip(turn).filter(|(_, turn)| *turn == Some(true)) {
        t.swap(1, 2);
        count += 1;
    }
    Some((triangles, count))
}

/// Reverses connected parts of a closed surface that face inwards but lie in no other part: only the wall of
/// a hollow may face inwards.
fn turn_separate_parts(mesh: Mesh, notes: &mut Vec<String>) -> Mesh {
    if mesh.check_closed().is_err() {
        return mesh;
    }
    let parts = convexity::components(mesh.triangles());
    let origin = mesh.vertices()[0];
    let six_volumes = |part: &[usize]| -> f64 {
        let one = |&t: &usize| {
            let [p, q, r] = mesh.corners(t).map(|p| p - origin);
            p.dot(&q.cross(&r))
        };
        part.iter().map(one).sum()
    };
    let inwards: Vec<usize> = (0..parts.len()).filter(|&i| six_volumes(&parts[i]) < 0.0).collect();
    // A limit on the work: every part that faces inwards is compared with every triangle of the other parts.
    if parts.len() == 1 || inwards.is_empty() || inwards.len() * mesh.triangles().len() > 100_000_000 {
        return mesh;
    }
    let solid_angle = |p: &Point, part: &[usize]| -> f64 {
        let from = |&t: &usize| convexity::solid_angle(mesh.corners(t).map(|q| -> Vector { q - p }));
        part.iter().map(from).sum()
    };
    let mut triangles = mesh.triangles().to_vec();
    let mut turned = 0;
    for &i in &inwards {
        let p = mesh.corners(parts[i][0])[0];
        let others = parts.iter().enumerate().filter(|&(j, _)| j != i);
        // The angle is ±4π for each part that encloses p.
        if others.map(|(_, part)| solid_angle(&p, part)).all(|angle| angle.abs() < 3.0) {
            parts[i].iter().for_each(|&t| triangles[t].swap(1, 2));
            turned += 1;
        }
    }
    if turned == 0 {
        return mesh;
    }
    notes.push(format!("inside-out parts flipped: {turned}"));
    Mesh::new(mesh.vertices().to_vec(), triangles).unwrap_or(mesh)
}
