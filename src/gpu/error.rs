//! Errors between the program and the driver.

/// An error of the driver or of a missing capability: one line that can be shown.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No context could be opened, or the caller has none.
    #[error("no OpenGL context: {0}. {STILL_WORKS}")]
    NoContext(String),
    /// The context lacks something that is needed.
    #[error("this OpenGL lacks {missing}. {still_works}")]
    Missing {
        /// The missing capability, such as a version or an extension.
        missing: String,
        /// What the program offers without it.
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

/// Message for a window that another program, not its user, has closed.
pub const WINDOW_DESTROYED: &str = "another program destroyed the window; start the program again";
