//! An interrupted command leaves nothing behind: no program of one's own, no temporary folder, no unfinished file, no
//! part of a line.

use std::sync::Once;

use super::terminal::stop_writing;
use crate::files;
use crate::programs::process::end_all;

/// Exit status of an interrupted command, as shells report it.
pub const INTERRUPTED: i32 = 130;

/// Cleans up when this process is asked to end: by Ctrl-C, by a request to terminate, or because its terminal closes.
/// Programs have process groups of their own, which the terminal does not interrupt.
pub fn clean_up_on_signals() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            let _stopped = stop_writing();
            clean_up();
            std::process::exit(INTERRUPTED);
        });
        #[cfg(unix)]
        clean_up_before_quitting();
    });
}

fn clean_up() {
    end_all();
    files::remove_unfinished();
}

/// SIGQUIT (Ctrl-\), after which the process ends as it does without a handler: with a core dump, where they are on.
#[cfg(unix)]
fn clean_up_before_quitting() {
    use signal_hook::consts::SIGQUIT;
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGQUIT]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            clean_up();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}
