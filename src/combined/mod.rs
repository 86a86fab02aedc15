//! Methods made of other methods.
