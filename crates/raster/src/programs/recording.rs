//! Recordings of a program: every question with its reply, as JSON lines, and the replay without the program.
//!
//! The first line names the program. Every other line is a question with both bodies, by a hash of what is sent about
//! them, and its reply. A replay gives the recorded replies in order and refuses other questions.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::protocol;
use super::{Answer, Answerer, Certificate, Failure, FailureKind, Reply};
use crate::geometry::fingerprint;
use crate::world::Body;

/// Version of recordings.
const VERSION: u64 = 1;

/// The first line of a recording.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingHead {
    recording: u64,
    name: String,
    /// Microseconds of a round trip to a program that only echoes; `None` if it was not measured.
    baseline_us: Option<f64>,
}

/// A question and its reply.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Hash of meshes and poses, in hexadecimal digits.
    asked: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    colliding: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    point: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    plane: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    failure: Option<Failure>,
    us: f64,
}

/// An answerer whose questions and replies are recorded.
pub struct Recorder<'a> {
    inner: &'a mut dyn Answerer,
    lines: Vec<String>,
}

impl<'a> Recorder<'a> {
    /// Records the questions to `inner`.
    pub fn new(inner: &'a mut dyn Answerer) -> Self {
        Self { inner, lines: Vec::new() }
    }

    /// The recording as text, with the time of the baseline.
    pub fn text(&self, baseline: Option<Duration>) -> String {
        let baseline_us = baseline.map(micros);
        let head = RecordingHead { recording: VERSION, name: self.inner.name().to_owned(), baseline_us };
        let head = serde_json::to_string(&head).unwrap_or_default();
        std::iter::once(&head).chain(&self.lines).map(|line| line.clone() + "\n").collect()
    }
}

impl Answerer for Recorder<'_> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn ask(&mut self, pair: &[Body; 2]) -> Reply {
        let reply = self.inner.ask(pair);
        let mut line = Line {
            asked: hash(pair),
            colliding: None,
            point: None,
            plane: None,
            failure: None,
            us: micros(reply.took),
        };
        match &reply.result {
            Ok(answer) => {
                line.colliding = Some(answer.colliding);
                match answer.certificate {
                    Some(Certificate::Point(point)) => line.point = Some(point),
                    Some(Certificate::Plane([x, y, z], d)) => line.plane = Some([x, y, z, d]),
                    None => {}
                }
            }
            Err(failure) => line.failure = Some(failure.clone()),
        }
        self.lines.push(serde_json::to_string(&line).unwrap_or_default());
        reply
    }
}

/// A recording that answers in place of its program.
pub struct Replay {
    name: String,
    baseline: Option<Duration>,
    lines: std::vec::IntoIter<Line>,
    other: bool,
}

impl Replay {
    /// Reads a recording. The error is one line that names the line.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = |number: usize, why: serde_json::Error| {
            let why = why.to_string();
            format!("line {number}: {}", why.split(" at line").next().unwrap_or(&why))
        };
        let mut rows = text.lines().enumerate();
        let (_, head) = rows.next().ok_or("is empty; record it again with --record")?;
        let head: RecordingHead = serde_json::from_str(head).map_err(|why| wrong(1, why))?;
        if head.recording != VERSION {
            return Err(format!(
                "is a recording of version {}, not {VERSION}; record it again",
                head.recording
            ));
        }
        let line =
            |(index, row): (usize, &str)| serde_json::from_str(row).map_err(|why| wrong(index + 1, why));
        let lines: Vec<Line> = rows.map(line).collect::<Result<_, _>>()?;
        let is_time = |us: f64| (0.0..1e12).contains(&us);
        if let Some(index) = lines.iter().position(|line| !is_time(line.us)) {
            return Err(format!("line {}: \"us\" must be a time from 0 to 1e12", index + 2));
        }
        let baseline =
            head.baseline_us.filter(|us| is_time(*us)).map(|us| Duration::from_secs_f64(us * 1e-6));
        Ok(Self { name: head.name, baseline, lines: lines.into_iter(), other: false })
    }

    /// The recorded time of the baseline.
    pub fn baseline(&self) -> Option<Duration> {
        self.baseline
    }

    /// Whether a question differed from the recorded one, so that the recording belongs to another run.
    pub fn is_other(&self) -> bool {
        self.other
    }
}

impl Answerer for Replay {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask(&mut self, pair: &[Body; 2]) -> Reply {
        let line = self.lines.next().filter(|line| line.asked == hash(pair));
        let Some(line) = line else {
            self.other = true;
            let says = "the recording has another question here";
            return Reply { result: Err(Failure::new(FailureKind::NotAsked, says)), took: Duration::ZERO };
        };
        let point = line.point.map(Certificate::Point);
        let certificate = point.or(line.plane.map(|[x, y, z, d]| Certificate::Plane([x, y, z], d)));
        let result = match (line.colliding, line.failure) {
            (Some(colliding), _) => Ok(Answer { colliding, certificate }),
            (None, Some(failure)) => Err(failure),
            (None, None) => Err(Failure::new(FailureKind::NotAsked, "the recording has no reply here")),
        };
        Reply { result, took: Duration::from_secs_f64(line.us * 1e-6) }
    }
}

fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}

/// Hash of everything that is sent about a pair.
fn hash(pair: &[Body; 2]) -> String {
    let of_bodies = pair.iter().fold(fingerprint::START, |hash, body| {
        let mesh = body.shape.mesh();
        let corners = mesh.vertices().iter().flat_map(|p| [p.x, p.y, p.z]);
        let indices = mesh.triangles().iter().flatten().map(|index| f64::from(*index));
        fingerprint::folded(hash, corners.chain(indices))
    });
    let text = protocol::question(0, ["", ""], pair);
    format!("{:016x}", fingerprint::folded(of_bodies, text.bytes().map(f64::from)))
}
