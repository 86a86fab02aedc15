//! The shortest displacement of a vertex that moves every face around it outwards by at least 1.
//!
//! Hildreth's dual ascent would find this displacement too, but takes 1/α² sweeps at a sharp edge of half
//! angle α. Here constraints are added one by one, the most violated first. At most three constraints bind,
//! so every step solves a small system.

use crate::geometry::Vector;

/// The shortest m with n·m ≥ 1 for every unit normal n of `normals`. `outwards`, any vector with n·v > 0 for
/// all of them, is used if rounding stops the search early. Zero for no normals.
pub fn shortest_push(normals: &[Vector], outwards: &Vector) -> Vector {
    let least = |m: &Vector| normals.iter().map(|n| n.dot(m)).fold(f64::INFINITY, f64::min);
    // The vector is scaled at the end so that n·m ≥ 1 holds exactly.
    let stretched = |m: Vector| Some(m / least(&m)).filter(|m| m.iter().all(|c| c.is_finite()));
    let usable = |m: &Vector| least(m) > 0.0;
    let found = (!normals.is_empty()).then(|| search(normals)).filter(usable).and_then(stretched);
    let safe = Some(*outwards).filter(|m| !normals.is_empty() && usable(m)).and_then(stretched);
    match (found, safe) {
        (Some(found), Some(safe)) if safe.norm() < found.norm() => safe,
        (found, safe) => found.or(safe).unwrap_or_default(),
    }
}

/// Adds the most violated constraint to the binding constraints until none is violated. The displacement gets
/// longer with every step, so no set of binding constraints occurs twice.
fn search(normals: &[Vector]) -> Vector {
    let mut binding: Vec<Vector> = vec![normals[0]];
    let mut m = normals[0];
    for _ in 0..4 * normals.len() + 16 {
        let worst = normals.iter().min_by(|a, b| a.dot(&m).total_cmp(&b.dot(&m)));
        let Some(worst) = worst.filter(|n| n.dot(&m) < 1.0 - 1e-12) else { break };
        binding.push(*worst);
        let Some((next, kept)) = shortest_of_few(&binding) else { break };
        if next.norm_squared() <= m.norm_squared() {
            break;
        }
        (m, binding) = (next, kept);
    }
    m
}

/// The shortest m for at most four normals, by trying every set of up to three; also returns the binding set.
fn shortest_of_few(normals: &[Vector]) -> Option<(Vector, Vec<Vector>)> {
    let sets = (1_usize..1 << normals.len()).filter(|set| set.count_ones() <= 3);
    sets.filter_map(|set| {
        let chosen: Vec<Vector> =
            (0..normals.len()).filter(|i| set >> i & 1 == 1).map(|i| normals[i]).collect();
        let m = equal_push(&chosen)?;
        let holds = normals.iter().all(|n| n.dot(&m) >= 1.0 - 1e-9);
        holds.then_some((m, chosen))
    })
    .min_by(|a, b| a.0.norm_squared().total_cmp(&b.0.norm_squared()))
}

/// The shortest m with n·m = 1 for up to three normals; `None` if they are linearly dependent.
fn equal_push(normals: &[Vector]) -> Option<Vector> {
    let m = match normals {
        [n] => *n,
        // The vector lies in the plane of both normals and, by symmetry, is parallel to their sum.
        [n, p] => (n + p) * (2.0 / (n + p).norm_squared()),
        [n, p, q] => (n.cross(p) + p.cross(q) + q.cross(n)) / n.dot(&p.cross(q)),
        _ => return None,
    };
    m.iter().all(|c| c.is_finite()).then_some(m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wedge_has_its_closed_form() {
        for half_angle in [1.0, 0.1, 1e-3, 1e-6_f64] {
            let (sin, cos) = half_angle.sin_cos();
            let wedge = [Vector::new(sin, cos, 0.0), Vector::new(sin, -cos, 0.0)];
            let m = shortest_push(&wedge, &Vector::x());
            let off = (m * sin - Vector::x()).norm();
            assert!(off < 1e-6, "half angle {half_angle}: {m}");
        }
    }

    #[test]
    fn nothing_to_go_by_is_no_push() {
        assert_eq!(shortest_push(&[], &Vector::x()), Vector::zeros());
        // Opposite normals allow no displacement.
        assert_eq!(shortest_push(&[Vector::x(), -Vector::x()], &Vector::x()), Vector::zeros());
    }
}
