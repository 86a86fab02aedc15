//! Scenes that the user has kept, as the lists of scenes show them.

/// A scene that the user has kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnScene {
    /// Its name, which the user chose.
    pub name: String,
    /// The id of the lab that it belongs to.
    pub lab: String,
    /// Whether it is on show.
    pub is_shown: bool,
}

/// The name of the scene of one lab that is on show, if it is one of the user's own.
pub fn shown_of<'a>(scenes: &'a [OwnScene], lab: &str) -> Option<&'a str> {
    let is_it = |scene: &&OwnScene| scene.is_shown && scene.lab == lab;
    scenes.iter().find(is_it).map(|scene| scene.name.as_str())
}

/// The names of the scenes of one lab, in the order of their list.
pub fn names_of<'a>(scenes: &'a [OwnScene], lab: &'a str) -> impl Iterator<Item = &'a str> {
    scenes.iter().filter(move |scene| scene.lab == lab).map(|scene| scene.name.as_str())
}
