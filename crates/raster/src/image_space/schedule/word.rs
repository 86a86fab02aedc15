//! Names and requirements of the schedules.

use crate::gpu::Capabilities;

/// A schedule: one way to run a table of passes over many pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The fastest of the other schedules on this machine.
    Auto,
    /// Four pairs at a time through each pass.
    Fast,
    /// Pass by pass over sheets of pairs.
    Atlas,
    /// One draw per pass and sheet.
    Instanced,
    /// One pair after the other, as published.
    PairByPair,
}

impl Schedule {
    /// All schedules except `Auto`, in the order in which they are tried.
    pub const WORKING: [Self; 4] = [Self::Fast, Self::Atlas, Self::Instanced, Self::PairByPair];

    /// Value of `--set schedule=VALUE`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Fast => "fast",
            Self::Atlas => "atlas",
            Self::Instanced => "instanced",
            Self::PairByPair => "pair-by-pair",
        }
    }

    /// The capability that this machine lacks, or `None` if the schedule can run.
    pub fn why_not(self, capabilities: &Capabilities) -> Option<&'static str> {
        let layers = matches!(self, Self::Atlas | Self::Instanced);
        if layers && capabilities.max_layers == 0 {
            Some("layers chosen by the vertex shader (GL_ARB_shader_viewport_layer_array)")
        } else if self == Self::Instanced && !capabilities.storage {
            Some("storage buffers in fragment shaders and indirect draws (version 4.3)")
        } else {
            None
        }
    }
}
