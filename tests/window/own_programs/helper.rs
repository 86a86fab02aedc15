//! A program for the tests of programs of one's own, compiled by them with `rustc`. Its first argument is how it
//! behaves: right up to separating axes, or broken in one way.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::time::Duration;

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

fn in_world((vertices, triangles): &Mesh, pose: &[f64]) -> Mesh {
    let row = |i: usize, p: &Vector| dot([pose[7 + 4 * i], pose[8 + 4 * i], pose[9 + 4 * i]], *p) + pose[10 + 4 * i];
    (vertices.iter().map(|p| [row(0, p), row(1, p), row(2, p)]).collect(), triangles.clone())
}

/// Normals of the faces, and directions of the edges.
fn features((vertices, triangles): &Mesh) -> (Vec<Vector>, Vec<Vector>) {
    let (mut normals, mut edges) = (Vec::new(), Vec::new());
    for t in triangles {
        let [p, q, r] = t.map(|v| vertices[v]);
        normals.push(cross(minus(q, p), minus(r, p)));
        for (k, (from, to)) in [(p, q), (q, r), (r, p)].into_iter().enumerate() {
            if t[k] < t[(k + 1) % 3] {
                edges.push(minus(to, from));
            }
        }
    }
    (normals, edges)
}

/// A plane with all of `a` before it and all of `b` behind it, by all separating axes.
fn parting(a: &Mesh, b: &Mesh) -> Option<[f64; 4]> {
    let ((faces_a, edges_a), (faces_b, edges_b)) = (features(a), features(b));
    let crossed = edges_a.iter().flat_map(|p| edges_b.iter().map(move |q| cross(*p, *q)));
    // Relative to a corner of A, so that coordinates far from the origin lose no more digits.
    let from = a.0[0];
    let along = |mesh: &Mesh, n: Vector| {
        let all = mesh.0.iter().map(|p| dot(n, minus(*p, from)));
        all.fold([f64::MAX, f64::MIN], |[low, high], x| [low.min(x), high.max(x)])
    };
    let mut axes = faces_a.into_iter().chain(faces_b).chain(crossed);
    axes.find_map(|n| {
        // A product of two nearly parallel edges is only rounding, but any axis that parts proves something.
        let ([low_a, high_a], [low_b, high_b]) = (along(a, n), along(b, n));
        let middle = match (high_a < low_b, high_b < low_a) {
            (true, _) => 0.5 * (high_a + low_b),
            (_, true) => 0.5 * (high_b + low_a),
            _ => return None,
        };
        Some([n[0], n[1], n[2], middle + dot(n, from)])
    })
}

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    let mut meshes: HashMap<String, Mesh> = HashMap::new();
    let mut out = std::io::stdout();
    let mut asked = 0;
    eprintln!("helper starts: {how}");
    match how.as_str() {
        "mute" => loop {
            std::thread::sleep(Duration::from_secs(60));
        },
        "flood" => loop {
            if out.write_all(b"{\"hello\":1,\"name\":\"flood\"}\n").is_err() {
                return;
            }
        },
        "folder" => {
            // Reports the number of files in its folder as its name.
            let files = std::fs::read_dir(".").map(|entries| entries.count()).unwrap_or(99);
            println!("{{\"hello\":1,\"name\":\"{files} files\"}}");
        }
        _ => {}
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.contains("\"hello\":") {
            match how.as_str() {
                "old" => println!("{{\"hello\":0,\"name\":\"old\"}}"),
                "folder" => {}
                // Characters that are invisible or turn the text.
                "hidden-name" => println!("{{\"hello\":1,\"name\":\"mine \u{2764}\u{fe0f} a\u{200d}b \u{202e}c\"}}"),
                _ => println!("{{\"hello\":1,\"name\":\"helper\"}}"),
            }
            continue;
        }
        if line.contains("\"mesh\":") {
            let vertices = numbers(&line, "vertices").chunks_exact(3).map(|v| [v[0], v[1], v[2]]).collect();
            let triples = numbers(&line, "triangles");
            let triangles = triples.chunks_exact(3).map(|t| [t[0] as usize, t[1] as usize, t[2] as usize]).collect();
            meshes.insert(text(&line, "mesh").to_owned(), (vertices, triangles));
            continue;
        }
        let id = numbers(&line, "id")[0];
        let of = |name: &str, pose: &str| in_world(&meshes[text(&line, name)], &numbers(&line, pose));
        let (a, b) = (of("a", "a_pose"), of("b", "b_pose"));
        let plane = parting(&a, &b);
        let right = match plane {
            Some(plane) => format!("{{\"id\":{id},\"colliding\":false,\"plane\":{plane:?}}}"),
            None => format!("{{\"id\":{id},\"colliding\":true}}"),
        };
        asked += 1;
        let is_third = asked % 3 == 0;
        match how.as_str() {
            "wrong" => println!("{{\"id\":{id},\"colliding\":{}}}", plane.is_some()),
            "lying" => match plane {
                Some([x, y, z, d]) => println!(
                    "{{\"id\":{id},\"colliding\":false,\"plane\":[{x:?},{y:?},{z:?},{:?}]}}",
                    d + 1e3 * dot([x, y, z], [x, y, z]).sqrt()
                ),
                None => println!("{{\"id\":{id},\"colliding\":true,\"point\":[1e6,0,0]}}"),
            },
            "slow" if is_third => {
                std::thread::sleep(Duration::from_secs(5));
                println!("{right}");
            }
            "steady" => {
                std::thread::sleep(Duration::from_millis(30));
                println!("{right}");
            }
            "silent" => {}
            "dies" if is_third => std::process::exit(3),
            "aborts" => std::process::abort(),
            "floods-later" if is_third => loop {
                if out.write_all(right.as_bytes()).and_then(|()| out.write_all(b"\n")).is_err() {
                    return;
                }
            },
            "long" => println!("{}", "x".repeat(1 << 20)),
            "nan" => println!("{{\"id\":{id},\"colliding\":true,\"point\":[NaN,0,0]}}"),
            "other-id" => println!("{{\"id\":{},\"colliding\":true}}", id + 1.0),
            // A line for itself before the answer: the answer then comes one question late.
            "chats" => println!("thinking about {id}\n{right}"),
            "hungry" => {
                let mut kept: Vec<Vec<u8>> = Vec::new();
                loop {
                    kept.push(vec![1; 64 << 20]);
                    if kept.len() > 64 {
                        println!("{right}");
                    }
                }
            }
            // Starts another process that outlives it, writes its number, and answers.
            "parent" => {
                let child = std::process::Command::new("sleep").arg("600").spawn();
                eprintln!("child {}", child.map(|child| child.id()).unwrap_or(0));
                println!("{right}");
            }
            "noisy" => {
                (0..20_000).for_each(|n| eprintln!("noise {n}"));
                println!("{right}");
            }
            _ => println!("{right}"),
        }
        let _ = out.flush();
    }
}
