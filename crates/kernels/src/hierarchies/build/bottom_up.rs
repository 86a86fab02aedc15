//! Bottom-up construction: merges close triangles, then the resulting clusters, up to one root.
//!
//! Clusters are sorted along a space-filling curve. Each cluster searches its neighbours in the list for the
//! nearest partner ([`Nearness`]); two clusters that choose each other are merged (Meister and Bittner,
//! "Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy Construction", 2018). A pass shortens
//! the list by about a third, so the total time is linear in the number of triangles.

use super::parts::{Made, Meter, Parts, Pieces};
use super::plan::Nearness;
use super::surface_area::half_surface;
use crate::geometry::{Aabb, Point};

/// Number of list neighbours that a cluster searches on either side.
const WINDOW: usize = 14;

/// Builds the binary tree of all merges.
pub fn merge(pieces: &Pieces, mut order: Vec<u32>, nearness: Nearness, meter: &mut Meter) -> Option<Parts> {
    sort_along_curve(pieces, &mut order);
    let cluster = |(node, &t): (u32, &u32)| (node, pieces.bounds[t as usize]);
    let mut clusters: Vec<(u32, Aabb)> = (0..).zip(&order).map(cluster).collect();
    let mut joints: Vec<[u32; 2]> = vec![];
    while clusters.len() > 1 {
        meter.add(clusters.len())?;
        let nearest = nearest(&clusters, nearness);
        let mut merged = Vec::with_capacity(clusters.len());
        for (i, &j) in nearest.iter().enumerate() {
            let (node, bounds) = clusters[i];
            if nearest[j] != i {
                merged.push((node, bounds));
            } else if i < j {
                meter.made(Made::Merged { boxes: [&bounds, &clusters[j].1] });
                merged.push(((order.len() + joints.len()) as u32, bounds.union(&clusters[j].1)));
                joints.push([node, clusters[j].0]);
            }
        }
        clusters = merged;
    }
    Some(Parts::of_joints(&order, &joints, clusters[0].0))
}

impl Nearness {
    /// A measure of two clusters' distance; the second number breaks ties.
    fn between(self, a: &Aabb, b: &Aabb) -> (f64, f64) {
        match self {
            // The sum of the sides tells boxes without surface apart, whose points lie on a line.
            Self::JointSurface => {
                let joint = a.union(b);
                (half_surface(&joint), joint.extents().sum())
            }
            Self::Distance => {
                let gap = (a.min - b.max).sup(&(b.min - a.max)).map(|gap| gap.max(0.0));
                (gap.norm(), (a.center() - b.center()).norm())
            }
        }
    }
}

/// For each cluster, the index of the nearest neighbour. Ties are broken by the indices,
/// identically for both clusters, so at least two clusters choose each other.
fn nearest(clusters: &[(u32, Aabb)], nearness: Nearness) -> Vec<usize> {
    let none = ((f64::INFINITY, f64::INFINITY), usize::MAX, usize::MAX);
    let mut best = vec![none; clusters.len()];
    for i in 0..clusters.len() {
        for j in i + 1..clusters.len().min(i + 1 + WINDOW) {
            let key = (nearness.between(&clusters[i].1, &clusters[j].1), i, j);
            for at in [i, j] {
                if key < best[at] {
                    best[at] = key;
                }
            }
        }
    }
    best.iter().enumerate().map(|(at, &(_, i, j))| if at == i { j } else { i }).collect()
}

/// Sorts the triangles by the Morton code of their centroids: 21 bits of each coordinate, interleaved.
fn sort_along_curve(pieces: &Pieces, order: &mut [u32]) {
    let centroid = |t: u32| Point::from(pieces.centroids[t as usize]);
    let bounds = Aabb::around(order.iter().map(|&t| centroid(t)));
    let cells = f64::from(1 << 21);
    let scale = cells / bounds.extents().max();
    let code = |&t: &u32| {
        let from_corner = centroid(t) - bounds.min;
        let cell = |axis: usize| (from_corner[axis] * scale).clamp(0.0, cells - 1.0) as u64;
        (spread(cell(0)) | spread(cell(1)) << 1 | spread(cell(2)) << 2, t)
    };
    order.sort_by_cached_key(code);
}

/// Spreads the 21 lowest bits: bit i moves to position 3i.
fn spread(bits: u64) -> u64 {
    let mut x = bits & 0x1f_ffff;
    for (shift, mask) in [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ] {
        x = (x | x << shift) & mask;
    }
    x
}
