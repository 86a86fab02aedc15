//! Switches labs and moves cameras. A lab is built when it is first shown, and kept when another one is shown.

use super::cameras::Cameras;
use super::cameras::FramedBounds;
use super::shell::Shell;
use crate::exhibit::{Page, Params};
use crate::geometry::Aabb;
use crate::inspector::space::stand::Opening;
use crate::labs::camera_word::CameraWord;
use crate::labs::lab::{Lab, LabError, LabRow};
use crate::render::viewpoint::View;
use crate::ui::requests::Look;

/// Identity of a lab's scene; when it changes, the cameras frame the scene again.
#[derive(PartialEq)]
pub enum SceneIdentity {
    /// The lab's bounds, metres. Used if the cameras do not follow the lab's bounds as they change.
    Bounds(Aabb),
    /// Id of the lab's run. Used if the cameras follow the lab's bounds.
    Run(u64),
}

impl SceneIdentity {
    /// The identity of the lab's current scene.
    pub fn of(lab: &dyn Lab) -> Self {
        if is_followed(lab) { Self::Run(lab.run_id()) } else { Self::Bounds(lab.bounds()) }
    }
}

/// Whether cameras follow the lab's bounds as they move and grow.
fn is_followed(lab: &dyn Lab) -> bool {
    lab.outline().is_some()
}

impl Shell {
    /// Shows the lab of this row, with these parameters. If the lab refuses any of them, nothing changes.
    pub fn put(&mut self, row: &'static LabRow, words: &Params) -> Result<(), LabError> {
        let before = SceneIdentity::of(&*self.lab);
        if row.id == self.lab.row().id {
            self.lab.put(words)?;
        } else if let Some(at) = self.others.iter().position(|(lab, _)| lab.row().id == row.id) {
            let before = SceneIdentity::of(&*self.others[at].0);
            self.others[at].0.put(words)?;
            let (lab, cameras) = self.others.remove(at);
            self.switch_to(lab, cameras);
            if SceneIdentity::of(&*self.lab) != before {
                self.frame_all();
            }
            return Ok(());
        } else {
            let lab = (row.build)(Some(self.stage.gpu()), words, None)?;
            self.replace(lab);
            return Ok(());
        }
        if SceneIdentity::of(&*self.lab) != before {
            self.frame_all();
        }
        Ok(())
    }

    /// Shows a lab chosen in a menu, as it was left. A lab that was never shown opens with two methods that
    /// differ.
    pub fn open_lab(&mut self, row: &'static LabRow) -> Result<(), LabError> {
        let mut others = self.others.iter().map(|(lab, _)| lab);
        let was_shown = self.lab.row().id == row.id || others.any(|lab| lab.row().id == row.id);
        self.put(row, &if was_shown { Params::default() } else { row.two_methods() })
    }

    /// Shows a lab that was just built. The previous lab is dropped if it is of the same kind; otherwise it is kept
    /// for later.
    pub fn replace(&mut self, lab: Box<dyn Lab>) {
        let cameras = Cameras::framing(&lab.bounds());
        let row = lab.row();
        self.edits.forget();
        self.others.retain(|(other, _)| other.row().id != row.id);
        if self.lab.row().id == row.id {
            self.framed = FramedBounds::of(lab.bounds());
            self.lab = lab;
            self.cameras = cameras;
        } else {
            self.switch_to(lab, cameras);
        }
    }

    /// Ends the current drag; the dragged body stays where it is.
    pub fn end_drag(&mut self) {
        if self.hold.take().is_some_and(|held| !held.called_off)
            && let Some(hand) = self.lab.hand()
        {
            hand.release(true);
        }
    }

    fn switch_to(&mut self, lab: Box<dyn Lab>, cameras: Cameras) {
        self.end_drag();
        let before = std::mem::replace(&mut self.lab, lab);
        self.inspector.turn_to_lab(before.row().id, self.lab.row().id);
        let its_cameras = std::mem::replace(&mut self.cameras, cameras);
        self.others.push((before, its_cameras));
        self.framed = FramedBounds::of(self.lab.bounds());
        self.stage.begin_scene();
        if matches!(self.page, Page::Own(_)) {
            self.page = Page::Scene;
        }
    }

    /// Moves all cameras so that the whole scene is visible.
    pub fn frame_all(&mut self) {
        self.framed = FramedBounds::of(self.lab.bounds());
        self.cameras.change_all(|view| view.frame(self.framed.bounds()));
    }

    /// Moves the cameras with their viewpoints, and with the scene if its bounds have moved without changing size
    /// or if cameras follow the lab.
    pub fn move_along(&mut self) {
        let (before, now) = (*self.framed.bounds(), self.lab.bounds());
        if is_followed(&*self.lab) && self.hold.is_some() {
            self.framed.drag_to(now);
        } else {
            let moves = self.framed.update(now);
            let (shift, size) = (now.center() - before.center(), now.extents());
            let is_same =
                (size - before.extents()).amax() <= 1e-9 * (1.0 + size.amax() + now.center().coords.amax());
            if is_followed(&*self.lab) {
                moves.iter().for_each(|[from, to]| self.cameras.change_all(|view| view.stay_with(from, to)));
            } else if is_same && shift.amax() > 0.0 {
                self.cameras.change_all(|view| view.move_by(&shift));
            }
        }
        self.cameras.follow(&mut *self.lab);
    }

    /// Changes the camera of the active pane or of the inspector's 3D view. If the camera already follows the chosen
    /// viewpoint, it stops following it.
    pub fn look(&mut self, look: Look) {
        let space = self.page == Page::Inspector;
        let stand = &mut self.inspector.space().stand;
        let watched =
            if space { stand.watched() } else { self.cameras.view(self.lab.panes().focus()).watched() };
        match look {
            Look::At(id) if watched != Some(id) => self.watch(id),
            Look::At(_) => self.change_view(View::go_back),
            Look::SwitchSeeThrough => stand.see_through ^= true,
            Look::SwitchCloseUp => self.cameras.close_up ^= !space,
            _ => self.change_view(|view| look.apply(&mut view.camera)),
        }
    }

    /// Changes the view of the active pane or of the inspector's 3D view.
    fn change_view(&mut self, change: impl FnOnce(&mut View)) {
        match self.page {
            Page::Inspector => self.inspector.space().stand.change(change),
            _ => self.cameras.change(self.lab.panes().focus(), change),
        }
    }

    /// Moves the active camera to a viewpoint of the lab and follows it. If the viewpoint does not exist now, a
    /// notice says why.
    fn watch(&mut self, id: &'static str) {
        let pane = self.lab.panes().focus();
        if let Some(close_up) = self.lab.close_up() {
            close_up.aim(id);
        }
        match self.lab.viewpoint(id, pane) {
            Some(seen) => self.change_view(|view| view.watch(id, seen)),
            None => self.notice = self.lab.row().why_not_from(id),
        }
    }

    /// Sets the view of the active pane, or of the inspector's 3D view, from a link. If the link's viewpoint does
    /// not exist, shows the whole scene and reports the reason in the notice.
    pub fn stand(&mut self, word: CameraWord) {
        let CameraWord { at, back, lens } = word;
        if self.page == Page::Inspector {
            self.inspector.space().stand.open(Opening::All { back, lens });
        } else {
            self.framed = FramedBounds::of(self.lab.bounds());
            let whole = View::from(self.framed.bounds(), back, lens);
            self.cameras.change(self.lab.panes().focus(), |view| *view = whole);
        }
        if let Some(id) = at {
            self.watch(id);
        }
    }

    /// Passes the frame's number, and the position of the viewpoint that the inspector's 3D view follows, to that
    /// view before it is drawn.
    pub fn follow_in_space(&mut self) {
        let stand = &mut self.inspector.space().stand;
        stand.now.frame = self.lab.frame();
        stand.now.seen = None;
        if let Some(id) = stand.watched().filter(|_| self.page == Page::Inspector) {
            stand.now.seen = self.lab.viewpoint(id, self.lab.panes().focus());
        }
    }

    /// Resets the methods of this row's lab to their defaults and clears the lab's selection. Does nothing if the
    /// lab was never shown.
    pub fn clear(&mut self, row: &LabRow) {
        self.inspector.forget_lab(row.id);
        let others = self.others.iter_mut().map(|(lab, _)| lab);
        others.chain([&mut self.lab]).filter(|lab| lab.row().id == row.id).for_each(|lab| lab.clear());
    }
}
