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
    /// One sentence that says which of its numbers are lost.
    pub lost: String,
    /// Its claims, in the source's order.
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
}

/// Xu et al. (source 1): the occlusion query.
pub static OCCLUSION_QUERY: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/1-occlusion-query.json")));
/// Huang & Tian (source 4): the stencil method.
pub static STENCIL: LazyLock<Publication> =
    LazyLock::new(|| read(include_str!("../../assets/published/4-stencil.json")));

/// The text of the publication's claim number `index` (from 0) about the experiment.
///
/// # Panics
/// If there is none, which is a bug in the program; a test reads them all.
pub fn claim(publication: &Publication, experiment: &str, index: usize) -> String {
    let mut claims = publication.claims.iter().filter(|c| c.experiment == experiment);
    claims.nth(index).expect("the asset holds what the experiments quote").says.clone()
}

fn read(text: &str) -> Publication {
    serde_json::from_str(text).expect("the assets are read by a test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_belongs_to_an_experiment_that_judges_it() {
        for publication in [&*OCCLUSION_QUERY, &*STENCIL] {
            assert!(!publication.source.is_empty() && !publication.conditions.is_empty());
            assert!(!publication.lost.is_empty());
            for claim in &publication.claims {
                let experiment = crate::experiments::find(&claim.experiment).expect("in the table");
                let claims = (experiment.claims)(&[]);
                assert!(claims.iter().any(|c| c.published.contains(&claim.says)), "{}", claim.says);
            }
        }
    }
}
