//! Switches of the overlays on the meshes and of the trees below the scene.

/// Switches of the overlays on the meshes and of the trees below the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The level of the trees whose volumes are drawn.
    pub level: Option<usize>,
    /// Whether only the volumes that the traversal tested are drawn, coloured by the result of the test.
    pub visited: bool,
    /// Whether the meshes are transparent.
    pub glass: bool,
    /// Whether the surfaces are coloured by the depth of the front.
    pub front: bool,
    /// Whether the two trees are drawn below the scene.
    pub trees: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { level: None, visited: false, glass: false, front: false, trees: true }
    }
}
