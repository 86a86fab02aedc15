//! A wheel's ray as something that the inspector takes apart.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use rust_i18n::t;

use super::methods::aabb_tree::AabbTree;
use super::methods::{METHODS, Method, REFERENCE};
use super::story::descent::Descent;
use super::story::question::Question;
use super::story::scan::Scan;
use super::triangle::{MollerTrumbore, Watertight};
use super::{DRIVING_LEAF_SIZE, Road, wheel};
use crate::about::About;
use crate::inspector::outcome::Reference;
use crate::inspector::story::{Choices, Story, Subject};
use crate::settings::Settings;

/// A wheel's ray, with all methods' settings as they are.
pub struct RaySubject {
    question: Question,
    /// The watertight tree that drives.
    tree: Arc<AabbTree<Watertight>>,
    /// In the order of [`METHODS`].
    settings: Vec<Settings>,
    choices: Choices,
    edition: u64,
}

impl Road {
    /// The ray of a wheel where the car stands, under the rule that is set; `None` if the car is nowhere.
    pub fn subject(&self, wheel: usize, choices: Choices, settings: &[Settings]) -> Option<RaySubject> {
        let asked = self.car().wheels()[wheel];
        let truth = wheel::ask(self.reference(), &self.terrain().bounds(), self.rule(), &asked).ok()?;
        let mut hasher = DefaultHasher::new();
        let numbers =
            truth.ray.origin().coords.iter().chain(truth.ray.direction().iter()).copied().collect::<Vec<_>>();
        numbers.iter().for_each(|number| number.to_bits().hash(&mut hasher));
        (wheel, self.rule().row().id, Arc::as_ptr(self.tree())).hash(&mut hasher);
        let place = hasher.finish();
        for (setting, value) in settings.iter().flat_map(Settings::iter) {
            (setting.id, value.to_string()).hash(&mut hasher);
        }
        Some(RaySubject {
            question: Question { wheel, truth, terrain: self.terrain().clone(), edition: place },
            tree: self.tree().clone(),
            settings: settings.to_vec(),
            choices,
            edition: hasher.finish(),
        })
    }
}

impl Subject for RaySubject {
    fn title(&self) -> String {
        t!("Ray of the wheel %{wheel}", wheel = self.question.name()).into_owned()
    }

    fn name(&self) -> String {
        self.question.name()
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        let method = METHODS.iter().find(|method| method.id == REFERENCE).unwrap_or(&METHODS[0]);
        Reference::By {
            method: &method.about,
            outcome: Some(self.question.outcome(&self.question.truth.cast)),
        }
    }

    fn record(&self, about: &'static About) -> Result<Rc<dyn Story>, String> {
        let row = METHODS.iter().zip(&self.settings).find(|(method, _)| method.id == about.id);
        let (method, settings) = row.ok_or_else(|| format!("there is no method {:?} for rays", about.id))?;
        let is_plain = settings.word("edges") == "plain";
        let question = self.question.clone();
        Ok(match settings.has("leaf-size") {
            false if is_plain => Rc::new(Scan::record::<MollerTrumbore>(question, method)),
            false => Rc::new(Scan::record::<Watertight>(question, method)),
            true => self.descent(method, settings.whole("leaf-size") as u32, is_plain),
        })
    }
}

impl RaySubject {
    /// On the tree that drives where it is the same one; else on one that is built for it.
    fn descent(&self, method: &'static Method, leaf_size: u32, is_plain: bool) -> Rc<dyn Story> {
        let (question, mesh) = (self.question.clone(), self.question.terrain.mesh());
        Rc::new(match (is_plain, leaf_size) {
            (true, _) => Descent::record(question, method, &AabbTree::<MollerTrumbore>::new(mesh, leaf_size)),
            (false, DRIVING_LEAF_SIZE) => Descent::record(question, method, &self.tree),
            (false, _) => Descent::record(question, method, &AabbTree::<Watertight>::new(mesh, leaf_size)),
        })
    }
}
