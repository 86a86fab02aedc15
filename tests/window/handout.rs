//! The handout as a PDF: read again by a reader of its own, which follows the cross references, counts pages and
//! pictures, and turns glyphs back into text.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use collidoscope::app::lecture::file::LectureFile;
use collidoscope::language::Language;
use collidoscope::lessons;
use collidoscope::lessons::text::plain;
use egui::accesskit::Role;

use crate::support::window::Drive as _;
use crate::window::saving::{export, notice, opened};

/// A document: its objects by number, as their bytes.
struct Read {
    objects: BTreeMap<usize, Vec<u8>>,
}

fn find(bytes: &[u8], what: &[u8], from: usize) -> Option<usize> {
    bytes[from..].windows(what.len()).position(|part| part == what).map(|at| from + at)
}

fn number_at(bytes: &[u8]) -> usize {
    let digits =
        bytes.iter().skip_while(|byte| byte.is_ascii_whitespace()).take_while(|b| b.is_ascii_digit());
    digits.fold(0, |number, digit| 10 * number + usize::from(digit - b'0'))
}

impl Read {
    fn of(bytes: &[u8]) -> Self {
        assert!(bytes.starts_with(b"%PDF-1."), "no header");
        let start = bytes.windows(9).rposition(|part| part == b"startxref").expect("no place of the table");
        let table = number_at(&bytes[start + 9..]);
        assert!(bytes[table..].starts_with(b"xref"), "the table is elsewhere");
        let lines = String::from_utf8_lossy(&bytes[table..start]).into_owned();
        let entries: Vec<_> = lines.lines().skip(2).filter(|line| line.ends_with(['n', 'f'])).collect();
        let in_use = entries.iter().enumerate().filter(|(_, line)| line.ends_with('n'));
        let objects = in_use.map(|(number, line)| {
            let at: usize = line[..10].parse().unwrap();
            let head = format!("{number} 0 obj");
            assert!(bytes[at..].starts_with(head.as_bytes()), "object {number} is not at {at}");
            let end = find(bytes, b"\nendobj", at).expect("an object ends");
            (number, bytes[at + head.len()..end].to_vec())
        });
        Self { objects: objects.collect() }
    }

    /// The objects of this type or subtype.
    fn of_type(&self, name: &str) -> Vec<&Vec<u8>> {
        let is_it = |object: &&Vec<u8>| {
            let has = |after: &[u8]| {
                let name = [b"ype /", name.as_bytes(), after].concat();
                find(object, &name, 0).is_some()
            };
            has(b"\n") || has(b">") || has(b" ")
        };
        self.objects.values().filter(is_it).collect()
    }

    /// The number of an object that `name` refers to in another object.
    fn reference(object: &[u8], name: &str) -> Option<usize> {
        let name = [b"/", name.as_bytes(), b" "].concat();
        Some(number_at(&object[find(object, &name, 0)? + name.len()..]))
    }

    fn stream(&self, number: usize) -> &[u8] {
        let object = &self.objects[&number];
        let begin = find(object, b"stream\n", 0).expect("a stream") + 7;
        let end = object.windows(9).rposition(|part| part == b"endstream").unwrap();
        &object[begin..end]
    }

    /// Glyphs of a font with their characters.
    fn characters(&self, font: usize) -> BTreeMap<u16, char> {
        let map = self.stream(Self::reference(&self.objects[&font], "ToUnicode").unwrap());
        let map = String::from_utf8(map.to_vec()).unwrap();
        let pairs = map.lines().filter(|line| line.starts_with('<') && line.matches('<').count() == 2);
        let pair = |line: &str| {
            let hex = |part: &str| u32::from_str_radix(part.trim_matches(['<', '>', ' ']), 16).unwrap();
            let (glyph, letter) = line.split_once("> <").unwrap();
            (hex(glyph) as u16, char::from_u32(hex(letter)).unwrap())
        };
        pairs.map(pair).collect()
    }

    /// The text of every page, a line per piece.
    fn text(&self) -> Vec<String> {
        self.of_type("Page")
            .into_iter()
            .map(|page| {
                let content = self.stream(Self::reference(page, "Contents").unwrap());
                let fonts = (0..3).filter_map(|font| {
                    let number = Self::reference(page, &format!("F{font}"))?;
                    Some((font, self.characters(number)))
                });
                shown(content, &fonts.collect())
            })
            .collect()
    }
}

/// The text that a content stream shows.
fn shown(content: &[u8], fonts: &BTreeMap<usize, BTreeMap<u16, char>>) -> String {
    let (mut text, mut font, mut at) = (String::new(), 0, 0);
    while at < content.len() {
        match content[at] {
            b'/' if content[at + 1] == b'F' => {
                font = number_at(&content[at + 2..]);
                at += 2;
            }
            open @ (b'(' | b'<') => {
                let (glyphs, after) =
                    if open == b'<' { hex(content, at + 1) } else { literal(content, at + 1) };
                let glyphs = glyphs.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                text.extend(glyphs.map(|glyph| fonts[&font].get(&glyph).copied().unwrap_or('\u{fffd}')));
                at = after;
            }
            b'T' if content[at..].starts_with(b"Tm") || content[at..].starts_with(b"Td") => {
                text.push('\n');
                at += 2;
            }
            _ => at += 1,
        }
    }
    text
}

fn hex(content: &[u8], from: usize) -> (Vec<u8>, usize) {
    let end = find(content, b">", from).unwrap();
    let digits = std::str::from_utf8(&content[from..end]).unwrap();
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    ((0..digits.len()).step_by(2).map(byte).collect(), end + 1)
}

fn literal(content: &[u8], from: usize) -> (Vec<u8>, usize) {
    let (mut bytes, mut depth, mut at) = (Vec::new(), 1, from);
    loop {
        let byte = content[at];
        at += 1;
        match byte {
            b'\\' => {
                let escaped = content[at];
                at += 1;
                match escaped {
                    b'n' => bytes.push(b'\n'),
                    b'r' => bytes.push(b'\r'),
                    b't' => bytes.push(b'\t'),
                    b'b' => bytes.push(8),
                    b'f' => bytes.push(12),
                    b'0'..=b'7' => {
                        let digits =
                            content[at - 1..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b));
                        let digits: Vec<_> = digits.collect();
                        bytes
                            .push(digits.iter().fold(0, |n: u8, digit| n.wrapping_mul(8) + (**digit - b'0')));
                        at += digits.len() - 1;
                    }
                    other => bytes.push(other),
                }
            }
            b'(' => {
                depth += 1;
                bytes.push(byte);
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return (bytes, at);
                }
                bytes.push(byte);
            }
            _ => bytes.push(byte),
        }
    }
}

fn handout(lesson: &str, language: &str, out: &Path) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.args([
        "--language",
        language,
        "shot",
        "lesson",
        lesson,
        "--slides",
        "--notes",
        "--size",
        "320x200",
    ]);
    let done = command.arg("--out").arg(out).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    std::fs::read(out.join(format!("{lesson}.pdf"))).unwrap()
}

/// Text without the ends of lines, at which a space or nothing was.
fn joined(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn a_document_has_every_slide_with_its_picture_and_its_text_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    for (language, id) in [(Language::English, "en"), (Language::Chinese, "zh-CN")] {
        let out = folder.path().join(id);
        let bytes = handout("stencil-bug", id, &out);
        let read = Read::of(&bytes);
        let slides = lessons::find("stencil-bug").unwrap().slides(language);
        let pages = read.text();
        // A page for every slide or two, and one of answers.
        let count = slides.len().div_ceil(2)..=slides.len() + 1;
        assert!(count.contains(&pages.len()), "{id}: {}", pages.len());
        let pictures = std::fs::read_dir(&out).unwrap().filter_map(Result::ok);
        let pictures = pictures.filter(|file| file.path().extension().is_some_and(|of| of == "png")).count();
        assert_eq!(read.of_type("Image").len(), pictures, "{id}: pictures on pages and beside them");
        let tree = read.of_type("Pages");
        assert_eq!(Read::reference(tree[0], "Count"), Some(pages.len()));
        for slide in slides {
            let page = joined(&pages.concat());
            let title = joined(&plain(&slide.title));
            assert!(page.contains(&title), "{id}: {title} is not in {page}");
            assert!(slide.lines.iter().all(|line| page.contains(&joined(&plain(line)))), "{id}: {page}");
            assert!(!page.contains('\u{fffd}') && !page.contains('\0'), "{id}: {page}");
            lessons::text::visit(&slide.notes, &mut |block| {
                if let lessons::text::Block::Paragraph(runs) = block {
                    let notes = joined(&plain(runs));
                    assert!(page.contains(&notes), "{id}: {notes} is not in {page}");
                }
            });
        }
        if id == "en" {
            assert!(
                handout("stencil-bug", id, &folder.path().join("again")) == bytes,
                "the same bytes again"
            );
        }
    }
}

#[test]
fn the_window_writes_the_handout_of_the_lesson_or_of_the_lecture_in_the_list() {
    let (mut harness, folder) = opened();
    let choices = [
        (Role::RadioButton, "Handout (PDF)"),
        (Role::RadioButton, "Custom size:"),
        (Role::Button, "1280 × 800"),
    ];
    let with_notes = [choices[0], (Role::CheckBox, "With the speaker's notes"), choices[1], choices[2]];
    let read = |name: &str| Read::of(&std::fs::read(folder.path().join(name)).unwrap());
    let (before, scene) = (harness.state().exhibit(), lessons::find("stencil-bug").unwrap());
    harness.state_mut().lessons.turn_to(scene);
    harness.run();
    export(&mut harness, &choices, "lesson");
    assert!(notice(&harness).ends_with("lesson.pdf"), "{}", notice(&harness));
    let slides = scene.slides(Language::English);
    let pages = read("lesson.pdf").text();
    // Without notes two slides share a page, and every text stands there once.
    assert!((slides.len().div_ceil(2)..slides.len()).contains(&pages.len()), "{} pages", pages.len());
    let all = joined(&pages.concat());
    for slide in slides {
        let title = joined(&plain(&slide.title));
        assert_eq!(all.matches(&title).count(), 1, "{title}");
        assert!(slide.lines.iter().all(|line| all.contains(&joined(&plain(line)))), "{title}");
    }
    assert_eq!(read("lesson.pdf").of_type("Image").len(), slides.len(), "a picture per slide");
    lessons::text::visit(&slides[0].notes, &mut |block| {
        if let lessons::text::Block::Paragraph(runs) = block {
            assert!(!joined(&pages.concat()).contains(&joined(&plain(runs))), "an audience gets no notes");
        }
    });
    assert!(!harness.state().lessons.lecture, "no lecture is given in the window");
    assert_eq!(harness.state().exhibit().words, before.words, "and the scene is as it was");

    let text = "title = \"Two\"\n[[item]]\nlink = \"lab=road\"\ntitle = \"One page\"\nlines = [\"Ends here\"]\n\
                [[item]]\nlink = \"lab=cloth&scene=corner&side=9\"\nnotes = \"Say it\"\n";
    harness.state_mut().editor.file = LectureFile::parse(text).unwrap();
    harness.state_mut().editor.is_open = true;
    harness.run();
    export(&mut harness, &with_notes, "own");
    assert!(notice(&harness).ends_with("own.pdf"), "{}", notice(&harness));
    let pages = read("own.pdf").text();
    let all = joined(&pages.concat());
    assert!(all.contains("Endshere") && all.contains("Sayit"), "{pages:?}");
}
