//! `occlusion-boolean`: the occlusion query as `GL_HP_occlusion_test` offered it, as Xu et al. describe it.
//!
//! The passes are the occlusion query's. The answer is whether any sample passed, not how many, and each
//! answer is waited for before the next question is put: the GPU runs dry between two pairs. Today's name
//! of such a query is `GL_ANY_SAMPLES_PASSED`.
//! Fails where: the overlap is thinner than a pixel, as for every image-space method.
//! Cost: that of `occlusion-query`, and the way to the GPU and back once per query.

use super::occlusion_query;
use super::pass::{PassProgram, Read};

/// The passes of `occlusion-query`, one question at a time.
pub const PROGRAM: PassProgram = PassProgram { read: Read::Booleans, ..occlusion_query::PROGRAM };
