//! A program that is asked pair by pair: it is started, greeted, sent the meshes, and started again after a crash.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::command::CommandLine;
use super::process::{NoLine, Process};
use super::protocol::{self, Refusal};
use super::{Answer, Answerer, Failure, FailureKind, Reply};
use crate::geometry::Shape;
use crate::world::Body;

/// Limits of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Time from a question to its answer.
    pub answer: Duration,
    /// Time from the start to the greeting.
    pub start: Duration,
    /// Time of all questions together.
    pub all: Duration,
    /// Address space in MiB.
    pub memory: u64,
    /// Number of times that the program is started again.
    pub restarts: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(2),
            start: Duration::from_secs(10),
            all: Duration::from_secs(300),
            memory: 2048,
            restarts: 5,
        }
    }
}

/// A program of one's own.
pub struct Program {
    command: CommandLine,
    limits: Limits,
    process: Option<Running>,
    name: String,
    meshes: Meshes,
    restarts: u32,
    next_id: u64,
    left: Duration,
    /// Whether another thread wants no further answer.
    stop: Arc<AtomicBool>,
    /// Standard error of the processes that have ended.
    errors: String,
    /// Why the last process ended; empty before that.
    ended_by: String,
}

/// A greeted process, and what it knows.
struct Running {
    process: Process,
    /// Numbers of the meshes that were sent to it.
    sent: HashSet<usize>,
    /// Questions whose answer line was refused: a later line may still answer them.
    owed: HashSet<u64>,
}

/// Every shape that was asked about, in order of its first question.
#[derive(Default)]
pub struct Meshes {
    // The shapes are kept, so that no other shape gets the address of an earlier one.
    shapes: Vec<Arc<Shape>>,
    numbers: HashMap<*const Shape, usize>,
}

impl Meshes {
    /// The number of a shape.
    pub fn number(&mut self, shape: &Arc<Shape>) -> usize {
        *self.numbers.entry(Arc::as_ptr(shape)).or_insert_with(|| {
            self.shapes.push(shape.clone());
            self.shapes.len() - 1
        })
    }

    /// The id of the mesh with this number.
    pub fn id(number: usize) -> String {
        format!("m{number}")
    }
}

impl Program {
    /// Starts a program and greets it. The error is one line.
    pub fn start(command: CommandLine, limits: Limits) -> Result<Self, String> {
        Self::start_until(command, limits, Arc::default())
    }

    /// Like [`Program::start`]. After `stop` is set, a question that waits for its answer fails soon, and the process
    /// ends.
    pub fn start_until(command: CommandLine, limits: Limits, stop: Arc<AtomicBool>) -> Result<Self, String> {
        let mut program = Self {
            command,
            limits,
            process: None,
            name: String::new(),
            meshes: Meshes::default(),
            restarts: limits.restarts,
            next_id: 0,
            left: limits.all,
            stop,
            errors: String::new(),
            ended_by: String::new(),
        };
        let (running, name) = program.greeted().map_err(|failure| {
            let errors = program.errors();
            let last = errors.trim_end().lines().last().unwrap_or_default().to_owned();
            let text = program.command.text();
            let end = if last.is_empty() { last } else { format!("; its standard error ends: {last}") };
            format!("{text}: {}{end}", failure.says)
        })?;
        (program.process, program.name) = (Some(running), name);
        Ok(program)
    }

    /// The end of everything that the program wrote to standard error.
    pub fn errors(&self) -> String {
        let running = self.process.as_ref().map(|running| running.process.errors()).unwrap_or_default();
        format!("{}{running}", self.errors)
    }

    /// Ends the program. After that, [`Program::errors`] has everything that it wrote.
    pub fn end(&mut self) {
        if let Some(mut running) = self.process.take() {
            self.keep_errors(&mut running.process);
        }
    }

    /// Number of times that the program was started again.
    pub fn restarted(&self) -> u32 {
        self.limits.restarts - self.restarts
    }

    /// Starts a process and reads its greeting.
    fn greeted(&mut self) -> Result<(Running, String), Failure> {
        let crash = |says: String| Failure::new(FailureKind::Crash, says);
        let mut process =
            Process::start(&self.command, self.limits.memory, self.stop.clone()).map_err(crash)?;
        process.send(protocol::hello() + "\n");
        let line = process.receive(Instant::now() + self.limits.start);
        let name = match line {
            Ok(line) => protocol::read_hello(&line)
                .map_err(|why| Failure::new(FailureKind::Malformed, format!("the greeting {why}"))),
            Err(why) => Err(self.failure(&why, self.limits.start, "did not greet")),
        };
        match name {
            Ok(name) => Ok((Running { process, sent: HashSet::new(), owed: HashSet::new() }, name)),
            Err(failure) => {
                self.keep_errors(&mut process);
                Err(failure)
            }
        }
    }

    /// The failure behind a line that did not come.
    fn failure(&self, why: &NoLine, time: Duration, silent: &str) -> Failure {
        let seconds = time.as_secs_f64();
        match why {
            NoLine::Silent => {
                let says = format!(
                    "the program {silent} within {seconds} s; end every line with a line feed and flush the output"
                );
                Failure::new(FailureKind::TimeOut, says)
            }
            NoLine::TooLong => {
                let most = protocol::LONGEST_LINE >> 10;
                Failure::new(FailureKind::Flood, format!("the program wrote a line of more than {most} KiB"))
            }
            NoLine::Flood => {
                Failure::new(FailureKind::Flood, "the program wrote far more than one line per question")
            }
            NoLine::Ended(status) => {
                Failure::new(FailureKind::Crash, format!("the program stopped: {status}"))
            }
        }
    }

    /// Most bytes of standard error that are kept of ended processes.
    const MOST_ERRORS: usize = 64 << 10;

    fn keep_errors(&mut self, process: &mut Process) {
        let errors = process.end();
        if self.errors.len() < Self::MOST_ERRORS {
            self.errors += &errors;
        }
    }

    /// The running process; a process that ended is replaced, a limited number of times.
    fn running(&mut self) -> Result<Running, Failure> {
        if let Some(running) = self.process.take() {
            return Ok(running);
        }
        if self.restarts == 0 {
            let starts = self.limits.restarts + 1;
            let says =
                format!("the program was started {starts} times and is not started again: {}", self.ended_by);
            return Err(Failure::new(FailureKind::NotAsked, says));
        }
        self.restarts -= 1;
        let greeted = self.greeted().inspect_err(|failure| failure.says.clone_into(&mut self.ended_by));
        Ok(greeted?.0)
    }

    fn ask_once(&mut self, pair: &[Body; 2]) -> Result<Answer, Failure> {
        let id = self.next_id;
        self.next_id += 1;
        if self.left.is_zero() {
            let says = format!("all {} s of the run are used up", self.limits.all.as_secs_f64());
            return Err(Failure::new(FailureKind::NotAsked, says));
        }
        let mut running = self.running()?;
        let numbers = pair.each_ref().map(|body| self.meshes.number(&body.shape));
        let mut lines = String::new();
        for (number, body) in numbers.iter().zip(pair) {
            if running.sent.insert(*number) {
                lines += &(protocol::mesh(&Meshes::id(*number), &body.shape) + "\n");
            }
        }
        let ids = numbers.map(Meshes::id);
        lines += &(protocol::question(id, [&ids[0], &ids[1]], pair) + "\n");
        running.process.send(lines);
        let time = self.limits.answer.min(self.left);
        let deadline = Instant::now() + time;
        loop {
            let line = match running.process.receive(deadline) {
                Ok(line) => line,
                Err(why) => {
                    let failure = self.failure(&why, time, "did not answer");
                    failure.says.clone_into(&mut self.ended_by);
                    self.keep_errors(&mut running.process);
                    return Err(failure);
                }
            };
            let says = match protocol::read_answer(&line, id) {
                Ok(answer) => {
                    self.process = Some(running);
                    return Ok(answer);
                }
                // The late answer to a question that has failed already.
                Err(Refusal::OtherId(other)) if running.owed.remove(&other) => continue,
                Err(Refusal::OtherId(other)) => {
                    format!("the answer has the number {other}, but the question has {id}")
                }
                Err(Refusal::Malformed(why)) => format!("the answer {why}"),
            };
            running.owed.insert(id);
            self.process = Some(running);
            return Err(Failure::new(FailureKind::Malformed, says));
        }
    }
}

impl Answerer for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask(&mut self, pair: &[Body; 2]) -> Reply {
        let start = Instant::now();
        let result = self.ask_once(pair);
        let took = start.elapsed();
        self.left = self.left.saturating_sub(took);
        Reply { result, took }
    }
}

/// Round trips of the baseline that are measured.
const ROUNDS: usize = 5;

/// The time of a round trip to a program that only echoes lines (`cat`), the median of five; `None` where there is no
/// such program. It says how much of an answer's time is that of the pipe.
pub fn baseline() -> Option<Duration> {
    let echo = CommandLine::of("cat", std::path::Path::new("")).ok()?;
    let mut process = Process::start(&echo, Limits::default().memory, Arc::default()).ok()?;
    let line = "x".repeat(600) + "\n";
    let mut times = Vec::new();
    // The first round trip waits for the start of the process.
    for _ in 0..=ROUNDS {
        let start = Instant::now();
        process.send(line.clone());
        process.receive(start + Duration::from_secs(2)).ok()?;
        times.push(start.elapsed());
    }
    times.remove(0);
    times.sort_unstable();
    Some(times[ROUNDS / 2])
}
