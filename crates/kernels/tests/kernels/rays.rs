//! Rays and points in the interface of the library: poses, scenes, many questions, errors.

use collidoscope_kernels::{Error, Mesh, Pose, Ray, Scene, answer_all};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const CORNERS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

fn tetrahedron() -> Mesh {
    Mesh::new(&CORNERS, &FACES).unwrap()
}

fn vector(random: &mut Pcg64) -> [f64; 3] {
    [0; 3].map(|_| random.random_range(-2.0..2.0))
}

#[test]
fn a_scene_finds_the_body_that_each_placed_mesh_finds() {
    let mut random = Pcg64::seed_from_u64(1);
    let mesh = tetrahedron();
    let scene = Scene::new(vec![mesh.clone(); 6]);
    let mut hits = 0;
    for _ in 0..300 {
        let pose = |_| {
            Pose::from_quaternion([0; 4].map(|_| random.random_range(0.1..1.0)), vector(&mut random)).unwrap()
        };
        let poses: Vec<Pose> = (0..6).map(pose).collect();
        let ray = Ray::new(vector(&mut random), vector(&mut random)).unwrap().up_to(3.0).unwrap();
        let found = scene.first_hit(&poses, &ray).unwrap();
        // The placed corners as a mesh of their own, which are rounded otherwise.
        let placed = |pose: &Pose| Mesh::new(&CORNERS.map(|corner| pose.place(corner)), &FACES).unwrap();
        let all = (0..).zip(&poses).filter_map(|(body, pose)| Some((placed(pose).first_hit(&ray)?, body)));
        let first = all.min_by(|x: &(_, u32), y| x.0.t.total_cmp(&y.0.t));
        assert_eq!(found.map(|found| found.body), first.map(|(_, body)| body));
        if let (Some(found), Some((hit, _))) = (found, first) {
            assert!((found.hit.t - hit.t).abs() < 1e-12 && found.hit.triangle == hit.triangle);
            assert!((0..3).all(|i| (found.hit.point[i] - hit.point[i]).abs() < 1e-12));
            hits += 1;
        }
    }
    assert!(hits > 20, "{hits}");
    assert!(matches!(scene.first_hit(&[], &Ray::new([0.0; 3], [1.0; 3]).unwrap()), Err(Error::Count { .. })));
}

#[test]
fn many_questions_get_the_answers_of_one_each_on_any_number_of_threads() {
    let mut random = Pcg64::seed_from_u64(2);
    let mesh = tetrahedron();
    for count in [0, 1, 2, 7, 1000] {
        let rays: Vec<Ray> =
            (0..count).map(|_| Ray::new(vector(&mut random), vector(&mut random)).unwrap()).collect();
        let alone: Vec<_> = rays.iter().map(|ray| mesh.first_hit(ray)).collect();
        for threads in [0, 1, 3, 50] {
            assert_eq!(answer_all(&rays, threads, |ray| mesh.first_hit(ray)), alone);
        }
    }
}

#[test]
fn bad_rays_points_and_open_surfaces_are_refused() {
    let mesh = tetrahedron();
    let nan = [0.0, f64::NAN, 0.0];
    assert_eq!(Ray::new(nan, [1.0; 3]), Err(Error::Coordinate { what: "origin", index: 0 }));
    for direction in [nan, [0.0; 3], [1e51, 0.0, 0.0], [1e-60; 3]] {
        assert_eq!(Ray::new([0.0; 3], direction), Err(Error::Direction));
    }
    let ray = Ray::new([0.2, 0.2, -1.0], [0.0, 0.0, 2.0]).unwrap();
    assert_eq!(ray.up_to(-1.0), Err(Error::LargestT));
    assert_eq!(ray.up_to(f64::NAN), Err(Error::LargestT));
    assert!(mesh.is_hit(&ray.up_to(0.5).unwrap()) && !mesh.is_hit(&ray.up_to(0.499).unwrap()));
    assert_eq!(mesh.hits(&ray).iter().map(|hit| hit.triangle).collect::<Vec<_>>(), [0, 2]);
    assert!(mesh.nearest(nan).is_err() && mesh.contains(nan).is_err() && mesh.signed_distance(nan).is_err());
    assert_eq!(mesh.contains([0.5, 0.5, 0.0]), Ok(true));
    assert_eq!(mesh.signed_distance([0.5, 0.5, -2.0]), Ok(2.0));
    let open = Mesh::new(&CORNERS, &FACES[..3]).unwrap();
    assert!(open.nearest([0.1; 3]).is_ok() && open.is_hit(&ray));
    let why = open.contains([0.1; 3]).unwrap_err().to_string();
    assert!(why.contains("not closed: the edge from vertex"), "{why}");
    assert!(open.signed_distance([0.1; 3]).is_err());
}
