//! The comparison of all methods: which are included, which disagree, and what is saved.

use crate::support::window::Drive as _;
use std::collections::HashMap;

use collidoscope::app::Shell;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods::{METHODS, Needs, in_process};
use collidoscope::world::Parameters;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::{assert_no_complaints, gpu};
use crate::window::panel::{click, open_small_world, scroll_to};
use crate::window::panes::{method, open_erring_world, press};

#[test]
fn the_matrix_tells_who_disagrees_and_leads_to_the_pair() {
    let mut harness = open_erring_world();
    press(&mut harness, Key::C);
    click(&mut harness, Role::Button, "Switch all on");
    click(&mut harness, Role::Button, "Matrix");
    let arena = &harness.state().arena();
    let mut most = (0, [METHODS[0].id; 2]);
    for (row, first) in in_process().enumerate() {
        let answer = arena.found().answer(first).unwrap();
        let hits = answer.colliding_pairs() as u64;
        assert_eq!(
            arena.comparison().cell(first, first).now,
            Some(hits).filter(|_| answer.trouble.is_none())
        );
        for second in in_process().take(row) {
            let other = arena.found().answer(second).unwrap();
            let differ =
                answer.verdicts.iter().zip(&other.verdicts).filter(|(a, b)| a.colliding != b.colliding);
            let differ = differ.count() as u64;
            let cell = arena.comparison().cell(first, second);
            assert_eq!(cell, arena.comparison().cell(second, first));
            if answer.trouble.is_none() && other.trouble.is_none() {
                assert_eq!(cell.now, Some(differ), "{} and {}", first.id, second.id);
            }
            most = most.max((differ, [second.id, first.id]));
        }
    }
    assert!(most.0 > 0);
    let [first, second] = most.1.map(method);
    // Totals continue, the numbers of the frame change; both are shown.
    let sum = |harness: &Harness<'_, Shell>| harness.state().arena().comparison().cell(first, second);
    let before = sum(&harness);
    click(&mut harness, Role::Button, "Step");
    let after = sum(&harness);
    assert_eq!((after.frames, after.sum), (before.frames + 1, before.sum + after.now.unwrap()));
    click(&mut harness, Role::RadioButton, "All compared frames");
    assert!(harness.state().arena().compare.matrix.all_frames);
    // Cells and the list may be below the part that is in view.
    let cell = format!("{} and {}", first.title, second.title);
    let press_cell = |harness: &mut Harness<'_, Shell>| {
        harness.get_by_role_and_label(Role::Button, &cell).click_accesskit();
        harness.run();
    };
    press_cell(&mut harness);
    press_cell(&mut harness);
    assert!(harness.state().arena().compare.matrix.cell.is_none(), "a second click lets go");
    press_cell(&mut harness);
    click(&mut harness, Role::Button, "Step back");
    let arena = &harness.state().arena();
    let index = arena.found().between(first, second)[0];
    let pair = arena.found().candidates[index];
    let says = |method| {
        let colliding = arena.found().answer(method).unwrap().verdicts[index].colliding;
        if colliding { "colliding" } else { "apart" }
    };
    let line = format!("{}–{} · {}, {}", pair.a, pair.b, says(first), says(second));
    harness.get_by_role_and_label(Role::Button, &line).click_accesskit();
    harness.run();
    assert_eq!(harness.state().arena().selected_pair, Some(pair));
    assert!(!harness.state().arena().compare.is_open, "the pair is shown in the scene");
}

/// Clicks a method's switch, after scrolling to it if necessary.
fn switch(harness: &mut Harness<'_, Shell>, title: &str) {
    scroll_to(harness, Role::CheckBox, title);
    click(harness, Role::CheckBox, title);
}

#[test]
fn any_method_can_be_switched_off_and_on() {
    let mut harness = open_small_world();
    click(&mut harness, Role::Button, "Pause");
    press(&mut harness, Key::Num2);
    press(&mut harness, Key::C);
    let asked = |harness: &Harness<'_, Shell>| {
        let answers = &harness.state().arena().found().answers;
        answers.iter().map(|answer| answer.method.id).collect::<Vec<_>>()
    };
    let shown: Vec<_> = harness.state().arena().lineup().panes().to_vec();
    assert!(asked(&harness).len() > 3, "an open comparison runs all methods");
    click(&mut harness, Role::Button, "Panes only");
    assert_eq!(asked(&harness).len(), 3, "two panes and the reference");
    switch(&mut harness, shown[1].title);
    assert!(!asked(&harness).contains(&shown[1].id));
    click(&mut harness, Role::Button, "Scene");
    harness.get_by_role_and_label(Role::Button, "Switch on");
    click(&mut harness, Role::Button, "Step");
    assert!(harness.state().arena().answer_in(1).is_none(), "and stays off");
    click(&mut harness, Role::Button, "Switch on");
    assert!(asked(&harness).contains(&shown[1].id));

    press(&mut harness, Key::C);
    harness.get_by_role_and_label(Role::Button, "Switch all on").scroll_to_me();
    harness.run();
    click(&mut harness, Role::Button, "Switch all on");
    assert_eq!(asked(&harness).len(), in_process().count());
    click(&mut harness, Role::Button, "Panes only");
    assert_eq!(asked(&harness).len(), 3);
    let (frame, hash) =
        (harness.state().arena().world().frame(), harness.state().arena().world().state_hash());
    switch(&mut harness, "GJK (exact reference)");
    assert_eq!(harness.state().arena().answer_in(0).unwrap().errors, None, "nobody is there to judge");
    click(&mut harness, Role::Button, "Step");
    click(&mut harness, Role::Button, "Step back");
    assert_eq!(
        (harness.state().arena().world().frame(), harness.state().arena().world().state_hash()),
        (frame, hash)
    );
    for method in METHODS {
        if harness.state().arena().lineup().is_on(method) {
            switch(&mut harness, method.title);
        }
    }
    assert!(asked(&harness).is_empty());
    for tab in ["Matrix", "Costs", "Costs"] {
        click(&mut harness, Role::Button, tab);
        click(&mut harness, Role::Button, "Step");
    }
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn the_world_moves_the_same_whoever_is_asked() {
    let parameters = Parameters { count: 40, density: 0.2, ..Parameters::default() };
    let gpu = gpu();
    let run = |prepare: &dyn Fn(&mut Arena)| {
        let setup = Setup { start: Start::Experiment(parameters), method: &METHODS[0] };
        let mut arena = Arena::new(Some(gpu.clone()), setup).unwrap();
        // By default timings choose the schedule, and schedules draw differently.
        arena.set_of(arena.roles().shown, "schedule", "fast").unwrap();
        prepare(&mut arena);
        (0..40).for_each(|_| arena.step());
        arena
    };
    let alone = run(&|_| ());
    let all = run(&|arena| arena.switch_all_on());
    let unjudged = run(&|arena| arena.switch(method("gjk"), false));
    let hashes = [&alone, &all, &unjudged].map(|arena| arena.world().state_hash());
    assert_eq!(hashes[0], hashes[1], "all methods are asked");
    assert_eq!(hashes[0], hashes[2], "the driver drives, measured or not");
    // The cost of a method does not depend on the other methods in the comparison.
    let counters = |arena: &Arena| {
        let cost = arena.shown().unwrap().cost;
        (cost.pairs, cost.draws, cost.triangles, cost.queries, cost.bytes_read, cost.rejections, cost.tests)
    };
    assert_eq!(counters(&alone), counters(&all));
    assert_eq!(alone.shown().unwrap().verdicts, all.shown().unwrap().verdicts);
}

#[test]
fn methods_that_no_pane_shows_take_turns_while_the_scene_plays() {
    let parameters = Parameters { count: 40, density: 0.2, ..Parameters::default() };
    let build = || {
        let setup = Setup { start: Start::Experiment(parameters), method: &METHODS[0] };
        let mut arena = Arena::new(Some(gpu()), setup).unwrap();
        arena.switch_all_on();
        arena
    };
    let (mut played, mut stepped) = (build(), build());
    for _ in 0..3 {
        played.play();
        assert!(
            played.shown().is_some() && played.found().truth.is_some(),
            "pane and reference answer at once"
        );
        let before = played.comparison().frames();
        let is_late = played.is_waiting();
        let rounds = (0..100).take_while(|_| played.go_on()).count();
        assert!(rounds < 100 && !played.is_waiting());
        let frame = played.world().frame();
        assert_eq!(
            played.comparison().span().unwrap()[1],
            frame,
            "a frame is compared when all have answered"
        );
        assert_eq!(played.comparison().frames(), before + u64::from(is_late));
        let answered = played.found().answers.iter().filter(|answer| answer.trouble.is_none());
        assert_eq!(played.measured_at(frame).count(), answered.count());
        stepped.step();
    }
    assert_eq!(played.world().state_hash(), stepped.world().state_hash());
    let answers = |arena: &Arena| -> Vec<_> {
        arena.found().answers.iter().map(|answer| (answer.method.id, answer.colliding_pairs())).collect()
    };
    assert_eq!(answers(&played), answers(&stepped));
}

#[test]
fn without_a_gpu_the_exact_method_answers_and_others_say_why_not() {
    let mut arena = Arena::new(None, Setup { method: method("gjk"), ..Setup::default() }).unwrap();
    arena.switch_all_on();
    assert!(arena.found().answers.iter().all(|answer| answer.method.needs == Needs::Nothing));
    arena.show_all(&[method("gjk"), method("stencil")]);
    arena.step();
    let trouble = arena.answer_in(1).unwrap().trouble.clone().unwrap().words().to_owned();
    assert!(arena.trouble().unwrap().contains(&trouble));
    assert!(arena.ledger().of(method("stencil")).now().is_none(), "nothing was measured");
    assert!(arena.ledger().of(method("gjk")).now().is_some());
}

#[test]
fn what_was_measured_is_saved_whole_under_a_free_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = open_small_world();
    harness.state_mut().folder = folder.path().to_owned();
    press(&mut harness, Key::Num2);
    harness.run_steps(6);
    click(&mut harness, Role::Button, "Pause");
    press(&mut harness, Key::E);
    press(&mut harness, Key::C);
    click(&mut harness, Role::Button, "Save CSV");
    let mut paths: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 2, "{paths:?}");
    let told = harness.state().notice.clone().unwrap();
    assert!(paths.iter().any(|path| told == format!("Saved {}", path.display())), "{told}");

    let mut reader = csv::Reader::from_path(&paths[0]).unwrap();
    let columns = reader.headers().unwrap().clone();
    let place = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let mut rows: HashMap<(u64, String), csv::StringRecord> = HashMap::new();
    for row in reader.records().map(Result::unwrap) {
        assert!(!row[place("renderer")].is_empty(), "the renderer is named");
        let key = (row[place("frame")].parse().unwrap(), row[place("method")].to_owned());
        assert!(rows.insert(key, row).is_none(), "one row per frame and method");
    }
    let arena = &harness.state().arena();
    let mut times = 0;
    for method in METHODS {
        for sample in arena.ledger().of(method).samples() {
            let row = &rows[&(sample.frame, method.id.to_owned())];
            let value = |metric: &str| row[place(metric)].parse::<f64>().unwrap();
            let ms = value(if sample.first { "first_time_ms" } else { "time_ms" });
            assert!((ms - 1e3 * sample.cost.cpu.as_secs_f64()).abs() < 1e-5);
            assert_eq!(value("colliding"), sample.colliding as f64);
            assert_eq!(value("triangles"), sample.cost.triangles as f64);
            times += usize::from(!sample.first);
        }
    }
    assert!(times >= 12, "{times} times of three methods");

    harness.state_mut().folder = folder.path().join("nowhere");
    press(&mut harness, Key::E);
    let told = harness.state().notice.clone().unwrap();
    assert!(told.contains("cannot be written"), "{told}");
}

#[test]
fn what_the_inspector_compares_with_belongs_to_its_lab() {
    let mut harness = open_small_world();
    let show = |harness: &mut Harness<'_, Shell>, words: &str| {
        harness.state_mut().present(&words.parse().unwrap()).unwrap();
        harness.run_steps(2);
        harness.state().inspector.compare.map(|about| about.id)
    };
    let beside = show(&mut harness, "preset=intersecting&method=stencil&page=inspector&compare=recode");
    assert_eq!(beside, Some("recode"));
    for lab in ["road", "meshes", "cloth", "level"] {
        assert_eq!(show(&mut harness, &format!("lab={lab}&page=inspector")), None, "{lab}");
        assert!(harness.query_by_label_contains("no method is called").is_none(), "{lab}");
    }
    // The key C adds a method of the current lab, whatever was removed in another lab.
    assert_eq!(show(&mut harness, "lab=arena&page=inspector"), Some("recode"));
    press(&mut harness, Key::C);
    assert_eq!(show(&mut harness, "lab=road&page=inspector"), None);
    press(&mut harness, Key::C);
    let of_road = harness.state().inspector.compare.unwrap().id;
    assert!(collidoscope::labs::method(collidoscope::labs::find("road").unwrap(), of_road).is_ok());
    // Each lab keeps its own, and the link of the current state opens it again.
    assert_eq!(show(&mut harness, "lab=arena&page=inspector"), None);
    assert_eq!(show(&mut harness, "lab=road&page=inspector"), Some(of_road));
    let said = collidoscope::app::present::exhibit(harness.state()).to_string();
    assert!(said.contains(&format!("compare={of_road}")), "{said}");
    assert_eq!(show(&mut harness, &said), Some(of_road));
}
