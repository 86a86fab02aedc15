//! Queries: sample counts and GPU time.

use std::time::Duration;

use glow::HasContext as _;

use super::{Gpu, GpuError};

/// Quantity that a pool's queries count. A GL query object keeps the target of its first use, so a pool has a
/// fixed target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Samples that pass stencil and depth test (`GL_SAMPLES_PASSED`).
    Samples,
    /// 1 if any sample passes, 0 if none does (`GL_ANY_SAMPLES_PASSED`).
    AnySample,
    /// Nanoseconds on the GPU (`GL_TIME_ELAPSED`).
    Nanoseconds,
}

/// A growing list of reusable query objects. Freed when dropped.
pub struct QueryPool {
    gpu: Gpu,
    counted: Counted,
    queries: Vec<glow::Query>,
}

impl QueryPool {
    /// An empty pool: [`QueryPool::begin`] creates the queries.
    pub fn new(gpu: &Gpu, counted: Counted) -> Self {
        Self { gpu: gpu.clone(), counted, queries: Vec::new() }
    }

    /// Starts counting into query `index`. Only one query per kind may be active.
    pub fn begin(&mut self, index: usize) -> Result<(), GpuError> {
        let gl = self.gpu.gl();
        unsafe {
            while self.queries.len() <= index {
                self.queries.push(gl.create_query().map_err(GpuError::Refused)?);
                self.gpu.count_object(1);
            }
            gl.begin_query(self.target(), self.queries[index]);
        }
        Ok(())
    }

    /// Stops the active query.
    pub fn end(&self) {
        unsafe { self.gpu.gl().end_query(self.target()) }
    }

    /// The result of query `index`, which must have been begun and ended; waits for the GPU.
    pub fn count(&self, index: usize) -> u64 {
        let (gl, query) = (self.gpu.gl(), self.queries[index]);
        unsafe {
            match self.counted {
                Counted::Samples | Counted::AnySample => {
                    u64::from(gl.get_query_parameter_u32(query, glow::QUERY_RESULT))
                }
                Counted::Nanoseconds => gl.get_query_parameter_u64(query, glow::QUERY_RESULT),
            }
        }
    }

    fn target(&self) -> u32 {
        match self.counted {
            Counted::Samples => glow::SAMPLES_PASSED,
            Counted::AnySample => glow::ANY_SAMPLES_PASSED,
            Counted::Nanoseconds => glow::TIME_ELAPSED,
        }
    }
}

/// A clock of the GPU for spans of commands. Without timer queries it measures nothing.
pub struct GpuTimer {
    spans: QueryPool,
    /// Number of spans since the last reading.
    begun: usize,
    works: bool,
}

impl GpuTimer {
    /// A timer that has measured nothing.
    pub fn new(gpu: &Gpu) -> Self {
        let works = gpu.capabilities().timer_bits > 0;
        Self { spans: QueryPool::new(gpu, Counted::Nanoseconds), begun: 0, works }
    }

    /// Starts a span. If it ends before results of its commands are awaited, reading it adds no wait.
    pub fn begin(&mut self) -> Result<(), GpuError> {
        if self.works {
            self.spans.begin(self.begun)?;
            self.begun += 1;
        }
        Ok(())
    }

    /// Ends the span.
    pub fn end(&self) {
        if self.works {
            self.spans.end();
        }
    }

    /// The time of all spans since the last call; `None` if none was measured.
    pub fn take(&mut self) -> Option<Duration> {
        let begun = std::mem::take(&mut self.begun);
        (begun > 0).then(|| Duration::from_nanos((0..begun).map(|span| self.spans.count(span)).sum()))
    }
}

impl Drop for QueryPool {
    fn drop(&mut self) {
        for &query in &self.queries {
            unsafe { self.gpu.gl().delete_query(query) }
        }
        self.gpu.count_object(-(self.queries.len() as i64));
    }
}
