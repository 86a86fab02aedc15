//! Results that come with the program: full runs on Mesa's software rasteriser, the files of `results/llvmpipe/`.

use super::{Experiment, Record};

macro_rules! files {
    ($($id:literal)*) => {
        &[$(($id, include_bytes!(concat!("../../results/llvmpipe/", $id, ".csv")))),*]
    };
}

/// Ids of experiments with the content of their files.
pub const FILES: &[(&str, &[u8])] = files![
    "balance" "best-k" "broad-phase" "bsp-bevels" "bsp-error" "bsp-movers" "bsp-peers" "bsp-scale" "ccd" "cloth-filters"
    "cloth-guard" "cloth-scale" "cloth-table-1" "cloth-table-2" "cloth-table-3" "cloth-table-4" "cloth-table-5"
    "cloth-table-6" "cloth-threshold" "construction" "cost-function" "cullide" "depth-maps" "descent" "distance"
    "figure-3" "figure-4" "front" "image-space" "kdop-updates" "leaf-size" "obbtree-gap" "overlap" "peers"
    "processor-load" "resolution" "road" "schedules" "shortcuts" "split-rules" "table-1-tightness" "table-2-boxes"
    "table-3-cascades" "time-critical" "truth" "truth-images" "truth-sweeps"
];

/// The shipped run of an experiment; `None` if there is none.
pub fn shipped(experiment: &'static Experiment) -> Option<Record> {
    let (_, csv) = FILES.iter().find(|(id, _)| *id == experiment.id)?;
    Record::of_csv(experiment, csv)
}
