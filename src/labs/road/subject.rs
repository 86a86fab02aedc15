//! A wheel's ray as a subject of the inspector.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use super::{Road, picture, viewpoints, wheel};
use crate::about::MethodInfo;
use crate::geometry::Vector;
use crate::inspector::outcome::Reference;
use crate::inspector::story::{Choices, Story, Subject};
use crate::language::t;
use crate::road::methods::aabb_tree::AabbTree;
use crate::road::methods::{self, AABB_TREE, BRUTE_FORCE, METHODS, REFERENCE};
use crate::road::terrain::DRIVING_LEAF_SIZE;
use crate::road::triangle::{MollerTrumbore, Watertight};
use crate::settings::Settings;
use crate::stories::road::descent::Descent;
use crate::stories::road::question::Question;
use crate::stories::road::scan::Scan;

/// A wheel's ray with the current settings of all methods.
pub struct RaySubject {
    question: Question,
    /// The watertight tree that drives the car.
    tree: Arc<AabbTree<Watertight>>,
    /// The settings of every method, in the order of [`METHODS`].
    settings: Vec<Settings>,
    choices: Choices,
    edition: u64,
}

impl Road {
    /// A wheel's ray at the car's pose as the inspector's subject; the rule of the active pane determines the
    /// ray's origin. `None` if the car's position is not finite.
    pub fn subject(&self, wheel: usize, choices: Choices, settings: &[Settings]) -> Option<RaySubject> {
        let asked = self.car().wheels()[wheel];
        let panes = &self.contest.panes;
        let rule = methods::rule(&panes.in_focus().settings, self.rule());
        let truth = wheel::ask(self.reference(), &self.terrain().bounds(), rule, &asked).ok()?;
        let mut hasher = DefaultHasher::new();
        let numbers =
            truth.ray.origin().coords.iter().chain(truth.ray.direction().iter()).copied().collect::<Vec<_>>();
        numbers.iter().for_each(|number| number.to_bits().hash(&mut hasher));
        (wheel, rule.row().id, Arc::as_ptr(self.tree())).hash(&mut hasher);
        let place = hasher.finish();
        settings.hash(&mut hasher);
        Some(RaySubject {
            question: Question {
                wheel,
                truth,
                terrain: self.terrain().clone(),
                car: picture::car(self, wheel),
                view: viewpoints::beside(self, wheel, Some(&truth)),
                ahead: self.car().pose.rotation * Vector::z(),
                road: self.roads[wheel],
                edition: place,
            },
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
        let method = methods::find(REFERENCE).unwrap_or(&METHODS[0]);
        Reference::By {
            method: &method.about,
            outcome: Some(self.question.outcome(&self.question.truth.cast)),
        }
    }

    /// The story of a method; every method has its own match arm.
    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        match about.id {
            BRUTE_FORCE => Ok(self.scan(about)),
            AABB_TREE => Ok(self.descent(about)),
            id => Err(format!("the inspector does not support the method {id:?} yet")),
        }
    }
}

impl RaySubject {
    /// The story of brute force, which tests all triangles in turn.
    fn scan(&self, about: &'static MethodInfo) -> Rc<dyn Story> {
        let question = self.question.clone();
        match self.settings_of(about).word("edges") {
            Some("plain") => Rc::new(Scan::record::<MollerTrumbore>(question, about)),
            _ => Rc::new(Scan::record::<Watertight>(question, about)),
        }
    }

    /// The story of a ray's descent in a tree: in the driving tree if that has the method's settings,
    /// otherwise in a tree built with them.
    fn descent(&self, about: &'static MethodInfo) -> Rc<dyn Story> {
        let (question, mesh) = (self.question.clone(), self.question.terrain.mesh());
        let settings = self.settings_of(about);
        Rc::new(match (settings.word("edges"), settings.whole("leaf-size").unwrap_or(1) as u32) {
            (Some("plain"), leaf_size) => {
                Descent::record(question, about, &AabbTree::<MollerTrumbore>::new(mesh, leaf_size))
            }
            (_, DRIVING_LEAF_SIZE) => Descent::record(question, about, &self.tree),
            (_, leaf_size) => Descent::record(question, about, &AabbTree::<Watertight>::new(mesh, leaf_size)),
        })
    }

    /// The settings of a method of the table.
    fn settings_of(&self, about: &MethodInfo) -> &Settings {
        let row = METHODS.iter().position(|method| method.id == about.id);
        &self.settings[row.unwrap_or(0)]
    }
}
