//! Numbers in lessons that `bench` measured: a line of the page, in every language, has the committed figures
//! of `results/`.

use std::collections::HashMap;

use collidoscope::geometry::push_out::shortest::shortest_push;
use collidoscope::geometry::push_out::{LONGEST, PushOut};
use collidoscope::geometry::{Fit, Obb, Vector};
use collidoscope::image_space::conservative::FAT;
use collidoscope::image_space::framing::Framing;
use collidoscope::image_space::mesh_cache::MeshCache;
use collidoscope::image_space::options::Options;
use collidoscope::language::Language;
use collidoscope::methods;
use collidoscope::world::{Kind, PRESETS, Pair};

use crate::support::gpu;

/// `experiment,series,x,metric` and its value.
pub type Figures = HashMap<(String, String, String), f64>;

pub fn figures(experiment: &str) -> Figures {
    figures_of("llvmpipe", experiment)
}

fn figures_of(renderer: &str, experiment: &str) -> Figures {
    let path = format!("{}/results/{renderer}/{experiment}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    let rows = text.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let key = (cells[1].to_owned(), cells[2].to_owned(), cells[4].to_owned());
        (key, cells[5].parse().unwrap_or_else(|why| panic!("{path}: {line}: {why}")))
    });
    rows.collect()
}

/// The page's lines in every language.
fn pages(lesson: &str) -> Vec<Vec<String>> {
    let read = |language: Language| {
        let folder = format!("{}/assets/lessons/{}", env!("CARGO_MANIFEST_DIR"), language.id());
        let mut names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let path = names.find(|path| path.to_string_lossy().ends_with(&format!("-{lesson}.md")));
        let text = std::fs::read_to_string(path.unwrap_or_else(|| panic!("{lesson}"))).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    Language::ALL.into_iter().map(read).collect()
}

/// A number with `decimals` decimals and thousands separators.
pub fn shown(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (whole, rest) =
        text.split_once('.').map_or((text.as_str(), String::new()), |(w, r)| (w, format!(".{r}")));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &rest
}

/// The numbers in `line`, as written.
fn numbers(line: &str) -> Vec<String> {
    let parts = line.split(|c: char| !(c.is_ascii_digit() || ".,".contains(c)));
    parts.map(|part| part.trim_matches(['.', ',']).to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Asserts that some line of the page has all these numbers, in every language.
pub fn assert_says(lesson: &str, wanted: &[String]) {
    for (language, lines) in Language::ALL.into_iter().zip(pages(lesson)) {
        let holds = |line: &String| {
            let there = numbers(line);
            wanted.iter().all(|number| there.contains(number))
        };
        assert!(lines.iter().any(holds), "{}, {lesson}: no line with {wanted:?}", language.id());
    }
}

#[test]
fn read_back_compares_methods_under_the_same_schedule() {
    let measured = figures("schedules");
    let of = |method: &str, schedule: &str, metric: &str| {
        measured[&(format!("{method}/{schedule}"), "100".to_owned(), metric.to_owned())]
    };
    for method in ["occlusion-query", "occlusion-boolean", "depth-readback", "recode", "stencil"] {
        let times = ["pair-by-pair", "fast"].map(|schedule| shown(of(method, schedule, "time"), 2));
        let bytes = shown(of(method, "pair-by-pair", "bytes read"), 0);
        assert_says("readback", &[times[0].clone(), times[1].clone(), bytes]);
    }
    let ratio =
        |schedule| of("occlusion-boolean", schedule, "time") / of("occlusion-query", schedule, "time");
    assert_says("readback", &[shown(ratio("pair-by-pair"), 1), shown(ratio("fast"), 1)]);

    // On a card and here: how much longer reading pictures back takes than counting.
    let on_card = figures_of("nvidia-h100", "schedules");
    let time = |figures: &Figures, method: &str| {
        figures[&(format!("{method}/pair-by-pair"), "100".to_owned(), "time".to_owned())]
    };
    let methods = ["occlusion-query", "occlusion-boolean", "recode", "depth-readback"];
    let mut told = methods.map(|method| shown(time(&on_card, method), 2)).to_vec();
    for figures in [&on_card, &measured] {
        told.push(shown(time(figures, "depth-readback") / time(figures, "occlusion-query"), 1));
    }
    assert_says("readback", &told);
}

#[test]
fn shortcuts_fail_as_often_as_told() {
    let measured = figures("shortcuts");
    let of = |series: &str, family: usize, metric: &str, decimals| {
        shown(measured[&(series.to_owned(), family.to_string(), metric.to_owned())], decimals)
    };
    let missed = |series: &str| [1, 2, 3, 4].map(|family| of(series, family, "missed", 0));
    assert_says("back-faces", &missed("near faces only"));
    assert_says("view-volume", &missed("window of the overlap"));
    let false_hits = [1, 2, 3].map(|family| of("stencil-as-published", family, "false_hits", 0));
    assert_says("stencil-bug", &[&missed("stencil-as-published")[..], &false_hits].concat());
    assert_says("stencil", &[2, 3].map(|family| of("stencil", family, "differs", 2)));
    assert_says("separating-axes", &[of("six face normals", 1, "settled", 0)]);
}

#[test]
fn recode_and_the_query_take_the_times_of_the_read_back_table() {
    let measured = figures("schedules");
    let time = |method: &str| measured[&(format!("{method}/pair-by-pair"), "100".into(), "time".into())];
    let (recode, query) = (time("recode"), time("occlusion-query"));
    let less = shown(100.0 * (1.0 - query / recode), 0);
    assert_says("recode", &[shown(recode, 2), shown(query, 2), less]);
}

#[test]
fn the_stencil_method_has_a_fixed_part_and_a_growing_one() {
    let measured = figures("figure-4");
    let of = |series: &str, x: &str, metric: &str| measured[&(series.into(), x.into(), metric.into())];
    let a_pair = |x| of("stencil", x, "time") / of("candidates", x, "pairs_per_frame");
    let (few, many) = ("9836", "150592");
    let triangles = many.parse::<f64>().unwrap() / few.parse::<f64>().unwrap();
    assert_says("stencil", &[shown(triangles, 0), shown(a_pair(many) / a_pair(few), 1)]);
}

#[test]
fn broad_phases_take_what_the_table_says() {
    let measured = figures("broad-phase");
    for (bodies, decimals) in [("1000", 2), ("5000", 2), ("10000", 2), ("100000", 1)] {
        let of = |series: &str, metric: &str| measured[&(series.into(), bodies.into(), metric.into())];
        let mut row = vec![shown(bodies.parse().unwrap(), 0), shown(of("octree", "pairs"), 0)];
        let all = ["sweep-and-prune", "box-pruning", "uniform-grid", "octree", "aabb-tree"];
        row.extend(all.map(|id| shown(of(id, "time"), decimals)));
        assert_says("broad-phase-structures", &row);
    }
    let time = |id: &str, x: &str| measured[&(id.to_owned(), x.to_owned(), "time".to_owned())];
    let others = ["sweep-and-prune", "octree", "aabb-tree"];
    assert!(others.iter().any(|id| time(id, "2000") < 1.01 * time("uniform-grid", "2000")));
    for x in ["1000", "2000", "5000", "10000", "20000", "50000", "100000"] {
        let all = ["uniform-grid", "sweep-and-prune", "octree", "aabb-tree"];
        assert!(all.iter().all(|id| time("box-pruning", x) < time(id, x)), "{x}");
    }
    assert_eq!((time("uniform-grid", "100000") / time("box-pruning", "100000")).round(), 5.0);
    for x in ["5000", "10000", "20000", "50000", "100000"] {
        assert!(others.iter().all(|id| time(id, x) > time("uniform-grid", x)), "{x}");
    }
}

#[test]
fn fits_take_what_the_table_says() {
    let measured = figures("table-2-boxes");
    let of = |series: &str, x: &str, metric: &str| measured[&(series.into(), x.into(), metric.into())];
    let largest = "502680";
    let times = ["hull-area-centroid", "vertex-pca-mean"].map(|fit| of(fit, largest, "time"));
    assert_says("obb-fits", &[shown(times[0], 0), shown(times[1], 1), shown(502_680.0, 0)]);
    let sizes = measured.keys().filter(|(series, _, metric)| series == "hull-area" && metric == "time");
    let sizes: Vec<&str> = sizes.map(|(_, x, _)| x.as_str()).collect();
    let more = |one: &str, other: &str, model: &str| {
        let growth = sizes.iter().map(|x| {
            let volume = |fit: &str| of(&format!("{fit}/{model}"), x, "volume_ratio");
            100.0 * (volume(one) / volume(other) - 1.0)
        });
        growth.fold(f64::MIN, f64::max)
    };
    let worst = |one: &str, other: &str| {
        ["ball", "bumpy", "long"].map(|model| more(one, other, model)).into_iter().fold(f64::MIN, f64::max)
    };
    let published = shown(worst("hull-area-centroid", "vertex-pca-mean"), 1);
    let ball = shown(more("hull-area-centroid", "vertex-pca-mean", "ball").abs(), 1);
    assert_says("obb-fits", &[published, ball]);
    assert_says("obb-fits", &[shown(worst("hull-area-centroid", "hull-area"), 1)]);
}

#[test]
fn a_cones_box_is_as_large_as_told() {
    let cone = Kind::Cone.shape(1.0, 4);
    let ratio = |fit| Obb::of_mesh(cone.mesh(), fit).volume() / cone.mesh().volume();
    assert_says("obb-fits", &[Fit::HullAreaCentroid, Fit::HullArea].map(|fit| shown(ratio(fit), 2)));
}

#[test]
fn the_conservative_mode_misses_as_little_and_hits_as_far_as_told() {
    let resolutions = figures("resolution");
    let of = |metric: &'static str| {
        let rows = resolutions
            .iter()
            .filter(move |((series, _, name), _)| series == "occlusion-conservative" && name == metric);
        rows.map(|(_, value)| *value)
    };
    assert_eq!((of("deepest_miss").count(), of("deepest_miss").fold(0.0, f64::max)), (6, 0.0));
    let farthest = shown(of("farthest_false_hit").fold(0.0, f64::max), 2);
    assert_says("conservative", std::slice::from_ref(&farthest));
    assert_says("never-misses", &[farthest, "24,000".into()]);

    let adversarial = figures("truth");
    let rows = |metric: &'static str| {
        adversarial.iter().filter(move |((series, _, name), _)| {
            series.starts_with("occlusion-conservative/") && name == metric
        })
    };
    let pairs: f64 = rows("missed").map(|((_, x, _), _)| x.parse::<f64>().unwrap()).sum();
    let sum = |metric| rows(metric).map(|(_, value)| value).sum::<f64>();
    assert_eq!(sum("missed"), 0.0);
    assert_says("never-misses", &[shown(pairs, 0), shown(sum("false_hits"), 0)]);
}

#[test]
fn the_needles_tips_would_go_as_far_as_told() {
    let gpu = gpu();
    let bodies = (PRESETS.iter().find(|preset| preset.id == "needle").unwrap().build)();
    let mut settings = methods::find("occlusion-conservative").unwrap().default_settings();
    settings.set("resolution", "32").unwrap();
    settings.set("schedule", "pair-by-pair").unwrap();
    let options = Options::of(&settings).unwrap();
    let pairs = [Pair::new(0, 1)];
    let mut meshes = MeshCache::for_outline(&gpu, FAT.outline);
    let framing = Framing::new(&FAT, &options, &mut meshes, &bodies, &pairs).unwrap();
    let [margin, _] = framing.job(0, pairs[0], 0).unwrap().margins;
    assert_says("never-misses", &[shown(1e3 * margin, 0)]);

    let mesh = bodies[0].shape.mesh();
    let at_tip = (0..mesh.triangles().len()).filter(|t| mesh.triangles()[*t].contains(&0));
    let normals: Vec<Vector> = at_tip.map(|t| mesh.area_normal(t).normalize()).collect();
    let tip = mesh.vertices()[0].coords;
    let push = shortest_push(&normals, &tip).norm();
    let thickness = 2e3 * mesh.vertices()[2].coords.norm();
    assert_says("never-misses", &[shown(push, 0), shown(margin * push, 1), shown(1e3 * margin, 0)]);
    assert_says("never-misses", &[shown(thickness, 0)]);
    // With bevels, they move no farther than any corner may.
    let longest = PushOut::of(&bodies[0].shape).longest;
    assert!(longest <= LONGEST * 1.001, "{longest}");
    let reach = LONGEST * (0.5 + 2.0 / 256.0) * 2_f64.sqrt();
    assert_says("never-misses", &[LONGEST.to_string(), shown(reach, 2), shown(2.0 * reach, 2)]);
}

/// The metric of volume tests in the tables of experiments on two meshes.
const VOLUME_TESTS: &str = "volume_tests";

#[test]
fn constructions_and_arities_take_as_many_tests_as_told() {
    let measured = figures("construction");
    let of = |series: &str, x: &str, metric: &str| measured[&(series.into(), x.into(), metric.into())];
    let tests = |series: &str| shown(of(series, "20000", VOLUME_TESTS), 0);
    assert_says("three-constructions", &["top-down/2", "bottom-up/2", "insertion/2"].map(tests));
    for arity in ["2", "4", "8"] {
        assert_says("balance", &[arity.to_owned(), tests(&format!("top-down/{arity}"))]);
    }
    // The page says: "At every size both took longer to build."
    for x in ["1000", "2000", "5000", "10000", "20000"] {
        let build = |series| of(series, x, "build");
        assert!(build("bottom-up/2") > build("top-down/2"), "{x}");
        assert!(build("insertion/2") > build("top-down/2"), "{x}");
    }
}

#[test]
fn unbalanced_trees_take_as_many_times_the_tests_as_told() {
    let measured = figures("balance");
    let sizes = ["1000", "3000", "10000", "30000"];
    let times = |tree: &str, scene: &str| {
        let of = |tree: &str, x: &str| {
            measured[&(format!("{tree}/{scene}"), x.to_owned(), VOLUME_TESTS.to_owned())]
        };
        // The geometric mean over the sizes, as in the experiment's claim.
        let logs = sizes.map(|x| (of(tree, x) / of("median", x)).ln());
        (logs.iter().sum::<f64>() / logs.len() as f64).exp()
    };
    assert_says("balance", &["hot-and-cold", "blobs"].map(|scene| shown(times("unbalanced", scene), 2)));
    assert_says("balance", &["hot-and-cold", "blobs"].map(|scene| shown(times("bottom-up", scene), 2)));
}

#[test]
fn the_cost_function_is_off_as_often_as_told() {
    let measured = figures("cost-function");
    let of = |series: &str, x: &str, metric: &str| measured[&(series.into(), x.into(), metric.into())];
    let all = |metric: &'static str| measured.iter().filter(move |((.., m), _)| m == metric);
    let good = all("error").filter(|(_, error)| **error <= 20.0).count();
    assert_says("cost-function", &["20".into(), good.to_string(), all("error").count().to_string()]);
    let shares = all("share_of_tests_and_updates").map(|(_, share)| *share);
    let [least, most] =
        shares.fold([f64::INFINITY, 0.0], |[low, high], share| [low.min(share), f64::max(high, share)]);
    assert_says("cost-function", &[shown(least, 0), shown(most, 0)]);

    let cost = |tree: &str, metric: &str| of(tree, "0", metric);
    let triangle = |tree| cost(tree, "cost_of_triangle_test");
    assert_says("cost-function", &[shown(triangle("obb-tree") / triangle("aabb-tree"), 1)]);
    let volume = |tree| cost(tree, "cost_of_volume_test");
    let fold = volume("obb-tree") / volume("aabb-tree");
    assert!((2.8..3.5).contains(&fold), "three times: {fold}");
    let (worst, error) = all("error").max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
    assert_eq!((&*worst.0, &*worst.1), ("kdop-26", "7"), "the brackets");
    assert_says("cost-function", &["26".into(), shown(*error, 0)]);
    // For the page's scene: nv, np and nu of both trees.
    let total = |tree: &str, counts: [f64; 3]| {
        let costs = ["cost_of_volume_test", "cost_of_triangle_test", "cost_of_update"];
        counts.iter().zip(costs).map(|(count, metric)| count * cost(tree, metric)).sum::<f64>()
    };
    let aabb = total("aabb-tree", [19_113.0, 37_703.0, 1281.0]);
    let fold = aabb / total("obb-tree", [20_145.0, 155.0, 1515.0]);
    assert!((3.5..4.5).contains(&fold), "four times: {fold}");
}

#[test]
fn obb_trees_take_as_many_tests_at_a_gap_as_told() {
    let measured = figures("obbtree-gap");
    let tests = |tree: &str, gap: &str| measured[&(tree.into(), gap.into(), VOLUME_TESTS.into())];
    for gap in ["0.4", "0.1", "0.025"] {
        let row = ["obb-tree", "kdop-18", "aabb-tree"].map(|tree| shown(tests(tree, gap), 0));
        assert_says("obb-tree", &[vec![gap.to_owned()], row.to_vec()].concat());
    }
    assert_says("obb-tree", &[shown(tests("rss-tree", "0.025"), 0)]);
    let gaps = ["0.4", "0.28", "0.2", "0.14", "0.1", "0.07", "0.05", "0.035", "0.025"];
    // The slope of a least-squares line through the logarithms.
    let power = |tree: &str| {
        let points = gaps.map(|gap| (gap.parse::<f64>().unwrap().ln(), tests(tree, gap).ln()));
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let over = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>();
        -over / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
    };
    assert_says("obb-tree", &["obb-tree", "aabb-tree"].map(|tree| shown(power(tree), 2)));
}
