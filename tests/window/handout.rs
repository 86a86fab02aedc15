//! The handout: one HTML file with every picture inside, in both languages, from the command line and the window.

use std::path::Path;
use std::process::{Command, Output};

use collidoscope::app::lecture::file::LectureFile;
use collidoscope::experiments::Record;
use collidoscope::language::Language;
use collidoscope::lessons::text::{Block, Run, plain, visit};
use collidoscope::lessons::{self, Lesson};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::support::window::Drive as _;
use crate::window::saving::{export, notice, opened, type_path};

fn shot(language: &str, arguments: &[&str], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.args(["--language", language, "shot"]).args(arguments);
    command.args(["--slides", "--size", "320x200", "--out"]).arg(out).output().unwrap()
}

/// The only file in a folder.
fn only_file(folder: &Path) -> String {
    let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let (file, other) = (files.next().unwrap(), files.next());
    assert!(file.extension().is_some_and(|ending| ending == "html") && other.is_none(), "{other:?}");
    std::fs::read_to_string(file).unwrap()
}

/// The text of a page without its marks, and the addresses of its pictures, all of which are inside it.
fn read(html: &str) -> (String, Vec<&str>) {
    let pictures: Vec<_> =
        html.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for picture in &pictures {
        let bytes = picture.strip_prefix("data:image/png;base64,").expect("inside the page");
        assert!(bytes.starts_with("iVBORw0KGgo") && bytes.len() % 4 == 0, "a PNG: {}", &bytes[..20]);
    }
    let text: String =
        html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect();
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    (joined(&text), pictures)
}

/// Text without white space.
fn joined(text: &str) -> String {
    text.split_whitespace().collect()
}

fn text_of(runs: &[Run]) -> String {
    joined(&plain(runs))
}

fn paragraphs(blocks: &[Block]) -> Vec<String> {
    let mut all = Vec::new();
    visit(blocks, &mut |block| {
        if let Block::Paragraph(runs) = block {
            all.push(text_of(runs));
        }
    });
    all
}

#[test]
fn it_is_one_file_with_every_slide_its_picture_and_its_text_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    for (language, id) in [(Language::English, "en"), (Language::Chinese, "zh-CN")] {
        let made = |name: &str| {
            let out = folder.path().join(id).join(name);
            let done = shot(id, &["lesson", "stencil-bug", "--notes"], &out);
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            only_file(&out)
        };
        let html = made("once");
        let (text, pictures) = read(&html);
        let slides = lessons::find("stencil-bug").unwrap().slides(language);
        assert_eq!(pictures.len(), slides.len(), "{id}: a picture per slide");
        assert!(html.contains("@page") && html.contains("color-scheme: light"));
        for slide in slides {
            let notes = paragraphs(&slide.notes);
            for part in slide.lines.iter().chain([&slide.title]).map(|runs| text_of(runs)).chain(notes) {
                assert!(text.contains(&part), "{id}: {part}");
            }
        }
        assert!(id != "en" || made("again") == html, "the same bytes again");
    }
}

#[test]
fn a_page_has_its_figures_and_tables_and_an_experiment_its_claims() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.lecture.toml");
    let has_both = |lesson: &&Lesson| {
        let (mut figure, mut table) = (false, false);
        visit(&lesson.page(Language::English).text, &mut |block| {
            figure |= matches!(block, Block::Figure(_));
            table |= matches!(block, Block::Table(_));
        });
        figure && table
    };
    let lesson = lessons::all().iter().find(has_both).unwrap();
    let id = lesson.id;
    let text = format!("title = \"Mine\"\n[[item]]\npage = \"{id}\"\n[[item]]\nexperiment = \"figure-3\"\n");
    std::fs::write(&path, text).unwrap();
    let out = folder.path().join("out");
    let done = shot("en", &["lecture", path.to_str().unwrap(), "--handout"], &out);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let html = only_file(&out);
    let (text, pictures) = read(&html);
    let page = lesson.page(Language::English);
    let (mut figures, mut heads) = (0, Vec::new());
    visit(&page.text, &mut |block| match block {
        Block::Figure(_) => figures += 1,
        Block::Table(rows) => heads.extend(rows[0].iter().map(|cell| plain(cell))),
        _ => {}
    });
    // The page's picture, and the plot of the experiment.
    assert!(figures > 0 && pictures.len() == 2 + figures, "{} pictures, {figures} figures", pictures.len());
    assert!(heads.iter().all(|head| html.contains(&format!("<th>{head}</th>"))), "{heads:?}");
    let experiment = collidoscope::experiments::find("figure-3").unwrap();
    let claims = Record::shipped(experiment).unwrap().claims();
    assert!(text.contains(&joined(experiment.says)) && !claims.is_empty());
    assert!(claims.iter().all(|claim| text.contains(&joined(&claim.published))));
    assert!(claims.iter().all(|claim| text.contains(&joined(claim.judgement.words()))));
}

#[test]
fn the_window_writes_the_handout_of_the_lesson_or_of_the_lecture_in_the_list() {
    let (mut harness, folder) = opened();
    let choices = [
        (Role::RadioButton, "Handout (HTML)"),
        (Role::RadioButton, "Custom size:"),
        (Role::Button, "1280 × 800"),
    ];
    let with_notes = [choices[0], (Role::CheckBox, "With the speaker's notes"), choices[1], choices[2]];
    let html = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let (before, scene) = (harness.state().exhibit(), lessons::find("stencil-bug").unwrap());
    harness.state_mut().lessons.turn_to(scene);
    harness.run();
    export(&mut harness, &choices, "lesson");
    assert!(notice(&harness).ends_with("lesson.html"), "{}", notice(&harness));
    let slides = scene.slides(Language::English);
    let html_of_lesson = html("lesson.html");
    let (text, pictures) = read(&html_of_lesson);
    assert_eq!(pictures.len(), slides.len(), "a picture per slide");
    for slide in slides {
        assert!(slide.lines.iter().all(|line| text.contains(&text_of(line))), "{}", plain(&slide.title));
    }
    let notes = paragraphs(&slides[0].notes);
    assert!(!notes.is_empty() && !notes.iter().any(|part| text.contains(part)), "an audience gets no notes");
    assert!(!harness.state().lessons.lecture, "no lecture is given in the window");
    assert_eq!(harness.state().exhibit().words, before.words, "and the scene is as it was");

    let text = "title = \"Two\"\n[[item]]\nlink = \"lab=road\"\ntitle = \"One page\"\nlines = [\"Ends here\"]\n\
                [[item]]\nlink = \"lab=cloth&scene=corner&side=9\"\nnotes = \"Say it\"\n";
    harness.state_mut().editor.file = LectureFile::parse(text).unwrap();
    harness.state_mut().editor.is_open = true;
    harness.run();
    export(&mut harness, &with_notes, "own");
    assert!(notice(&harness).ends_with("own.html"), "{}", notice(&harness));
    let html = html("own.html");
    let (text, _) = read(&html);
    assert!(text.contains("Endshere") && text.contains("Sayit"), "{text}");

    export(&mut harness, &choices, "own.pdf");
    harness.get_by_label_contains("print it from a browser");
    type_path(&mut harness, "own");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert!(!folder.path().join("own.pdf").exists() && !folder.path().join("own.pdf.html").exists());
    let refused = shot("en", &["lesson", "stencil-bug", "--handout"], &folder.path().join("x.pdf"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("print it from a browser"), "{refused:?}");
}
