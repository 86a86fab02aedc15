//! The course: short pages, each with a scene, a method and a state of the inspector, tested claims, and
//! questions that the scene answers.
//!
//! A lesson is a Markdown file in `assets/lessons/en/` with a translation in every other language's folder.
//! It begins with a head of lines `name: value` between two lines `---`. Only `title:` is translated; the
//! other lines are only in the English file. `needs:` names earlier lessons that this one builds on:
//!
//! ```text
//! ---
//! title: Full visibility and the theorem
//! show: preset=intersecting&page=inspector&method=occlusion-query&step=2
//! needs: buffers, stencil-test
//! claim: preset=b-behind-a&method=occlusion-query -> apart
//! claim: preset=intersecting&method=occlusion-query -> colliding
//! ---
//! Text. A [control named in it](show:step=3) works as a link; [another lesson](lesson:recode) too.
//!
//! **Predict:** what follows?
//!
//! Text that folds until the reader has answered.
//!
//! <!-- figure: relations -->
//!
//! ## Questions
//!
//! 1. What is asked?
//!
//!    > The answer, shown on click.
//! ```

pub mod bibliography;
mod check;
pub mod claim;
mod derived;
pub mod effort;
pub mod link;
pub mod page;
pub mod prediction;
pub mod slide_head;
pub mod slides;
pub mod text;

use std::sync::LazyLock;

use crate::exhibit::SceneLink;
use crate::language::Language;
use claim::Claim;
use link::Target;
use page::Page;
use prediction::Part;
use slides::Slide;

/// A part of the course, with its own heading in the list of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The problem, its two phases, and the families of methods.
    Beginning,
    /// The depth and stencil buffers of the hardware.
    Buffers,
    /// Methods that detect collisions by visibility: occlusion queries.
    Occlusion,
    /// Methods that detect collisions by marks in the stencil buffer.
    Stencil,
    /// Other image-space methods.
    Others,
    /// Object-space methods, which compute with coordinates.
    ObjectSpace,
    /// Other uses of the occlusion query, and related methods that the sources name.
    Relatives,
    /// Rays that find the ground.
    Environment,
    /// Trees of bounding volumes over two meshes.
    Hierarchies,
    /// Sweeps of movers of every size through a level with one BSP.
    Level,
    /// Self-collision of a cloth.
    Cloth,
}

impl Group {
    /// All groups, in the order of the course.
    pub const ALL: [Self; 11] = [
        Self::Beginning,
        Self::Buffers,
        Self::Occlusion,
        Self::Stencil,
        Self::Others,
        Self::ObjectSpace,
        Self::Relatives,
        Self::Environment,
        Self::Hierarchies,
        Self::Level,
        Self::Cloth,
    ];

    /// The group's heading in the list of contents, in English.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Beginning => "The problem",
            Self::Buffers => "Buffers and tests",
            Self::Occlusion => "Occlusion-query methods",
            Self::Stencil => "Stencil-buffer methods",
            Self::Others => "Other image-space methods",
            Self::ObjectSpace => "Object-space methods",
            Self::Relatives => "Related methods",
            Self::Environment => "Rays against the environment",
            Self::Hierarchies => "Trees of bounding volumes",
            Self::Level => "Movers in a level",
            Self::Cloth => "Self-collision of cloth",
        }
    }
}

/// A page of the course in all languages, with its scene and claims.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The lesson's name in links and on the command line.
    pub id: &'static str,
    /// The part of the course that contains the lesson.
    pub group: Group,
    /// The scene that opens with the lesson.
    pub show: SceneLink,
    /// Ids of earlier lessons that it builds on.
    pub needs: Vec<String>,
    /// Estimated duration, minutes.
    pub minutes: u32,
    /// The tested assertions of the lesson's text.
    pub claims: Vec<Claim>,
    /// The text in each language, in the order of [`Language::ALL`].
    pages: Vec<Page>,
    /// The slides in each language, in the order of [`Language::ALL`].
    slides: Vec<Vec<Slide>>,
}

impl Lesson {
    /// The page in a language.
    pub fn page(&self, language: Language) -> &Page {
        let index = Language::ALL.iter().position(|other| *other == language);
        &self.pages[index.unwrap_or_default()]
    }

    /// The parts of the lesson's text in a language, separated by predictions.
    pub fn parts(&self, language: Language) -> Vec<Part> {
        prediction::parts(&self.page(language).text, language)
    }

    /// The number of predictions in the lesson's text.
    pub fn predictions(&self) -> usize {
        prediction::count(&self.page(Language::English).text, Language::English)
    }

    /// The slides in a language, at least one; generated from the page if the lesson has no slides file.
    pub fn slides(&self, language: Language) -> &[Slide] {
        let index = Language::ALL.iter().position(|other| *other == language);
        &self.slides[index.unwrap_or_default()]
    }
}

/// The files of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// The part of the course that contains the lesson.
    pub group: Group,
    /// The file name without folder and extension: a two-digit number, a dash, and the id.
    pub name: &'static str,
    /// The file's content in each language, in the order of [`Language::ALL`].
    pub texts: [&'static str; Language::ALL.len()],
    /// The slides file's content in each language; `None` if slides are generated from the lesson.
    pub slides: Option<[&'static str; Language::ALL.len()]>,
}

impl Files {
    /// The lesson's id: the name without its number.
    pub fn id(&self) -> &'static str {
        self.name.split_once('-').map_or(self.name, |(_, id)| id)
    }

    /// The title in a language, found without parsing the file. Empty if the title is missing, which is an
    /// error when the lesson is parsed.
    pub fn title(&self, language: Language) -> &'static str {
        let text = Language::ALL.into_iter().zip(self.texts).find(|(of, _)| *of == language);
        let lines = text.into_iter().flat_map(|(_, text)| text.lines());
        lines.filter_map(|line| line.strip_prefix("title: ")).next().unwrap_or_default()
    }
}

macro_rules! both {
    ($folder:literal $name:literal) => {
        [
            include_str!(concat!("../../assets/", $folder, "/en/", $name, ".md")),
            include_str!(concat!("../../assets/", $folder, "/zh-CN/", $name, ".md")),
        ]
    };
}

macro_rules! files {
    ($group:ident $name:literal) => {
        Files { group: Group::$group, name: $name, texts: both!("lessons" $name), slides: None }
    };
    ($group:ident $name:literal slides) => {
        Files { slides: Some(both!("slides" $name)), ..files!($group $name) }
    };
}

/// The course, in order. A new lesson needs a file in each language and a line here; `slides` means that it
/// has slides files of the same name.
pub const FILES: &[Files] = &[
    files!(Beginning "00-what-for" slides),
    files!(Buffers "01-buffers" slides),
    files!(Buffers "02-stencil-test" slides),
    files!(Occlusion "03-full-visibility" slides),
    files!(Occlusion "04-two-rounds" slides),
    files!(Occlusion "05-view-volume" slides),
    files!(Occlusion "06-back-faces" slides),
    files!(Occlusion "07-resolution" slides),
    files!(Occlusion "08-conservative" slides),
    files!(Occlusion "09-never-misses" slides),
    files!(Stencil "10-relations" slides),
    files!(Stencil "11-stencil" slides),
    files!(Stencil "12-stencil-bug" slides),
    files!(Others "13-readback" slides),
    files!(Others "14-recode" slides),
    files!(ObjectSpace "15-sweep-and-prune" slides),
    files!(ObjectSpace "16-broad-phase-structures" slides),
    files!(ObjectSpace "17-separating-axes" slides),
    files!(ObjectSpace "18-box-cascade" slides),
    files!(ObjectSpace "19-obb-fits" slides),
    files!(ObjectSpace "20-gjk" slides),
    files!(ObjectSpace "21-convex-pieces" slides),
    files!(ObjectSpace "22-convex-decomposition" slides),
    files!(Relatives "23-occlusion-culling" slides),
    files!(Relatives "24-shinya-forgue-1991" slides),
    files!(Relatives "25-rossignac-1992" slides),
    files!(Relatives "26-myszkowski-1995" slides),
    files!(Relatives "27-cinder-2003" slides),
    files!(Relatives "28-cullide-2003" slides),
    files!(Environment "29-four-rays" slides),
    files!(Environment "30-first-hit" slides),
    files!(Hierarchies "31-detection-determination" slides),
    files!(Hierarchies "32-three-constructions" slides),
    files!(Hierarchies "33-balance" slides),
    files!(Hierarchies "34-cost-function" slides),
    files!(Hierarchies "35-obb-tree" slides),
    files!(Hierarchies "36-kdops" slides),
    files!(Hierarchies "37-kdop-updates" slides),
    files!(Hierarchies "38-front-tracking" slides),
    files!(Hierarchies "39-time-critical" slides),
    files!(Hierarchies "40-shortest-distance" slides),
    files!(Level "41-segments-in-a-bsp" slides),
    files!(Level "42-plane-shifting" slides),
    files!(Level "43-cylinder-and-hull" slides),
    files!(Level "44-bevel-planes" slides),
    files!(Level "45-one-tree" slides),
    files!(Cloth "46-quad-tree" slides),
    files!(Cloth "47-normal-cones" slides),
    files!(Cloth "48-contour" slides),
    files!(Cloth "49-centroid-filter" slides),
    files!(Cloth "50-same-side" slides),
    files!(Cloth "51-coplanarity-roots" slides),
    files!(Cloth "52-step-limiting" slides),
    // Numbered last, so that the lessons before it keep their numbers.
    files!(Hierarchies "53-two-trees" slides),
    files!(Cloth "54-depth-maps" slides),
    files!(Stencil "55-repair-a-table" slides),
    files!(Stencil "56-write-a-table" slides),
    files!(ObjectSpace "57-response" slides),
];

/// All lessons, in order, parsed at the first call.
///
/// # Panics
/// If a lesson is invalid, which is a bug in the program: a test parses them all.
pub fn all() -> &'static [Lesson] {
    static COURSE: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| read_all(FILES).unwrap_or_else(|why| panic!("{why}")));
    &COURSE
}

/// The lesson with this id, if there is one.
pub fn find(id: &str) -> Option<&'static Lesson> {
    all().iter().find(|lesson| lesson.id == id)
}

/// Parses a course. The error is one line that names the file, the line and the remedy.
pub fn read_all(files: &[Files]) -> Result<Vec<Lesson>, String> {
    let lessons = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    for (number, (lesson, files)) in lessons.iter().zip(files).enumerate() {
        // A lesson needs earlier lessons only, so there are no cycles.
        let is_earlier = |id: &String| lessons[..number].iter().any(|other| other.id == *id);
        if let Some(id) = lesson.needs.iter().find(|id| !is_earlier(id)) {
            let text = files.texts[0];
            let line = text.lines().position(|line| line.starts_with("needs: "));
            let place = place(files.name, Language::English, line.map_or(1, |line| line + 1));
            return Err(format!("{place}: needs: there is no lesson {id:?} before this one"));
        }
        for (index, page) in lesson.pages.iter().enumerate() {
            for target in page.links() {
                let Target::Lesson(id) = target else { continue };
                if !lessons.iter().any(|other| other.id == id) {
                    let text = files.texts[index];
                    let line = text.lines().position(|line| line.contains(&format!("(lesson:{id})")));
                    let place = place(files.name, Language::ALL[index], line.map_or(1, |line| line + 1));
                    return Err(format!("{place}: there is no lesson {id:?}"));
                }
            }
        }
    }
    Ok(lessons)
}

/// Parses a lesson in all its languages. The error is one line that names the file, the line and the remedy.
fn read(files: &Files) -> Result<Lesson, String> {
    let mut pages = Vec::new();
    let mut scene = None;
    for (language, text) in Language::ALL.into_iter().zip(files.texts) {
        let wrong = |(line, why)| format!("{}: {why}", place(files.name, language, line));
        let (head, page) = page::read(text, language).map_err(wrong)?;
        match language {
            Language::English => {
                let show = head.show.ok_or_else(|| wrong((1, NO_SCENE.into())))?;
                scene = Some((show, head.needs, head.claims));
            }
            _ if head.show.is_some() || !head.needs.is_empty() || !head.claims.is_empty() => {
                let why = "scene, prerequisites and claims belong in the English file only";
                return Err(wrong((1, why.into())));
            }
            _ => {}
        }
        pages.push(page);
        let predictions = |index: usize| prediction::count(&pages[index].text, Language::ALL[index]);
        let (ours, theirs) = (predictions(0), predictions(pages.len() - 1));
        let fewer = (ours != theirs).then(|| format!("{theirs} predictions instead of {ours}"));
        if let Some(why) = differs(&pages[0], &pages[pages.len() - 1]).or(fewer) {
            return Err(wrong((1, format!("this differs from the English page: {why}"))));
        }
    }
    let (show, needs, claims) = scene.unwrap_or_default();
    let minutes = effort::minutes(&pages[0], prediction::count(&pages[0].text, Language::English));
    let slides = match files.slides {
        Some(texts) => read_slides(files.name, texts)?,
        None => pages.iter().map(|page| derived::slides(page, &show)).collect(),
    };
    Ok(Lesson { id: files.id(), group: files.group, show, needs, minutes, claims, pages, slides })
}

/// Parses the slides in every language.
fn read_slides(name: &str, texts: [&str; Language::ALL.len()]) -> Result<Vec<Vec<Slide>>, String> {
    let mut all: Vec<Vec<Slide>> = Vec::new();
    for (language, text) in Language::ALL.into_iter().zip(texts) {
        let place = |line: usize| format!("assets/slides/{}/{name}.md:{line}", language.id());
        let slides = slides::read(text, language).map_err(|(line, why)| format!("{}: {why}", place(line)))?;
        if let Some(why) = all.first().and_then(|first| slides::differs(first, &slides)) {
            return Err(format!("{}: this differs from the English slides: {why}", place(1)));
        }
        all.push(slides);
    }
    Ok(all)
}

const NO_SCENE: &str = "the scene is missing; add `show: preset=…`";

fn place(name: &str, language: Language, line: usize) -> String {
    format!("assets/lessons/{}/{name}.md:{line}", language.id())
}

/// The first difference between a page and its translation in links, figures or number of questions.
fn differs(one: &Page, other: &Page) -> Option<String> {
    let links = |page: &Page| {
        let mut links: Vec<String> = page.links().iter().map(ToString::to_string).collect();
        links.sort();
        links
    };
    let (ours, theirs) = (links(one), links(other));
    if let Some(missing) = ours.iter().find(|link| !theirs.contains(link)) {
        return Some(format!("the link to {missing} is missing"));
    }
    if let Some(added) = theirs.iter().find(|link| !ours.contains(link)) {
        return Some(format!("the link to {added} is only here"));
    }
    if ours.len() != theirs.len() {
        return Some(format!("{} links instead of {}", theirs.len(), ours.len()));
    }
    let (ours, theirs) = (one.figures(), other.figures());
    if ours != theirs {
        return Some(format!("the figures {theirs:?} instead of {ours:?}"));
    }
    let (ours, theirs) = (one.questions.len(), other.questions.len());
    (ours != theirs).then(|| format!("{theirs} questions instead of {ours}"))
}
