//! Numbers in the lessons about the cloth: a line of the page, in every language, has the engine's answer on
//! the recorded step of the lesson.

mod contacts;
mod filters;
mod trees;

use collidoscope::cloth::detect::{Counts, Found};
use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, REFERENCE};
use collidoscope::cloth::motion::simulation::Parameters;
use collidoscope::cloth::motion::{Recording, scenes};
use collidoscope::cloth::response::Response;
use collidoscope::cloth::step::{Features, Step};

use crate::gpu::lessons_measured::shown;

/// Settings of a method that differ from their defaults.
type Changes<'a> = &'a [(&'a str, &'a str)];

/// A step of a scene, and all its contacts.
struct Shown {
    mesh: ClothMesh,
    step: Step,
    truth: Vec<Features>,
}

impl Shown {
    /// The step of this frame of the lab, for a cloth that passes through itself.
    fn of((scene, frame): (&str, usize)) -> Self {
        let response = Response { itself: false, obstacles: true };
        let parameters = Parameters { response, ..Parameters::new(17) };
        let recording = Recording::of(scenes::find(scene).unwrap(), parameters, frame, frame).unwrap();
        let Recording { mesh, mut steps } = recording;
        let mut shown = Self { mesh, step: steps.remove(0), truth: Vec::new() };
        shown.truth = shown.found(REFERENCE, &[]).contacts.iter().map(|contact| contact.features).collect();
        shown
    }

    fn found(&self, id: &str, changes: Changes) -> Found {
        let method = methods::find(id).unwrap();
        let mut settings = method.default_settings();
        changes.iter().for_each(|(name, value)| settings.set(name, value).unwrap());
        method.make(&self.mesh, &settings).unwrap().detect(&self.step)
    }

    fn counts(&self, id: &str, changes: Changes) -> Counts {
        self.found(id, changes).counts
    }

    /// Number of contacts that this method misses.
    fn lost(&self, id: &str, changes: Changes) -> usize {
        let found: Vec<Features> = self.found(id, changes).contacts.iter().map(|c| c.features).collect();
        self.truth.iter().filter(|features| found.binary_search(features).is_err()).count()
    }
}

fn whole(number: impl TryInto<u64, Error: std::fmt::Debug>) -> String {
    shown(number.try_into().unwrap() as f64, 0)
}

/// The frames in the lessons: the cloth falls, it has fallen through itself, and the ramp touches the floor.
const FALLING: (&str, usize) = ("centre", 20);
const FALLEN: (&str, usize) = ("centre", 36);
const RAMP: (&str, usize) = ("spiral", 14);
