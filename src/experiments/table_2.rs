//! `table-2-boxes`: construction time and volume of oriented boxes, for models of growing size.
//!
//! Lin, Zou & Zhang (source 3), table 2; its claims are known, its numbers are lost. It compares the box from
//! the area-weighted covariance of the convex hull with the classic one from the covariance of all vertices.
//! Both are measured with two centres, on the mean (as published) and midway between the extremes: four fits.
//! The models are a ball, whose vertices are all on the hull, a bumpy ball, and the bumpy ball stretched; all
//! are closed, seeded and randomly rotated.

use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::random::turn;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError, measure};
use crate::geometry::{Fit, Mesh, Obb, Point, Vector, primitives};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "table-2-boxes",
    lab: "arena",
    title: "Constructing oriented boxes",
    source: "Lin, Zou & Zhang, table 2",
    says: "Construction time and volume of oriented boxes fitted in four ways to models of 1,000 to 500,000 triangles.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "time",
        Axis::log("triangles"),
        Axis::log("construction time, mean of the models (ms)"),
    ),
    run,
    claims,
};

/// Names of series and their fits: first the two as published, then the two centred between the extremes.
const FITS: [(&str, Fit); 4] = [
    ("hull-area-centroid", Fit::HullAreaCentroid),
    ("vertex-pca-mean", Fit::VertexPcaMean),
    ("hull-area", Fit::HullArea),
    ("vertex-pca", Fit::VertexPca),
];

/// A closed model around the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    name: &'static str,
    /// Height of the bumps, in radii.
    bumps: f64,
    /// Length, in widths.
    stretch: f64,
}

impl Model {
    const BALL: Self = Self { name: "ball", bumps: 0.0, stretch: 1.0 };
    pub const BUMPY: Self = Self { name: "bumpy", bumps: 0.25, stretch: 1.0 };
    const LONG: Self = Self { name: "long", bumps: 0.25, stretch: 4.0 };

    /// The model, stretched to `stretch` times its width.
    pub fn stretched(self, stretch: f64) -> Self {
        Self { stretch, ..self }
    }

    /// The model's mesh with about `triangles` triangles: a ball of radius 1 m with six waves of random
    /// direction, length and phase on it, stretched along y and less along z, and randomly rotated.
    pub fn mesh(&self, triangles: u32, seed: u64) -> Mesh {
        let mut random = Pcg64::seed_from_u64(seed);
        let waves: Vec<(Vector, f64)> = (0..6)
            .map(|_| {
                let wave = Vector::from_fn(|_, _| random.random_range(-8.0..8.0));
                (wave, random.random_range(0.0..std::f64::consts::TAU))
            })
            .collect();
        let turn = turn(&mut random);
        // A ball of level L has 20·L·(5L−1) triangles.
        let level = (f64::from(triangles) / 100.0).sqrt().round().max(1.0) as u32;
        let ball = primitives::sphere(1.0, level);
        let vertices = ball.vertices().iter().map(|p| {
            let waves: f64 = waves.iter().map(|(wave, phase)| (wave.dot(&p.coords) + phase).sin()).sum();
            let p = p * (1.0 + self.bumps * waves / 6.0);
            turn * Point::new(p.x, p.y * self.stretch, p.z * self.stretch.sqrt())
        });
        Mesh::new(vertices.collect(), ball.triangles().to_vec()).expect("the ball's triangles")
    }
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let models = [Model::BALL, Model::BUMPY, Model::LONG];
    let sizes: &[u32] =
        if run.quick { &[1_000, 10_000] } else { &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 500_000] };
    let turns = if run.quick { 3 } else { 5 };
    run.expect(sizes.len() * models.len());
    for &size in sizes {
        let (mut sums, mut x) = ([0.0; 4], (0.0, "triangles"));
        for model in models {
            run.step(format!("{} of {size} triangles", model.name))?;
            let mesh = model.mesh(size, run.seed);
            x.0 = mesh.triangles().len() as f64;
            let mut times: [Vec<Duration>; 4] = Default::default();
            let mut volumes = [0.0; 4];
            for turn in 0..=turns {
                for (i, (_, fit)) in FITS.into_iter().enumerate() {
                    run.check()?;
                    let start = Instant::now();
                    let bounds = Obb::of_mesh(&mesh, fit);
                    let elapsed = start.elapsed();
                    // The first turn is a warm-up.
                    if turn > 0 {
                        times[i].push(elapsed);
                    }
                    volumes[i] = bounds.volume();
                }
            }
            for (i, times) in times.into_iter().enumerate() {
                let time = measure::median(times).as_secs_f64() * 1e3;
                sums[i] += time;
                let series = format!("{}/{}", FITS[i].0, model.name);
                run.measured(&series, x, "model_time", (time, "ms"));
                run.measured(series, x, "volume_ratio", (volumes[i] / mesh.volume(), ""));
            }
        }
        for (sum, (fit, _)) in sums.into_iter().zip(FITS) {
            run.measured(fit, x, "time", (sum / models.len() as f64, "ms"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let largest = figures.iter().filter(|f| f.metric == "time").map(|f| f.x).fold(0.0, f64::max);
    let time = |fit: &str| {
        let there = |f: &&Figure| f.metric == "time" && f.x == largest && f.series == fit;
        figures.iter().find(there).map(|f| f.value)
    };
    let mut claims = vec![];
    if let (Some(hull), Some(pca)) = (time("hull-area-centroid"), time("vertex-pca-mean")) {
        claims.push(Claim {
            published: "constructed much faster than by PCA, above all for large models".into(),
            here: format!(
                "{hull:.3} ms against {pca:.3} ms at {largest} triangles: {:.1} × the time",
                hull / pca
            ),
            holds: Some(hull < pca),
        });
    }
    for (hull, pca, centre) in [
        ("hull-area-centroid", "vertex-pca-mean", "both on the mean, as published"),
        ("hull-area", "vertex-pca", "both between the extremes"),
    ] {
        let growths = growths(figures, hull, pca);
        if let Some((worst, series)) = growths.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
            let mean = growths.iter().map(|g| g.0).sum::<f64>() / growths.len() as f64;
            claims.push(Claim {
                published: format!("a volume at most 6 % larger than by PCA ({centre})"),
                here: format!(
                    "at most {:+.1} % ({series}), {:+.1} % on average",
                    worst * 100.0,
                    mean * 100.0
                ),
                holds: Some(*worst <= 0.06),
            });
        }
        let growths = self::growths(figures, "hull-area-centroid", "hull-area");
        if centre.starts_with("both between") && !growths.is_empty() {
            let (least, most) =
                growths.iter().fold((f64::MAX, f64::MIN), |(l, m), g| (l.min(g.0), m.max(g.0)));
            claims.push(Claim {
                published: "the box's centre is the hull's centroid".into(),
                here: format!(
                    "{:.0} to {:.0} % more volume than between the extremes",
                    least * 100.0,
                    most * 100.0
                ),
                holds: Some(most <= 0.0),
            });
        }
    }
    claims
}

/// Relative excess of the first fit's volume over the second's (0.06 is 6 %), with the name of the model.
fn growths(figures: &[Figure], first: &str, second: &str) -> Vec<(f64, String)> {
    let volumes = |fit: &str| {
        let start = format!("{fit}/");
        figures
            .iter()
            .filter(|f| f.metric == "volume_ratio")
            .filter_map(move |f| f.series.strip_prefix(&start).map(|model| (model, f.x, f.value)))
            .collect::<Vec<_>>()
    };
    let seconds = volumes(second);
    let grown = volumes(first).into_iter().filter_map(|(model, x, volume)| {
        let (_, _, other) = seconds.iter().find(|(m, at, _)| *m == model && *at == x)?;
        Some((volume / other - 1.0, format!("{model} of {x} triangles")))
    });
    grown.collect()
}
