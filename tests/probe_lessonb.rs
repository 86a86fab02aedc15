//! A probe.
use collidoscope::exhibit::Exhibit;
use collidoscope::geometry::kdop::Kdop;
use collidoscope::geometry::{Point, Pose};
use collidoscope::labs::{self, LABS};
use collidoscope::labs::meshes::scenes;

fn facts(line: &str) {
    let exhibit: Exhibit = line.parse().unwrap_or_else(|w| panic!("{line}: {w}"));
    let (row, _) = labs::check(&exhibit, LABS[0]).map_err(|w| w.to_string()).unwrap();
    let lab = (row.build)(None, &exhibit.words, None).map_err(|w| w.to_string()).unwrap();
    let of: Vec<String> = lab.facts().iter().map(|(n, v)| format!("{n}={v:.6}")).collect();
    println!("{line}\n    {}", of.join(" ").replace(".000000", ""));
}

#[test]
fn lines() {
    let text = std::fs::read_to_string("/tmp/lb/lines.txt").unwrap();
    for line in text.lines().filter(|l| !l.is_empty()) { facts(line); }
}

fn growth<const S: usize>(name: &str) {
    for scene in ["blobs", "brackets", "knots"] {
        let mesh = (scenes::find(scene).unwrap().meshes)(1, 2000)[0].clone();
        let turn = |degrees: f64| Pose::from_parts(Default::default(), nalgebra::UnitQuaternion::from_scaled_axis(nalgebra::Vector3::new(0.0, 0.0, 1.0) * degrees.to_radians()));
        let first = Kdop::<S>::of_mesh(&mesh, &Pose::identity());
        let corners: Vec<Point> = first.corners();
        let mut last = first;
        for frame in 1..=36 {
            let step = turn(5.0);
            last = Kdop::<S>::around(last.corners().iter().map(|p| step * p));
            if [1, 9, 18, 36].contains(&frame) {
                let all = turn(5.0 * frame as f64);
                let original = Kdop::<S>::around(corners.iter().map(|p| all * p));
                let tight = Kdop::<S>::of_mesh(&mesh, &all);
                println!("{name} {scene} frame {frame}: original {:.3} last {:.3}", original.volume() / tight.volume(), last.volume() / tight.volume());
            }
        }
    }
}

#[test]
fn growths() {
    growth::<3>("6"); growth::<7>("14"); growth::<9>("18"); growth::<13>("26");
}
