//! Opens scene links and scene files in the window, and describes the current scene in the same forms.

use std::path::Path;

use super::first_look::FirstLook;
use super::scene_file::LoadedScene;
use super::scene_file::{CameraFile, SceneFile, VERSION};
use super::shell::Shell;
use crate::exhibit::{Inspected, Page, Position, SceneLink};
use crate::geometry::Point;
use crate::inspector::cursor::Cursor;
use crate::inspector::space::stand::Opening;
use crate::labs::camera_word::CameraWord;
use crate::labs::lab::wrong_answer;
use crate::labs::{self, LABS};
use crate::lessons::{self, Lesson};
use crate::names::there_are;
use crate::render::camera::{Camera, Lens};

/// Shows the scene that a link describes, completely or not at all. Everything that the link does not name is
/// unchanged, except that an inspector that it opens without a step shows the deciding one. The error is one line.
pub fn present(shell: &mut Shell, exhibit: &SceneLink) -> Result<(), String> {
    let was = shell.page;
    show(shell, exhibit)?;
    if exhibit.inspected.step.is_none() && was != Page::Inspector && shell.page == Page::Inspector {
        shell.inspector.open();
    }
    Ok(())
}

fn show(shell: &mut Shell, exhibit: &SceneLink) -> Result<(), String> {
    // 1. Look all parameters up in the table of labs.
    let (row, page) = labs::check(exhibit, shell.lab.row()).map_err(|why| why.to_string())?;
    // 2. Set the lab's parameters, which either all apply or fail without any change.
    shell.put(row, &exhibit.words).map_err(|why| why.to_string())?;
    // 3. Set the page, the camera and the position in the story.
    if let Some(page) = page {
        shell.turn_to(page);
    }
    if let Some(word) = &exhibit.camera {
        shell.stand(CameraWord::of(word, row).map_err(|why| why.to_string())?);
    }
    let Inspected { compare, step, pixel } = &exhibit.inspected;
    if let Some(compare) = compare {
        // `labs::check` has already verified that the method exists.
        shell.inspector.compare = compare.as_deref().and_then(|id| labs::method(row, id).ok());
    }
    if let Some(step) = step {
        cursor(shell).position = step.steps();
        shell.inspector.keep_position();
    }
    if pixel.is_some() {
        shell.inspector.pixel = *pixel;
    }
    Ok(())
}

/// The cursor of the current page: its own cursor if it is one of the lab's pages and has one, otherwise the cursor
/// of the inspector.
pub fn cursor(shell: &mut Shell) -> &mut Cursor {
    let own = match shell.page {
        Page::Own(word) => shell.lab.pages_mut().and_then(|pages| pages.cursor_mut(word)),
        _ => None,
    };
    own.unwrap_or(&mut shell.inspector.cursor)
}

/// Like [`present`], for a lesson's scene or link. A link that names no lab means the first lab of the table, not
/// the current one; one without a step changes no step.
pub fn present_in_course(shell: &mut Shell, exhibit: &SceneLink) -> Result<(), String> {
    let lab = exhibit.lab.clone().unwrap_or_else(|| LABS[0].id.to_owned());
    show(shell, &SceneLink { lab: Some(lab), ..exhibit.clone() })
}

/// A link that restores everything that the window shows now.
pub fn exhibit(shell: &Shell) -> SceneLink {
    let own = match shell.page {
        Page::Own(word) => shell.lab.pages().and_then(|pages| pages.cursor(word)),
        _ => None,
    };
    SceneLink {
        lab: Some(shell.lab.row().id.to_owned()),
        page: Some(shell.page.word().to_owned()),
        inspected: Inspected {
            compare: Some(shell.inspector.compare.map(|about| about.id.to_owned())),
            step: Some(Position::At(own.unwrap_or(&shell.inspector.cursor).shown())),
            pixel: shell.inspector.pixel,
        },
        camera: None,
        words: shell.lab.words(false),
    }
}

/// Most frames without a wrong answer that the first look leaves out.
const MOST_AGREEING: usize = 300;

/// Shows the lab's first look. A lab without one keeps its scene.
pub fn first_look(shell: &mut Shell) {
    let Some(look) = shell.lab.row().first_look else { return };
    if shell.lab.put(&look.words.parse().unwrap_or_default()).is_err() {
        return;
    }
    // Begins where the methods disagree.
    for _ in 0..MOST_AGREEING {
        if wrong_answer(&*shell.lab).is_some() {
            break;
        }
        shell.lab.step();
    }
    // The first look is the beginning, so there is nothing to undo.
    drop(shell.lab.take_discarded());
    shell.cameras.link(true, 0);
    shell.frame_all();
    let playback = shell.lab.playback();
    (playback.playing, playback.speed) = (true, look.speed);
    shell.first_look = Some(FirstLook::default());
}

/// Opens a lesson and sets its scene. The error is one line that lists the lessons.
pub fn open_lesson(shell: &mut Shell, id: &str) -> Result<(), String> {
    let Some(lesson) = lessons::find(id) else {
        let ids: Vec<_> = lessons::all().iter().map(|lesson| lesson.id).collect();
        return Err(format!("no lesson is called {id:?}; {}", there_are(id, &ids)));
    };
    shell.lessons.turn_to(lesson);
    set_the_scene(shell, lesson)
}

/// Sets a lesson's scene. Everything that the lesson's link does not name returns to its default. The error is one
/// line.
pub fn set_the_scene(shell: &mut Shell, lesson: &Lesson) -> Result<(), String> {
    shell.lessons.begin_again();
    shell.unfolded = false;
    // The new scene does not come from a file.
    shell.files.scene = None;
    shell.lessons.standing.is_new(lesson.id, &lesson.show);
    show_alone(shell, &lesson.show)
}

/// Shows the scene that a link describes. Everything that the link does not name returns to its default. The error is
/// one line.
pub fn show_alone(shell: &mut Shell, exhibit: &SceneLink) -> Result<(), String> {
    let (row, _) = labs::check(exhibit, LABS[0]).map_err(|why| why.to_string())?;
    shell.clear(row);
    shell.inspector.begin_again();
    present_in_course(shell, exhibit)
}

/// Checks that the inspected story has the step and the pixel that `show` names. The error states the valid range.
pub fn check_position(shell: &mut Shell, show: &SceneLink) -> anyhow::Result<()> {
    let Inspected { step, pixel, .. } = show.inspected;
    if shell.page != Page::Inspector || (step.is_none() && pixel.is_none()) {
        return Ok(());
    }
    let story = shell.inspected().map_err(anyhow::Error::msg)?;
    let (method, steps) = (story.about(), story.steps());
    if let Some(Position::At(step)) = step
        && step > steps
    {
        anyhow::bail!("--step {step}: {} has steps 0 to {steps} on this pair", method.id);
    }
    if let Some([x, y]) = pixel {
        let facts = story.facts(0);
        let Some((_, side)) = facts.iter().find(|(name, _)| *name == "side") else {
            anyhow::bail!("--pixel: {} draws no pixels here", method.id)
        };
        let last = side.saturating_sub(1);
        if u64::from(x) > last || u64::from(y) > last {
            anyhow::bail!("--pixel {x},{y}: pixels run from 0,0 to {last},{last}");
        }
    }
    Ok(())
}

/// The current scene as the content of a scene file in `folder`; paths of meshes below `folder` are relative.
pub fn scene_file(shell: &Shell, folder: &Path) -> SceneFile {
    let of_pane = |pane| camera_file(&shell.cameras.of(pane), shell.cameras.view(pane).watched());
    let cameras = (0..shell.lab.panes().count()).map(of_pane);
    let stand = shell.inspector.stand();
    SceneFile {
        collidoscope: VERSION,
        show: exhibit(shell).to_string(),
        lab: shell.lab.save(folder),
        cameras_linked: shell.cameras.linked(),
        cameras: cameras.collect(),
        inspector_camera: stand.chosen().map(|camera| camera_file(&camera, stand.watched())),
    }
}

/// Opens a scene, completely or not at all. The error is one line.
pub fn open_scene(shell: &mut Shell, scene: &LoadedScene) -> Result<(), String> {
    let LoadedScene { row, show, saved, cameras_linked, cameras, inspector_camera, files: _ } = scene;
    let lab =
        (row.build)(Some(shell.stage.gpu()), &show.words, Some(saved)).map_err(|why| why.to_string())?;
    shell.replace(lab);
    shell.lab.playback().playing = false;
    // The lab already has its parameters.
    let rest = SceneLink { words: Default::default(), ..show.clone() };
    present(shell, &rest)?;
    shell.cameras.link(false, shell.lab.panes().focus());
    for (pane, camera) in cameras.iter().enumerate() {
        let watched = camera.viewpoint(row).and_then(|id| Some((id, shell.lab.viewpoint(id, pane)?)));
        shell.cameras.change(pane, |view| {
            view.camera.set_lens(camera.lens());
            view.camera.place(camera.target.into(), camera.distance, camera.yaw, camera.pitch);
            if let Some((id, seen)) = watched {
                view.resume(id, seen);
            }
        });
    }
    shell.cameras.link(*cameras_linked, shell.lab.panes().focus());
    let stand = &mut shell.inspector.space().stand;
    stand.begin_again();
    if let Some(camera) = inspector_camera {
        let CameraFile { target, distance, yaw, pitch, .. } = *camera;
        let (target, angles, lens) = (Point::from(target), [yaw, pitch], camera.lens());
        stand.open(Opening::At { target, distance, angles, lens });
        camera.viewpoint(row).into_iter().for_each(|id| stand.change(|view| view.wait_for(id)));
    }
    shell.notice = None;
    Ok(())
}

fn camera_file(camera: &Camera, watched: Option<&str>) -> CameraFile {
    let (yaw, pitch) = camera.angles();
    CameraFile {
        target: camera.target().coords.into(),
        distance: camera.distance(),
        yaw,
        pitch,
        parallel: camera.lens() != Lens::Perspective,
        stays_with: watched.map(str::to_owned),
    }
}
