//! Times of answers: the processor, the caches and the branch predictors are slow at first, so the first answers say
//! more about the start of the program than about a method.

use std::time::{Duration, Instant};

use clap::Args;

/// A method is warm once it has answered for this long.
const WARM_UP: Duration = Duration::from_millis(200);

/// The choice between warm and cold times.
#[derive(Args)]
pub struct ColdArgument {
    /// Time the first answers as well. By default the answers of the first 0.2 s of each method are given again, and
    /// only their second time counts
    #[arg(long)]
    pub cold: bool,
}

impl ColdArgument {
    /// Whether first answers are timed.
    pub fn is_cold(&self) -> bool {
        self.cold
    }

    /// The clock of a method that is about to answer first.
    pub fn warm_up(&self) -> WarmUp {
        WarmUp { cold: self.cold, began: Instant::now(), untimed: 0 }
    }

    /// The state of the measured methods, for the caption of their times.
    pub fn caption(&self) -> &'static str {
        if self.cold { "cold" } else { "after a warm-up" }
    }
}

/// The warm-up of a method, during its first answers in their order.
pub struct WarmUp {
    cold: bool,
    /// Time at which the first answer began.
    pub began: Instant,
    untimed: usize,
}

impl WarmUp {
    /// Called after each first answer, with its time: notes whether the time is to be measured again.
    pub fn answered(&mut self, took: Duration) {
        let is_warm = self.cold || self.began.elapsed().saturating_sub(took) >= WARM_UP;
        if !is_warm {
            self.untimed += 1;
        }
    }

    /// The number of answers, from the first one, whose time does not count.
    pub fn untimed(&self) -> usize {
        self.untimed
    }

    /// [`Self::untimed`] before their times are measured again; from then on all times count.
    pub fn take_untimed(&mut self) -> usize {
        std::mem::take(&mut self.untimed)
    }
}
