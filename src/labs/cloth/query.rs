//! A query of the continuous tests, such as one of a data set, which the inspector shows in place of a step of the
//! cloth: its parameter, and the subject.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use crate::about::MethodInfo;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::{self, REFERENCE};
use crate::cloth::step::{Features, Step};
use crate::continuous::methods::{EXACT, HYBRID, METHODS, Method};
use crate::continuous::pair::{Kind, Query};
use crate::geometry::Point;
use crate::inspector::outcome::Reference;
use crate::inspector::story::{Choices, Story, Subject};
use crate::language::t;
use crate::render::dissection::Dissection;
use crate::stories::cloth::measuring::Measuring;
use crate::stories::cloth::pair::Pair;
use crate::stories::cloth::pair_recording::PairRecording;
use crate::stories::cloth::question::Question;

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

/// The test whose story is shown; the story contains those of the exact roots and of the inclusion boxes.
pub fn choices() -> Choices {
    let hybrid = METHODS.iter().map(|method| &method.about).filter(|about| about.id == HYBRID);
    Choices::of(&METHODS[0].about, hybrid)
}

/// A query as a subject of the inspector, shown as a cloth with only these two features.
pub struct QuerySubject {
    lone: Arc<LoneQuery>,
    choices: Choices,
    edition: u64,
}

impl QuerySubject {
    /// The subject of a query.
    pub fn new(lone: &Arc<LoneQuery>) -> Self {
        let mut hasher = DefaultHasher::new();
        said(&lone.query).hash(&mut hasher);
        Self { lone: Arc::clone(lone), choices: choices(), edition: hasher.finish() }
    }
}

impl Subject for QuerySubject {
    fn title(&self) -> String {
        match self.lone.query.kind {
            Kind::VertexFace => t!("A moving vertex and triangle"),
            Kind::EdgeEdge => t!("Two moving edges"),
        }
        .into_owned()
    }

    fn name(&self) -> String {
        t!("the query").into_owned()
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        let why = t!("The verdict is compared with the exact roots of the cubic.").into_owned();
        Reference::Settled { hit: self.lone.truth().is_some(), why }
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        let only = || t!("This method answers only for a whole cloth.").into_owned();
        if about.id != HYBRID {
            return Err(only());
        }
        let Query { kind, start, end } = self.lone.query;
        let (features, faces, edges) = match kind {
            Kind::VertexFace => (Features::VertexFace(0, 0), vec![[1, 2, 3]], vec![[1, 2], [2, 3], [1, 3]]),
            Kind::EdgeEdge => (Features::EdgeEdge(0, 1), Vec::new(), vec![[0, 1], [2, 3]]),
        };
        let mesh = Arc::new(ClothMesh { rest: start.to_vec(), faces, edges, side: None });
        let step = Arc::new(Step { start: start.to_vec(), end: end.to_vec() });
        let question = Rc::new(Question::new(mesh, step, Dissection::default(), self.edition));
        // Brute force asks the test about this pair, and about nothing else.
        let method = methods::find(REFERENCE).ok_or_else(only)?;
        let settings = method.default_settings();
        let mut measuring = Measuring::new(Rc::clone(&question), method.id, &settings);
        let recording = PairRecording::of(&question, (method, &settings), features, &mut measuring);
        Ok(Rc::new(Pair::new(question, about, recording.ok_or_else(only)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs::cloth::cloth_lab::ClothLab;
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
        let words = format!("query={FALLS}").parse().unwrap();
        let mut lab = ClothLab::build(None, &words, None).unwrap();
        assert_eq!(lab.words(false).get("query"), Some(FALLS));
        assert_eq!(lab.choices().all.len(), 1);
        assert_eq!(lab.subject().unwrap().title(), "A moving vertex and triangle");
        lab.put(&"paint=stages".parse().unwrap()).unwrap();
        assert!(lab.settings.query.is_some());
        lab.put(&"apart=pair".parse().unwrap()).unwrap();
        assert!(lab.settings.query.is_none() && lab.subject().is_none(), "frame 0 has no step");
        assert_eq!(lab.words(false).get("query"), None);
        assert!(lab.put(&"query=edge-edge:1,2".parse().unwrap()).is_err());
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
