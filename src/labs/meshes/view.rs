//! What is drawn over the meshes and below them.

/// What is drawn over the meshes and below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The level of the trees whose volumes are drawn.
    pub level: Option<usize>,
    /// Whether only those volumes are drawn that were tested, coloured by what became of them.
    pub visited: bool,
    /// Whether one sees through the meshes.
    pub glass: bool,
    /// Whether the surfaces show how deep the walk went.
    pub front: bool,
    /// Whether the two trees are drawn below the scene.
    pub trees: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { level: None, visited: false, glass: false, front: false, trees: true }
    }
}
