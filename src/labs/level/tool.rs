//! A method prepared for a level and a mover: at once where that is quick, else on a thread.

use std::sync::Arc;

use crate::job::Job;
use crate::level::compiled::Level;
use crate::level::methods::{BSP_OFFSET, METHODS, Method};
use crate::level::mover::Mover;
use crate::level::sweep::{Look, Move, Sweep, Swept};
use crate::settings::Settings;

/// Up to so many faces a method is prepared at once, but for one that compiles a tree.
const AT_ONCE: usize = 20_000;
/// The same for a tree of its own.
const TREE_AT_ONCE: usize = 300;

/// Steps of a sweep that are kept.
pub const MOST_LOOKS: usize = 4000;

/// A method that is there to be asked, or on its way.
pub struct Tool {
    method: &'static Method,
    settings: Settings,
    level: Arc<Level>,
    /// The mover that it was prepared for, where that makes a difference.
    mover: Option<Mover>,
    state: State,
}

enum State {
    Ready(Box<dyn Sweep>),
    Preparing(Job<Result<Box<dyn Sweep>, String>>),
    Failed(String),
}

impl Tool {
    /// Prepares it, or begins to. `wait`: it is there afterwards, however long that takes.
    pub fn new(
        method: &'static Method,
        settings: &Settings,
        level: &Arc<Level>,
        mover: &Mover,
        wait: bool,
    ) -> Self {
        let own_tree = method.id == BSP_OFFSET;
        let (settings, level) = (settings.clone(), Arc::clone(level));
        let for_mover = own_tree.then(|| mover.clone());
        let most = if own_tree { TREE_AT_ONCE } else { AT_ONCE };
        let state = if wait || level.faces <= most {
            prepared(method, &settings, &level, for_mover.as_ref()).map_or_else(State::Failed, State::Ready)
        } else {
            let (settings, level, mover) = (settings.clone(), Arc::clone(&level), for_mover.clone());
            State::Preparing(Job::begin(move |_| prepared(method, &settings, &level, mover.as_ref())))
        };
        Self { method, settings, level, mover: for_mover, state }
    }

    /// The method.
    pub fn method(&self) -> &'static Method {
        self.method
    }

    /// The settings that it was prepared with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether it is what these would be prepared to.
    pub fn fits(&self, method: &Method, settings: &Settings, level: &Arc<Level>, mover: &Mover) -> bool {
        self.method.id == method.id
            && self.settings == *settings
            && Arc::ptr_eq(&self.level, level)
            && self.mover.as_ref().is_none_or(|known| known == mover)
    }

    /// Takes what the thread has prepared; whether there was anything.
    pub fn take_done(&mut self) -> bool {
        let State::Preparing(job) = &mut self.state else { return false };
        let Some(done) = job.take() else { return false };
        let prepared = done.unwrap_or_else(|_| Err("the thread has ended".to_owned()));
        self.state = prepared.map_or_else(State::Failed, State::Ready);
        true
    }

    /// Whether a thread is preparing it.
    pub fn is_preparing(&self) -> bool {
        matches!(self.state, State::Preparing(_))
    }

    /// Why it cannot be asked, if it never can.
    pub fn why_not(&self) -> Option<&str> {
        match &self.state {
            State::Failed(why) => Some(why),
            _ => None,
        }
    }

    /// It as it can be asked; `None` before it is there.
    pub fn ready(&mut self) -> Option<&mut dyn Sweep> {
        match &mut self.state {
            State::Ready(sweep) => Some(&mut **sweep),
            _ => None,
        }
    }

    /// Asks it; `None` before it is there.
    pub fn sweep(&mut self, a_move: &Move) -> Option<Swept> {
        match self.ready()?.sweep(a_move) {
            Ok(swept) => Some(swept),
            Err(why) => {
                self.state = State::Failed(why.to_string());
                None
            }
        }
    }

    /// What it looks at in a move, step by step; at most [`MOST_LOOKS`]. `None` before it is there.
    pub fn watch(&mut self, a_move: &Move) -> Option<Vec<Look>> {
        let mut looks = Vec::new();
        let watched = self.ready()?.watch(a_move, &mut |look| {
            if looks.len() < MOST_LOOKS {
                looks.push(*look);
            }
        });
        watched.ok().map(|_| looks)
    }
}

/// Index of a method of the table.
pub fn row_of(method: &Method) -> usize {
    METHODS.iter().position(|row| row.id == method.id).unwrap_or(0)
}

/// With everything computed that does not depend on the move.
fn prepared(
    method: &Method,
    settings: &Settings,
    level: &Arc<Level>,
    mover: Option<&Mover>,
) -> Result<Box<dyn Sweep>, String> {
    let mut sweep = method.make(Arc::clone(level), settings);
    if let Some(mover) = mover {
        let at = level.bounds().min;
        let nothing = Move { mover: mover.clone(), from: at, to: at };
        sweep.sweep(&nothing).map_err(|why| why.to_string())?;
    }
    Ok(sweep)
}
