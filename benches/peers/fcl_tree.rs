//! Builds and runs `broad_phase.cpp`, which needs a C++ compiler, pkg-config and libfcl-dev.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::{Command, Output};

use super::{Measured, Recording};

/// Times of FCL's broad phases over the recording. Returns an error if a tool is missing or compilation fails.
pub fn measure(recording: &Recording, rounds: usize) -> io::Result<Vec<Measured>> {
    let folder = tempfile::tempdir()?;
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/broad_phase.cpp");
    let program = folder.path().join("broad_phase");
    let flags = run(Command::new("pkg-config").args(["--cflags", "--libs", "fcl"]))?;
    // The package requests C++11; the last flag wins.
    let flags: Vec<&str> = flags.split_whitespace().chain(["-std=c++17"]).collect();
    run(Command::new("c++").args(["-O3", "-DNDEBUG", source, "-o"]).arg(&program).args(flags))?;

    let boxes = folder.path().join("boxes");
    let mut file = BufWriter::new(File::create(&boxes)?);
    for number in [recording[0].len(), recording.len()] {
        file.write_all(&(number as u64).to_ne_bytes())?;
    }
    for corner in recording.iter().flatten().flat_map(|b| [b.min, b.max]) {
        file.write_all(bytemuck::cast_slice(corner.coords.as_slice()))?;
    }
    file.into_inner()?.sync_all()?;

    let mut all: Vec<Measured> = Vec::new();
    for line in run(Command::new(program).arg(boxes).arg(rounds.to_string()))?.lines() {
        let cells: Vec<&str> = line.split(' ').collect();
        let bad = || io::Error::other(format!("not a measured frame: {line}"));
        let [algorithm, _, pairs, time] = cells[..] else { return Err(bad()) };
        let name = format!("FCL {algorithm}");
        if all.last().is_none_or(|last| last.name != name) {
            all.push(Measured { name, times: vec![], pairs: vec![] });
        }
        let last = all.last_mut().ok_or_else(bad)?;
        last.pairs.push(pairs.parse().map_err(|_| bad())?);
        last.times.push(time.parse().map_err(|_| bad())?);
    }
    Ok(all)
}

/// Standard output of a command, if it succeeds.
fn run(command: &mut Command) -> io::Result<String> {
    let Output { status, stdout, stderr } = command.output()?;
    if !status.success() {
        return Err(io::Error::other(format!("{command:?}: {}", String::from_utf8_lossy(&stderr))));
    }
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}
