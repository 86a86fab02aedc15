//! Errors of OpenGL.

/// An error of the driver, or a missing capability: one line for display.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No context could be opened, or the caller has none.
    #[error("no OpenGL context: {0}. {STILL_WORKS}")]
    NoContext(String),
    /// The context lacks a required capability.
    #[error("this OpenGL lacks {missing}. {still_works}")]
    Missing {
        /// The missing capability, such as a version or an extension.
        missing: String,
        /// Advice on what the program can do without the capability.
        still_works: &'static str,
    },
    /// The driver refused an object or a shader.
    #[error("{0}")]
    Refused(String),
    /// The driver reset the GPU and all its objects are lost.
    #[error("the graphics driver reset the GPU ({0}), so the window's images are lost. {STILL_WORKS}")]
    ContextLost(&'static str),
}

/// Advice at the end of every such message: what the program can do without this GPU.
pub const STILL_WORKS: &str = "`collidoscope query CASES.json --method gjk` decides pairs without a GPU; `collidoscope info` lists what runs here";

/// Message for a window that another program, not its user, has closed.
pub const WINDOW_DESTROYED: &str = "another program destroyed the window; start the program again";
