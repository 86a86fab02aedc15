//! A query about the two meshes as something that the inspector takes apart.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use rust_i18n::t;

use super::meshes_lab::{MeshesLab, QUERIES, query};
use super::picture;
use super::source::Meshes;
use super::story::question::{Question, outcome};
use super::story::walk::Walk;
use super::trees::Prepared;
use crate::about::About;
use crate::hierarchies::methods::{METHODS, Method};
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::story::{Choices, Story, Subject};
use crate::labs::lab::Lab;
use crate::language::tr;
use crate::settings::Settings;

/// A query in a pose, with all methods' settings as they are.
pub struct WalkSubject {
    question: Question,
    settings: Vec<Settings>,
    /// Trees that the panes have.
    prepared: Vec<(&'static Method, Prepared)>,
    reference: (&'static About, Option<Outcome>),
    choices: Choices,
    edition: u64,
}

impl WalkSubject {
    /// What the lab shows now.
    pub fn of(lab: &MeshesLab) -> Self {
        let mut hasher = DefaultHasher::new();
        (picture::place(lab), lab.query_index()).hash(&mut hasher);
        let place = hasher.finish();
        for (setting, value) in lab.settings().iter().flat_map(Settings::iter) {
            (setting.id, value.to_string()).hash(&mut hasher);
        }
        let question = Question {
            meshes: Meshes::clone(lab.meshes()),
            pose: lab.pose(),
            index: lab.query_index(),
            query: query(lab.query_index()),
            edition: place,
        };
        let prepared =
            lab.lanes().iter().filter_map(|lane| Some((lane.method(), Rc::clone(lane.prepared()?))));
        let prepared: Vec<_> = prepared.collect();
        prepared.len().hash(&mut hasher);
        Self {
            reference: (
                &lab.reference().method().about,
                lab.truth().map(|truth| outcome(&question.query, truth)),
            ),
            prepared,
            settings: lab.settings().to_vec(),
            choices: lab.choices(),
            edition: hasher.finish(),
            question,
        }
    }
}

impl Subject for WalkSubject {
    fn title(&self) -> String {
        t!("%{query} of two meshes", query = tr(QUERIES[self.question.index].1)).into_owned()
    }

    fn name(&self) -> String {
        t!("the two meshes").into_owned()
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        let (method, outcome) = &self.reference;
        Reference::By { method, outcome: outcome.clone() }
    }

    fn record(&self, about: &'static About) -> Result<Rc<dyn Story>, String> {
        let known = self.prepared.iter().find(|(method, _)| method.id == about.id);
        let prepared = match known {
            Some((_, prepared)) => Rc::clone(prepared),
            None => {
                let row = METHODS.iter().position(|method| method.id == about.id);
                let row = row.ok_or_else(|| format!("no method is called {:?}", about.id))?;
                let pair = METHODS[row].make(&self.question.meshes.meshes, &self.settings[row]);
                Rc::new(RefCell::new(pair))
            }
        };
        Ok(Rc::new(Walk::record(self.question.clone(), about, prepared)))
    }
}
