//! dev
mod meshes;
mod poses;
use std::time::Instant;
use collidoscope::hierarchies::fast::{build, tree::Tree, level::Level, posed::Posed, detect::Detect, all_pairs::{AllPairs, Lists}, distance::Distance};
use collidoscope::hierarchies::query::Cost;
use collidoscope::geometry::Pose;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let arg = |k: &str| args.iter().position(|a| a == k).map(|i| args[i + 1].clone());
    let count: usize = arg("--poses").map_or(1000, |x| x.parse().unwrap());
    let sweeps: usize = arg("--sweeps").map_or(5, |x| x.parse().unwrap());
    let with_fcl = args.iter().any(|a| a == "--fcl");
    for set in meshes::sets() {
        if let Some(only) = arg("--only") && !set.name.contains(&only) { continue; }
        let mut trees: Vec<Tree> = vec![];
        let mut ms = vec![];
        for m in &set.meshes {
            let best = (0..3).map(|_| { let t = cpu(); let tree = build::build(m, 1, &mut |_| true).unwrap(); let dt = std::time::Duration::from_secs_f64(cpu() - t); if dt.as_secs_f64() >= 0.0 { trees.push(tree); } dt }).min().unwrap();
            while trees.len() > ms.len() + 1 { trees.pop(); }
            ms.push(best.as_secs_f64() * 1e3);
        }
        let [a, b] = [&trees[0], &trees[1]];
        let bytes = [a, b].map(|t| t.bytes() as f64 / t.mesh.triangles().len() as f64);
        let file = format!("/tmp/k-lab/poses-{}-{count}.csv", set.name);
        let mut stack = vec![];
        let mut cost = Cost::default();
        let best = Level::best();
        let list: Vec<Pose> = if let Ok(text) = std::fs::read_to_string(&file) {
            text.lines().skip(1).map(|l| { let v: Vec<f64> = l.split(',').map(|x| x.parse().unwrap()).collect();
                Pose::from_parts(nalgebra::Translation3::new(v[0], v[1], v[2]), nalgebra::UnitQuaternion::new_unchecked(nalgebra::Quaternion::new(v[6], v[3], v[4], v[5]))) }).collect()
        } else {
            let list = poses::near_contact(count, 7, |p| best.run(Detect { posed: &Posed::new(a, b, p), stack: &mut stack, cost: &mut cost }).is_some());
            std::fs::write(&file, poses::csv(&list)).unwrap();
            list
        };
        let obj = [0, 1].map(|i| format!("/tmp/k-lab/{}-{i}.obj", set.name));
        for (i, f) in obj.iter().enumerate() { if !std::path::Path::new(f).exists() { std::fs::write(f, meshes::obj(&set.meshes[i])).unwrap(); } }
        println!("{}: build {:.0} {:.0} ms, bytes {:.1} {:.1}, nodes {} leaves {}", set.name, ms[0], ms[1], bytes[0], bytes[1], a.nodes.len(), a.leaves.len());
        let fcl_csv = format!("/tmp/k-lab/fcl-{}-{count}.csv", set.name);
        if with_fcl {
            assert!(std::process::Command::new("/tmp/k-lab/fcl").args([&obj[0], &obj[1], &file, &fcl_csv, "2"]).status().unwrap().success());
        }
        let fcl: Vec<Vec<f64>> = std::fs::read_to_string(&fcl_csv).map(|t| t.lines().skip(2).map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect()).unwrap_or_default();
        if !fcl.is_empty() {
            let mean = |k: usize| fcl.iter().map(|r| r[k]).sum::<f64>() / fcl.len() as f64;
            println!("  fcl hits {} pairs {:.1} detect {:.2} all {:.2} distance {:.2}", mean(1) * fcl.len() as f64, mean(2), mean(4), mean(5), mean(6));
        }
        for level in Level::available() {
            if let Some(only) = arg("--level") && level.name() != only { continue; }
            let mut times = vec![[f64::INFINITY; 3]; list.len()];
            let mut hits = 0;
            let mut pairs_total = 0;
            let mut costs = [Cost::default(); 3]; let mut heap = Default::default();
            let mut lists = Lists::default();
            let mut found = vec![];
            for sweep in 0..sweeps {
                hits = 0; costs = [Cost::default(); 3]; pairs_total = 0;
                for (i, p) in list.iter().enumerate() {
                    let t = Instant::now();
                    let posed = Posed::new(a, b, p);
                    let r = level.run(Detect { posed: &posed, stack: &mut stack, cost: &mut costs[0] });
                    times[i][0] = times[i][0].min(t.elapsed().as_secs_f64() * 1e6);
                    hits += usize::from(r.is_some());
                    if let Some(f) = fcl.get(i) && (f[1] > 0.0) != r.is_some() { println!("pose {i}: fcl {} ours {:?}", f[1], r); }
                }
                for (i, p) in list.iter().enumerate() {
                    let t = Instant::now();
                    let posed = Posed::new(a, b, p);
                    let r = level.run(Distance { posed: &posed, heap: &mut heap, cost: &mut costs[2], tolerance: Default::default(), limit: f64::INFINITY, any: false, seed: None });
                    times[i][2] = times[i][2].min(t.elapsed().as_secs_f64() * 1e6);
                    let d = r.unwrap().closest.distance;
                    if let Some(f) = fcl.get(i) && (f[3].max(0.0) - d).abs() > 1e-9 && sweep == 0 { println!("pose {i}: fcl {} ours {:?}", f[3], d); }
                }
                for (i, p) in list.iter().enumerate() {
                    found.clear();
                    let t = Instant::now();
                    let posed = Posed::new(a, b, p);
                    level.run(AllPairs { posed: &posed, lists: &mut lists, cost: &mut costs[1], found: &mut found });
                    times[i][1] = times[i][1].min(t.elapsed().as_secs_f64() * 1e6);
                    pairs_total += found.len();
                    if let Some(f) = fcl.get(i) && f[2] as usize != found.len() && list.len() < 50 { println!("pose {i}: fcl {} ours {:?}", f[2], found.len()); }
                }
            }
            let n = list.len() as f64;
            let mean = |k: usize| times.iter().map(|t| t[k]).sum::<f64>() / n;
            let ratio = |k: usize| if fcl.is_empty() { 0.0 } else { fcl.iter().map(|r| r[4 + k]).sum::<f64>() / n / mean(k) };
            println!("  {:8} hits {hits} detect {:.2} us (x{:.1}) bv16 {:.1} tri {:.1} exact {:.3} | all {:.2} us (x{:.1}) pairs {:.1} bv16 {:.1} leafpairs {:.1} exact {:.3} | dist {:.2} us (x{:.1}) bv16 {:.1} f64 {:.1}", level.name(), mean(0), ratio(0),
                costs[0].volume_tests as f64 / n / 16.0, costs[0].triangle_tests as f64 / n, costs[0].updates as f64 / n, mean(1), ratio(1), pairs_total as f64 / n, costs[1].volume_tests as f64 / n / 16.0, costs[1].triangle_tests as f64 / n / 16.0, costs[1].updates as f64 / n, mean(2), ratio(2), costs[2].volume_tests as f64 / n / 16.0, costs[2].triangle_tests as f64 / n);
        }
    }
}

fn cpu() -> f64 {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).tv_sec as f64 + rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).tv_nsec as f64 * 1e-9
}
