//! Single functions of the program, by the rooms of `src/`: quick tests that need no window and no OpenGL.

mod app;
mod app_files;
mod cli;
mod cloth;
mod each_experiment;
mod exhibit;
mod experiments;
mod figures;
mod glossary;
mod grading;
mod inspector;
mod labs;
mod labs_arena;
mod language;
mod lessons;
mod stories;
mod ui;
