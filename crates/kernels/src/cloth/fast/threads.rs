//! Parallel jobs with results in job order, so that the number of threads does not affect the results.

use std::sync::{Mutex, PoisonError};

/// Runs every job; the results are in job order. With one thread, no thread is started.
pub fn in_order<J: Send, R: Send>(threads: usize, jobs: Vec<J>, work: impl Fn(J) -> R + Sync) -> Vec<R> {
    in_order_with(threads, jobs, || (), |(), job| work(job))
}

/// Like [`in_order`], with a buffer that each thread creates once and uses for all its jobs.
pub fn in_order_with<J: Send, R: Send, M>(
    threads: usize,
    jobs: Vec<J>,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, J) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(jobs.len());
    if threads <= 1 {
        let mut memory = memory();
        return jobs.into_iter().map(|job| work(&mut memory, job)).collect();
    }
    let waiting = Mutex::new(jobs.into_iter().enumerate());
    let work_until_empty = || {
        let (mut memory, mut done) = (memory(), Vec::new());
        loop {
            // A job that panics is already removed from the queue; the panic is re-raised below.
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((place, job)) = next else { return done };
            done.push((place, work(&mut memory, job)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work_until_empty)).collect();
        let mut done = work_until_empty();
        for other in others {
            done.extend(other.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        }
        done
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
