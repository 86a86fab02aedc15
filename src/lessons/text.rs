//! A lesson's text as plain data: the subset of Markdown that lessons use.

use std::iter::Peekable;

use pulldown_cmark::{Event, HeadingLevel, OffsetIter, Options, Parser, Tag, TagEnd};

use super::link::Target;

/// A block of a page; blocks follow from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading and its level: 2 for the largest inside a page.
    Heading(u8, Vec<Run>),
    /// A paragraph of running text.
    Paragraph(Vec<Run>),
    /// List items, numbered from the given number, or with bullets if it is `None`.
    List(Option<u64>, Vec<Vec<Block>>),
    /// Quoted blocks, marked by a line on their left.
    Quote(Vec<Block>),
    /// Lines of code, without white space at the end.
    Code(String),
    /// Rows of cells; the first row is the head.
    Table(Vec<Vec<Vec<Run>>>),
    /// A drawing of [`crate::figures`], by its name.
    Figure(String),
}

/// A piece of text in one style, with one link or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The text without its marks.
    pub text: String,
    /// Emphasis and typeface of the text.
    pub style: Style,
    /// The target of a click on the text; `None` for plain text.
    pub link: Option<Target>,
}

/// Text style: emphasis and typeface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Strong emphasis, drawn in a brighter colour: `**so**` in Markdown.
    pub strong: bool,
    /// Emphasis, drawn in italics, or bold in Chinese: `*so*` in Markdown.
    pub emphasis: bool,
    /// Monospaced: `` `so` `` in Markdown.
    pub code: bool,
}

/// An error: a byte offset in the text, and the description of the error.
pub type Mistake = (usize, String);

/// Parses Markdown. The error names the byte offset of the first construct that lessons do not use.
pub fn read(text: &str) -> Result<Vec<Block>, Mistake> {
    let mut reader =
        Reader { events: Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter().peekable() };
    reader.blocks()
}

/// The text of runs without their styles.
pub fn plain(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

/// Calls `see` with every block, including nested ones.
pub fn visit<'a>(blocks: &'a [Block], see: &mut dyn FnMut(&'a Block)) {
    for block in blocks {
        see(block);
        match block {
            Block::List(_, items) => items.iter().for_each(|item| visit(item, see)),
            Block::Quote(inner) => visit(inner, see),
            _ => {}
        }
    }
}

struct Reader<'a> {
    events: Peekable<OffsetIter<'a>>,
}

impl Reader<'_> {
    /// Parses blocks up to the end tag of the element that contains them. The end tag is not consumed.
    fn blocks(&mut self) -> Result<Vec<Block>, Mistake> {
        let mut blocks = Vec::new();
        while let Some((event, _)) = self.events.peek() {
            if is_inline(event) {
                // In a list without empty lines, the text of an item is not wrapped in a paragraph.
                blocks.push(Block::Paragraph(self.runs()?));
                continue;
            }
            if matches!(event, Event::End(_)) {
                break;
            }
            let Some((event, range)) = self.events.next() else { break };
            let block = match event {
                Event::Start(Tag::Paragraph) => Block::Paragraph(self.runs()?),
                Event::Start(Tag::Heading { level, .. }) => Block::Heading(number(level), self.runs()?),
                Event::Start(Tag::BlockQuote(_)) => Block::Quote(self.blocks()?),
                Event::Start(Tag::CodeBlock(_)) => Block::Code(self.raw().trim_end().to_owned()),
                Event::Start(Tag::List(first)) => Block::List(first, self.each(TagEnd::Item, Self::blocks)?),
                Event::Start(Tag::Table(_)) => {
                    Block::Table(self.each(TagEnd::TableRow, |row| row.each(TagEnd::TableCell, Self::runs))?)
                }
                Event::Start(Tag::HtmlBlock) => match figure(&self.raw()) {
                    Some(name) => Block::Figure(name),
                    None => return Err((range.start, NO_HTML.into())),
                },
                _ => return Err((range.start, "lessons do not support this kind of Markdown".into())),
            };
            // The end tag of the block.
            self.events.next();
            blocks.push(block);
        }
        Ok(blocks)
    }

    /// Parses the items of a list, or the rows or cells of a table, each with `part`, up to the end tag of the list,
    /// table or row. The end tag is not consumed.
    fn each<T>(
        &mut self,
        end: TagEnd,
        mut part: impl FnMut(&mut Self) -> Result<T, Mistake>,
    ) -> Result<Vec<T>, Mistake> {
        let mut parts = Vec::new();
        while let Some((Event::Start(_), _)) = self.events.peek() {
            self.events.next();
            parts.push(part(self)?);
            let ended = self.events.next();
            debug_assert!(
                matches!(&ended, Some((Event::End(found), _)) if *found == end || *found == TagEnd::TableHead)
            );
        }
        Ok(parts)
    }

    fn raw(&mut self) -> String {
        let mut raw = String::new();
        while let Some((Event::Text(text) | Event::Html(text), _)) = self.events.peek() {
            raw.push_str(text);
            self.events.next();
        }
        raw
    }

    /// Parses running text up to the first event that is not inline, which is not consumed.
    fn runs(&mut self) -> Result<Vec<Run>, Mistake> {
        let mut runs: Vec<Run> = Vec::new();
        let (mut style, mut link, mut broken) = (Style::default(), None, false);
        while self.events.peek().is_some_and(|(event, _)| is_inline(event)) {
            let Some((event, range)) = self.events.next() else { break };
            match event {
                Event::Text(text) => push(&mut runs, &text, style, &link, &mut broken),
                Event::Code(text) => {
                    push(&mut runs, &text, Style { code: true, ..style }, &link, &mut broken);
                }
                Event::SoftBreak => broken = true,
                Event::HardBreak => push(&mut runs, "\n", style, &link, &mut broken),
                Event::Start(Tag::Strong) => style.strong = true,
                Event::End(TagEnd::Strong) => style.strong = false,
                Event::Start(Tag::Emphasis) => style.emphasis = true,
                Event::End(TagEnd::Emphasis) => style.emphasis = false,
                Event::Start(Tag::Link { dest_url, .. }) => {
                    link = Some(dest_url.parse().map_err(|why| (range.start, why))?);
                }
                Event::End(TagEnd::Link) => link = None,
                Event::InlineHtml(_) => return Err((range.start, NO_HTML.into())),
                _ => return Err((range.start, "use `<!-- figure: NAME -->` for pictures".into())),
            }
        }
        Ok(runs)
    }
}

const NO_HTML: &str = "the only HTML allowed is `<!-- figure: NAME -->`, on its own line";

fn push(runs: &mut Vec<Run>, text: &str, style: Style, link: &Option<Target>, broken: &mut bool) {
    let last = runs.iter().rev().find_map(|run| run.text.chars().last());
    // Chinese has no spaces, so a line break in the file adds none.
    let spaced = !matches!((last, text.chars().next()), (Some(a), Some(b)) if is_wide(a) && is_wide(b));
    let space = if std::mem::take(broken) && spaced { " " } else { "" };
    match runs.last_mut() {
        Some(last) if last.style == style && last.link == *link => {
            last.text.push_str(space);
            last.text.push_str(text);
        }
        Some(last) => {
            last.text.push_str(space);
            runs.push(Run { text: text.to_owned(), style, link: link.clone() });
        }
        None => runs.push(Run { text: text.to_owned(), style, link: link.clone() }),
    }
}

fn is_wide(character: char) -> bool {
    character >= '\u{2e80}'
}

fn is_inline(event: &Event) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Code(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::InlineHtml(_)
            | Event::Start(Tag::Strong | Tag::Emphasis | Tag::Link { .. } | Tag::Image { .. })
            | Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link | TagEnd::Image)
    )
}

fn figure(html: &str) -> Option<String> {
    let inside = html.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    let name = inside.trim().strip_prefix("figure:")?.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_name.then(|| name.to_owned())
}

const fn number(level: HeadingLevel) -> u8 {
    level as u8
}
