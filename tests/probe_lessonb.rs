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
fn edges() {
    let scene = scenes::find("knots").unwrap();
    for triangles in [2000, 20000] {
    let [_, mesh] = (scene.meshes)(1, triangles);
    let (mut sum, mut n) = (0.0, 0.0);
    for t in 0..mesh.triangles().len() { let c = mesh.corners(t); for i in 0..3 { sum += (c[i] - c[(i + 1) % 3]).norm(); n += 1.0; } }
    println!("{triangles}: edge {}", sum / n);
    for percent in [0.1, 0.3, 1.0, 3.0] {
        let (mut moved, mut m) = (0.0, 0.0);
        for i in 0..100 {
            let at = |i: f64| (scene.pose)((0.03 + i * percent / 100.0) % 1.0);
            let (p, q) = (at(i as f64), at(i as f64 + 1.0));
            for v in mesh.vertices().iter().step_by(37) { moved += (p * v - q * v).norm(); m += 1.0; }
        }
        println!("{percent} %: {} = {} edges", moved / m, moved / m / (sum / n));
    }
    }
}

#[test]
fn chain() {
    use collidoscope::hierarchies::methods::find;
    let meshes = (scenes::find("chain").unwrap().meshes)(1, 2000);
    for rule in ["splatter", "min-sum"] {
        let method = find("kdop-18").unwrap();
        let mut settings = method.default_settings();
        settings.set("construction", rule).unwrap();
        settings.set("leaf-size", "1").unwrap();
        let pair = method.make(&meshes, &settings);
        for body in [0, 1] {
        let tree = pair.tree(body).unwrap();
        for node in 0..tree.node_count() as u32 {
            if (2..=3).contains(&tree.level(node)) {
                if let collidoscope::hierarchies::view::Outline::Hull(points) = tree.outline(node, &Pose::identity()) {
                    let b = collidoscope::geometry::Aabb::around(points);
                    println!("{rule} {body} level {} {:.2?} to {:.2?}", tree.level(node), b.min.coords.as_slice(), b.max.coords.as_slice());
                }
            }
        }
        }
    }
}

#[test]
fn growths() {
    growth::<3>("6"); growth::<7>("14"); growth::<9>("18"); growth::<13>("26");
}
