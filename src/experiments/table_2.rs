//! `table-2-boxes`: construction time and volume of oriented boxes, for models of growing size.
//!
//! Lin, Zou & Zhang (source 3), table 2; its claims are known, its numbers are lost. It compares the box from the
//! area-weighted covariance of the convex hull with the classic one from the covariance of all vertices. Both are
//! measured with two centres, on the mean (as published) and midway between the extremes: four fits. The models are a
//! ball, whose vertices are all on the hull, a bumpy ball, the bumpy ball stretched, and a stretched star with few
//! vertices on the hull; all are closed, seeded and randomly rotated.

use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::claims::range;
use super::published::{HYBRID_BOXES, PublishedClaim, claim};
use super::scenes::turn;
use super::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError, measure};
use crate::geometry::{Fit, Mesh, Obb, Point, Vector, primitives};
use crate::ui::format::number;

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

/// The names of the series, each with its way of fitting a box. The first two are centred as published; the last two
/// are the same fits, centred midway between the extremes.
const FITS: [(&str, Fit); 4] = [
    ("hull-area-centroid", Fit::HullAreaCentroid),
    ("vertex-pca-mean", Fit::VertexPcaMean),
    ("hull-area", Fit::HullArea),
    ("vertex-pca", Fit::VertexPca),
];

const MODELS: [Model; 4] = [Model::BALL, Model::BUMPY, Model::LONG, Model::STAR];

/// A closed model around the origin.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    name: &'static str,
    /// Height of the bumps, as a fraction of the ball's radius.
    bumps: f64,
    /// Length, as a multiple of the width.
    stretch: f64,
    /// Whether six spikes along the axes span the whole hull, so that the hull has few vertices.
    spiked: bool,
}

impl Model {
    /// A ball.
    pub const BALL: Self = Self { name: "ball", bumps: 0.0, stretch: 1.0, spiked: false };
    /// A ball with bumps.
    pub const BUMPY: Self = Self { name: "bumpy", bumps: 0.25, stretch: 1.0, spiked: false };
    const LONG: Self = Self { name: "long", bumps: 0.25, stretch: 4.0, spiked: false };
    /// Six spikes on a ball, whose hull has few vertices.
    pub const STAR: Self = Self { name: "star", bumps: 0.0, stretch: 4.0, spiked: true };

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
            let p = p * (1.0 + self.bumps * waves / 6.0) * if self.spiked { spike(&p.coords) } else { 1.0 };
            turn * Point::new(p.x, p.y * self.stretch, p.z * self.stretch.sqrt())
        });
        Mesh::new(vertices.collect(), ball.triangles().to_vec()).expect("the ball's triangles")
    }
}

/// The radius of a star in a direction of unit length: 1 on the axes, a third between them.
fn spike(direction: &Vector) -> f64 {
    (1.0 + 2.0 * direction.amax().powi(24)) / 3.0
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let sizes: &[u32] =
        if run.quick { &[1_000, 10_000] } else { &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 500_000] };
    let turns = if run.quick { 3 } else { 5 };
    run.expect(sizes.iter().sum::<u32>() as usize * MODELS.len());
    for &size in sizes {
        let (mut sums, mut x) = ([0.0; 4], (0.0, "triangles"));
        for model in MODELS {
            run.step_of(size as usize, format!("{} of {size} triangles", model.name))?;
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
            run.measured(fit, x, "time", (sum / MODELS.len() as f64, "ms"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let published = |index| claim(&HYBRID_BOXES, EXPERIMENT.id, index);
    let volume = |(hull, pca, centre): (&str, &str, &str)| {
        let says = format!("{} ({centre})", published(1).says);
        Claim::judged(says, || {
            let growths = growths(figures, hull, pca);
            let (worst, series) = growths.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
            let mean = growths.iter().map(|g| g.0).sum::<f64>() / growths.len() as f64;
            let cases: Vec<bool> = growths.iter().map(|(growth, _)| *growth < 0.06).collect();
            let (worst, mean) = (worst * 100.0, mean * 100.0);
            let here = format!("volume change: at most {worst:+.1} % ({series}), {mean:+.1} % on average");
            Some((here, Judgement::of_cases(&cases, Judgement::NotReproduced)))
        })
        .quoting(published(1))
    };
    vec![
        much_faster(figures, published(0)),
        volume(("hull-area-centroid", "vertex-pca-mean", "both boxes centred on the mean, as published")),
        volume(("hull-area", "vertex-pca", "both boxes centred between the extremes")),
        Claim::of_source(published(2), || {
            let growths = growths(figures, "hull-area-centroid", "hull-area");
            let growths: Vec<f64> = growths.into_iter().map(|(growth, _)| 100.0 * growth).collect();
            let (least, most) = range(&growths)?;
            let here = format!("{least:.0} to {most:.0} % more volume than if centred between the extremes");
            Some((here, Judgement::NoSuchClaim))
        }),
    ]
}

/// The claim about time, judged at the largest size of every model. A box of the hull can only be faster if the
/// hull has far fewer vertices than the model.
fn much_faster(figures: &[Figure], published: &PublishedClaim) -> Claim {
    let time = |series: &str| {
        let of_series = figures.iter().filter(|f| f.metric == "model_time" && f.series == series);
        of_series.max_by(|a, b| a.x.total_cmp(&b.x))
    };
    let ratio = |model: &Model| {
        let [hull, pca] =
            ["hull-area-centroid", "vertex-pca-mean"].map(|fit| format!("{fit}/{}", model.name));
        let (hull, pca) = (time(&hull)?, time(&pca)?);
        Some((model.name, hull.x, hull.value / pca.value))
    };
    Claim::of_source(published, || {
        let ratios: Vec<_> = MODELS.iter().filter_map(ratio).collect();
        let most = ratios.iter().map(|(_, triangles, _)| *triangles).reduce(f64::max)?;
        let list: Vec<String> = ratios.iter().map(|(name, _, ratio)| format!("{name} {ratio:.1}")).collect();
        let here = format!(
            "construction time as a multiple of PCA's, at {} triangles: {}",
            number(most),
            list.join(", ")
        );
        let cases: Vec<bool> = ratios.iter().map(|(_, _, ratio)| *ratio < 1.0).collect();
        Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })
}

/// How much larger the boxes of the fit `first` are than those of the fit `second`: the relative excess of volume
/// (0.06 is 6 %), with the name of the model.
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
