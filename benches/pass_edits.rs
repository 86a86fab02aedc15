//! Time from an edit of a table of passes to the picture that answers it, and the time of the search that may come
//! later. For every built-in table and for the largest one, milliseconds, the median of [`TURNS`] edits.

use std::any::Any;
use std::hint::black_box;
use std::time::{Duration, Instant};

use collidoscope::app::offscreen::{PictureOptions, shell_of};
use collidoscope::app::{Beginning, Shell};
use collidoscope::exhibit::SceneLink;
use collidoscope::gpu::target::Holds;
use collidoscope::gpu::{Gpu, Target};
use collidoscope::image_space::own::cost::Conditions;
use collidoscope::image_space::own::pixel::Touching;
use collidoscope::image_space::own::settings::{BUILT_IN, of_text};
use collidoscope::image_space::own::table::{OwnTable, Repetition};
use collidoscope::labs::arena::arena_lab::ArenaLab;
use collidoscope::labs::arena::panels::pass_editor::analysis::{AT_ONCE, Asked, Searched, amount};
use collidoscope::methods;
use collidoscope::settings::in_one_word;
use collidoscope::ui::style;

/// Number of edits per median.
const TURNS: usize = 9;
/// Size of the window, pixels.
const SIZE: [u32; 2] = [1280, 800];

/// The tables by name.
fn tables() -> Vec<(String, OwnTable)> {
    let built_in = BUILT_IN.iter().filter_map(|(id, _)| Some(((*id).to_owned(), of_text(id).ok()?)));
    let largest = of_text("parity-slice").ok().map(|mut table| {
        table.repeat = Repetition::Slices(64);
        // Rows that change nothing, before those that decide.
        if let Some(round) = table.rounds.first_mut() {
            let first = round.rows[0].clone();
            let idle = std::iter::repeat_n(first, 32 - round.rows.len());
            round.rows.splice(0..0, idle);
        }
        ("32 rows, 64 turns".to_owned(), table)
    });
    built_in.chain(largest).collect()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    1e3 * times[times.len() / 2].as_secs_f64()
}

/// The time from an edit to the finished picture of the page.
fn edits(gpu: &Gpu, shell: &mut Shell, table: &OwnTable) -> Vec<Duration> {
    let target = Target::new(gpu, Holds::Color, SIZE[0], SIZE[1]).expect("a target");
    let context = egui::Context::default();
    style::apply(&context);
    let size = egui::vec2(SIZE[0] as f32, SIZE[1] as f32);
    let picture = |shell: &mut Shell| {
        let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
        let input = egui::RawInput { screen_rect, ..Default::default() };
        let output = context.run_ui(input, |ui| shell.show(ui));
        shell.stage.paint(&context, output, Some(&target), SIZE);
        gpu.finish();
    };
    let edit = |shell: &mut Shell, turn: usize| {
        let lab: &mut ArenaLab = (&mut *shell.lab as &mut dyn Any).downcast_mut().expect("the arena");
        let table = OwnTable { name: format!("turn-{turn}"), ..table.clone() };
        let own = methods::find("own-passes").expect("a method");
        lab.arena.set_of(own, "table", &in_one_word(&table.to_string())).expect("a table");
    };
    edit(shell, TURNS);
    (0..3).for_each(|_| picture(shell));
    let time = |turn| {
        let begin = Instant::now();
        edit(shell, turn);
        picture(shell);
        begin.elapsed()
    };
    (0..TURNS).map(time).collect()
}

fn main() {
    let gpu = Gpu::open_surfaceless(false).expect("a GL context");
    let show: SceneLink =
        "lab=arena&page=passes&preset=intersecting&method=own-passes".parse().expect("a link");
    let beginning = Beginning { show, ..Beginning::default() };
    let options = PictureOptions { beginning, size: SIZE, ..PictureOptions::default() };
    let mut shell = shell_of(&gpu, &options, &mut || ()).expect("a window");
    println!("on {}: milliseconds per edit, and of the search", gpu.capabilities().renderer);
    for (name, table) in tables() {
        let conditions = Conditions { resolution: 32, read_pixels: false, slices: 32, layers: 1 };
        let asked = Asked { touching: Touching::IsEither, seed: 1, conditions };
        let searched = |_| {
            let begin = Instant::now();
            black_box(Searched::of(&table, &asked, &mut || true));
            begin.elapsed()
        };
        let search = median((0..TURNS).map(searched).collect());
        let place = if amount(&table) <= AT_ONCE { "before the picture" } else { "on a thread" };
        let edit = median(edits(&gpu, &mut shell, &table));
        println!("{name:22} edit {edit:7.1}  search {search:8.1} {place}");
    }
}
