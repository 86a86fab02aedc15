//! Labs: playback, contests, readings, and parts of single labs.

use std::path::Path;
use std::time::Duration;

use collidoscope::cloth::methods::{self, REFERENCE};
use collidoscope::exhibit::Params;
use collidoscope::geometry::{Point, Vector};
use collidoscope::hierarchies::methods::{METHODS, Method, OBB_TREE, find};
use collidoscope::inspector::story::Subject as _;
use collidoscope::labs::LABS;
use collidoscope::labs::camera_word::CameraWord;
use collidoscope::labs::cloth::cloth_lab::ClothLab;
use collidoscope::labs::cloth::garment::{highest, holds};
use collidoscope::labs::cloth::panels::answers::per_second;
use collidoscope::labs::cloth::query::{read, said};
use collidoscope::labs::cloth::subject::QuerySubject;
use collidoscope::labs::contest::{Contest, Contestant};
use collidoscope::labs::kept_frames::KeptFrames;
use collidoscope::labs::lab::{Lab as _, Visible as _};
use collidoscope::labs::measured::{CONDITIONS, Measured, Metric, Row};
use collidoscope::labs::meshes::budget::{Budget, MOST_TESTS};
use collidoscope::labs::meshes::nodes::{Node, path, path_to_triangle};
use collidoscope::labs::playhead::{CATCH_UP, Playback, Playhead as _};
use collidoscope::labs::reading::{Reading, take_read};
use collidoscope::meshes::scenes;
use collidoscope::render::camera::Lens;
use collidoscope::settings::Settings;

#[test]
fn the_word_is_looked_up_in_the_lab() {
    let of = |text: &str| CameraWord::of(text, LABS[0]);
    let above = Some(Vector::y());
    assert_eq!(of("whole").unwrap(), CameraWord::default());
    assert_eq!(of("above").unwrap().back, above);
    let both = CameraWord { at: Some("picked"), back: above, lens: Lens::Parallel };
    assert_eq!(of("picked,above,parallel").unwrap(), both);
    assert!((of("0/90").unwrap().back.unwrap() - Vector::y()).norm() < 1e-12);
    assert!((of("90/0").unwrap().back.unwrap() - Vector::x()).norm() < 1e-12);
    for wrong in ["", "up", "30", "30/91", "NaN/0", "picked,", "1e999/0"] {
        let why = of(wrong).unwrap_err().0;
        assert!(why.contains("above, below") && why.contains("picked") && why.contains("30/20"), "{why}");
    }
    assert!(CameraWord::of("eye", LABS[1]).is_err(), "the other lab has no such viewpoint");
}

#[test]
fn a_step_that_is_not_waited_for_is_made_once_it_is_there_unless_another_frame_was_gone_to() {
    let mut lab = ClothLab::build(None, &Params::default(), None).unwrap();
    lab.in_window();
    lab.playback.playing = false;
    lab.try_step(Duration::ZERO);
    // A fast simulation thread may have finished the step already.
    assert_ne!(lab.is_busy(), lab.frame() == 1, "the step is on its way or there");
    while lab.is_busy() {
        std::thread::sleep(Duration::from_millis(1));
        lab.in_window();
        lab.pump(Duration::ZERO);
    }
    assert_eq!(lab.frame(), 1);
    lab.try_step(Duration::ZERO);
    lab.seek(0);
    while lab.is_busy() {
        std::thread::sleep(Duration::from_millis(1));
        lab.in_window();
        lab.pump(Duration::ZERO);
    }
    assert_eq!(lab.frame(), 0, "the step was given up");
}

#[test]
fn a_flat_mesh_hangs_from_its_middle_and_a_scene_with_a_floor_holds_nothing() {
    let flat: Vec<Point> =
        (0..9).map(|p| Point::new(f64::from(p % 3) - 1.0, 0.0, f64::from(p / 3) - 1.0)).collect();
    assert_eq!(highest(&flat), Some(4));
    let mut raised = flat;
    raised[8].y = 0.1;
    assert_eq!(highest(&raised), Some(8));
    for scene in collidoscope::cloth::motion::scenes::SCENES {
        assert_eq!(holds(scene), scene.floor.is_none(), "{}", scene.id);
    }
}

#[test]
fn a_rate_has_a_decimal_below_twenty_and_commas_above_a_thousand() {
    assert_eq!(
        [5.44, 19.97, 1054.4].map(per_second),
        ["5.4 per second", "20 per second", "1,054 per second"]
    );
}

#[test]
fn a_parameter_that_changes_no_answer_counts_nothing_again() {
    let words = "scene=centre&side=9&bending=0.005&itself=off".parse().unwrap();
    let mut lab = ClothLab::build(None, &words, None).unwrap();
    (0..60).for_each(|_| lab.step());
    lab.put(&"boxes=on&apart=cones".parse().unwrap()).unwrap();
    assert_eq!((lab.contest.lanes[0].total.steps, lab.contest.measured.iter().count()), (60, 60));
    let has_hits = lab.motion().marks().iter().any(|(_, mark)| mark.hits > 0);
    assert!(has_hits, "a lab shows the marks of its first panes");
}

const FALLS: &str = "vertex-face:0.25,0.25,1,0,0,0,1,0,0,0,1,0,0.25,0.25,-1,0,0,0,1,0,0,0,1,0";

#[test]
fn a_query_is_written_as_it_is_read_and_nothing_else_is_read() {
    for word in [FALLS, &FALLS.replace("vertex-face", "edge-edge").replace("0.25", "-1e-300")] {
        let lone = read(word).unwrap();
        let again = read(&said(&lone.query)).unwrap();
        assert_eq!(lone.query, again.query, "{word}");
    }
    for wrong in [
        "none",
        "vertex-face",
        "vertex-face:",
        &FALLS.replace("vertex-face", "face"),
        &FALLS.replace("0.25", "nan"),
        &FALLS.replace("0.25", "1e10"),
        &FALLS.replace("-1", ""),
        &format!("{FALLS},0"),
        &FALLS[..FALLS.len() - 2],
    ] {
        assert!(read(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn a_query_takes_the_place_of_the_step_until_a_part_of_the_step_is_named() {
    let words = format!("ccd={FALLS}").parse().unwrap();
    let mut lab = ClothLab::build(None, &words, None).unwrap();
    assert_eq!(lab.words(false).get("ccd"), Some(FALLS));
    assert_eq!(lab.choices().all.len(), 1);
    assert_eq!(lab.subject().unwrap().title(), "A moving vertex and triangle");
    lab.put(&"paint=stages".parse().unwrap()).unwrap();
    assert!(lab.words(false).get("ccd").is_some());
    lab.put(&"apart=pair".parse().unwrap()).unwrap();
    assert!(lab.subject().is_none(), "frame 0 has no step");
    assert_eq!(lab.words(false).get("ccd"), None);
    assert!(lab.put(&"ccd=edge-edge:1,2".parse().unwrap()).is_err());
}

#[test]
fn the_story_of_a_query_has_the_answer_of_the_tests() {
    let apart = FALLS.replace("0.25", "0.75");
    let extreme = FALLS.replace(",1", ",1e9").replace("-1", "-1e9").replace("0.25", "1e-300");
    for (word, truth) in [(FALLS, Some(0.5)), (&apart, None), (&extreme, Some(0.5))] {
        let lone = read(word).unwrap();
        assert_eq!(lone.truth(), truth);
        let subject = QuerySubject::new(&lone);
        let story = subject.record(subject.choices().focus).unwrap();
        assert_eq!(story.outcome().hit, truth.is_some());
        assert!(story.mistake(&subject.reference()).is_none());
        assert!(subject.record(&methods::find(REFERENCE).unwrap().about).is_err());
    }
}

/// A method for tests that sums given numbers.
struct Counter;

impl Contestant for Counter {
    type Method = Method;
    type Place = ();
    type Answer = u64;
    type Total = u64;

    const METHODS: &'static [Method] = METHODS;
    const METRICS: &'static [Metric<u64>] = &[Metric::column("count", |n| Some(*n as f64))];

    fn prepare(_method: &'static Method, _settings: &Settings, _place: &()) -> Self {
        Self
    }
}

fn totals(contest: &Contest<Counter>) -> Vec<u64> {
    contest.lanes.iter().map(|lane| lane.total).collect()
}

#[test]
fn a_run_comes_back_to_the_lanes_that_it_was_measured_of() {
    let mut contest = Contest::<Counter>::default();
    let show = |contest: &mut Contest<Counter>, methods: &[usize]| {
        let mut panes = contest.panes.clone();
        panes.show_all(methods);
        contest.show(panes, &());
    };
    show(&mut contest, &[0, 1, 0]);
    (1..).zip(&mut contest.lanes).for_each(|(n, lane)| lane.total = n);
    let row = contest.in_focus().row(7, String::new(), &1);
    contest.measured.push(row);

    let mut first = contest.begin_run();
    assert_eq!((contest.run_id(), totals(&contest)), (1, vec![0; 3]));
    assert!(contest.measured.is_empty() && first.last_frame() == Some(7));
    contest.lanes[1].total = 9;
    contest.swap_run(&mut first);
    assert_eq!((contest.run_id(), totals(&contest)), (0, vec![1, 2, 3]), "two panes alike keep their own");
    contest.swap_run(&mut first);
    assert_eq!((contest.run_id(), totals(&contest)), (1, vec![0, 9, 0]));

    // The panes have changed meanwhile.
    show(&mut contest, &[2, 0]);
    contest.put_run(first);
    assert_eq!(totals(&contest), [0, 1], "a total goes with its method");
    contest.begin_run();
    assert_eq!(contest.run_id(), 2, "a number is given once");
}

#[test]
fn frames_stay_in_order_whatever_is_put_taken_out_and_put_back() {
    let mut kept = KeptFrames::default();
    for frame in [3, 1, 7, 4, 3] {
        kept.put(frame, 10 * frame);
    }
    let frames = |kept: &KeptFrames<u64>| kept.iter().map(|(frame, _)| *frame).collect::<Vec<_>>();
    assert_eq!(frames(&kept), [1, 3, 4, 7]);
    assert_eq!((kept.at(4), kept.at(5), kept.span()), (Some(&40), None, Some(1..=7)));
    let later = kept.split_off(4);
    assert_eq!((frames(&kept), frames(&later)), (vec![1, 3], vec![4, 7]));
    kept.append(later);
    kept.forget_before(5);
    assert_eq!(frames(&kept), [7]);
}

mod level_answers {
    use std::time::Duration;

    use collidoscope::geometry::Vector;
    use collidoscope::labs::headline::Standing;
    use collidoscope::labs::level::headline::of_answer;
    use collidoscope::labs::level::lane::Answer;
    use collidoscope::level::sweep::Hit;

    #[test]
    fn a_beginning_inside_is_told_apart_from_one_that_a_method_takes_for_it() {
        let of = |inside: bool, early: f64| {
            let hit = Some(Hit { time: 0.0, normal: Vector::y(), plane: None, cell: None, inside });
            match of_answer(&Answer { hit, cost: Default::default(), time: Duration::ZERO, early }) {
                Standing::Wrong { does, .. } => does,
                standing => format!("{standing:?}"),
            }
        };
        assert_eq!([of(true, 0.0), of(false, 0.0)], ["Right", "Right"]);
        assert_eq!(of(true, 1.0), "takes the start for a place inside a solid");
        assert_eq!(
            [of(false, 1.0), of(false, -0.25)],
            ["stops 1.00\u{a0}m too early", "stops 250\u{a0}mm too late"]
        );
    }
}

const METRICS: &[Metric<f64>] =
    &[Metric::column("length_m", |n| Some(*n)), Metric::column("errors", |n| (*n > 1.0).then_some(0.0))];

fn row(frame: u64, question: &str, answer: f64) -> Row {
    let method = &METHODS[0].about;
    Row::of(frame, (method, &method.default_settings()), question.to_owned(), METRICS, &answer)
}

#[test]
fn a_row_is_written_once_in_the_order_of_frames() {
    let mut measured = Measured::default();
    assert!(measured.file("lab", None, "", METRICS).is_none());
    for (frame, question, answer) in
        [(7, "a", 0.5), (3, "a", 1.5), (7, "b", 2.5), (7, "a", 9.0), (3, "a", 9.0)]
    {
        measured.push_once(row(frame, question, answer));
    }
    let file = measured.file("lab", None, "seed=1, \"quoted\"", METRICS).unwrap().unwrap();
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let columns: Vec<_> = CONDITIONS.iter().chain(&["length_m", "errors"]).copied().collect();
    assert_eq!(reader.headers().unwrap(), columns);
    let rows: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    let cells = |at: usize| [3, 6, 7, 8].map(|column| rows[at][column].as_str());
    assert_eq!(
        [cells(0), cells(1), cells(2)],
        [["a", "3", "1.5", "0"], ["a", "7", "0.5", ""], ["b", "7", "2.5", "0"],]
    );
    assert_eq!((rows.len(), rows[0][0].as_str(), rows[0][2].as_str()), (3, "lab", "seed=1, \"quoted\""));
}

#[test]
fn what_is_said_is_read_again_and_nonsense_is_not() {
    for budget in [Budget::Off, Budget::Tests(7), Budget::Tests(MOST_TESTS), Budget::Time(0.25)] {
        assert_eq!(Budget::of(&budget.to_text()), Some(budget));
    }
    for wrong in ["", "0", "-3", "1.5", "0ms", "NaNms", "infms", "2000ms", "3 ms", "10000001"] {
        assert_eq!(Budget::of(wrong), None, "{wrong}");
    }
}

#[test]
fn a_path_leads_from_child_to_child() {
    let method = find(OBB_TREE).unwrap();
    let meshes = (scenes::find("knots").unwrap().meshes)(1, 200);
    let pair = method.make(&meshes, &method.default_settings());
    let tree = pair.tree(0).unwrap();
    for node in 0..tree.node_count() as u32 {
        let path = path(tree, node);
        assert_eq!((path[0], *path.last().unwrap()), (0, node));
        assert!(path.windows(2).all(|step| tree.children(step[0]).contains(&step[1])), "{path:?}");
    }
    for triangle in tree.triangles(0) {
        let leaf = *path_to_triangle(tree, *triangle).last().unwrap();
        assert!(tree.children(leaf).is_empty() && tree.triangles(leaf).contains(triangle));
    }
    assert!(path(tree, tree.node_count() as u32).is_empty());
}

#[test]
fn a_node_is_said_as_it_is_read() {
    for text in ["a0", "b17"] {
        assert_eq!(Node::of(text).unwrap().to_text(), text);
    }
    for wrong in ["", "a", "c3", "b-1", "a+1", "ä1", "a99999999999"] {
        assert_eq!(Node::of(wrong), None, "{wrong}");
    }
}

#[test]
fn frames_follow_the_clock_and_long_pauses_are_let_go() {
    let mut playback = Playback::default();
    let second: u32 = (0..60).map(|_| playback.frames_after(Duration::from_secs_f64(1.0 / 60.0))).sum();
    assert!((29..=30).contains(&second), "{second}");
    playback.speed = 2.0;
    let second: u32 = (0..60).map(|_| playback.frames_after(Duration::from_secs_f64(1.0 / 60.0))).sum();
    assert!((59..=61).contains(&second), "{second}");
    assert_eq!(playback.frames_after(Duration::from_secs(3600)), CATCH_UP);
    assert!(playback.frames_after(Duration::ZERO) <= 1, "the hour is not played afterwards");
    playback.playing = false;
    assert_eq!(playback.frames_after(Duration::from_secs(1)), 0);
    assert_eq!(playback.next_due(), None);
}

fn wait<T: Send + 'static>(reading: &mut Option<Reading<T>>) -> Result<T, String> {
    loop {
        if let Some(result) = take_read(reading) {
            return result;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_is_read_is_taken_once_and_a_panic_is_a_refusal_that_names_the_file() {
    let mut reading = Some(Reading::begin("a.obj".into(), |path, _| Ok(path.display().to_string())));
    assert_eq!(reading.as_ref().map(Reading::path), Some(Path::new("a.obj")));
    assert_eq!(wait(&mut reading).as_deref(), Ok("a.obj"));
    assert!(reading.is_none() && take_read(&mut reading).is_none());
    let mut reading: Option<Reading<()>> = Some(Reading::begin("a.obj".into(), |_, _| panic!("a defect")));
    assert_eq!(wait(&mut reading).unwrap_err(), "a.obj: reading failed unexpectedly (internal error)");
}
