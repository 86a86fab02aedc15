//! What words cannot say of a motion: what the hand did in each frame. Part of a scene file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::frame::Hand;
use crate::labs::lab::{LabError, Saved};

/// What a scene file holds beside the words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClothFile {
    /// Frame, particle, and where the hand was, metres.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<(u64, usize, [f64; 3])>,
}

/// A [`ClothFile`], checked.
#[derive(Clone, Default)]
pub struct SavedCloth {
    /// What the hand did, by frame.
    pub hands: BTreeMap<u64, Hand>,
}

/// Reads and checks what [`write()`] wrote.
pub fn read(file: &serde_json::Value, _folder: &Path) -> Result<Saved, LabError> {
    /// The farthest that a hand is taken from a file, metres.
    const FARTHEST: f64 = 1e6;
    let file: ClothFile = match file {
        serde_json::Value::Null => ClothFile::default(),
        _ => serde_json::from_value(file.clone()).map_err(|why| LabError(why.to_string()))?,
    };
    if file.hands.iter().any(|(_, _, place)| place.iter().any(|x| x.abs() > FARTHEST)) {
        return Err(LabError("\"hands\": no hand is beyond 1e6 m".to_owned()));
    }
    let hands = file.hands.into_iter().map(|(frame, particle, place)| (frame, (particle, place.into())));
    let state = SavedCloth { hands: hands.collect() };
    Ok(Saved { state: Box::new(state), notes: Vec::new() })
}

/// What a file says of what the hand did, `Null` if it did nothing.
pub fn write(hands: &BTreeMap<u64, Hand>) -> serde_json::Value {
    let hands = hands.iter().map(|(frame, (particle, place))| (*frame, *particle, (*place).into()));
    let file = ClothFile { hands: hands.collect() };
    if file == ClothFile::default() {
        return serde_json::Value::Null;
    }
    serde_json::to_value(file).unwrap_or_default()
}
