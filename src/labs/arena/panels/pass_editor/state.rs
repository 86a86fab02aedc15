//! State of the page: the edited table, its unfinished form, its file, and the chosen pixel.

use std::rc::Rc;

use egui::{Id, Response, TextEdit, Ui};

use super::analysis::{AT_ONCE, Analysis, Asked, Searched, amount};
use super::edits::{Place, clamped};
use super::table_file::{ReadTable, TableFile};
use crate::image_space::explained::relation::Relation;
use crate::image_space::options::Options;
use crate::image_space::own;
use crate::image_space::own::cost::Conditions;
use crate::image_space::own::pixel::{Pixel, Touching};
use crate::image_space::own::relations::{Allen, b_of, pixel};
use crate::image_space::own::settings::{BUILT_IN, TABLE, of_text, table};
use crate::image_space::own::table::{OwnRow, OwnTable, SLICES};
use crate::image_space::pass::Takes;
use crate::job::Job;
use crate::labs::arena::Arena;
use crate::labs::reading::Reading;
use crate::language::{t, tr};
use crate::methods::{self, METHODS, Method, OWN_PASSES};
use crate::settings::in_one_word;

/// The comment of a table that was copied begins with this, followed by the id of the method.
const COPY: &str = "copy of ";

/// State of the page.
pub struct PassEditor {
    /// The chosen method, an index into [`OWN_PASSES`]; `None`: the one in the active pane, otherwise the first.
    chosen: Option<usize>,
    /// The two tables, in the order of [`OWN_PASSES`].
    pub(super) documents: [Document; OWN_PASSES.len()],
    /// The selected row.
    pub(super) selected: Option<Place>,
    /// The pixel whose history is shown.
    pub pixel: PixelChoice,
    /// Whether the pixel is shown with the roles of A and B exchanged.
    pub(super) exchanged: bool,
    /// The shown turn of a table that repeats, from 0; `None`: the first turn in which a counted row counts something.
    pub(super) turn: Option<usize>,
    /// Whether touching counts as a collision.
    pub(super) touching: Touching,
    /// Seed of the random family.
    pub(super) seed: u64,
    /// Whether Allen's relations are shown.
    pub(super) with_allen: bool,
    /// Whether the difference from another table is shown.
    pub(super) with_difference: bool,
    /// The table with which the edited one is compared; `None`: the one with which it began.
    pub(super) compared: Option<Compared>,
    /// The text that is being typed: it may end with a space, but the text of a table does not keep that.
    pub(super) typed: Option<(Typed, String)>,
    /// Whether the controls are shown beside the page in this frame.
    pub(super) has_controls_beside: bool,
    /// Why a pasted text or a file was not taken, in one line.
    pub(super) trouble: Option<String>,
    /// The file that is being opened.
    pub(super) opening: Option<Reading<ReadTable>>,
    /// Whether the next analysis waits for its search, as for a picture in a file.
    pub(super) waits: bool,
    analysed: Option<Analysed>,
}

/// The analysis of a table.
struct Analysed {
    /// The text of the setting.
    of: String,
    asked: Asked,
    known: Rc<Analysis>,
    /// The search, while it runs. A further edit drops it, which ends it.
    search: Option<Job<Searched>>,
}

impl Analysed {
    fn begin(of: &str, table: OwnTable, asked: Asked, waits: bool) -> Self {
        let mut known = Analysis::of(&table, &asked);
        let mut search = None;
        if waits || amount(&table) <= AT_ONCE {
            known.searched = Some(Searched::of(&table, &asked, &mut || true));
        } else {
            search = Some(Job::begin(move |go_on| Searched::of(&table, &asked, &mut || go_on(0.0))));
        }
        Self { of: of.to_owned(), asked, known: Rc::new(known), search }
    }

    /// Takes the search's result if it has ended.
    fn collect(&mut self) {
        let Some(searched) = self.search.as_mut().and_then(Job::take) else { return };
        self.search = None;
        self.known = Rc::new(Analysis { searched: searched.ok(), ..(*self.known).clone() });
    }
}

impl Default for PassEditor {
    fn default() -> Self {
        Self {
            chosen: None,
            documents: Default::default(),
            selected: None,
            pixel: PixelChoice::Relation(Relation::ReachingInFromTheFront),
            exchanged: false,
            turn: None,
            touching: Touching::IsEither,
            seed: 1,
            with_allen: false,
            with_difference: false,
            compared: None,
            typed: None,
            has_controls_beside: false,
            trouble: None,
            opening: None,
            waits: false,
            analysed: None,
        }
    }
}

/// The parts of a table that its setting does not hold.
#[derive(Default)]
pub struct Document {
    /// The table with faults that is being edited.
    draft: Option<Draft>,
    /// The table as it was opened, pasted or begun; `None` if it came with the setting.
    begun: Option<OwnTable>,
    /// Its file.
    pub(super) file: Option<TableFile>,
}

/// The part of a table's state that an edit replaced, which its setting does not hold.
pub enum Replaced {
    /// The table with faults, if there was one.
    Draft(Option<Draft>),
    /// Everything: the edit began another table.
    Document(Box<Document>),
}

impl Replaced {
    /// Approximate memory, bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Draft(draft) => draft.as_ref().map_or(0, Draft::bytes),
            Self::Document(document) => document.draft.as_ref().map_or(0, Draft::bytes),
        }
    }
}

/// A table with which the edited one is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// The table as it was opened, pasted or begun.
    Begun,
    /// That of the method with this id.
    BuiltIn(&'static str),
}

/// A table with faults, and the text of the setting on which it is based. It is dropped when the setting changes.
#[derive(Clone)]
pub struct Draft {
    base: String,
    table: OwnTable,
}

impl Draft {
    /// Approximate memory, bytes.
    pub fn bytes(&self) -> usize {
        self.base.len() + self.table.row_count() * size_of::<OwnRow>()
    }
}

/// A text field of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Typed {
    /// The name of the table.
    Name,
    /// The note of a row.
    Note(Place),
}

/// The pixel whose history is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelChoice {
    /// One with the bodies in this relation.
    Relation(Relation),
    /// One with the bodies in this relation of Allen, an index into [`Allen::ALL`].
    Allen(usize),
    /// The smallest pixel on which the table is wrong.
    Smallest,
}

impl PassEditor {
    /// Name of the pixel whose history is shown.
    pub(super) fn pixel_name(&self) -> String {
        match self.pixel {
            PixelChoice::Relation(relation) => t!("Relation %{n}", n = relation.number()).into_owned(),
            PixelChoice::Allen(index) => tr(Allen::ALL[index.min(Allen::ALL.len() - 1)].0.says()),
            PixelChoice::Smallest => t!("Counterexample").into_owned(),
        }
    }

    /// Number of the relation whose pixel is shown; that of the default if another pixel is shown.
    pub fn relation(&self) -> u8 {
        match self.pixel {
            PixelChoice::Relation(relation) => relation.number(),
            PixelChoice::Allen(_) | PixelChoice::Smallest => Relation::ReachingInFromTheFront.number(),
        }
    }

    /// Shows the pixel of the relation with this number.
    pub fn show_relation(&mut self, number: u8) {
        if let Some(relation) = Relation::ALL.into_iter().find(|relation| relation.number() == number) {
            (self.pixel, self.exchanged, self.turn) = (PixelChoice::Relation(relation), false, None);
        }
    }

    /// The method whose table is edited, an index into [`OWN_PASSES`].
    pub(super) fn index(&self, arena: &Arena) -> usize {
        self.chosen.unwrap_or_else(|| {
            let is_own = |method: &Method| OWN_PASSES.iter().position(|id| *id == method.id);
            let in_focus = is_own(arena.roles().shown);
            in_focus.or_else(|| arena.lineup().panes().into_iter().find_map(is_own)).unwrap_or(0)
        })
    }

    /// The method whose table is edited.
    pub fn method(&self, arena: &Arena) -> &'static Method {
        own_method(self.index(arena))
    }

    /// Edits the table of another method, an index into [`OWN_PASSES`].
    pub(super) fn choose(&mut self, index: usize) {
        self.chosen = Some(index);
        (self.selected, self.typed, self.compared) = (None, None, None);
    }

    /// The table that is in effect: the last one without faults.
    pub(super) fn in_effect(&self, arena: &Arena) -> OwnTable {
        table(arena.settings_of(self.method(arena)))
    }

    /// The table as it is edited, with or without faults.
    pub fn edited(&self, arena: &Arena) -> OwnTable {
        self.table_of(arena, self.index(arena))
    }

    /// The table of a method as it is edited.
    pub(super) fn table_of(&self, arena: &Arena, index: usize) -> OwnTable {
        self.draft(arena, index).cloned().unwrap_or_else(|| table(arena.settings_of(own_method(index))))
    }

    /// The table with faults that is being edited; `None` if the table is in effect.
    pub(super) fn draft(&self, arena: &Arena, index: usize) -> Option<&OwnTable> {
        let draft = self.documents[index].draft.as_ref()?;
        (arena.settings_of(own_method(index)).text(TABLE.id) == Some(&draft.base)).then_some(&draft.table)
    }

    /// The current file of the table.
    pub(super) fn file(&self, arena: &Arena) -> Option<&TableFile> {
        self.documents[self.index(arena)].file.as_ref()
    }

    /// Replaces the edited table. It comes into effect if it has no faults.
    pub fn change(&mut self, arena: &mut Arena, table: OwnTable) {
        self.selected = self.selected.and_then(|place| clamped(&table, place));
        self.change_of(arena, self.index(arena), table);
    }

    /// Exchanges what an edit of a method's table replaced with what is there; `index` is that into [`OWN_PASSES`].
    pub fn swap(&mut self, index: usize, replaced: &mut Replaced) {
        match replaced {
            Replaced::Draft(draft) => std::mem::swap(&mut self.documents[index].draft, draft),
            Replaced::Document(document) => {
                std::mem::swap(&mut self.documents[index], document.as_mut());
                (self.selected, self.typed, self.compared, self.turn) = (None, None, None, None);
            }
        }
    }

    /// Replaces the table of a method, an index into [`OWN_PASSES`].
    pub(super) fn change_of(&mut self, arena: &mut Arena, index: usize, table: OwnTable) {
        let method = own_method(index);
        let has_faults = !table.faults().is_empty();
        if !has_faults && table != own::settings::table(arena.settings_of(method)) {
            let set = arena.set_of(method, TABLE.id, &in_one_word(&table.to_string()));
            self.trouble = set.err();
        }
        let base = arena.settings_of(method).text(TABLE.id).unwrap_or_default().to_owned();
        let draft = has_faults.then_some(Draft { base, table });
        let before = std::mem::replace(&mut self.documents[index].draft, draft);
        if has_faults || before.is_some() {
            // A setting cannot hold a table with faults, so undo keeps it.
            arena.discard_table(index, Replaced::Draft(before));
        }
    }

    /// Shows a text field for a part of the table.
    pub(super) fn text_field(
        &mut self,
        ui: &mut Ui,
        field: Typed,
        text: &mut String,
        width: f32,
    ) -> Response {
        let known = self.typed.as_ref().filter(|(of, _)| *of == field);
        let mut typed = known.map_or_else(|| text.clone(), |(_, typed)| typed.clone());
        // An id that does not depend on the place, so that lines of faults above it do not take the keyboard from it.
        let id = Id::unique(("table text", field));
        let response = ui.add(TextEdit::singleline(&mut typed).id(id).desired_width(width));
        if response.changed() {
            *text = typed.trim().to_owned();
            self.typed = Some((field, typed));
        } else if !response.has_focus() && known.is_some() {
            self.typed = None;
        }
        response
    }

    /// Name of the edited table, or of its file, if it has changes that no file has; undo could bring them back.
    pub(super) fn unsaved_name(&self, arena: &Arena) -> Option<String> {
        let (table, Document { file, begun, .. }) = (self.edited(arena), &self.documents[self.index(arena)]);
        let settled = file.as_ref().map(|file| &file.saved).or(begun.as_ref())?;
        let named =
            || if table.name.is_empty() { t!("the table before").into_owned() } else { table.name.clone() };
        (table != *settled).then(|| file.as_ref().map_or_else(named, TableFile::name))
    }

    /// Begins with another table, which has no file. Undo brings back the one before, with its file.
    pub fn begin(&mut self, arena: &mut Arena, table: OwnTable) {
        let index = self.index(arena);
        let next = Document { begun: Some(table.clone()), ..Document::default() };
        let before = std::mem::replace(&mut self.documents[index], next);
        arena.discard_table(index, Replaced::Document(Box::new(before)));
        (self.selected, self.typed, self.compared, self.turn) = (None, None, None, None);
        self.change(arena, table);
    }

    /// The table as it was opened, pasted or begun.
    pub(super) fn begun(&self, arena: &Arena) -> Option<&OwnTable> {
        self.documents[self.index(arena)].begun.as_ref()
    }

    /// The table of a method was read from a file, without the page.
    pub(super) fn belongs_to(&mut self, index: usize, file: TableFile) {
        self.documents[index].begun = Some(file.saved.clone());
        self.documents[index].file = Some(file);
    }

    /// Begins with a copy of a built-in method's table.
    pub fn begin_copy(&mut self, arena: &mut Arena, id: &str) {
        if let Ok(table) = of_text(id) {
            self.begin(
                arena,
                OwnTable { name: format!("my-{id}"), comments: vec![format!("{COPY}{id}")], ..table },
            );
        }
    }

    /// Copies a built-in method's table, and shows the method that runs it in the active pane.
    pub(super) fn copy_into_pane(&mut self, arena: &mut Arena, id: &str) {
        self.choose(0);
        self.begin_copy(arena, id);
        arena.show(own_method(0));
    }

    /// Edits the table of the active pane's method.
    pub(super) fn choose_shown(&mut self, arena: &Arena) {
        if let Some(index) = OWN_PASSES.iter().position(|id| *id == arena.roles().shown.id) {
            self.choose(index);
        }
    }

    /// The conditions of the analysis, with the method's settings.
    fn asked(&self, arena: &Arena, table: &OwnTable) -> Asked {
        let options = Options::of(arena.settings_of(self.method(arena)));
        let conditions = Conditions {
            resolution: options.map_or(0, |options| options.resolution),
            read_pixels: options.is_some_and(|options| options.read_pixels),
            slices: SLICES,
            layers: if table.bodies == Takes::Convex { 1 } else { 2 },
        };
        Asked { touching: self.touching, seed: self.seed, conditions }
    }

    /// The analysis of the table in effect, made again only after a change.
    pub(super) fn analysis(&mut self, arena: &Arena) -> Rc<Analysis> {
        let text = arena.settings_of(self.method(arena)).text(TABLE.id).unwrap_or_default();
        let table = self.in_effect(arena);
        let asked = self.asked(arena, &table);
        let known = self.analysed.take().filter(|known| known.of == text && known.asked == asked);
        let analysed = known.unwrap_or_else(|| Analysed::begin(text, table, asked, self.waits));
        self.analysed.insert(analysed).known.clone()
    }

    /// Takes the result of a search that has ended: once a frame, so that all parts of the page show the same state.
    pub(super) fn collect(&mut self) {
        if let Some(analysed) = &mut self.analysed {
            analysed.collect();
        }
    }

    /// Whether a search runs.
    pub fn is_searching(&self) -> bool {
        self.analysed.as_ref().is_some_and(|analysed| analysed.search.is_some())
    }

    /// The next picture waits for the search.
    pub fn settle(&mut self) {
        self.waits = true;
        self.analysed = self.analysed.take().filter(|analysed| analysed.search.is_none());
    }

    /// The pixel whose history is shown.
    pub(super) fn chosen_pixel(&self, analysis: &Analysis) -> Pixel {
        let chosen = match (self.pixel, analysis.smallest()) {
            (PixelChoice::Relation(relation), _) => pixel(b_of(relation)),
            (PixelChoice::Allen(index), _) => pixel(Allen::ALL[index.min(Allen::ALL.len() - 1)].1),
            (PixelChoice::Smallest, Some(smallest)) => smallest.pixel.clone(),
            (PixelChoice::Smallest, None) => pixel(b_of(Relation::ReachingInFromTheFront)),
        };
        if self.exchanged { chosen.exchanged() } else { chosen }
    }
}

/// A method whose table users write.
pub(super) fn own_method(index: usize) -> &'static Method {
    methods::find(OWN_PASSES[index]).unwrap_or(&METHODS[0])
}

/// Id of the built-in table from which a table was copied, if its comments or its name say so.
pub(super) fn origin(table: &OwnTable) -> Option<&'static str> {
    let known = |id: &str| BUILT_IN.iter().map(|(known, _)| *known).find(|known| *known == id);
    let said = table.comments.iter().filter_map(|comment| comment.strip_prefix(COPY));
    said.filter_map(|id| known(id.trim())).next().or_else(|| known(&table.name))
}
