//! The true answers to moves among solids of whole numbers, in exact arithmetic: the first time from which on a mover
//! is inside the union of closed solids.
//!
//! Between two times at which a point crosses a plane, it lies in the same planes. Then the solids that hold it cover
//! a neighbourhood of it if and only if their cones cover every direction. An arrangement of planes through one point
//! divides the directions into cells; one direction of each is tested. A mover with an inside enters the union if and
//! only if it enters a single solid.

use super::grids::{Grid, HalfSpace, Whole, WholeMover, dot};

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Ratio(i128, i128);

impl Ratio {
    fn of(a: i128, b: i128) -> Self {
        if b < 0 { Self(-a, -b) } else { Self(a, b) }
    }

    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn near(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

/// The times of first contact for all moves of a grid; `None` for a free move.
pub fn truths(grid: &Grid) -> Vec<Option<f64>> {
    let sums: Vec<Vec<(HalfSpace, i128)>> = match &grid.mover {
        WholeMover::Hull(corners) => grid.solids.iter().map(|solid| sum(solid, corners)).collect(),
        _ => vec![],
    };
    let truth = |[from, to]: &[Whole; 2]| {
        let way = minus(to, from);
        match &grid.mover {
            WholeMover::Point if way == [0; 3] => is_inside(&grid.solids, from).then_some(0.0),
            WholeMover::Point => enters(&grid.solids, from, &way).map(Ratio::near),
            WholeMover::Hull(_) => first(sums.iter().map(|sum| enters_sum(sum, from, &way))),
            WholeMover::Sphere(radius) => {
                first(grid.solids.iter().map(|solid| enters_rounded(solid, from, &way, [*radius, 0], 3)))
            }
            WholeMover::Cylinder(radius, height) => {
                let size = [*radius, *height];
                first(grid.solids.iter().map(|solid| enters_rounded(solid, from, &way, size, 2)))
            }
        }
    };
    grid.moves.iter().map(truth).collect()
}

fn first(times: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    times.flatten().min_by(f64::total_cmp)
}

fn minus(a: &Whole, b: &Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: &Whole, b: &Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The first time from which on a moving point is inside the union.
fn enters(solids: &[Vec<HalfSpace>], from: &Whole, way: &Whole) -> Option<Ratio> {
    // Start in front of each plane, and the rate.
    let motion = |(normal, c): &HalfSpace| (dot(normal, from) - c, dot(normal, way), *normal);
    let all: Vec<Vec<(i128, i128, Whole)>> =
        solids.iter().map(|solid| solid.iter().map(motion).collect()).collect();
    let crossings = all.iter().flatten().filter(|(_, rate, _)| *rate != 0);
    let mut times: Vec<Ratio> = crossings.map(|(start, rate, _)| Ratio::of(-start, *rate)).collect();
    times.retain(|time| 0 < time.0 && time.0 < time.1);
    times.extend([Ratio(0, 1), Ratio(1, 1)]);
    times.sort_by(Ratio::cmp);
    times.dedup_by(|a, b| a.cmp(b).is_eq());
    let is_inside = |two: &&[Ratio]| {
        let (a, b) = (two[0], two[1]);
        let middle = Ratio(a.0 * b.1 + b.0 * a.1, 2 * a.1 * b.1);
        let cones = all.iter().filter_map(|solid| {
            let height = |(start, rate, _): &(i128, i128, Whole)| start * middle.1 + rate * middle.0;
            solid.iter().all(|plane| height(plane) <= 0).then(|| {
                let active = solid.iter().filter(|plane| height(plane) == 0);
                active.map(|(.., normal)| *normal).collect::<Vec<Whole>>()
            })
        });
        let cones: Vec<Vec<Whole>> = cones.collect();
        cones.iter().any(Vec::is_empty) || is_covered(&cones, &directions_across(&cones, way))
    };
    times.windows(2).find(is_inside).map(|two| two[0])
}

/// Whether a point at rest is inside the union.
fn is_inside(solids: &[Vec<HalfSpace>], p: &Whole) -> bool {
    let height = |(normal, c): &HalfSpace| dot(normal, p) - c;
    let holding = solids.iter().filter(|solid| solid.iter().all(|plane| height(plane) <= 0));
    let active = |solid: &Vec<HalfSpace>| -> Vec<Whole> {
        solid.iter().filter(|plane| height(plane) == 0).map(|(normal, _)| *normal).collect()
    };
    let cones: Vec<Vec<Whole>> = holding.map(active).collect();
    if cones.iter().any(Vec::is_empty) {
        return true;
    }
    let normals: Vec<Whole> = cones.iter().flatten().copied().collect();
    // Every cell of the arrangement has an edge along such a line, unless all planes are parallel.
    let lines = normals.iter().flat_map(|a| normals.iter().map(|b| cross(a, b))).filter(|l| *l != [0; 3]);
    let mut directions: Vec<Whole> = normals.iter().flat_map(|n| [*n, n.map(|c| -c)]).collect();
    let mut is_parallel = true;
    for line in lines {
        if is_parallel {
            (directions, is_parallel) = (vec![], false);
        }
        let around: Vec<Vec<Whole>> =
            cones.iter().map(|cone| cone.iter().filter(|n| dot(n, &line) == 0).copied().collect()).collect();
        let beside = directions_across(&around, &line);
        // So much of the line that the direction beside it only chooses the side: a tilt of 2⁻⁴⁰.
        directions.extend(beside.iter().map(|b| std::array::from_fn(|i| (line[i] << 40) + b[i])));
    }
    is_covered(&cones, &directions)
}

/// Directions across `way`, one from each sector between the planes with these normals that contain it.
fn directions_across(cones: &[Vec<Whole>], way: &Whole) -> Vec<Whole> {
    let mut rays: Vec<Whole> = cones
        .iter()
        .flatten()
        .flat_map(|normal| {
            let ray = cross(normal, way);
            [ray, ray.map(|c| -c)]
        })
        .collect();
    let Some(u) = rays.first().copied() else { return vec![] };
    let v = cross(way, &u);
    let flat = |w: &Whole| (dot(w, &u), dot(w, &v));
    let half = |w: &Whole| {
        let (x, y) = flat(w);
        i32::from(y < 0 || y == 0 && x < 0)
    };
    let turn = |a: &Whole, b: &Whole| {
        let ((x, y), (z, w)) = (flat(a), flat(b));
        x * w - y * z
    };
    rays.sort_by(|a, b| half(a).cmp(&half(b)).then_with(|| 0.cmp(&turn(a, b))));
    rays.dedup_by(|a, b| half(a) == half(b) && turn(a, b) == 0);
    let between = |i: usize| {
        let (a, b) = (rays[i], rays[(i + 1) % rays.len()]);
        if turn(&a, &b) == 0 { cross(way, &a) } else { std::array::from_fn(|i| a[i] + b[i]) }
    };
    (0..rays.len()).map(between).collect()
}

fn is_covered(cones: &[Vec<Whole>], directions: &[Whole]) -> bool {
    let holds = |cone: &Vec<Whole>, way: &Whole| cone.iter().all(|normal| dot(normal, way) <= 0);
    !cones.is_empty() && directions.iter().all(|way| cones.iter().any(|cone| holds(cone, way)))
}

/// Half-spaces of the Minkowski sum of a solid and a mirrored hull: n · x ≤ c / d, with their denominators d. More
/// normals than the sum has faces do no harm: each half-space touches the sum.
fn sum(solid: &[HalfSpace], hull: &[Whole]) -> Vec<(HalfSpace, i128)> {
    let mut corners: Vec<(Whole, i128)> = Vec::new();
    let mut normals: Vec<Whole> = solid.iter().map(|(normal, _)| *normal).collect();
    let mut edges: Vec<Whole> = Vec::new();
    for (i, (a, p)) in solid.iter().enumerate() {
        for (j, (b, q)) in solid.iter().enumerate().skip(i + 1) {
            edges.push(cross(a, b));
            for (c, r) in &solid[j + 1..] {
                let [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
                let volume = dot(a, &bc);
                let sign = volume.signum();
                let at: Whole = std::array::from_fn(|k| sign * (p * bc[k] + q * ca[k] + r * ab[k]));
                if volume != 0 && solid.iter().all(|(n, c)| dot(n, &at) <= c * volume.abs()) {
                    corners.push((at, volume.abs()));
                }
            }
        }
    }
    let of_hull: Vec<Whole> =
        hull.iter().enumerate().flat_map(|(i, a)| hull[..i].iter().map(|b| minus(a, b))).collect();
    let both = |normal: Whole| [normal, normal.map(|c| -c)];
    let faces = of_hull.iter().flat_map(|a| of_hull.iter().map(|b| cross(a, b)));
    let crossed = edges.iter().flat_map(|a| of_hull.iter().map(|b| cross(a, b)));
    normals.extend(faces.chain(crossed).flat_map(both));
    let shortest = |normal: Whole| {
        let by = normal.iter().fold(0, |a: i128, b| divisor(a, b.abs())).max(1);
        normal.map(|c| c / by)
    };
    let mut normals: Vec<Whole> = normals.into_iter().map(shortest).filter(|n| *n != [0; 3]).collect();
    normals.sort_unstable();
    normals.dedup();
    let touching = |normal: Whole| {
        let along = |(at, by): &(Whole, i128)| Ratio(dot(&normal, at), *by);
        let farthest = corners.iter().map(along).max_by(Ratio::cmp)?;
        let reach = hull.iter().map(|m| -dot(&normal, m)).max()?;
        Some(((normal, farthest.0 + reach * farthest.1), farthest.1))
    };
    normals.into_iter().filter_map(touching).collect()
}

fn divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The whole move, from its start to its end.
const WHOLE: [Ratio; 2] = [Ratio(0, 1), Ratio(1, 1)];

/// Clips a span of time to the times at which `start + rate * time` is negative; `None` if it never is.
fn clip(span: &mut [Ratio; 2], start: i128, rate: i128) -> Option<()> {
    let time = Ratio::of(-start, if rate == 0 { 1 } else { rate });
    match rate.signum() {
        0 if start >= 0 => return None,
        -1 if time.cmp(&span[0]).is_gt() => span[0] = time,
        1 if time.cmp(&span[1]).is_lt() => span[1] = time,
        _ => {}
    }
    Some(())
}

/// The time at which a hull enters a solid, given the half-spaces of their sum.
fn enters_sum(sum: &[(HalfSpace, i128)], from: &Whole, way: &Whole) -> Option<f64> {
    let mut span = WHOLE;
    for ((normal, c), by) in sum {
        let (start, rate) = (dot(normal, from) * by - c, dot(normal, way) * by);
        clip(&mut span, start, rate)?;
    }
    let [enters, leaves] = span;
    let is_inside = enters.cmp(&leaves).is_lt() || *way == [0; 3];
    (!sum.is_empty() && is_inside).then(|| enters.near())
}

/// The time at which a sphere (over three axes), or an upright cylinder (round over two axes, x and z), enters a box.
/// `size` is the radius and, for a cylinder, the height.
fn enters_rounded(
    solid: &[HalfSpace],
    from: &Whole,
    way: &Whole,
    [radius, height]: [i128; 2],
    axes: usize,
) -> Option<f64> {
    let sides = |i: usize| [-solid[2 * i + 1].1, solid[2 * i].1];
    let mut span = WHOLE;
    if axes == 2 {
        // The cylinder's height must overlap the box: y < max and y + height > min.
        let [min, max] = sides(1);
        for (start, rate) in [(from[1] - max, way[1]), (min - height - from[1], -way[1])] {
            clip(&mut span, start, rate)?;
        }
        if !span[0].cmp(&span[1]).is_lt() && way[1] != 0 {
            return None;
        }
    }
    let [enters, leaves] = span;
    let round: &[usize] = if axes == 2 { &[0, 2] } else { &[0, 1, 2] };
    // The squared distance of the middle from the box, times the squared denominator of the time.
    let squared = |time: &Ratio| -> i128 {
        let outside = |i: &usize| {
            let at = from[*i] * time.1 + way[*i] * time.0;
            let [min, max] = sides(*i);
            (min * time.1 - at).max(at - max * time.1).max(0)
        };
        round.iter().map(|i| outside(i).pow(2)).sum()
    };
    let is_inside = |time: &Ratio| squared(time) < (radius * time.1).pow(2);
    // The distance is convex, and its square a quadratic between the times at which the middle crosses a side.
    let mut times = vec![enters, leaves];
    for i in round {
        let crossings =
            sides(*i).map(|side| Ratio::of(side - from[*i], if way[*i] == 0 { 1 } else { way[*i] }));
        times.extend(crossings.into_iter().filter(|_| way[*i] != 0));
    }
    times.retain(|time| !time.cmp(&enters).is_lt() && !time.cmp(&leaves).is_gt());
    times.sort_by(Ratio::cmp);
    let lowest = times.windows(2).map(|two| {
        // The least of a quadratic, from the sides that count in the middle of the piece.
        let middle = Ratio(two[0].0 * two[1].1 + two[1].0 * two[0].1, 2 * two[0].1 * two[1].1);
        let (mut a, mut b) = (0, 0);
        for i in round {
            let at = from[*i] * middle.1 + way[*i] * middle.0;
            let [min, max] = sides(*i);
            let side = if at < min * middle.1 { min } else { max };
            if at < min * middle.1 || at > max * middle.1 {
                a += way[*i].pow(2);
                b += way[*i] * (from[*i] - side);
            }
        }
        let least = Ratio::of(-b, if a == 0 { 1 } else { a });
        if a == 0 || least.cmp(&two[0]).is_lt() {
            two[0]
        } else if least.cmp(&two[1]).is_gt() {
            two[1]
        } else {
            least
        }
    });
    let inside = times.iter().copied().chain(lowest).find(|time| is_inside(time))?;
    // A round body is inside for some time then, since the distance is continuous; the first by bisection.
    let reaches_in = |time: f64| {
        let outside = |i: &usize| {
            let at = from[*i] as f64 + way[*i] as f64 * time;
            let [min, max] = sides(*i).map(|c| c as f64);
            (min - at).max(at - max).max(0.0)
        };
        round.iter().map(|i| outside(i).powi(2)).sum::<f64>() < (radius as f64).powi(2)
    };
    let (mut low, mut high) = (enters.near(), inside.near());
    if reaches_in(low) {
        return Some(low);
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        *if reaches_in(middle) { &mut high } else { &mut low } = middle;
    }
    Some(high)
}
