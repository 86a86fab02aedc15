//! A query of the continuous tests, such as one of a data set, which the inspector shows in place of a step of the
//! cloth: its parameter, and the answers.

use std::sync::{Arc, OnceLock};

use crate::continuous::methods::{EXACT, METHODS, Method};
use crate::continuous::pair::{Kind, Query};
use crate::geometry::Point;

/// Coordinates of a query: eight points.
const NUMBERS: usize = 24;
/// Largest accepted coordinate; the inspector draws with f32.
const FARTHEST: f64 = 1e9;

/// A query, with the answers of all continuous tests once they are needed.
pub struct LoneQuery {
    /// The query.
    pub query: Query,
    answers: OnceLock<Vec<Option<f64>>>,
}

impl LoneQuery {
    /// The tests with their times of contact; `None` means no contact.
    pub fn answers(&self) -> impl Iterator<Item = (&'static Method, Option<f64>)> {
        let ask = || METHODS.iter().map(|method| method.answer(&self.query.into())).collect();
        METHODS.iter().zip(self.answers.get_or_init(ask).iter().copied())
    }

    /// The exact time of contact, rounded down.
    pub fn truth(&self) -> Option<f64> {
        self.answers().find(|(method, _)| method.id == EXACT).and_then(|(_, time)| time)
    }
}

/// Parses a query as [`said`] writes it; `None` if it is invalid.
pub fn read(word: &str) -> Option<Arc<LoneQuery>> {
    let (kind, numbers) = word.split_once(':')?;
    let kind = Kind::ALL.into_iter().find(|known| known.id() == kind)?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.abs() <= FARTHEST);
    let numbers: [f64; NUMBERS] =
        numbers.split(',').map(number).collect::<Option<Vec<_>>>()?.try_into().ok()?;
    let [start, end] = [0, 4].map(|first| {
        [0, 1, 2, 3].map(|point| Point::from([0, 1, 2].map(|axis| numbers[3 * (first + point) + axis])))
    });
    Some(Arc::new(LoneQuery { query: Query { kind, start, end }, answers: OnceLock::new() }))
}

/// The kind of the features, and the coordinates of the four points at time 0, then at time 1.
pub fn said(query: &Query) -> String {
    let points = query.start.iter().chain(&query.end);
    let numbers: Vec<_> = points.flat_map(|point| point.iter().map(f64::to_string)).collect();
    format!("{}:{}", query.kind.id(), numbers.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::methods::{self, REFERENCE};
    use crate::inspector::story::Subject as _;
    use crate::labs::cloth::cloth_lab::ClothLab;
    use crate::labs::cloth::subject::QuerySubject;
    use crate::labs::lab::{Lab as _, Visible as _};

    const FALLS: &str = "vertex-face:0.25,0.25,1,0,0,0,1,0,0,0,1,0,0.25,0.25,-1,0,0,0,1,0,0,0,1,0";

    #[test]
    fn a_query_is_written_as_it_is_read_and_nothing_else_is_read() {
        for word in [FALLS, &FALLS.replace("vertex-face", "edge-edge").replace("0.25", "-1e-300")] {
            let lone = read(word).unwrap();
            let again = read(&said(&lone.query)).unwrap();
            assert_eq!(lone.query, again.query, "{word}");
        }
        for wrong in [
            "none",
            "vertex-face",
            "vertex-face:",
            &FALLS.replace("vertex-face", "face"),
            &FALLS.replace("0.25", "nan"),
            &FALLS.replace("0.25", "1e10"),
            &FALLS.replace("-1", ""),
            &format!("{FALLS},0"),
            &FALLS[..FALLS.len() - 2],
        ] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_query_takes_the_place_of_the_step_until_a_part_of_the_step_is_named() {
        let words = format!("ccd={FALLS}").parse().unwrap();
        let mut lab = ClothLab::build(None, &words, None).unwrap();
        assert_eq!(lab.words(false).get("ccd"), Some(FALLS));
        assert_eq!(lab.choices().all.len(), 1);
        assert_eq!(lab.subject().unwrap().title(), "A moving vertex and triangle");
        lab.put(&"paint=stages".parse().unwrap()).unwrap();
        assert!(lab.settings.query.is_some());
        lab.put(&"apart=pair".parse().unwrap()).unwrap();
        assert!(lab.settings.query.is_none() && lab.subject().is_none(), "frame 0 has no step");
        assert_eq!(lab.words(false).get("ccd"), None);
        assert!(lab.put(&"ccd=edge-edge:1,2".parse().unwrap()).is_err());
    }

    #[test]
    fn the_story_of_a_query_has_the_answer_of_the_tests() {
        let apart = FALLS.replace("0.25", "0.75");
        let extreme = FALLS.replace(",1", ",1e9").replace("-1", "-1e9").replace("0.25", "1e-300");
        for (word, truth) in [(FALLS, Some(0.5)), (&apart, None), (&extreme, Some(0.5))] {
            let lone = read(word).unwrap();
            assert_eq!(lone.truth(), truth);
            let subject = QuerySubject::new(&lone);
            let story = subject.record(subject.choices().focus).unwrap();
            assert_eq!(story.outcome().hit, truth.is_some());
            assert!(story.mistake(&subject.reference()).is_none());
            assert!(subject.record(&methods::find(REFERENCE).unwrap().about).is_err());
        }
    }
}
