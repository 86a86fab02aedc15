//! A collision detector of your own for Collidoscope. The standard library alone, and no JSON reader: numbers are
//! collected by name.
//!
//!     rustc -O -o mine mine.rs
//!     collidoscope grade --homework homework/02-convex.toml --program ./mine
//!
//! It finds every collision, but also reports some that are none: see TODO.
use std::collections::HashMap;
use std::io::{BufRead, Write};

type Vector = [f64; 3];
type Mesh = (Vec<Vector>, Vec<[usize; 3]>);

fn dot(p: Vector, q: Vector) -> f64 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

fn cross(p: Vector, q: Vector) -> Vector {
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

fn minus(p: Vector, q: Vector) -> Vector {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

/// All numbers behind `"name":` in the line, to the end of its list or object. They come in a fixed order.
fn numbers(line: &str, name: &str) -> Vec<f64> {
    let Some((_, rest)) = line.split_once(&format!("\"{name}\":")) else { return Vec::new() };
    let mut depth = 0;
    let end = rest.find(|c: char| {
        depth += i32::from(c == '[' || c == '{') - i32::from(c == ']' || c == '}');
        depth < 0 || depth == 0 && matches!(c, ']' | '}' | ',')
    });
    let words = rest[..end.unwrap_or(rest.len())].split(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
    words.filter_map(|word| word.parse().ok()).collect()
}

fn text<'a>(line: &'a str, name: &str) -> &'a str {
    line.split_once(&format!("\"{name}\":\"")).and_then(|(_, rest)| rest.split('"').next()).unwrap_or("")
}

/// The mesh in world coordinates. A pose is 3 numbers of the position, 4 of the rotation, 12 of the matrix.
fn in_world((vertices, triangles): &Mesh, pose: &[f64]) -> Mesh {
    let row = |i: usize, p: &Vector| dot([pose[7 + 4 * i], pose[8 + 4 * i], pose[9 + 4 * i]], *p) + pose[10 + 4 * i];
    (vertices.iter().map(|p| [row(0, p), row(1, p), row(2, p)]).collect(), triangles.clone())
}

/// A plane along a face of `a` with `a` behind it and `b` in front of it.
fn parting(a: &Mesh, b: &Mesh) -> Option<[f64; 4]> {
    // TODO: two edges can face each other while no face does. Which normals are missing?
    a.1.iter().find_map(|t| {
        let [p, q, r] = t.map(|v| a.0[v]);
        let n = cross(minus(q, p), minus(r, p));
        let end = a.0.iter().map(|v| dot(n, *v)).fold(f64::MIN, f64::max);
        let start = b.0.iter().map(|v| dot(n, *v)).fold(f64::MAX, f64::min);
        (end < start).then_some([n[0], n[1], n[2], (end + start) / 2.0])
    })
}

fn main() {
    let mut meshes: HashMap<String, Mesh> = HashMap::new();
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.contains("\"hello\":") {
            let _ = writeln!(out, "{{\"hello\":1,\"name\":\"mine.rs\"}}");
        } else if line.contains("\"mesh\":") {
            let vertices = numbers(&line, "vertices").chunks_exact(3).map(|v| [v[0], v[1], v[2]]).collect();
            let triples = numbers(&line, "triangles");
            let triangles = triples.chunks_exact(3).map(|t| [t[0] as usize, t[1] as usize, t[2] as usize]).collect();
            meshes.insert(text(&line, "mesh").to_owned(), (vertices, triangles)); // a mesh has no answer
        } else {
            let of = |name: &str, pose: &str| in_world(&meshes[text(&line, name)], &numbers(&line, pose));
            let (a, b) = (of("a", "a_pose"), of("b", "b_pose"));
            let id = numbers(&line, "id")[0];
            let _ = match parting(&a, &b).or_else(|| parting(&b, &a)) {
                Some(plane) => writeln!(out, "{{\"id\":{id},\"colliding\":false,\"plane\":{plane:?}}}"),
                // TODO: add "point":[x,y,z] as the proof.
                None => writeln!(out, "{{\"id\":{id},\"colliding\":true}}"),
            };
        }
        let _ = out.flush();
    }
}
