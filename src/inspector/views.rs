//! View states of stories, kept by the page: one per kind of view, such as a camera or a magnification.

use std::any::{Any, TypeId};
use std::collections::HashMap;

/// One state per type. Each kind of story defines its own type, which the page need not know.
#[derive(Default)]
pub struct ViewStates(HashMap<TypeId, Box<dyn Any>>);

impl ViewStates {
    /// The state of this type, created with its default at the first call.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let state = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        state.downcast_mut().expect("it is stored under its own type")
    }

    /// The state of this type, if it was created before.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
