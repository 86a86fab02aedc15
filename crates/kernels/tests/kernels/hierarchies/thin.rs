//! Nearly parallel and nearly degenerate triangles: distances and bounds of volumes against exact fractions.

use std::array::from_fn;
use std::sync::Arc;

use collidoscope_kernels::geometry::kdop::Kdop;
use collidoscope_kernels::geometry::{Fit, Mesh, Obb, Point, Pose, Sphere, Vector};
use collidoscope_kernels::hierarchies::methods::METHODS;
use collidoscope_kernels::hierarchies::query::Query;
use collidoscope_kernels::hierarchies::triangles::distance::closest;
use collidoscope_kernels::hierarchies::triangles::exact::Triangle;
use collidoscope_kernels::hierarchies::triangles::touch::meets;
use collidoscope_kernels::hierarchies::volumes::Volume;
use collidoscope_kernels::hierarchies::volumes::rss::Rss;
use nalgebra::{Quaternion, UnitQuaternion};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

type Fraction = BigRational;
type Exact = [Fraction; 3];

fn minus(a: &Exact, b: &Exact) -> Exact {
    from_fn(|i| &a[i] - &b[i])
}

fn along(from: &Exact, to: &Exact, share: &Fraction) -> Exact {
    from_fn(|i| &from[i] + (&to[i] - &from[i]) * share)
}

fn dot(a: &Exact, b: &Exact) -> Fraction {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Exact, b: &Exact) -> Exact {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

fn is_share(x: &Fraction) -> bool {
    !x.is_negative() && *x <= Fraction::one()
}

/// The distance of two disjoint triangles: by corners and sides, corners and faces, or inner points of sides.
fn distance(a: &Triangle, b: &Triangle) -> f64 {
    let [a, b] = [a, b].map(|t| t.map(|p| -> Exact { from_fn(|i| Fraction::from_float(p[i]).unwrap()) }));
    let square = |p: &Exact, q: &Exact| dot(&minus(p, q), &minus(p, q));
    let mut squares = vec![];
    for (s, t) in [(&a, &b), (&b, &a)] {
        let (e, f) = (minus(&t[1], &t[0]), minus(&t[2], &t[0]));
        let n = cross(&e, &f);
        let nn = dot(&n, &n);
        for p in s {
            for i in 0..3 {
                let (q, r) = (&t[i], &t[(i + 1) % 3]);
                let side = minus(r, q);
                let share = match dot(&side, &side) {
                    zero if zero.is_zero() => zero,
                    length => dot(&minus(p, q), &side) / length,
                };
                squares.push(square(p, &along(q, r, &share.clamp(Fraction::zero(), Fraction::one()))));
            }
            if !nn.is_zero() {
                let w = minus(p, &t[0]);
                let [u, v] = [cross(&w, &f), cross(&e, &w)].map(|c| dot(&c, &n) / &nn);
                if !u.is_negative() && is_share(&v) && is_share(&(u + v)) {
                    squares.push(dot(&w, &n).pow(2) / &nn);
                }
            }
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let [(p, p_end), (q, q_end)] = [(&a[i], &a[(i + 1) % 3]), (&b[j], &b[(j + 1) % 3])];
            let (d, e, r) = (minus(p_end, p), minus(q_end, q), minus(q, p));
            let n = cross(&d, &e);
            let nn = dot(&n, &n);
            if !nn.is_zero() {
                let [s, t] = [cross(&r, &e), cross(&r, &d)].map(|c| dot(&c, &n) / &nn);
                if is_share(&s) && is_share(&t) {
                    squares.push(square(&along(p, p_end, &s), &along(q, q_end, &t)));
                }
            }
        }
    }
    squares.into_iter().min().unwrap().to_f64().unwrap().sqrt()
}

/// A triangle and nearly the same one, a part of it, or another, on a small grid, turned and lifted by 1e-17 to 1e-3.
fn pair(round: usize, random: &mut Pcg64) -> [Triangle; 2] {
    let mut corner = || Vector::from([(); 3].map(|()| f64::from(random.random_range(-4..=4))));
    let (a, other) = ([corner(), corner(), corner()], [corner(), corner(), corner()]);
    let b = match round % 3 {
        0 => other,
        1 => a.map(|p| p + other[0] * [0.0, 0.5, 0.25][round / 3 % 3]),
        _ => [a[1] + (a[0] - a[1]) * 0.75, a[0] + (a[1] - a[0]) * 0.125, other[0]],
    };
    let mut vector = |powers| {
        let size = 10_f64.powi(random.random_range(powers));
        Vector::from([(); 3].map(|()| random.random_range(-1.0..1.0))) * size
    };
    let (turn, lift) = (vector(-17..=-3), vector(-17..=0) * [0.0, 1.0][round / 9 % 2]);
    [a, b.map(|p| p + turn.cross(&p) + lift)]
}

fn bound<V: Volume>(meshes: &[Mesh; 2]) -> f64 {
    let [a, b] = meshes.each_ref().map(|mesh| V::around(mesh, &[0], Fit::HullArea));
    a.distance(&b)
}

#[test]
fn distances_of_nearly_parallel_triangles_are_right_and_no_volume_exceeds_them() {
    let mut random = Pcg64::seed_from_u64(53);
    let mut apart = 0;
    for round in 0..1500 {
        let [a, b] = pair(round, &mut random);
        let exact = if meets(&a, &b) { 0.0 } else { distance(&a, &b) };
        apart += usize::from(exact > 0.0);
        let found = closest(&a, &b);
        assert!((found.distance - exact).abs() < 1e-14, "{round}: {} {exact} {a:?} {b:?}", found.distance);
        let [p, q] = found.points;
        assert!(((p - q).norm() - exact).abs() < 1e-14, "{round}: {p:?} {q:?} {exact}");
        let mesh = |t: Triangle| Mesh::new(t.map(Point::from).to_vec(), vec![[0, 1, 2]]).unwrap();
        let meshes = [mesh(a), mesh(b)];
        let bounds = [
            ("rectangle swept sphere", bound::<Rss>(&meshes)),
            ("oriented box", bound::<Obb>(&meshes)),
            ("sphere", bound::<Sphere>(&meshes)),
            ("6-DOP", bound::<Kdop<3>>(&meshes)),
            ("14-DOP", bound::<Kdop<7>>(&meshes)),
            ("18-DOP", bound::<Kdop<9>>(&meshes)),
            ("26-DOP", bound::<Kdop<13>>(&meshes)),
        ];
        for (name, bound) in bounds {
            assert!(bound <= exact + 1e-14, "{round}: {name} {bound} {exact} {a:?} {b:?}");
        }
    }
    assert!((500..1400).contains(&apart), "{apart}");
}

#[test]
fn nearly_coplanar_meshes_touch_by_every_method() {
    let corners = [[4, 2], [-3, -3], [0, 2], [4, -2], [0, 1], [-3, 2]].map(|p| p.map(f64::from));
    let vertices = corners.map(|[x, y]| Point::new(x, y, 0.0)).to_vec();
    let mesh = Arc::new(Mesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]).unwrap());
    let shift = Vector::new(0.499_999_963_471_051_36, -2.499_999_999_999_999, -4.782_913_466_781_923e-8);
    let turn = Quaternion::new(1.0, 1.195_728_366_695_480_8e-8, 0.0, -9.132_237_154_373_162e-9);
    let pose = Pose::from_parts(shift.into(), UnitQuaternion::new_normalize(turn));
    for method in METHODS {
        let mut pair = method.make(&[mesh.clone(), mesh.clone()], &method.default_settings());
        assert_eq!(pair.answer(&pose, &Query::Determine).pairs.len(), 1, "{}", method.id);
    }
}
