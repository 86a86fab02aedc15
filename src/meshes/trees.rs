//! The trees of a method, built at once where that is quick, else on a thread.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::geometry::Mesh;
use crate::hierarchies::methods::{BRUTE_FORCE, Method};
use crate::hierarchies::pair::MeshPair;
use crate::settings::Settings;

/// Two meshes prepared by a method, shared by the lab and what the inspector takes apart.
pub type Prepared = Rc<RefCell<Box<dyn MeshPair>>>;

/// Up to so many triangles of both meshes together, trees are built at once.
const AT_ONCE: usize = 50_000;
/// Most pairs of triangles that brute force is asked about: it takes a quarter of a second for them.
pub const MOST_PAIRS: usize = 25_000_000;
/// Parts in which progress is told.
const WHOLE: f64 = 1000.0;

/// Trees that are there, or on their way.
pub enum Trees {
    /// They are being built on a thread.
    Building(Building),
    /// They can be asked.
    Ready(Prepared),
    /// The thread ended without them.
    Failed,
    /// More than [`MOST_PAIRS`], for brute force.
    TooManyPairs,
}

/// Trees that are being built on a thread. Dropping it cancels that.
pub struct Building {
    done: Receiver<Box<dyn MeshPair>>,
    share: Arc<AtomicU32>,
    cancelled: Arc<AtomicBool>,
}

impl Drop for Building {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Trees {
    /// Builds the trees of `method`, or begins to.
    pub fn begin(method: &'static Method, meshes: &[Arc<Mesh>; 2], settings: &Settings) -> Self {
        let [a, b] = meshes.each_ref().map(|mesh| mesh.triangles().len());
        if method.id == BRUTE_FORCE && a.saturating_mul(b) > MOST_PAIRS {
            return Self::TooManyPairs;
        }
        if a + b <= AT_ONCE {
            return Self::ready(method.make(meshes, settings));
        }
        let (send, done) = channel();
        let (share, cancelled) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let building = Building { done, share: Arc::clone(&share), cancelled: Arc::clone(&cancelled) };
        let (meshes, settings) = (meshes.clone(), settings.clone());
        std::thread::spawn(move || {
            let mut progress = |done: f64| {
                share.store((done * WHOLE) as u32, Ordering::Relaxed);
                !cancelled.load(Ordering::Relaxed)
            };
            if let Some(pair) = method.make_while(&meshes, &settings, &mut progress) {
                // The lab may be gone.
                let _ = send.send(pair);
            }
        });
        Self::Building(building)
    }

    fn ready(pair: Box<dyn MeshPair>) -> Self {
        Self::Ready(Rc::new(RefCell::new(pair)))
    }

    /// Takes trees that are done; whether there were any.
    pub fn take_done(&mut self) -> bool {
        let Self::Building(building) = self else { return false };
        match building.done.try_recv() {
            Ok(pair) => *self = Self::ready(pair),
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => *self = Self::Failed,
        }
        true
    }

    /// The share that is done, 0 to 1; `None` if nothing is being built.
    pub fn progress(&self) -> Option<f64> {
        match self {
            Self::Building(building) => Some(f64::from(building.share.load(Ordering::Relaxed)) / WHOLE),
            _ => None,
        }
    }

    /// The trees, if they are there.
    pub fn prepared(&self) -> Option<&Prepared> {
        match self {
            Self::Ready(prepared) => Some(prepared),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn brute_force_is_asked_about_no_more_pairs_than_it_can_answer_at_once() {
        let brute_force = crate::hierarchies::methods::find(BRUTE_FORCE).unwrap();
        let begin = |triangles: usize| {
            let corners = vec![Point::origin(), Point::new(1.0, 0.0, 0.0), Point::new(0.0, 1.0, 0.0)];
            let mesh = Arc::new(Mesh::new(corners, vec![[0, 1, 2]; triangles]).unwrap());
            Trees::begin(brute_force, &[Arc::clone(&mesh), mesh], &brute_force.default_settings())
        };
        assert!(matches!(begin(5000), Trees::Ready(_)), "{MOST_PAIRS} pairs");
        assert!(matches!(begin(5001), Trees::TooManyPairs));
    }
}
