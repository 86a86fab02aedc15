//! Depth maps: the CPU twin compared with closed forms, OpenGL with the twin, the bounds of `docs/proofs/depth-maps.md`
//! over random solids and points, and the undercut, which maps cannot represent.

use collidoscope::cloth::depth_maps::{self, MapSettings};
use collidoscope::cloth::map_errors::{self, compare, half_diagonal};
use collidoscope::cloth::motion::scenes::{self, Scene};
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::cloth::response::{Response, Way};
use collidoscope::geometry::depth_maps::{DepthMaps, MapWindow, twin};
use collidoscope::geometry::{Mesh, Point, Vector, primitives};
use collidoscope::image_space::depth_maps::MapRenderer;
use collidoscope::labs::cloth::cloth_lab::ClothLab;
use collidoscope::labs::lab::Lab;
use collidoscope::labs::playhead::Playhead;
use collidoscope::solids::signed_distance::SignedDistance;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::labs::{fact, words};
use crate::support::pairs::pose;
use crate::support::{assert_no_complaints, gpu};

/// Error of a depth, as a share of the window's range: f32 coordinates and 24 bits.
const ROUNDED: f64 = 1e-6;

/// A convex solid at a random place, in a random orientation and size: a box, or a ball of 80 to 840 triangles.
fn convex(random: &mut Pcg64) -> Mesh {
    let size = 10_f64.powf(random.random_range(-2.0..2.0));
    let mesh = if random.random() {
        let half = Vector::from_fn(|_, _| size * random.random_range(0.2..1.0));
        primitives::cuboid(half)
    } else {
        primitives::sphere(size, random.random_range(1..4))
    };
    let at = Vector::from_fn(|_, _| size * random.random_range(-3.0..3.0));
    let pose = pose(at, random);
    Mesh::new(mesh.vertices().iter().map(|p| pose * p).collect(), mesh.triangles().to_vec()).unwrap()
}

fn window(solid: &Mesh, random: &mut Pcg64) -> MapWindow {
    let settings = MapSettings { axis: random.random_range(0..3), side: 1 << random.random_range(3..9) };
    depth_maps::window(solid, settings).unwrap()
}

fn twin_of(window: MapWindow, solid: &Mesh) -> DepthMaps {
    twin::maps(window, solid.vertices(), solid.triangles())
}

/// Where a line along the window's axis through `p` enters and leaves a convex solid, as coordinates on that axis, with
/// the faces: the line is clipped by the planes of all faces. `None` if the line misses the solid.
fn crossing(solid: &Mesh, axis: usize, p: &Point) -> Option<[(f64, Vector); 2]> {
    let (mut low, mut high) = ((f64::NEG_INFINITY, Vector::zeros()), (f64::INFINITY, Vector::zeros()));
    for face in 0..solid.triangles().len() {
        let normal = solid.area_normal(face).normalize();
        let height = normal.dot(&(solid.corners(face)[0] - p));
        if normal[axis].abs() < 1e-12 {
            if height < 0.0 {
                return None;
            }
            continue;
        }
        let at = p[axis] + height / normal[axis];
        if normal[axis] > 0.0 && at < high.0 {
            high = (at, normal);
        } else if normal[axis] < 0.0 && at > low.0 {
            low = (at, normal);
        }
    }
    // Seen from the front, the line enters at its upper end.
    (low.0 <= high.0).then_some([high, low])
}

/// Slope of a face seen along the axis: the change of depth per distance across.
fn slope(normal: &Vector, axis: usize) -> f64 {
    (1.0 - normal[axis] * normal[axis]).max(0.0).sqrt() / normal[axis].abs()
}

#[test]
fn the_twin_of_convex_solids_is_the_closed_form_of_every_ray() {
    let mut random = Pcg64::seed_from_u64(1);
    let mut covered = 0;
    for _ in 0..40 {
        let solid = convex(&mut random);
        let window = window(&solid, &mut random);
        let maps = twin_of(window, &solid);
        let range = 2.0 * window.half_depth;
        for pixel in 0..(window.side * window.side) as usize {
            let center = window.centered(&window.center, pixel);
            let ray = crossing(&solid, window.axis, &center);
            let texels = [0, 1].map(|layer| maps.layers[layer][pixel]);
            let Some(ends) = ray else {
                // A ray through a silhouette may count either way.
                let near = texels[0].zip(texels[1]).is_none_or(|(f, b)| f64::from(b.depth - f.depth) < 1e-3);
                assert!(near, "{window:?}, pixel {pixel}");
                continue;
            };
            covered += 1;
            for (texel, (at, normal)) in texels.iter().zip(ends) {
                let Some(texel) = texel else {
                    assert!(ends[0].0 - ends[1].0 < 1e-3 * range, "{window:?}, pixel {pixel} is not covered");
                    continue;
                };
                let expected = window.place(&{
                    let mut p = center;
                    p[window.axis] = at;
                    p
                })[2];
                let error = (f64::from(texel.depth) - expected).abs();
                assert!(error < ROUNDED, "{window:?}, pixel {pixel}: {error:e}");
                // Neighbouring faces share their edges, where either normal is right.
                let off = (texel.normal() - normal).norm();
                let other = crossing_faces(&solid, &center, window.axis, at, range);
                assert!(
                    off < 0.01 || other.iter().any(|n| (texel.normal() - n).norm() < 0.01),
                    "pixel {pixel}: normal off by {off}"
                );
            }
        }
    }
    assert!(covered > 100_000, "{covered}");
}

/// Normals of all faces whose planes pass through the point of a line at `at`.
fn crossing_faces(solid: &Mesh, center: &Point, axis: usize, at: f64, range: f64) -> Vec<Vector> {
    let mut p = *center;
    p[axis] = at;
    let near = |face: &usize| {
        let normal = solid.area_normal(*face).normalize();
        normal.dot(&(p - solid.corners(*face)[0])).abs() < 1e-9 * range
    };
    (0..solid.triangles().len()).filter(near).map(|face| solid.area_normal(face).normalize()).collect()
}

#[test]
fn maps_of_convex_solids_err_by_less_than_half_a_pixels_diagonal_and_depth_by_pixel_times_slope() {
    let mut random = Pcg64::seed_from_u64(2);
    let (mut decided, mut wrong, mut depths, mut tight) = (0, 0, 0, 0.0_f64);
    for _ in 0..300 {
        let solid = convex(&mut random);
        let window = window(&solid, &mut random);
        let maps = twin_of(window, &solid);
        let exact = SignedDistance::new([&solid]).unwrap();
        let bounds = solid.aabb();
        let rounding = 4.0 * ROUNDED * (window.half_depth + window.half);
        for _ in 0..200 {
            let share = Vector::from_fn(|_, _| random.random_range(-0.05..1.05));
            let p = bounds.min + bounds.extents().component_mul(&share);
            let Some(pixel) = window.pixel_of(&p) else { continue };
            decided += 1;
            let (distance, inside) = (exact.of(&p), maps.inside(&p));
            let center = window.centered(&p, pixel);
            let off = (center - p).norm();
            assert!(off <= half_diagonal(&window) + 1e-12 * window.half);
            // 1. The maps decide about the point on the pixel's axis.
            let decision = exact.of(&center);
            if decision.abs() > rounding {
                assert_eq!(inside.is_some(), decision < 0.0, "{window:?}, {p}");
            }
            // 2. So a wrong decision is near the surface.
            if inside.is_some() != (distance <= 0.0) {
                wrong += 1;
                assert!(distance.abs() <= off + rounding, "{window:?}, {p}: {distance} is more than {off}");
                tight = tight.max(distance.abs() / half_diagonal(&window));
            }
            // 3. Along the view, the stored surface is off by at most the distance to the pixel's centre times the
            // larger slope of the two places: between them the depth of a convex solid is a convex function.
            let (Some(here), Some(there)) =
                (crossing(&solid, window.axis, &p), crossing(&solid, window.axis, &center))
            else {
                continue;
            };
            for layer in 0..2 {
                let Some(texel) = maps.layers[layer][pixel] else { continue };
                depths += 1;
                let stored =
                    window.center[window.axis] + window.half_depth * (1.0 - 2.0 * f64::from(texel.depth));
                let error = (stored - here[layer].0).abs();
                let steepest = slope(&here[layer].1, window.axis).max(slope(&there[layer].1, window.axis));
                assert!(error <= off * steepest + rounding, "{window:?}, {p}: {error} > {off} × {steepest}");
            }
        }
    }
    assert!(decided > 40_000 && wrong > 1000 && depths > 20_000, "{decided}, {wrong}, {depths}");
    // The bound is nearly reached, so a smaller one would be false.
    assert!(tight > 0.85, "{tight}");
}

/// The particles of a cloth that fell through the obstacles of a scene, and positions around them.
fn around(way: &Way, count: usize, random: &mut Pcg64) -> Vec<Point> {
    let bounds = depth_maps::solid(way).unwrap().aabb();
    let at = |random: &mut Pcg64| {
        bounds.min + bounds.extents().component_mul(&Vector::from_fn(|_, _| random.random_range(-0.1..1.1)))
    };
    (0..count).map(|_| at(random)).collect()
}

fn way(scene: &Scene) -> Way {
    Way { floor: scene.floor, obstacles: (scene.obstacles)() }
}

#[test]
fn only_the_hole_of_a_ring_seen_from_the_side_is_an_undercut_and_a_finer_map_does_not_help() {
    let mut random = Pcg64::seed_from_u64(3);
    for (id, axes_with_undercut) in [("ball", &[][..]), ("box", &[]), ("ring", &[0, 2])] {
        let way = way(scenes::find(id).unwrap());
        let (points, exact) = (around(&way, 20_000, &mut random), map_errors::exact(&way).unwrap());
        for axis in 0..3 {
            let of = |side: u32| {
                let maps = depth_maps::maps(&way, MapSettings { axis, side }).unwrap();
                compare(&maps, &exact, &points)
            };
            let [coarse, fine] = [of(32), of(256)];
            let what = format!("{id} along axis {axis}: {} and {}", coarse.undercut, fine.undercut);
            if axes_with_undercut.contains(&axis) {
                assert!(coarse.undercut > 1000 && 10 * fine.undercut > 8 * coarse.undercut, "{what}");
                // All of them are false hits: a gap is filled, but nothing solid is lost.
                assert!(fine.false_hits.len() >= fine.undercut && fine.missed.len() < 500, "{what}");
            } else {
                assert_eq!((coarse.undercut, fine.undercut), (0, 0), "{what}");
                let wrong = |c: &map_errors::Compared| c.missed.len() + c.false_hits.len();
                // The sides of the box may lie on the borders of pixels, where nothing is wrong at any resolution.
                assert!(id != "ball" || wrong(&coarse) > 100 && wrong(&fine) * 4 < wrong(&coarse), "{what}");
            }
        }
    }
}

#[test]
fn opengl_draws_the_maps_of_the_twin() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(4);
    let mut solids: Vec<Mesh> = (0..12).map(|_| convex(&mut random)).collect();
    solids.extend(
        ["ball", "box", "ring"].map(|id| depth_maps::solid(&way(scenes::find(id).unwrap())).unwrap()),
    );
    let (mut compared, mut excused) = (0, 0);
    for solid in &solids {
        for axis in 0..3 {
            let side = 1 << random.random_range(3..9);
            let window = depth_maps::window(solid, MapSettings { axis, side }).unwrap();
            let twin = twin_of(window, solid);
            let drawn = MapRenderer::new(&gpu, window, solid).unwrap().maps();
            let near = near_edges(&window, solid);
            for layer in 0..2 {
                for (pixel, is_near) in near.iter().enumerate() {
                    if *is_near {
                        // The rasteriser rounds vertices to fractions of a pixel, so an edge may pass on the other
                        // side of the centre.
                        excused += 1;
                        continue;
                    }
                    compared += 1;
                    let (cpu, gl) = (twin.layers[layer][pixel], drawn.layers[layer][pixel]);
                    let what = format!("{window:?}, layer {layer}, pixel {pixel}: {cpu:?} and {gl:?}");
                    let (Some(cpu), Some(gl)) = (cpu, gl) else {
                        assert_eq!(cpu, gl, "{what}");
                        continue;
                    };
                    assert!(
                        f64::from((cpu.depth - gl.depth).abs()) < 4.0 * ROUNDED + steep(&window, &cpu),
                        "{what}"
                    );
                    // 0.5 may be rounded up or down.
                    let off = (0..3).map(|i| cpu.color[i].abs_diff(gl.color[i])).max();
                    assert!(off <= Some(1), "{what}");
                }
            }
        }
    }
    assert!(compared > 500_000 && excused * 8 < compared, "{compared} compared, {excused} excused");
    assert_no_complaints(&gpu);
}

/// Largest distance of a vertex from the place to which the rasteriser rounds it, pixels: llvmpipe keeps 8 bits.
const SNAPPED: f64 = 1.0 / 256.0;

/// Error of a depth whose vertices are moved by [`SNAPPED`] across.
fn steep(window: &MapWindow, texel: &collidoscope::geometry::depth_maps::Texel) -> f64 {
    let slope = slope(&texel.normal(), window.axis);
    SNAPPED * window.pixel() * slope / (2.0 * window.half_depth)
}

/// Pixels whose centre is so near to an edge that snapped vertices may change the triangle that covers it.
fn near_edges(window: &MapWindow, solid: &Mesh) -> Vec<bool> {
    let side = window.side as usize;
    let mut near = vec![false; side * side];
    for face in 0..solid.triangles().len() {
        let corners = solid.corners(face).map(|p| window.place(&p));
        for i in 0..3 {
            let (p, q) = (corners[i], corners[(i + 1) % 3]);
            let along = Vector::new(q[0] - p[0], q[1] - p[1], 0.0);
            let range = |k: usize| {
                let (low, high) = (p[k].min(q[k]) - 1.5, p[k].max(q[k]) + 1.5);
                low.max(0.0) as usize..(high.max(0.0) as usize).min(side)
            };
            for row in range(1) {
                for column in range(0) {
                    let from = Vector::new(column as f64 + 0.5 - p[0], row as f64 + 0.5 - p[1], 0.0);
                    let t = (from.dot(&along) / along.norm_squared().max(1e-300)).clamp(0.0, 1.0);
                    if (from - along * t).norm() <= 2.0 * SNAPPED {
                        near[row * side + column] = true;
                    }
                }
            }
        }
    }
    near
}

/// A cloth after some steps of a scene, and the lowest height of its middle in any of them. It bends like silk.
fn fallen(scene: &str, maps: Option<MapSettings>, steps: usize) -> (Cloth, f64) {
    let usual = Parameters::new(17);
    let parameters = Parameters { maps, bending: 0.005 * usual.bending, ..usual };
    let mut cloth = Cloth::new(scenes::find(scene).unwrap(), parameters).unwrap();
    let mut lowest = f64::INFINITY;
    for _ in 0..steps {
        cloth.advance();
        lowest = lowest.min(cloth.positions()[8 * 17 + 8].y);
    }
    (cloth, lowest)
}

/// The distance by which the deepest particle is inside an obstacle, metres; negative if none is inside.
fn deepest(cloth: &Cloth) -> f64 {
    let distance = map_errors::exact(cloth.way()).unwrap();
    -cloth.positions().iter().map(|p| distance.of(p)).fold(f64::INFINITY, f64::min)
}

#[test]
fn maps_hold_a_cloth_over_a_ball_as_the_exact_obstacle_does() {
    let (exact, lowest) = fallen("ball", None, 120);
    assert!(deepest(&exact) < 0.0 && lowest > 0.69, "{lowest}");
    for axis in [1, 2] {
        let maps = Some(MapSettings { axis, side: 256 });
        let (cloth, held) = fallen("ball", maps, 120);
        assert!((held - lowest).abs() < 0.02, "axis {axis}: {held} and {lowest}");
        assert!(deepest(&cloth) < 0.02, "axis {axis}: a particle is {} m inside", deepest(&cloth));
        // The same parameters give the same motion.
        assert_eq!(cloth.state_hash(), fallen("ball", maps, 120).0.state_hash());
    }
}

#[test]
fn maps_do_not_know_the_sides_of_a_box_that_are_parallel_to_the_view() {
    let of = |maps, steps| deepest(&fallen("box", maps, steps).0);
    let along = |axis| Some(MapSettings { axis, side: 256 });
    // The top holds the cloth that falls on it; later the hanging parts swing into the sides.
    assert!(of(None, 40) < 0.0 && of(along(1), 20) < 0.01);
    assert!(of(along(1), 40) > 0.02, "{}", of(along(1), 40));
    // From the front the top itself is unknown.
    assert!(of(along(2), 20) > 0.01, "{}", of(along(2), 20));
}

#[test]
fn a_cloth_sags_into_the_hole_of_a_ring_unless_maps_from_the_side_fill_it() {
    let of = |maps| fallen("ring", maps, 120).1;
    let along = |axis| of(Some(MapSettings { axis, side: 128 }));
    let (exact, from_above, from_the_side) = (of(None), along(1), along(2));
    assert!(
        from_the_side > exact + 0.02 && from_the_side > from_above + 0.02,
        "{exact}, {from_above}, {from_the_side}"
    );
    assert!(from_the_side > 0.45, "{from_the_side}");
}

#[test]
fn without_obstacle_response_nothing_is_pushed() {
    let response = Response { itself: false, obstacles: false };
    let of = |maps| {
        let parameters = Parameters { response, maps, ..Parameters::new(9) };
        let mut cloth = Cloth::new(scenes::find("ball").unwrap(), parameters).unwrap();
        (0..60).for_each(|_| drop(cloth.advance()));
        cloth.state_hash()
    };
    assert_eq!(of(None), of(Some(MapSettings::default())));
}

#[test]
fn the_lab_compares_the_maps_with_the_exact_obstacles_with_and_without_opengl() {
    let line =
        "scene=ring&side=33&itself=off&compare-maps=on&map-axis=z&frame=60&bending=0.005&method=cloth-fast";
    let gpu = gpu();
    let counts = [None, Some(&gpu)].map(|gpu| {
        let lab = ClothLab::build(gpu, &words(line), None).unwrap();
        assert_eq!(lab.shown_maps().unwrap().drawn, gpu.is_some());
        ["map-hits", "map-missed", "map-false", "map-undercut"].map(|name| fact(&lab, name))
    });
    let [hits, missed, false_hits, undercut] = counts[0];
    assert_eq!((hits, missed), (0.0, 0.0), "the response lets nothing in");
    assert!(false_hits > 20.0 && undercut > 20.0, "{false_hits}, {undercut}");
    // Particles on the border of a pixel or a depth may differ.
    for (cpu, gl) in counts[0].iter().zip(counts[1]) {
        assert!((cpu - gl).abs() <= 2.0, "{counts:?}");
    }
    // From above the ring has no undercut.
    let mut lab = ClothLab::build(None, &words(line), None).unwrap();
    lab.put(&words("map-axis=y")).unwrap();
    assert_eq!((fact(&lab, "map-undercut"), lab.frame()), (0.0, 60));
    // Where maps decide, another view starts another motion.
    lab.put(&words("obstacle-test=depth-maps&frame=3")).unwrap();
    assert!(lab.beginning().maps.is_some() && lab.frame() == 3);
    lab.put(&words("map-side=32")).unwrap();
    assert_eq!((lab.frame(), lab.beginning().maps.unwrap().side), (0, 32));
    lab.step();
    assert!(lab.shows_maps() && lab.shown_maps().is_some());
    // Without obstacles there is nothing to draw.
    lab.put(&words("scene=centre")).unwrap();
    assert!(lab.shows_maps() && lab.shown_maps().is_none());
    assert_no_complaints(&gpu);
}
