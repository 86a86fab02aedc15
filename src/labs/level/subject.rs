//! The move ahead as a subject of the inspector.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use super::lane::{Lane, Place, Question};
use super::level_lab::LevelLab;
use super::picture;
use super::slicing::region_of;
use crate::about::MethodInfo;
use crate::inspector::outcome::Reference;
use crate::inspector::story::{Choices, Story, Subject};
use crate::labs::lab::Lab as _;
use crate::language::t;
use crate::level::ground::Ground;
use crate::level::methods::{self, METHODS, REFERENCE};
use crate::settings::Settings;
use crate::stories::level::descent::Descent;
use crate::stories::level::question::Scene;

/// The queried move as the inspector's subject, with the current settings of all methods.
pub struct MoveSubject {
    ground: Arc<Ground>,
    scene: Scene,
    settings: Vec<Settings>,
    choices: Choices,
    edition: u64,
}

impl MoveSubject {
    /// The subject of the lab's current state; `None` before the reference has answered.
    pub fn of(lab: &LevelLab) -> Option<Self> {
        let question: Question = lab.question()?.clone();
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(lab.ground()), lab.figure().kind).hash(&mut hasher);
        let a_move = &question.a_move;
        let size = [lab.figure().radius, lab.figure().height];
        let numbers = a_move.from.iter().chain(a_move.to.iter()).chain(&size);
        numbers.for_each(|number| number.to_bits().hash(&mut hasher));
        let place = hasher.finish();
        let settings = lab.contest.panes.settings();
        settings.hash(&mut hasher);
        let mut scene = picture::level(lab.drawing());
        picture::add_edges(&mut scene, lab.drawing(), &question.a_move.from);
        picture::add_car(&mut scene, lab);
        Some(Self {
            scene: Scene {
                level: scene,
                figure: lab.figure(),
                wheel: lab.settings.wheel,
                question,
                edition: place,
            },
            ground: Arc::clone(lab.ground()),
            settings,
            choices: lab.choices(),
            edition: hasher.finish(),
        })
    }
}

impl Subject for MoveSubject {
    fn title(&self) -> String {
        self.scene.title()
    }

    fn name(&self) -> String {
        if self.scene.figure.is_car() {
            t!("the ray").into_owned()
        } else {
            t!("the move ahead").into_owned()
        }
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        let method = methods::find(REFERENCE).unwrap_or(&METHODS[0]);
        let outcome = self.scene.outcome(self.scene.question.truth.as_ref());
        Reference::By { method: &method.about, outcome: Some(outcome) }
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        let row = METHODS.iter().position(|method| method.id == about.id);
        let row =
            row.ok_or_else(|| format!("the inspector does not support the method {:?} yet", about.id))?;
        let a_move = &self.scene.question.a_move;
        let place = Place { level: Arc::clone(&self.ground.level), mover: a_move.mover.clone() };
        let mut lane = Lane::new(&METHODS[row], &self.settings[row], &place);
        lane.wait();
        let (answer, looks) = (lane.sweep(a_move), lane.looks_at(a_move));
        match (answer, looks) {
            (Some((hit, _)), Some(looks)) => {
                let (scene, ground) = (self.scene.clone(), Arc::clone(&self.ground));
                let region = region_of(&METHODS[row], &self.settings[row]);
                Ok(Rc::new(Descent::new(scene, about, ground, hit, looks, region)))
            }
            _ => Err(lane.why_not().unwrap_or("the method cannot answer").to_owned()),
        }
    }
}
