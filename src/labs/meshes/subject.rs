//! A query on the two meshes as a subject of the inspector.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::budget::Budget;
use super::lane::Lane;
use super::meshes_lab::MeshesLab;
use super::picture;
use super::view::{self, APART, Part};
use super::words::{QUERIES, query};
use crate::about::MethodInfo;
use crate::geometry::{Pose, Vector};
use crate::hierarchies::methods::{METHODS, Method};
use crate::hierarchies::options::UPDATE;
use crate::hierarchies::pair::MeshPair;
use crate::hierarchies::query::Cost;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::story::{Choices, Story, Subject};
use crate::labs::lab::Lab as _;
use crate::language::{t, tr};
use crate::meshes::source::Meshes;
use crate::meshes::trees::SharedPair;
use crate::settings::Settings;
use crate::stories::meshes::building::Building;
use crate::stories::meshes::climbing::Climbing;
use crate::stories::meshes::construction::Construction;
use crate::stories::meshes::directions;
use crate::stories::meshes::question::{Question, outcome};
use crate::stories::meshes::update::Update;
use crate::stories::meshes::walk::{AsAsked, Walk};
use crate::ui::format::grouped;

/// Number of frames between the two poses of B for which the inspector shows the update of a volume. Between
/// consecutive frames, hill climbing usually needs no step.
const FRAMES_BEFORE: u64 = 15;
/// Maximum number of triangles for which the construction of a tree is recorded, because recording builds the
/// tree again and blocks the window.
const MOST_BUILT: usize = 50_000;

/// A query at a pose with the current settings of all methods.
pub struct WalkSubject {
    question: Question,
    part: Part,
    /// Index into [`APART`].
    row: usize,
    /// The node of B's tree whose volume's update is shown, and the pose of B [`FRAMES_BEFORE`] frames
    /// earlier.
    updated: (u32, Pose),
    settings: Vec<Settings>,
    /// The methods in panes whose trees are ready.
    known: Vec<Known>,
    budget: Budget,
    reference: (&'static MethodInfo, Option<Outcome>),
    choices: Choices,
    edition: u64,
}

/// A method in a pane with its trees, and the cost of the answer in the pane.
struct Known {
    method: &'static Method,
    prepared: SharedPair,
    took: Option<Cost>,
    is_budgeted: bool,
}

impl WalkSubject {
    /// The subject of the lab's current state.
    pub fn of(lab: &MeshesLab) -> Self {
        let mut hasher = DefaultHasher::new();
        (picture::place(lab), lab.settings.query, lab.settings.apart).hash(&mut hasher);
        let place = hasher.finish();
        let settings = lab.contest.panes.settings();
        settings.hash(&mut hasher);
        let node = lab.pointing.picked.filter(|node| node.body == 1).map(|node| node.node);
        node.filter(|_| view::part(lab.settings.apart) == Part::Update).hash(&mut hasher);
        let question = Question {
            meshes: Meshes::clone(lab.meshes()),
            pose: lab.pose(),
            index: lab.settings.query,
            query: query(lab.settings.query),
            edition: place,
        };
        let known = |lane: &Lane| {
            Some(Known {
                method: lane.method(),
                prepared: Rc::clone(lane.prepared()?),
                took: lane.answered().map(|answered| answered.answer.cost),
                is_budgeted: lane.is_budgeted() && lane.knows_budget(),
            })
        };
        let known: Vec<_> = lab.contest.lanes.iter().filter_map(known).collect();
        known.len().hash(&mut hasher);
        lab.settings.budget.to_text().hash(&mut hasher);
        for lane in known.iter().filter(|lane| lane.is_budgeted) {
            lane.took.map(|cost| cost.tests()).hash(&mut hasher);
        }
        Self {
            reference: (
                &lab.reference().method().about,
                lab.truth().map(|truth| outcome(&question.query, truth, None)),
            ),
            known,
            budget: lab.settings.budget,
            settings,
            choices: lab.choices(),
            edition: hasher.finish(),
            question,
            part: view::part(lab.settings.apart),
            row: lab.settings.apart,
            updated: (node.unwrap_or(0), lab.pose_at(lab.frame().saturating_sub(FRAMES_BEFORE))),
        }
    }

    /// The conditions of a method's query in its pane, to repeat the query: the budget, and the numbers of
    /// tests. Without a pane only the lab's budget is known.
    fn asked(&self, known: Option<&Known>) -> AsAsked {
        let took = known.and_then(|known| known.took);
        let tests = match (known, self.budget) {
            (Some(known), _) => took.filter(|_| known.is_budgeted).map(|cost| cost.tests()),
            (None, Budget::Tests(tests)) => Some(tests),
            (None, Budget::Time(_) | Budget::Off) => None,
        };
        AsAsked { tests, took: took.map(|cost| [cost.volume_tests, cost.triangle_tests]) }
    }

    /// The story of a volume's update by hill climbing.
    fn update(&self, about: &'static MethodInfo, pair: &dyn MeshPair) -> Result<Rc<dyn Story>, String> {
        let is_laid_anew = about.settings.iter().any(|setting| setting.id == UPDATE.setting.id);
        let tree = pair.tree(1).filter(|_| is_laid_anew);
        let tree = tree
            .ok_or_else(|| t!("This method does not update volumes when the pose changes.").into_owned())?;
        let (node, before) = &self.updated;
        // The node may have been picked in a larger tree: then the root is shown.
        let node = if (*node as usize) < tree.node_count() { *node } else { 0 };
        let mesh = &self.question.meshes.meshes[1];
        let directions = directions::of(about.id).iter().map(Vector::normalize).collect();
        let climbing = Climbing::of((mesh, tree), node, [before, &self.question.pose], directions);
        let climbing = climbing.ok_or_else(|| {
            t!("The vertices of this node lie in one plane, so there is no hull.").into_owned()
        })?;
        Ok(Rc::new(Update::new(self.question.clone(), about, node, climbing)))
    }

    /// The story of a tree's construction.
    fn build(
        &self,
        body: usize,
        about: &'static MethodInfo,
        pair: &dyn MeshPair,
    ) -> Result<Rc<dyn Story>, String> {
        let mesh = &self.question.meshes.meshes[body];
        if mesh.triangles().len() > MOST_BUILT {
            let most = grouped(MOST_BUILT as u64);
            return Err(t!(
                "The construction can be inspected only for smaller trees; triangle limit: %{n}.",
                n = most
            )
            .into_owned());
        }
        let building = Building::of(pair, mesh, body);
        let building = building
            .ok_or_else(|| t!("This method does not record how its trees are built.").into_owned())?;
        Ok(Rc::new(Construction::new(self.question.clone(), about, body, building)))
    }
}

impl Subject for WalkSubject {
    fn query(&self) -> usize {
        self.question.index
    }

    fn title(&self) -> String {
        if self.part != Part::Walk {
            return tr(APART[self.row].1);
        }
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
        let why = match self.part {
            Part::Walk => None,
            Part::Tree(_) => Some(t!("All trees give the same answers, at different costs.")),
            Part::Update => Some(t!(
                "All updates give volumes around the same triangles; a tighter volume separates more pairs."
            )),
        };
        if let Some(why) = why {
            return Reference::Settled { hit: false, why: why.into_owned() };
        }
        let (method, outcome) = &self.reference;
        Reference::By { method, outcome: outcome.clone() }
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        let row = METHODS.iter().position(|method| method.id == about.id);
        let row = row.ok_or_else(|| format!("no method is called {:?}", about.id))?;
        let known = self.known.iter().find(|known| known.method.id == about.id);
        let prepared = match known {
            Some(known) => Rc::clone(&known.prepared),
            None => {
                let pair = METHODS[row].make(&self.question.meshes.meshes, &self.settings[row]);
                Rc::new(RefCell::new(pair))
            }
        };
        match self.part {
            Part::Tree(body) => self.build(body, about, &**prepared.borrow()),
            Part::Update => self.update(about, &**prepared.borrow()),
            Part::Walk => {
                let asked = self.asked(known);
                Ok(Rc::new(Walk::record(self.question.clone(), about, prepared, &asked)))
            }
        }
    }
}
