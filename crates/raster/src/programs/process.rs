//! A child process that is asked line by line, within limits.
//!
//! It runs in an empty temporary folder, in a process group of its own. Threads read its output and write its input,
//! so that neither a full pipe nor a silent program blocks the caller. Output is bounded: a line by
//! [`LONGEST_LINE`], all lines by [`ALLOWANCE`] per question, standard error by `KEPT`. Dropping a process ends it
//! with every process of its group.
//!
//! On Unix, `sh` sets the limit of memory (`ulimit -v`, address space) before it becomes the program; this
//! needs no unsafe code between fork and exec. On macOS the system ignores that limit, and on Windows there is none; there
//! only the program itself is ended, not what it started.

use std::collections::VecDeque;
use std::fs;
use std::io::{ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::command::CommandLine;
use super::protocol::LONGEST_LINE;

/// Bytes that a program may write per question, on average: as much as its longest line.
pub const ALLOWANCE: usize = 2 * LONGEST_LINE;
/// Bytes of standard error that are kept: the last ones.
const KEPT: usize = 16 << 10;
/// Lines that wait to be read.
const WAITING: usize = 16;
/// Time to wait for the status of a program that closed its output, and for the end of its standard error.
const STATUS: Duration = Duration::from_millis(500);
/// Attempts to remove a folder.
const MOST_REMOVALS: usize = 20;
/// Time until a request to stop is noticed.
const SLICE: Duration = Duration::from_millis(50);

/// Process groups that run now, with their temporary folders, for [`end_all`].
static RUNNING: Mutex<Running> = Mutex::new(Running { groups: Vec::new(), is_over: false });

struct Running {
    groups: Vec<(u32, PathBuf)>,
    /// Whether this process is ending, so that no program may start.
    is_over: bool,
}

/// Ends all programs that run and removes their folders: for the moment before this process ends without dropping
/// anything. No program starts after it.
pub fn end_all() {
    let Ok(mut running) = RUNNING.lock() else { return };
    running.is_over = true;
    running.groups.iter().for_each(|(group, _)| end_group(*group));
    running.groups.drain(..).for_each(|(_, folder)| remove_folder(&folder));
}

/// Removes a folder whose program has been ended. Its processes may write for another moment.
fn remove_folder(folder: &Path) {
    for _ in 0..MOST_REMOVALS {
        if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            return;
        }
        thread::sleep(SLICE / 10);
    }
}

/// A running program.
pub struct Process {
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<Output>,
    allowance: Arc<AtomicUsize>,
    errors: Arc<Mutex<Errors>>,
    /// Whether another thread wants no further line.
    stop: Arc<AtomicBool>,
    /// Whether the program has ended and its group with it: another process may get its number.
    is_ended: bool,
    // Removed when the process has ended.
    _folder: tempfile::TempDir,
}

/// One event of a program's standard output.
enum Output {
    Line(Vec<u8>),
    TooLong,
    Flood,
    End,
}

/// Reason why no line came.
#[derive(Clone, Debug, PartialEq)]
pub enum NoLine {
    /// Not within the time.
    Silent,
    /// A line is longer than [`LONGEST_LINE`].
    TooLong,
    /// More output than [`ALLOWANCE`] per question.
    Flood,
    /// The program ended: its status in words.
    Ended(String),
}

/// The end of standard error, and the number of bytes before it that were dropped.
#[derive(Default)]
struct Errors {
    kept: VecDeque<u8>,
    dropped: u64,
    /// Whether standard error is closed and read.
    is_complete: bool,
}

impl Process {
    /// Starts a program with at most `memory` MiB of address space. Setting `stop` ends the wait for a line. The error
    /// is one line.
    pub fn start(line: &CommandLine, memory: u64, stop: Arc<AtomicBool>) -> Result<Self, String> {
        let failed = |why: std::io::Error| format!("{}: cannot be started: {why}", line.text());
        let folder = tempfile::tempdir().map_err(failed)?;
        let mut command = limited(line.words(), memory);
        command.current_dir(folder.path()).env("TMPDIR", folder.path());
        // A print of Python would wait in a buffer, because the output is no terminal.
        command.env("PYTHONUNBUFFERED", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Nothing starts between a look at `is_over` and the note about the new group.
        let mut child = match RUNNING.lock() {
            Ok(running) if running.is_over => return Err(failed(ErrorKind::Interrupted.into())),
            Ok(mut running) => {
                let child = command.spawn().map_err(failed)?;
                running.groups.push((child.id(), folder.path().to_owned()));
                child
            }
            Err(_) => return Err(failed(ErrorKind::Other.into())),
        };
        let (input, lines) = channel::<Vec<u8>>();
        let (events, output) = sync_channel(WAITING);
        let (allowance, errors) = (Arc::new(AtomicUsize::new(ALLOWANCE)), Arc::<Mutex<Errors>>::default());
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            let allowance = allowance.clone();
            thread::spawn(move || read_lines(stdout, &events, &allowance));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = errors.clone();
            thread::spawn(move || keep_end(stderr, &errors));
        }
        Ok(Self { child, input, output, allowance, errors, stop, is_ended: false, _folder: folder })
    }

    /// Sends lines; they are written by another thread. A program that has ended takes none, which shows at the next
    /// [`Process::receive`].
    pub fn send(&self, lines: String) {
        let _ = self.input.send(lines.into_bytes());
    }

    /// The next line, without its line feed, until the deadline or a request to stop.
    pub fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        self.allowance.fetch_add(ALLOWANCE, Ordering::Relaxed);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            return match self.output.recv_timeout(left.min(SLICE)) {
                Ok(Output::Line(line)) => Ok(line),
                Ok(Output::TooLong) => Err(NoLine::TooLong),
                Ok(Output::Flood) => Err(NoLine::Flood),
                Ok(Output::End) | Err(RecvTimeoutError::Disconnected) => Err(NoLine::Ended(self.status())),
                Err(RecvTimeoutError::Timeout) if left > SLICE && !self.stop.load(Ordering::Relaxed) => {
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => Err(NoLine::Silent),
            };
        }
    }

    /// The end of standard error as text, with a note if there was more.
    pub fn errors(&self) -> String {
        let Ok(errors) = self.errors.lock() else { return String::new() };
        let bytes: Vec<u8> = errors.kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match errors.dropped {
            0 => text,
            dropped => format!("({dropped} bytes before this are left out)\n{text}"),
        }
    }

    /// Ends the program and all that it started, and returns the end of standard error.
    pub fn end(&mut self) -> String {
        if !self.is_ended {
            self.forget_group();
        }
        let until = Instant::now() + STATUS;
        while self.errors.lock().is_ok_and(|errors| !errors.is_complete) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.errors()
    }

    /// Ends everything in the group, once: later another group may get its number.
    fn forget_group(&mut self) {
        let group = self.child.id();
        end_group(group);
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.is_ended = true;
        if let Ok(mut running) = RUNNING.lock() {
            running.groups.retain(|(other, _)| *other != group);
        }
    }

    /// The status of a program that closed its output.
    fn status(&mut self) -> String {
        let until = Instant::now() + STATUS;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.forget_group();
                    return in_words(status);
                }
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return "it closed its standard output".to_owned(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_ended {
            self.forget_group();
        }
    }
}

/// The command that runs the words within the limit of memory.
#[cfg(unix)]
fn limited(words: &[String], memory: u64) -> Command {
    use std::os::unix::process::CommandExt as _;
    // The first argument is the limit in KiB, the others are the words: nothing of them is read as a script.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -c 0; ulimit -v \"$1\" 2>/dev/null; shift; exec \"$@\"", "sh"]);
    command.arg((memory << 10).to_string()).args(words).process_group(0);
    command
}

#[cfg(not(unix))]
fn limited(words: &[String], _memory: u64) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// Ends all processes of a group, also those that outlive its first.
#[cfg(unix)]
fn end_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_group: u32) {}

fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(127) if cfg!(unix) => "there is no such program (status 127); see its standard error".to_owned(),
        Some(code) => format!("it ended with status {code}"),
        None => "it ended".to_owned(),
    }
}

/// Cuts the output into lines until it ends, floods, or is no longer wanted.
fn read_lines(mut stdout: impl Read, events: &SyncSender<Output>, allowance: &AtomicUsize) {
    let (mut line, mut block) = (Vec::new(), [0; 8 << 10]);
    let mut total = 0;
    loop {
        let read = match stdout.read(&mut block) {
            Ok(0) => break,
            Ok(read) => read,
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        total += read;
        if total > allowance.load(Ordering::Relaxed) {
            let _ = events.send(Output::Flood);
            return;
        }
        for &byte in &block[..read] {
            if byte != b'\n' {
                line.push(byte);
                if line.len() > LONGEST_LINE {
                    let _ = events.send(Output::TooLong);
                    return;
                }
            } else {
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                if events.send(Output::Line(std::mem::take(&mut line))).is_err() {
                    return;
                }
            }
        }
    }
    if !line.is_empty() {
        let _ = events.send(Output::Line(line));
    }
    let _ = events.send(Output::End);
}

/// Keeps the last bytes of standard error.
fn keep_end(mut stderr: impl Read, errors: &Mutex<Errors>) {
    let mut block = [0; 4 << 10];
    while let Ok(read) = stderr.read(&mut block) {
        let Ok(mut errors) = errors.lock() else { return };
        if read == 0 {
            break;
        }
        errors.kept.extend(&block[..read]);
        let over = errors.kept.len().saturating_sub(KEPT);
        errors.kept.drain(..over);
        errors.dropped += over as u64;
    }
    if let Ok(mut errors) = errors.lock() {
        errors.is_complete = true;
    }
}
