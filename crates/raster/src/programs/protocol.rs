//! The lines that pass between this program and a program of one's own: JSON, one object a line.
//!
//! Both sides greet with `hello` and the version. Meshes follow once each, by id, and have no answer; every question
//! has one answer line with its number. The order of the fields is part of the protocol, so that a reader without a
//! JSON library can collect the numbers behind a name.

use serde_json::{Map, Value, json};

use super::{Answer, Certificate};
use crate::geometry::{Shape, Solid};
use crate::names::nearest;
use crate::world::Body;

/// Version of the protocol.
pub const VERSION: u64 = 1;
/// Longest line, in bytes, that a program may write.
pub const LONGEST_LINE: usize = 64 << 10;
/// Longest name of a program, in characters.
const LONGEST_NAME: usize = 60;

/// The greeting: version and what will be asked.
pub fn hello() -> String {
    json!({"hello": VERSION, "kind": "pairs", "certificates": ["point", "plane"]}).to_string()
}

/// The line that sends a mesh: id, whether it is convex, the exact solid if the mesh only approximates one or is a
/// box, vertices in metres and triangles counter-clockwise from outside.
pub fn mesh(id: &str, shape: &Shape) -> String {
    let mesh = shape.mesh();
    let mut line = json!({"mesh": id, "convex": shape.convexity().is_ok()});
    match shape.solid() {
        Solid::Ball { radius } => line["solid"] = json!({"sphere": {"radius": radius}}),
        Solid::Cuboid { half_extents: h } => {
            line["solid"] = json!({"box": {"half_extents": [h.x, h.y, h.z]}});
        }
        Solid::Cone { radius, height } => {
            line["solid"] = json!({"cone": {"radius": radius, "height": height}});
        }
        Solid::Cylinder { radius, height } => {
            line["solid"] = json!({"cylinder": {"radius": radius, "height": height}});
        }
        Solid::Polyhedron => {}
    }
    line["vertices"] = mesh.vertices().iter().map(|p| [p.x, p.y, p.z]).collect::<Vec<_>>().into_json();
    line["triangles"] = mesh.triangles().to_vec().into_json();
    line.to_string()
}

/// Lists of triples as JSON.
trait IntoJson {
    fn into_json(self) -> Value;
}

impl<T: Into<Value> + Copy> IntoJson for Vec<[T; 3]> {
    fn into_json(self) -> Value {
        self.into_iter().map(|three| Value::from(three.map(Into::<Value>::into).to_vec())).collect()
    }
}

/// The line of a question: its number, and both bodies by the ids of their meshes, with their poses.
pub fn question(id: u64, meshes: [&str; 2], bodies: &[Body; 2]) -> String {
    let [a, b] = bodies.each_ref().map(pose);
    json!({"id": id, "a": meshes[0], "a_pose": a, "b": meshes[1], "b_pose": b}).to_string()
}

/// A pose as a position and a quaternion x, y, z, w, and as the rows of the 3×4 matrix that takes a column x, y, z, 1
/// to the world.
fn pose(body: &Body) -> Value {
    let (turn, at) = (body.pose.rotation.to_rotation_matrix(), body.pose.translation.vector);
    let q = body.pose.rotation.coords;
    let rows: Vec<[f64; 4]> = (0..3).map(|i| [turn[(i, 0)], turn[(i, 1)], turn[(i, 2)], at[i]]).collect();
    json!({"position": [at.x, at.y, at.z], "rotation": [q.x, q.y, q.z, q.w], "matrix": rows})
}

/// The name in a program's greeting. The error is one sentence.
pub fn read_hello(line: &[u8]) -> Result<String, String> {
    let fields = object(line)?;
    known(&fields, &["hello", "name"])?;
    match fields.get("hello") {
        None => return Err(format!("has no \"hello\"; expected {}", example_hello())),
        Some(version) if version.as_u64() == Some(VERSION) => {}
        Some(version) => {
            return Err(format!(
                "speaks version {} of the protocol, not {VERSION}",
                short(&version.to_string())
            ));
        }
    }
    match fields.get("name") {
        Some(Value::String(name)) if !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME => {
            Ok(name.trim().to_owned())
        }
        _ => Err(format!("needs a \"name\" of 1 to {LONGEST_NAME} characters")),
    }
}

fn example_hello() -> String {
    json!({"hello": VERSION, "name": "mine"}).to_string()
}

/// Reason why a line is no answer to the question.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The line has another question's number.
    OtherId(u64),
    /// Anything else, in one sentence.
    Malformed(String),
}

/// Reads the answer to question `id`.
pub fn read_answer(line: &[u8], id: u64) -> Result<Answer, Refusal> {
    let fields = object(line).map_err(Refusal::Malformed)?;
    match fields.get("id").map(|id| (id, id.as_u64())) {
        Some((_, Some(same))) if same == id => {}
        Some((_, Some(other))) => return Err(Refusal::OtherId(other)),
        Some((value, None)) => {
            return Err(Refusal::Malformed(format!(
                "\"id\" is {}, but must be the question's number, {id}",
                short(&value.to_string())
            )));
        }
        None => {
            return Err(Refusal::Malformed(format!("\"id\" is missing; repeat the question's number, {id}")));
        }
    }
    answer(&fields).map_err(Refusal::Malformed)
}

fn answer(fields: &Map<String, Value>) -> Result<Answer, String> {
    known(fields, &["id", "colliding", "point", "plane"])?;
    let colliding = match fields.get("colliding") {
        Some(Value::Bool(colliding)) => *colliding,
        Some(other) => {
            return Err(format!("\"colliding\" is {}, but must be true or false", short(&other.to_string())));
        }
        None => return Err("\"colliding\" is missing; it must be true or false".to_owned()),
    };
    let given = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let certificate = match (given("point"), given("plane")) {
        (None, None) => None,
        (Some(point), None) if colliding => Some(Certificate::Point(numbers(point, "point")?)),
        (None, Some(plane)) if !colliding => {
            let [x, y, z, d] = numbers(plane, "plane")?;
            if [x, y, z] == [0.0; 3] {
                return Err("the normal of \"plane\" is 0, 0, 0, which has no direction".to_owned());
            }
            Some(Certificate::Plane([x, y, z], d))
        }
        _ => return Err("\"point\" goes with colliding bodies and \"plane\" with separated ones".to_owned()),
    };
    Ok(Answer { colliding, certificate })
}

/// Largest size of a number in a certificate, and the smallest of one that is not 0: beyond them exact arithmetic
/// would take needlessly many digits.
const SIZES: std::ops::RangeInclusive<f64> = 1e-120..=1e120;

fn numbers<const N: usize>(value: &Value, name: &str) -> Result<[f64; N], String> {
    let wrong = || format!("\"{name}\" must be a list of {N} numbers");
    let list = value.as_array().filter(|list| list.len() == N).ok_or_else(wrong)?;
    let mut read = [0.0; N];
    for (place, value) in read.iter_mut().zip(list) {
        let number = value.as_f64().ok_or_else(wrong)?;
        if number.abs() > *SIZES.end() {
            return Err(format!("\"{name}\" has the number {number:e}, which is too large"));
        }
        // A tiny number is 0 for every purpose: it is far below the tolerance.
        *place = if number.abs() < *SIZES.start() { 0.0 } else { number };
    }
    Ok(read)
}

/// The object of a line. The error says what is wrong with it.
fn object(line: &[u8]) -> Result<Map<String, Value>, String> {
    match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(format!("is no JSON object: {}", quoted(line))),
        Err(_) if has_no_number(line) => Err(format!(
            "has NaN or Infinity, which no verdict can rest on and JSON does not have: {}",
            quoted(line)
        )),
        Err(why) => {
            let why = why.to_string();
            let why = why.split(" at line").next().unwrap_or(&why).to_owned();
            Err(format!("is not JSON ({why}); only answers belong on standard output: {}", quoted(line)))
        }
    }
}

/// Whether a line has one of the words that some languages print for what is no finite number.
fn has_no_number(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    text.trim_start().starts_with('{')
        && words.any(|word| ["nan", "infinity", "inf"].contains(&word.to_ascii_lowercase().as_str()))
}

/// Refuses a field that is not one of these.
fn known(fields: &Map<String, Value>, names: &[&str]) -> Result<(), String> {
    let Some(name) = fields.keys().find(|name| !names.contains(&name.as_str())) else { return Ok(()) };
    let name = short(name);
    Err(match nearest(&name, names) {
        Some(meant) => format!("has the unknown field \"{name}\"; did you mean \"{meant}\"?"),
        None => format!("has the unknown field \"{name}\"; there are {}", names.join(", ")),
    })
}

/// The beginning of a line, without control characters, for messages.
fn quoted(line: &[u8]) -> String {
    short(&String::from_utf8_lossy(&line[..line.len().min(400)]))
}

/// At most 80 characters of a text, without control characters.
fn short(text: &str) -> String {
    let clean: String =
        text.trim().chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.trim().chars().count() > 80 { clean + "…" } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_and_without_evidence() {
        let read = |text: &str| read_answer(text.as_bytes(), 7).unwrap();
        assert_eq!(read(r#"{"id":7,"colliding":false}"#), Answer { colliding: false, certificate: None });
        let point = Some(Certificate::Point([1.0, -0.5, 1e-3]));
        assert_eq!(read(r#"{"colliding":true,"point":[1,-0.5,1e-3],"id":7}"#).certificate, point);
        let plane = Some(Certificate::Plane([0.0, 2.0, 0.0], 3.0));
        assert_eq!(read(r#"{"id":7,"colliding":false,"plane":[0,2,0,3],"point":null}"#).certificate, plane);
        assert_eq!(read_hello(br#"{"hello":1,"name":" mine "}"#).unwrap(), "mine");
    }

    #[test]
    fn every_fault_is_named() {
        for (line, says) in [
            ("yes", "only answers belong on standard output"),
            ("[1]", "no JSON object"),
            (r#"{"id":7,"colliding":true,"point":[NaN,0,0]}"#, "NaN"),
            (r#"{"id":7,"colliding":true,"point":[-Infinity,0,0]}"#, "NaN or Infinity"),
            (r#"{"id":7,"colliding":true,"point":[1e999,0,0]}"#, "number out of range"),
            (r#"{"id":7,"colliding":true,"point":[1e200,0,0]}"#, "too large"),
            (r#"{"id":7,"colliding":true,"point":[0,0]}"#, "3 numbers"),
            (r#"{"id":7,"colliding":1}"#, "true or false"),
            (r#"{"id":7}"#, "missing"),
            (r#"{"colliding":true}"#, "question's number, 7"),
            (r#"{"id":"7","colliding":true}"#, "question's number, 7"),
            (r#"{"id":7,"coliding":true}"#, "did you mean \"colliding\"?"),
            (r#"{"id":7,"colliding":false,"point":[0,0,0]}"#, "goes with"),
            (r#"{"id":7,"colliding":false,"plane":[0,0,0,1]}"#, "no direction"),
        ] {
            let Err(Refusal::Malformed(why)) = read_answer(line.as_bytes(), 7) else { panic!("{line}") };
            assert!(why.contains(says) && !why.contains('\n'), "{line}: {why}");
        }
        assert_eq!(read_answer(br#"{"id":8,"colliding":true}"#, 7), Err(Refusal::OtherId(8)));
        for (line, says) in [
            (r#"{"hello":2,"name":"x"}"#, "version 2"),
            (r#"{"name":"x"}"#, "no \"hello\""),
            (r#"{"hello":1}"#, "\"name\""),
            (r#"{"hello":1,"name":"x","color":1}"#, "unknown field \"color\""),
            ("hello", "is not JSON"),
        ] {
            let why = read_hello(line.as_bytes()).unwrap_err();
            assert!(why.contains(says), "{line}: {why}");
        }
    }
}
