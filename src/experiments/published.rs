//! The sources' claims with their place and conditions, from the files in `assets/published/`.

use std::sync::LazyLock;

use serde::Deserialize;

/// The claims of one source about its experiments.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Publication {
    /// Authors, title, and the part of the publication.
    pub source: String,
    /// The machine and the scene of the published measurements.
    pub conditions: String,
    /// One sentence about the published numbers that are lost.
    pub lost: String,
    /// The publication's claims, in the source's order.
    pub claims: Vec<PublishedClaim>,
}

/// One claim of a source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedClaim {
    /// Id of the experiment that judges it.
    pub experiment: String,
    /// The claim in a few words.
    pub says: String,
    /// The source's own sentence, or the part of it that makes the claim, in the source's language.
    pub original: String,
    /// The section, slide or table that contains the sentence.
    pub section: String,
    /// A condition of the comparison that limits the judgement here.
    pub remark: Option<String>,
}

/// Xu et al. (source 1): the occlusion query.
pub static OCCLUSION_QUERY: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/1-occlusion-query.json")));
/// The lecture of Northeastern University (source 2).
pub static LECTURE: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/2-lecture.json")));
/// Lin, Zou & Zhang (source 3): cascades of spheres, AABBs and OBBs.
pub static HYBRID_BOXES: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/3-hybrid-boxes.json")));
/// Huang & Tian (source 4): the stencil method.
pub static STENCIL: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/4-stencil.json")));
/// Patent CN101593367 (source 5): self-collision of a cloth.
pub static PATENT: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/5-cloth-patent.json")));

/// The publication's claim number `index` (from 0) about the experiment.
///
/// # Panics
/// If there is no such claim, which is a bug in the program; a test reads all claims that the program uses.
pub fn claim<'a>(publication: &'a Publication, experiment: &str, index: usize) -> &'a PublishedClaim {
    let mut claims = publication.claims.iter().filter(|c| c.experiment == experiment);
    claims.nth(index).expect("the asset holds what the experiments quote")
}

fn read(text: &str) -> Publication {
    serde_json::from_str(text).expect("the assets are read by a test")
}
