//! Carries out the requests of panels, keys, links and menus: the one place that changes several parts of the
//! window.

use std::time::Instant;

use egui::Ui;

use super::lessons_panel::tools::Hand;
use super::shell::Shell;
use super::{lecture_views, loading, playback, present, saving, slide_pictures, slide_show, undo};
use crate::exhibit::Page;
use crate::geometry::Vector;
use crate::labs;
use crate::labs::kept_frames::neighbouring_error;
use crate::labs::lab::change_panes;
use crate::language::{Language, t};
use crate::ui::egui_gaps::without_old_hover_texts;
use crate::ui::requests::{InspectorRequest, LessonsRequest, Nudge, Request, Turn};
use crate::ui::theme;

/// Lays out one frame and carries out the requests made in it.
pub fn frame(ui: &mut Ui, shell: &mut Shell) {
    shell.loads &= shell.lessons.lecture;
    if shell.loads {
        return loading::show(ui, shell);
    }
    shell.lessons.is_at_end = slide_show::is_at_end(shell);
    without_old_hover_texts(ui, |ui| shell.show(ui));
    shell.inspector.space().stand.now.turn = None;
    all(shell);
    slide_pictures::advance(ui, shell);
    saving::update(ui, shell);
    // The drag of a body also ends if its pane or page closes before the button is released.
    let pressed = ui.input(|input| input.pointer.any_down());
    if !pressed || !matches!(shell.page, Page::Scene | Page::Inspector) {
        shell.end_drag();
    }
    if !pressed && !ui.ctx().text_edit_focused() {
        shell.edits.watch(&mut *shell.lab);
    }
}

/// Carries out all requests, including those that are made while others are carried out.
pub fn all(shell: &mut Shell) {
    loop {
        let requests = shell.requests.take();
        if requests.is_empty() {
            // A panel may have ended a lecture by opening something else.
            drop(slide_show::settle(shell));
            return;
        }
        requests.into_iter().for_each(|request| apply(shell, request));
    }
}

fn apply(shell: &mut Shell, request: Request) {
    if shell.first_look.is_some() && leaves_first_look(&request) {
        shell.first_look = None;
        // Panels and legend come back by themselves, and the selection stays.
        if matches!(request, Request::TogglePanels | Request::ToggleLegend | Request::Escape) {
            return;
        }
    }
    match request {
        Request::EndFirstLook => {}
        Request::Show(exhibit) => {
            if let Err(why) = present::present(shell, &exhibit) {
                shell.fail(why);
            }
        }
        Request::OpenLab(id) => {
            if let Err(why) = labs::find(id).and_then(|row| shell.open_lab(row)) {
                shell.fail(why.0);
            }
        }
        Request::Turn(page) => {
            shell.notice = None;
            turn_to(shell, page);
        }
        Request::TurnOrBack(page) => {
            let to = shell.tab_of(page);
            turn_to(shell, if shell.page == to { Page::Scene } else { to });
        }
        Request::Visit(page) => {
            let to = shell.tab_of(page);
            turn_to(shell, to);
        }
        Request::PlayOrPause => playback::play_or_pause(&mut *shell.lab),
        Request::Step => {
            shell.lab.playback().playing = false;
            shell.lab.step();
        }
        Request::StepBack => {
            shell.lab.playback().playing = false;
            shell.lab.step_back();
        }
        Request::GoTo(frame) => {
            shell.lab.playback().playing = false;
            shell.lab.seek(frame);
        }
        Request::NextError => go_to_error(shell, true),
        Request::PreviousError => go_to_error(shell, false),
        Request::Restart => shell.lab.restart(),
        Request::OpenPanes(count) => change_panes(&mut *shell.lab, |panes| panes.open(count)),
        Request::Lab(word) => shell.lab.act(word),
        Request::FrameAll if shell.page == Page::Inspector => shell.inspector.space().stand.frame_all(),
        Request::FrameAll => shell.frame_all(),
        Request::Approach(bounds) => {
            shell.cameras.change(shell.lab.panes().focus(), |view| view.approach(&bounds));
        }
        // During the drag of a body, the keys X, Y and Z constrain the drag to an axis instead.
        Request::Look(look) if shell.hold.is_none() => shell.look(look),
        Request::Look(_) => {}
        Request::TurnView(turn) => turn_view(shell, turn),
        Request::Undo => undo::undo(shell),
        Request::Redo => undo::redo(shell),
        Request::Nudge(nudge) => move_a_little(shell, nudge),
        Request::ToggleLink => shell.cameras.link(!shell.cameras.linked(), shell.lab.panes().focus()),
        Request::Inspector(request) => inspector(shell, request),
        Request::Experiment(id) => {
            shell.experiments.choose(id, "");
            shell.turn_to(Page::Experiments);
        }
        Request::Search => shell.toggle_search(),
        Request::Lessons(request) => lessons(shell, request),
        Request::Files(request) => saving::act(shell, request),
        // The page of experiments has no panels to hide.
        Request::TogglePanels if shell.page == Page::Experiments => {}
        Request::TogglePanels => shell.toggle_panels(),
        Request::ToggleNumbers => shell.toggle_numbers(),
        Request::ToggleLegend => shell.legend ^= true,
        Request::ToggleSheet => shell.sheet_open ^= true,
        Request::Escape => escape(shell),
        Request::NextLanguage => Language::current().next().speak(),
        Request::Theme(theme) => theme::use_theme(theme),
        Request::Quality(quality) => shell.stage.quality = quality,
        Request::OtherTheme => theme::use_theme(theme::other(theme::in_force())),
        Request::Tell(line) => shell.notice = Some(line),
        Request::Fail(why) => shell.fail(why),
    }
}

/// Turns to a page as the user asks: the inspector opens at the deciding step.
fn turn_to(shell: &mut Shell, page: Page) {
    let opens = page == Page::Inspector && shell.page != page;
    shell.turn_to(page);
    if opens {
        shell.inspector.open();
    }
}

/// Whether a request ends the first look: every request except those for playback, the view, the theme and the language.
fn leaves_first_look(request: &Request) -> bool {
    use Request::{
        Fail, FrameAll, GoTo, Look, NextError, NextLanguage, OtherTheme, PlayOrPause, PreviousError, Restart,
        Step, StepBack, Tell, Theme, TurnView,
    };
    !matches!(
        request,
        FrameAll
            | GoTo(_)
            | Look(_)
            | NextError
            | NextLanguage
            | OtherTheme
            | PlayOrPause
            | PreviousError
            | Restart
            | Step
            | StepBack
            | Tell(_)
            | Fail(_)
            | Theme(_)
            | TurnView(_)
    )
}

/// Seeks to the nearest recorded frame with an error, after the current frame or before it.
fn go_to_error(shell: &mut Shell, is_after: bool) {
    match neighbouring_error(shell.lab.marks(), shell.lab.frame(), is_after) {
        Some(frame) => {
            shell.lab.playback().playing = false;
            shell.lab.seek(frame);
        }
        None if is_after => shell.notice = Some(t!("No later recorded frame has an error.").into_owned()),
        None => shell.notice = Some(t!("No earlier recorded frame has an error.").into_owned()),
    }
}

/// Distance that a key moves the selection, as a share of the selection's size.
const NUDGE: f64 = 0.01;

fn move_a_little(shell: &mut Shell, nudge: Nudge) {
    let is_held = shell.hold.is_some();
    let Some(grip) = shell.lab.hand().and_then(|hand| hand.picked()).filter(|_| !is_held) else { return };
    let step = NUDGE * grip.size * if nudge.coarse { 10.0 } else { 1.0 };
    let in_space = shell.inspector.space().shown().filter(|_| shell.page == Page::Inspector);
    let camera = in_space.map_or_else(|| shell.cameras.of(shell.lab.panes().focus()), |(_, camera)| camera);
    let directions = camera.directions();
    let steps = directions.iter().zip(nudge.steps).map(|(direction, steps)| direction * f64::from(steps));
    let by: Vector = steps.sum();
    if let Some(hand) = shell.lab.hand() {
        hand.grab(grip.id);
        hand.carry(grip.moved(&(by * step)));
        hand.release(true);
    }
}

fn turn_view(shell: &mut Shell, turn: Turn) {
    match shell.page {
        // The turn takes effect when the inspector draws its 3D view the next time.
        Page::Inspector => {
            let asked = &mut shell.inspector.space().stand.now.turn;
            *asked = Some(asked.map_or(turn, |before| before.and(turn)));
        }
        _ if shell.hold.is_none() => {
            let pane = shell.lab.panes().focus();
            shell.cameras.steer(pane, |camera| turn.apply(camera));
        }
        _ => {}
    }
}

fn escape(shell: &mut Shell) {
    if shell.files.film.take().is_some() {
        shell.notice = Some(t!("The export was stopped; no file was written").into_owned());
        return;
    }
    if shell.hold.is_some() {
        // The drag's own handling of Escape has restored the dragged body (see `grasp.rs`).
        return;
    }
    if std::mem::take(&mut shell.sheet_open) {
        return;
    }
    match shell.page {
        Page::Inspector | Page::Own(_) if shell.inspector.pixel.take().is_some() => {}
        // A page that shows no frame is one to work on, which a key too many must not leave.
        Page::Own(_) if !shell.lab.row().is_of_frame(shell.page) => {}
        Page::Inspector | Page::Own(_) => shell.turn_to(Page::Scene),
        _ => {
            if let Some(hand) = shell.lab.hand() {
                hand.let_go();
            }
        }
    }
}

/// Carries out a key's request to the inspector. On one of the lab's own pages, it moves that page's cursor instead.
fn inspector(shell: &mut Shell, request: InspectorRequest) {
    let Page::Own(word) = shell.page else {
        let choices = shell.lab.choices();
        return shell.inspector.act(request, &choices);
    };
    if let Some(cursor) = shell.lab.pages_mut().and_then(|pages| pages.cursor_mut(word)) {
        cursor.act(request);
    }
}

fn lessons(shell: &mut Shell, request: LessonsRequest) {
    match request {
        LessonsRequest::Open(id) => {
            // In a lecture of one's own, another lesson leads into the course.
            shell.lessons.given = None;
            shell.lessons.trouble = present::open_lesson(shell, &id).err();
            slide_show::show_slide(shell, 0, false);
        }
        LessonsRequest::Term(id) => shell.lessons.open_glossary(Some(id)),
        LessonsRequest::Follow(exhibit) => {
            shell.lessons.trouble = present::present_in_course(shell, &exhibit).err()
        }
        LessonsRequest::Toggle => shell.lessons.toggle(),
        LessonsRequest::ToggleLecture => {
            let has_own = shell.editor.is_open && !shell.editor.file.items.is_empty();
            if has_own && !shell.lessons.lecture { give(shell, 0) } else { slide_show::toggle(shell) }
        }
        LessonsRequest::SetTheScene => {
            if let Some(lesson) = shell.lessons.lesson() {
                shell.lessons.trouble = present::set_the_scene(shell, lesson).err();
            }
        }
        LessonsRequest::Forward => slide_show::forward(shell),
        LessonsRequest::Back => slide_show::back(shell),
        LessonsRequest::Choose(index) => slide_show::choose(shell, index),
        LessonsRequest::TogglePresenter => shell.lessons.presenter ^= true,
        LessonsRequest::Blackout => shell.lessons.tools.black ^= true,
        LessonsRequest::Laser => shell.lessons.tools.switch(Hand::Laser),
        LessonsRequest::Pen => shell.lessons.tools.switch(Hand::Pen),
        LessonsRequest::Erase => shell.lessons.tools.strokes.clear(),
        LessonsRequest::Overview => {
            let (_, current) = shell.lessons.stops();
            let overview = &mut shell.lessons.tools.overview;
            *overview = if overview.is_some() { None } else { Some(current) };
        }
        LessonsRequest::GoTo(index) => slide_show::go_to_stop(shell, index),
        LessonsRequest::Play if shell.page == Page::Scene => shell.lab.playback().playing ^= true,
        LessonsRequest::Play => {}
        LessonsRequest::PutAway => {
            if !shell.lessons.tools.put_away() {
                slide_show::end(shell);
            }
        }
        LessonsRequest::ResetTimer => shell.lessons.began = Some(Instant::now()),
        LessonsRequest::Give(item) => give(shell, item),
        LessonsRequest::AddView => {
            let view = lecture_views::this_view(shell);
            shell.editor.add(view);
        }
        LessonsRequest::ReplaceView => {
            let view = lecture_views::this_view(shell);
            shell.editor.replace_view(view);
        }
        LessonsRequest::ShowItem(index) => shell.editor.trouble = lecture_views::show(shell, index).err(),
        LessonsRequest::ToggleEditor if shell.lessons.lecture => {}
        LessonsRequest::ToggleEditor => shell.editor.is_open ^= true,
    }
}

/// Gives the lecture of the list from this item on, as soon as it is checked.
fn give(shell: &mut Shell, item: usize) {
    if let Some(lecture) = shell.editor.lecture(item) {
        slide_show::give(shell, lecture, item);
    }
}
