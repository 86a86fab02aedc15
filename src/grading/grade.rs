//! A run of a homework: every pair is asked, judged by its truth and its certificate, and counted.
//!
//! A verdict that ignores the pair earns nothing: the points of a group come from its **informedness**, the share of
//! right verdicts among colliding pairs plus that among separated pairs minus 1 (Youden 1950), which is 0 for every
//! constant answer.

use std::time::Duration;

use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::homework::Homework;
use crate::detector::Mistake;
use crate::experiments::truth::pair::Case;
use crate::geometry::fingerprint;
use crate::programs::certificate::{Checked, Flaw, check};
use crate::programs::{Answerer, Failure, Reply};
use crate::world::Body;

/// How replies are judged.
pub struct Rules<'a> {
    /// Credit for a right verdict without a certificate, 0 to 1, where a certificate is possible.
    pub bare_credit: f64,
    /// Points beyond 100 for certificates.
    pub bonus: f64,
    /// The right verdict on bodies with the truth of a question; `None` if the pair is not judged.
    pub right: &'a dyn Fn(&Case, &[Body; 2]) -> Option<bool>,
}

impl<'a> Rules<'a> {
    /// Every pair is judged by its truth, and certificates count as the homework says.
    pub fn of(homework: &Homework) -> Self {
        Self {
            bare_credit: homework.bare_credit,
            bonus: homework.bonus,
            right: &|question, _| Some(question.colliding()),
        }
    }

    /// Verdicts without certificates count fully, and the right ones are these.
    pub fn bare(right: &'a dyn Fn(&Case, &[Body; 2]) -> Option<bool>) -> Self {
        Self { bare_credit: 1.0, bonus: 0.0, right }
    }
}

/// The result of a run.
pub struct Grade {
    /// The families, in the order of the homework.
    pub families: Vec<Group>,
    /// The checks without a reference, in the order of the homework.
    pub checks: Vec<Group>,
    /// Points for certificates beyond the score.
    pub bonus: f64,
    /// Median time of an answer; `None` without answers.
    pub median: Option<Duration>,
}

/// The pairs of a family or check.
pub struct Group {
    /// Id of the family or check.
    pub id: &'static str,
    /// The difficulty or the property in one English sentence.
    pub says: &'static str,
    /// Weight in the score.
    pub weight: f64,
    /// Whether the homework is about this family.
    pub subject: bool,
    /// Share of right verdicts among the colliding pairs plus that among the separated pairs, minus 1, at least 0. A
    /// share that a group lacks is that of all families.
    pub informedness: f64,
    /// The pairs, by number.
    pub pairs: Vec<Judged>,
}

/// A judged pair.
#[derive(Clone)]
pub struct Judged {
    /// Number of the pair in its family or check, from 0.
    pub number: usize,
    /// The pair with its truth.
    pub question: Case,
    /// The pair as it was asked: that of the question, or changed.
    pub asked: [Body; 2],
    /// The verdict of the program; `None` if there is none.
    pub verdict: Option<bool>,
    /// The verdict on the unchanged pair; `None` in a family.
    pub before: Option<bool>,
    /// The verdict that the rules call right; `None` if the pair does not count.
    pub right: Option<bool>,
    /// State of the certificate.
    pub checked: Checked,
    /// The judgement.
    pub outcome: Outcome,
    /// Credit, 0 to 1.
    pub credit: f64,
}

/// The judgement on a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Right, and not with a false certificate.
    Passed,
    /// The wrong verdict.
    Wrong(Mistake),
    /// The right verdict with a false certificate.
    Lying(Flaw),
    /// Another verdict than on the unchanged pair.
    Changed,
    /// No answer.
    Failed(Failure),
    /// The unchanged pair has no verdict to compare with.
    NotCompared,
    /// The rules have no right verdict for the pair; it does not count.
    NotJudged,
}

impl Outcome {
    /// The judgement as a word of the report.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Wrong(Mistake::Missed) => "missed",
            Self::Wrong(Mistake::FalseHit) => "false-hit",
            Self::Lying(_) => "lying",
            Self::Changed => "changed",
            Self::Failed(_) => "failed",
            Self::NotCompared => "not-compared",
            Self::NotJudged => "not-judged",
        }
    }

    /// Whether the pair has passed.
    pub fn is_passed(&self) -> bool {
        *self == Self::Passed
    }
}

impl Group {
    /// Number of pairs with this judgement, by [`Outcome::word`].
    pub fn count(&self, word: &str) -> usize {
        self.pairs.iter().filter(|pair| pair.outcome.word() == word).count()
    }

    /// Number of right verdicts with this state of the certificate.
    pub fn certified(&self, checked: Checked) -> usize {
        self.pairs.iter().filter(|pair| pair.outcome.is_passed() && pair.checked == checked).count()
    }

    /// Number of pairs that count.
    pub fn judged(&self) -> usize {
        self.pairs.len() - self.count(Outcome::NotJudged.word())
    }

    /// Number of pairs with any credit.
    pub fn credited(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.credit > 0.0).count()
    }

    /// Points of the group, 0 to 100: its informedness times the mean credit of its right verdicts.
    pub fn score(&self) -> f64 {
        let credits: Vec<f64> =
            self.pairs.iter().filter(|pair| pair.is_right()).map(|pair| pair.credit).collect();
        if credits.is_empty() {
            return 0.0;
        }
        100.0 * self.informedness * credits.iter().sum::<f64>() / credits.len() as f64
    }

    /// The pairs that count and have not passed.
    pub fn failed(&self) -> impl Iterator<Item = &Judged> {
        self.pairs.iter().filter(|pair| !matches!(pair.outcome, Outcome::Passed | Outcome::NotJudged))
    }
}

impl Grade {
    /// Families and checks.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.families.iter().chain(&self.checks)
    }

    /// Points, 0 to 100: the mean by weight of all groups with a pair that counts, times [`Self::subject`].
    pub fn score(&self) -> f64 {
        self.mean(|_| true, Group::score).unwrap_or(0.0) * self.subject().unwrap_or(1.0)
    }

    /// Mean informedness by weight of the families that the homework is about; `None` if it names none.
    pub fn subject(&self) -> Option<f64> {
        self.mean(|group| group.subject, |group| group.informedness)
    }

    fn mean(&self, counts: fn(&Group) -> bool, of: fn(&Group) -> f64) -> Option<f64> {
        let groups = || self.groups().filter(|group| group.judged() > 0 && counts(group));
        let weights: f64 = groups().map(|group| group.weight).sum();
        (weights > 0.0).then(|| groups().map(|group| group.weight * of(group)).sum::<f64>() / weights)
    }

    /// Whether every pair that counts has passed, and some pair counts.
    pub fn is_passed(&self) -> bool {
        self.groups().all(|group| group.failed().next().is_none())
            && self.groups().any(|group| group.judged() > 0)
    }
}

/// Place of a pair: family and number.
type Place = (usize, usize);

/// Asks all pairs of a homework: those of the families in random order, then the changed ones. `go_on` receives the
/// number of pairs asked and in all, and returns whether to continue; the pairs that are left out have not passed.
pub fn run(
    homework: &Homework,
    seed: u64,
    answerer: &mut dyn Answerer,
    rules: &Rules<'_>,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Grade {
    let mut random = Pcg64::seed_from_u64(fingerprint::folded(fingerprint::START ^ seed, [1.0]));
    let mut times = Vec::new();
    let total: u64 = homework.families.iter().chain(&homework.checks).map(|part| part.count).sum();
    let mut asked = 0;
    let mut ask = |pair: &[Body; 2], times: &mut Vec<Duration>| {
        let reply = match go_on(asked, total as usize) {
            true => answerer.ask(pair),
            false => stopped(),
        };
        asked += 1;
        times.extend(reply.result.is_ok().then_some(reply.took));
        reply
    };

    // 1. The families.
    let mut families: Vec<Vec<(Case, Option<Judged>)>> = Vec::new();
    for part in &homework.families {
        let Some(family) = part.family() else { continue };
        let question = |index| (family.question(seed, index, &homework.bodies), None);
        families.push((0..part.count).map(question).collect());
    }
    let places = |families: &[Vec<(Case, Option<Judged>)>]| -> Vec<Place> {
        let of = |(family, pairs): (usize, &Vec<_>)| (0..pairs.len()).map(move |number| (family, number));
        families.iter().enumerate().flat_map(of).collect()
    };
    let mut order = places(&families);
    order.shuffle(&mut random);
    for &(family, number) in &order {
        let (question, judged) = &mut families[family][number];
        let reply = ask(&question.bodies, &mut times);
        *judged = Some(judge(number, question.clone(), &reply, rules));
    }
    let mut families: Vec<Group> = homework
        .families
        .iter()
        .filter_map(|part| Some((part, part.family()?)))
        .zip(families)
        .map(|((part, family), pairs)| Group {
            id: family.id,
            says: family.says,
            weight: part.weight,
            subject: part.subject,
            informedness: 0.0,
            pairs: pairs.into_iter().filter_map(|(_, judged)| judged).collect(),
        })
        .collect();

    // 2. The changed pairs, of all families in turn.
    let mut checks = Vec::new();
    for part in &homework.checks {
        let Some(change) = part.change() else { continue };
        order.shuffle(&mut random);
        let mut random = Pcg64::seed_from_u64(random.random());
        let mut pairs = Vec::new();
        for &(family, number) in order.iter().cycle().take(4 * order.len().max(part.count as usize)) {
            if pairs.len() as u64 == part.count {
                break;
            }
            let before = &families[family].pairs[number];
            if let Some(asked) = (change.make)(&before.question, &mut random) {
                let reply = ask(&asked, &mut times);
                pairs.push(judge_change(pairs.len(), before, asked, &reply, rules));
            }
        }
        let (id, says, weight) = (change.id, change.says, part.weight);
        checks.push(Group { id, says, weight, subject: false, informedness: 0.0, pairs });
    }

    // 3. Points: shares of right verdicts, by group and by the truth.
    let of_all = [true, false].map(|side| share(families.iter().flat_map(|group| &group.pairs), side));
    for group in families.iter_mut().chain(&mut checks) {
        let shares = [true, false].map(|side| share(group.pairs.iter(), side));
        let [hit, apart] = [0, 1].map(|side| shares[side].or(of_all[side]).unwrap_or(1.0));
        group.informedness = (hit + apart - 1.0).max(0.0);
    }

    times.sort_unstable();
    let provable: Vec<&Judged> =
        families.iter().flat_map(|group| &group.pairs).filter(|pair| pair.question.is_provable()).collect();
    let proved = provable.iter().filter(|pair| pair.checked == Checked::Proved && pair.outcome.is_passed());
    let bonus = rules.bonus * proved.count() as f64 / provable.len().max(1) as f64;
    Grade { bonus, families, checks, median: times.get(times.len() / 2).copied() }
}

/// Share of right verdicts among the pairs that collide or, with `side` false, that are separated; `None` if there is
/// no such pair.
fn share<'a>(pairs: impl Iterator<Item = &'a Judged> + Clone, side: bool) -> Option<f64> {
    let pairs = pairs.filter(|pair| pair.right == Some(side));
    let count = pairs.clone().count();
    (count > 0).then(|| pairs.filter(|pair| pair.is_right()).count() as f64 / count as f64)
}

impl Judged {
    /// Whether the pair has passed with the right verdict; a check also passes with a wrong one that stays.
    fn is_right(&self) -> bool {
        self.outcome.is_passed() && self.verdict == self.right
    }
}

fn stopped() -> Reply {
    let failure = Failure::new(crate::programs::FailureKind::NotAsked, "the run was stopped");
    Reply { result: Err(failure), took: Duration::ZERO }
}

/// Judges the reply to a pair of a family.
fn judge(number: usize, question: Case, reply: &Reply, rules: &Rules<'_>) -> Judged {
    let asked = question.bodies.clone();
    let (outcome, checked) = outcome(&question, &asked, reply, rules);
    let credit = match (&outcome, checked) {
        (Outcome::Passed, Checked::Bare) if question.is_provable() => rules.bare_credit,
        (Outcome::Passed, _) => 1.0,
        _ => 0.0,
    };
    let verdict = reply.result.as_ref().ok().map(|answer| answer.colliding);
    let right = (rules.right)(&question, &asked);
    Judged { number, question, asked, verdict, before: None, right, checked, outcome, credit }
}

/// Judges a reply by the rules and its certificate.
pub fn outcome(question: &Case, asked: &[Body; 2], reply: &Reply, rules: &Rules<'_>) -> (Outcome, Checked) {
    let answer = match &reply.result {
        Ok(answer) => answer,
        Err(failure) => return (Outcome::Failed(failure.clone()), Checked::Bare),
    };
    let checked = check(asked, answer);
    let Some(right) = (rules.right)(question, asked) else { return (Outcome::NotJudged, checked) };
    let outcome = match (Mistake::of(answer.colliding, right), checked) {
        (Some(mistake), _) => Outcome::Wrong(mistake),
        (None, Checked::False(flaw)) => Outcome::Lying(flaw),
        (None, _) => Outcome::Passed,
    };
    (outcome, checked)
}

/// Judges the reply to a changed pair by the verdict on the unchanged one; the truth does not matter. Both pairs must
/// be such that the rules have a right verdict for them. Only a right verdict that stays earns credit, because any
/// program that always answers the same is consistent.
fn judge_change(
    number: usize,
    before: &Judged,
    asked: [Body; 2],
    reply: &Reply,
    rules: &Rules<'_>,
) -> Judged {
    let right = before.right.and_then(|_| (rules.right)(&before.question, &asked));
    let verdict = reply.result.as_ref().ok().map(|answer| answer.colliding);
    let checked = reply.result.as_ref().map_or(Checked::Bare, |answer| check(&asked, answer));
    let outcome = match (&reply.result, before.verdict) {
        (Err(failure), _) => Outcome::Failed(failure.clone()),
        _ if right.is_none() => Outcome::NotJudged,
        (_, None) => Outcome::NotCompared,
        (Ok(answer), Some(verdict)) if answer.colliding != verdict => Outcome::Changed,
        _ => Outcome::Passed,
    };
    let was_right = matches!(before.outcome, Outcome::Passed | Outcome::Lying(_));
    let credit = if outcome.is_passed() && was_right { 1.0 } else { 0.0 };
    Judged {
        number,
        question: before.question.clone(),
        asked,
        verdict,
        before: before.verdict,
        right,
        checked,
        outcome,
        credit,
    }
}
