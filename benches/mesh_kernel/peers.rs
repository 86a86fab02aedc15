//! Other libraries on the same meshes and poses.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use collidoscope::geometry::{Mesh, Pose};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::{distance, intersection_test};
use parry3d_f64::shape::TriMesh;

use crate::Run;
use crate::meshes::obj;
use crate::poses::csv;

/// Measures a library through its program in `target/peers`, if it was built as described in
/// `benches/peers/README.md`.
pub fn program(name: &str, meshes: &[Arc<Mesh>; 2], poses: &[Pose], sweeps: usize) -> Option<Run> {
    let program = format!("target/peers/{name}");
    if !Path::new(&program).exists() {
        println!("  no {name}: {program} was not built (benches/peers/README.md)");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("a.obj"), obj(&meshes[0])).expect("a file");
    std::fs::write(path("b.obj"), obj(&meshes[1])).expect("a file");
    std::fs::write(path("poses.csv"), csv(poses)).expect("a file");
    let files = ["a.obj", "b.obj", "poses.csv", "out.csv"].map(path);
    let status = Command::new(&program).args(&files).arg(sweeps.to_string()).status().expect("it runs");
    assert!(status.success(), "{program} failed");
    let text = std::fs::read_to_string(&files[3]).expect("its answers");
    let mut run = Run::default();
    // The file starts with a comment and the headings.
    for line in text.lines().skip(2) {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
        run.answers.push((cells[1] != 0.0, cells[2] as usize, cells[3]));
        run.times.push([cells[4], cells[5], cells[6]]);
    }
    Some(run)
}

/// Measures parry, which has no query for all pairs.
pub fn parry(meshes: &[Arc<Mesh>; 2], poses: &[Pose], sweeps: usize) -> Run {
    let [a, b] = [&meshes[0], &meshes[1]].map(|mesh| parry_mesh(mesh));
    let here = ParryPose::IDENTITY;
    let mut run =
        Run { times: vec![[f64::INFINITY; 3]; poses.len()], answers: vec![(false, 0, 0.0); poses.len()] };
    for _ in 0..sweeps {
        for (i, pose) in poses.iter().enumerate() {
            let (t, q) = (pose.translation.vector, pose.rotation.coords);
            let there = ParryPose {
                translation: Vector::new(t.x, t.y, t.z),
                rotation: Rotation::from_xyzw(q.x, q.y, q.z, q.w),
            };
            let start = Instant::now();
            let touching = intersection_test(&here, &a, &there, &b).expect("meshes");
            let boolean = start.elapsed().as_secs_f64() * 1e6;
            let start = Instant::now();
            let separation = distance(&here, &a, &there, &b).expect("meshes");
            let measured = start.elapsed().as_secs_f64() * 1e6;
            let times = &mut run.times[i];
            *times = [times[0].min(boolean), times[1], times[2].min(measured)];
            run.answers[i] = (touching.intersecting, 0, separation.distance);
        }
    }
    run
}

/// parry's tree of a mesh.
pub fn parry_mesh(mesh: &Mesh) -> TriMesh {
    let points = mesh.vertices().iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    TriMesh::new(points, mesh.triangles().to_vec()).expect("a mesh")
}
