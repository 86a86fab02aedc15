//! The poses of a CSV file: `x,y,z,qx,qy,qz,qw` in the first line, then one pose per line. Positions are in
//! metres; quaternions may have any length but 0.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use nalgebra::Translation3;

use super::super::cases::FARTHEST;
use super::super::rows::{Row, rows};
use super::super::shared::rotation;
use super::super::terminal::note;
use crate::files::input::{name_of, read_input};
use crate::files::reading::LARGEST_FILE;
use crate::files::text;
use crate::geometry::Pose;
use crate::names::quoted;

/// The required header line.
const COLUMNS: [&str; 7] = ["x", "y", "z", "qx", "qy", "qz", "qw"];

/// Maximum number of poses in a file; a pose takes about 400 bytes with its answer.
const MOST_POSES: usize = 1_000_000;

/// Quaternion lengths that differ from 1 by more than this are reported.
const UNIT: f64 = 1e-6;

/// Reads all poses of the file, at least one. The error names the file, the line and the remedy.
pub fn read(path: &Path) -> anyhow::Result<Vec<Pose>> {
    let name = name_of(path);
    let bytes = read_input(path, LARGEST_FILE).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    let text = text::decoded(&bytes).map_err(|why| anyhow!("{}: {why}", name.display()))?;
    let (poses, normalised) =
        parse(text.as_bytes(), MOST_POSES).with_context(|| name.display().to_string())?;
    if let Some(Normalised { count, line, length }) = normalised {
        note(&format!(
            "{}: {count} quaternions normalised to length 1; the first, in line {line}, had {length:?}",
            name.display()
        ));
    }
    Ok(poses)
}

/// Quaternions that had to be normalised: their number, and line and length of the first.
#[derive(Debug, PartialEq)]
struct Normalised {
    count: usize,
    line: usize,
    length: f64,
}

fn parse(bytes: &[u8], most: usize) -> anyhow::Result<(Vec<Pose>, Option<Normalised>)> {
    let mut rows = rows(bytes);
    let header =
        rows.next().with_context(|| format!("it is blank; its first line must be {}", COLUMNS.join(",")))?;
    if header.values("").ok() != Some(COLUMNS) {
        bail!("{} is {}; it must be {}", header.place(), header.quoted(), COLUMNS.join(","));
    }
    let (mut poses, mut normalised, mut count) = (Vec::new(), None, 0);
    for row in rows {
        if poses.len() == most {
            bail!("{}: more than {most} poses; split the file", row.place());
        }
        let (pose, length) = pose(&row).with_context(|| row.place())?;
        if (length - 1.0).abs() > UNIT {
            normalised.get_or_insert((row.line, length));
            count += 1;
        }
        poses.push(pose);
    }
    if poses.is_empty() {
        bail!("it has no poses; write one in every line after the first");
    }
    Ok((poses, normalised.map(|(line, length)| Normalised { count, line, length })))
}

/// Parses a line into its pose and the length of its quaternion.
fn pose(row: &Row) -> anyhow::Result<(Pose, f64)> {
    let values: [&str; COLUMNS.len()] = row.values(&COLUMNS.join(","))?;
    let mut numbers = [0.0; COLUMNS.len()];
    for ((number, text), column) in numbers.iter_mut().zip(values).zip(COLUMNS) {
        *number = text.parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| {
            anyhow!("{column} is {}, which is not a finite number; write one such as 0.25", quoted(text))
        })?;
    }
    let [x, y, z, turn @ ..] = numbers;
    if let Some(far) = [x, y, z].into_iter().find(|c| c.abs() > FARTHEST) {
        bail!("{far:e} m is too far away: coordinates must lie within ±{FARTHEST:e} m");
    }
    let (turned, length) = rotation(turn)
        .context("the quaternion has length 0, which is not a rotation; write 0,0,0,1 for no rotation")?;
    Ok((Pose::from_parts(Translation3::new(x, y, z), turned), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        format!("{:#}", parse(text.as_bytes(), MOST_POSES).unwrap_err())
    }

    #[test]
    fn a_pose_in_every_line() {
        let text = "x,y,z,qx,qy,qz,qw\n1,2,3,0,0,0,1\r\n 0, 0 ,-4e2,0,0,2,0\n";
        let (poses, normalised) = parse(text.as_bytes(), MOST_POSES).unwrap();
        assert_eq!(poses.len(), 2);
        assert_eq!(poses[0].translation.vector.as_slice(), [1.0, 2.0, 3.0]);
        assert_eq!(poses[1].rotation.k, 1.0, "of any length");
        assert_eq!(normalised, Some(Normalised { count: 1, line: 3, length: 2.0 }));
    }

    #[test]
    fn more_poses_than_are_taken_are_refused_and_turned_ones_take_no_time_by_the_square() {
        let header = "x,y,z,qx,qy,qz,qw\n";
        let refused = parse((header.to_owned() + &"0,0,0,0,0,0,1\n".repeat(3)).as_bytes(), 2).unwrap_err();
        assert!(refused.to_string().starts_with("line 4: more than 2 poses"), "{refused}");
        let turned = header.to_owned() + &"0,0,0,0,0,0,2\n".repeat(50_000);
        let (poses, normalised) = parse(turned.as_bytes(), MOST_POSES).unwrap();
        assert_eq!((poses.len(), normalised.map(|o| (o.count, o.line))), (50_000, Some((50_000, 2))));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let header = "x,y,z,qx,qy,qz,qw\n";
        assert!(refused("x,y,z\n1,2,3\n").contains("line 1 is \"x,y,z\"; it must be x,y,z,qx,qy,qz,qw"));
        assert!(refused(header).contains("no poses"));
        assert!(refused(&format!("{header}1,2,3,0,0,0\n")).contains("line 2: has 6 values"));
        assert!(refused(&format!("{header}0,0,0,0,0,0,1\n0,up,0,0,0,0,1\n")).contains("line 3: y is \"up\""));
        assert!(refused(&format!("{header}0,0,NaN,0,0,0,1\n")).contains("not a finite number"));
        assert!(refused(&format!("{header}0,0,1e300,0,0,0,1\n")).contains("too far away"));
        assert!(refused(&format!("{header}0,0,0,0,0,0,0\n")).contains("length 0"));
        assert!(refused("\u{0}\u{1}").contains("line 1"));
    }
}
