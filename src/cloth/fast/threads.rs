//! Work on several threads whose results come in the order of the work, so that it does not matter how many there are.

use std::sync::{Mutex, PoisonError};

/// The result of every job, in the order of the jobs. With one thread nothing is started.
pub fn in_order<J: Send, R: Send>(threads: usize, jobs: Vec<J>, work: impl Fn(J) -> R + Sync) -> Vec<R> {
    let threads = threads.min(jobs.len());
    if threads <= 1 {
        return jobs.into_iter().map(work).collect();
    }
    let waiting = Mutex::new(jobs.into_iter().enumerate());
    let some = || {
        let mut done = Vec::new();
        loop {
            // A job that panics has taken its place from the iterator, and its panic goes on below.
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((place, job)) = next else { return done };
            done.push((place, work(job)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(some)).collect();
        let mut done = some();
        for other in others {
            done.extend(other.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        }
        done
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
