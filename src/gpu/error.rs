//! What can go wrong between the program and the driver.

/// One line each, fit to be shown.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No context at all.
    #[error("no OpenGL context: {0}. {STILL_WORKS}")]
    NoContext(String),
    /// A context, but too little of it.
    #[error("this OpenGL lacks {missing}. {still_works}")]
    Missing {
        /// What is missing.
        missing: String,
        /// What can be done without it.
        still_works: &'static str,
    },
    /// The driver refused an object or a shader.
    #[error("{0}")]
    Refused(String),
    /// The driver reset the GPU and everything on it is gone.
    #[error("the graphics driver reset the GPU ({0}), so the window's pictures are lost. {STILL_WORKS}")]
    ContextLost(&'static str),
}

/// What the program offers where the GPU cannot help; the end of every such message.
pub const STILL_WORKS: &str = "`collidoscope query CASES.json --method gjk` decides pairs without a GPU; `collidoscope info` lists what runs here";
