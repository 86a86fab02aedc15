//! The road: rays and triangles, trees compared with brute force, wheels with closed forms.

mod exact;
mod methods;
mod rays;
mod route;
mod wheels;
