//! The course in `docs/course/`: every lesson once and after what it needs, commands that the program takes, scenes that
//! open, and every publication that a lesson names.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use collidoscope::broad_phase::BROAD_PHASES;
use collidoscope::cli;
use collidoscope::continuous::methods::METHODS as CONTINUOUS;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::labs::LABS;
use collidoscope::lessons::link::Target;
use collidoscope::lessons::{self, FILES, Files};

/// The pages of the course.
const PAGES: [&str; 8] = [
    "README.md",
    "syllabus.md",
    "exercises.md",
    "projects.md",
    "exam.md",
    "teachers/exam-answers.md",
    "teachers/exercise-solutions.md",
    "bibliography.md",
];
/// Pages with a Chinese version, which lies in `zh-CN/` beside them.
const TRANSLATED: [&str; 7] = [
    "README.md",
    "syllabus.md",
    "exercises.md",
    "projects.md",
    "exam.md",
    "teachers/exam-answers.md",
    "teachers/exercise-solutions.md",
];
/// Weeks of the course, and minutes of a week for lessons: the rest of a double hour is for an exercise.
const WEEKS: u32 = 14;
const MINUTES: u32 = 75;
/// The heading over the lessons that are read at home. They take no time in class.
const AT_HOME: &str = "## Further reading at home";
/// Years of publications that lessons may name.
const YEARS: std::ops::RangeInclusive<u32> = 1970..=2030;

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    let path = top().join("docs/course").join(name);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The Chinese version of a page.
fn chinese(name: &str) -> String {
    let (folder, file) = name.rsplit_once('/').map_or(("", name), |(folder, file)| (folder, file));
    page(&Path::new(folder).join("zh-CN").join(file).to_string_lossy())
}

/// The words in backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Complaints about a syllabus: rows are `| week | lesson | minutes | needs | objective |`, those read at home after
/// those in class. A lesson comes after what it needs, so none in class needs one that is read at home.
fn syllabus_mistakes(text: &str, lessons: &[&str]) -> Vec<String> {
    let mut mistakes = Vec::new();
    let mut weeks: BTreeMap<u32, u32> = BTreeMap::new();
    let mut taught: Vec<(&str, u32)> = Vec::new();
    let (in_class, at_home) = text.split_once(AT_HOME).unwrap_or((text, ""));
    let lines = in_class.lines().map(|line| (line, true)).chain(at_home.lines().map(|line| (line, false)));
    let rows = lines.map(|(line, counts)| (line.split('|').map(str::trim).collect::<Vec<_>>(), counts));
    for (cells, counts) in rows.filter(|(cells, _)| cells.len() == 7) {
        let Ok(week) = cells[1].parse::<u32>() else { continue };
        let lesson = cells[2].trim_matches('`');
        if !lessons.contains(&lesson) {
            mistakes.push(format!("no lesson is `{lesson}`"));
        }
        match cells[3].parse::<u32>() {
            Ok(minutes) if counts => *weeks.entry(week).or_default() += minutes,
            Ok(_) => {}
            Err(_) => mistakes.push(format!("`{lesson}` has no minutes")),
        }
        let needs = cells[4].split(',').map(str::trim).filter(|need| !need.is_empty());
        let is_taught = |need: &&str| taught.iter().any(|(before, when)| before == need && *when <= week);
        mistakes.extend(
            needs.filter(|need| !is_taught(need)).map(|need| format!("`{lesson}` comes before {need}")),
        );
        if cells[5].is_empty() {
            mistakes.push(format!("`{lesson}` has no objective"));
        }
        taught.push((lesson, week));
    }
    for lesson in lessons {
        let times = quoted(text).iter().filter(|word| *word == lesson).count();
        if times != 1 {
            mistakes.push(format!("`{lesson}` appears {times} times"));
        }
    }
    let full = |(week, minutes): (&u32, &u32)| {
        (*minutes > MINUTES).then(|| format!("week {week} has {minutes} minutes"))
    };
    mistakes.extend(weeks.iter().filter_map(full));
    if !weeks.keys().copied().eq(1..=WEEKS) {
        mistakes.push(format!("the weeks are {:?}", weeks.keys()));
    }
    mistakes
}

/// The commands of a page: lines in fenced blocks that begin with the program's name, continued by a backslash.
fn commands(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let blocks = joined.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().skip(1).map(str::trim));
    lines.filter(|line| line.starts_with("collidoscope ")).map(str::to_owned).collect()
}

/// The complaint about a command that the program does not take, whose files are missing, or whose scene does not open.
fn command_mistake(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    if let Err(why) = cli::command().try_get_matches_from(&words) {
        return Some(format!("{command}: {why}"));
    }
    let missing = |word: &&&str| ["docs/", "assets/"].iter().any(|folder| word.starts_with(folder));
    if let Some(path) = words.iter().filter(missing).find(|path| !top().join(path).exists()) {
        return Some(format!("{command}: there is no {path}"));
    }
    match words[1] {
        "bench" => {
            let known = words[2] == "all" || EXPERIMENTS.iter().any(|e| e.id == words[2]);
            (!known).then(|| format!("{command}: no experiment is {}", words[2]))
        }
        "--lab" | "shot" => link(&words).parse::<Target>().err().map(|why| format!("{command}: {why}")),
        _ => None,
    }
}

/// The commands that the script of parameters prints for a seed.
fn commands_of_student(seed: &str) -> Vec<String> {
    let script = top().join("docs/course/cases/student.py");
    let done = Command::new("python3").arg(script).arg(seed).output().expect("python3 runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let of_program = |line: &str| Some(format!("collidoscope {}", line.split_once("collidoscope ")?.1));
    text.lines().filter(|line| line.starts_with("    ")).filter_map(of_program).collect()
}

#[test]
fn each_student_has_parameters_of_the_exercises_with_commands_that_the_program_takes() {
    if Command::new("python3").arg("--version").output().is_err() {
        return println!("skipped: python3 is not installed");
    }
    let of_seeds: Vec<_> = ["1", "42", "4711"].map(commands_of_student).into();
    for command in of_seeds.iter().flatten() {
        assert_eq!(command_mistake(command), None);
    }
    assert!(of_seeds[0].len() >= 10 && of_seeds[0] != of_seeds[1] && of_seeds[1] != of_seeds[2]);
    assert_eq!(commands_of_student("0042"), of_seeds[1], "without leading zeros");
}

/// The link that opens the scene of a command.
fn link(words: &[&str]) -> String {
    let (lab, page) = words[2].split_once('/').unwrap_or((words[2], "lab"));
    let mut parts = vec![format!("lab={lab}"), format!("page={page}")];
    for pair in words[3..].chunks(2) {
        match pair {
            ["--set", setting] => parts.push((*setting).to_owned()),
            ["--panes", ids] => parts.push(format!("method={ids}")),
            ["--out", _] => {}
            [option, value] => parts.push(format!("{}={value}", option.trim_start_matches('-'))),
            _ => parts.push(pair.concat()),
        }
    }
    format!("show:{}", parts.join("&"))
}

/// An entry of the bibliography.
struct Entry {
    surname: String,
    year: Option<u32>,
    lessons: Vec<String>,
}

/// Entries are list items that begin with `**Authors YEAR.**`; their lessons stand in backticks after `Lessons:`.
fn entries(text: &str) -> Vec<Entry> {
    let items = text.split("\n- **").skip(1).filter_map(|item| item.split_once(".**"));
    items
        .filter(|(key, _)| !["DOI", "Access"].contains(key))
        .map(|(key, rest)| {
            let year = key.split_whitespace().last().and_then(|word| word.parse().ok());
            let surname = key.split([',', '&']).next().unwrap_or(key);
            let surname = surname.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let surname = surname.trim_end_matches(" et al.").to_owned();
            let rest = rest.split("\n\n").next().unwrap_or(rest);
            let lessons = rest.split_once("Lessons:").map_or("", |(_, lessons)| lessons);
            Entry { surname, year, lessons: quoted(lessons).iter().map(|id| (*id).to_owned()).collect() }
        })
        .collect()
}

/// The years in the text of a lesson, without its head and the targets of its links.
fn years(text: &str) -> Vec<u32> {
    let prose = prose(text);
    let words = prose.split(|c: char| !c.is_ascii_digit() && c != ',' && c != '.');
    let whole = words.map(|word| word.trim_matches([',', '.'])).filter(|word| word.len() == 4);
    whole.filter_map(|word| word.parse().ok()).filter(|year| YEARS.contains(year)).collect()
}

fn prose(text: &str) -> String {
    let body = text.splitn(3, "---").nth(2).unwrap_or(text);
    let parts = body.split("](");
    let after = |part: &str| part.split_once(')').map_or(String::new(), |(_, rest)| rest.to_owned());
    parts.enumerate().map(|(i, part)| if i == 0 { part.to_owned() } else { after(part) }).collect()
}

/// Whether the surname stands in the text as a word of its own.
fn names(text: &str, surname: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(surname).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + surname.len()..]);
        !letter(before.chars().next_back()) && !letter(after.chars().next())
    })
}

/// Complaints about publications that lessons name and the bibliography lacks, and about lessons that do not exist.
fn bibliography_mistakes(bibliography: &str, lessons: &[(&str, &str)]) -> Vec<String> {
    let entries = entries(bibliography);
    let mut mistakes = Vec::new();
    for (id, text) in lessons {
        let listed = |e: &Entry| e.lessons.iter().any(|lesson| lesson == id);
        let years = years(text);
        for year in &years {
            if !entries.iter().any(|e| e.year == Some(*year) && listed(e)) {
                mistakes.push(format!("{id}: no entry of {year} names this lesson"));
            }
        }
        let prose = prose(text);
        for entry in entries.iter().filter(|e| e.year.is_some_and(|year| years.contains(&year)) && !listed(e))
        {
            let another = entries.iter().any(|e| e.surname == entry.surname && listed(e));
            if names(&prose, &entry.surname) && !another {
                mistakes.push(format!("{id}: {} {:?} does not name it", entry.surname, entry.year));
            }
        }
    }
    for entry in &entries {
        let unknown = entry.lessons.iter().filter(|id| !lessons.iter().any(|(known, _)| known == id));
        mistakes.extend(unknown.map(|id| format!("{}: no lesson is `{id}`", entry.surname)));
    }
    mistakes
}

/// Works that a method names as its source and the bibliography lacks: no entry has the year and an author of it.
fn missing_works<'a>(bibliography: &str, sources: impl Iterator<Item = &'a str>) -> Vec<String> {
    let entries = entries(bibliography);
    let of_year =
        |source: &str, year: u32| entries.iter().any(|e| e.year == Some(year) && names(source, &e.surname));
    let missing = sources.flat_map(|source| {
        years(source)
            .into_iter()
            .filter(|year| !of_year(source, *year))
            .map(move |year| format!("{source}: {year}"))
    });
    missing.collect()
}

fn course() -> Vec<(&'static str, &'static str)> {
    FILES.iter().map(|files| (files.id(), files.texts[0])).collect()
}

#[test]
fn the_syllabus_has_every_lesson_once_after_what_it_needs() {
    let ids: Vec<&str> = FILES.iter().map(Files::id).collect();
    let mistakes = syllabus_mistakes(&page("syllabus.md"), &ids);
    assert!(mistakes.is_empty(), "docs/course/syllabus.md:\n{}", mistakes.join("\n"));
}

#[test]
fn the_syllabus_names_the_needs_of_each_lesson() {
    let text = page("syllabus.md");
    let wrong = lessons::all().iter().filter_map(|lesson| {
        let needs = lesson.needs.join(", ");
        let row = text.lines().find(|line| line.contains(&format!("| `{}` |", lesson.id)))?;
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        (cells[4] != needs).then(|| format!("{}: the lesson says “{needs}”, not “{}”", cells[2], cells[4]))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "docs/course/syllabus.md:\n{}", wrong.join("\n"));
}

#[test]
fn commands_and_scenes_of_the_course_open() {
    let commands: Vec<String> = PAGES.iter().flat_map(|name| commands(&page(name))).collect();
    assert!(commands.len() > 15, "the commands were found: {}", commands.len());
    let mistakes: Vec<_> = commands.iter().filter_map(|command| command_mistake(command)).collect();
    assert!(mistakes.is_empty(), "docs/course:\n{}", mistakes.join("\n"));
}

#[test]
fn the_bibliography_has_what_lessons_name() {
    let text = page("bibliography.md");
    assert!(entries(&text).len() >= 45, "{} entries", entries(&text).len());
    let mistakes = bibliography_mistakes(&text, &course());
    assert!(mistakes.is_empty(), "docs/course/bibliography.md:\n{}", mistakes.join("\n"));
}

#[test]
fn the_bibliography_has_every_work_that_a_method_names() {
    let of_labs = LABS.iter().flat_map(|row| (row.methods)()).map(|about| about.source);
    let others = CONTINUOUS.iter().map(|row| row.about.source);
    let sources = of_labs.chain(BROAD_PHASES.iter().map(|row| row.source)).chain(others);
    let missing = missing_works(&page("bibliography.md"), sources);
    assert!(missing.is_empty(), "docs/course/bibliography.md:\n{}", missing.join("\n"));
    assert_eq!(missing_works("\n- **Nobody 1999.** A work.\n", ["Nobody 1998"].into_iter()).len(), 1);
}

/// The numbers of questions or answers: lines that begin with `PART.QUESTION. `.
fn questions(text: &str) -> Vec<String> {
    let starts = text.lines().filter_map(|line| line.split_once(". ").map(|(number, _)| number));
    let numeral = |text: &str| text.parse::<u32>().is_ok();
    let numbered = |start: &&str| {
        start.split_once('.').is_some_and(|(part, question)| numeral(part) && numeral(question))
    };
    starts.filter(numbered).map(str::to_owned).collect()
}

#[test]
fn every_question_of_the_exam_has_its_answer() {
    let asked = questions(&page("exam.md"));
    assert!(asked.len() > 50, "{asked:?}");
    assert_eq!(asked, questions(&page("teachers/exam-answers.md")));
}

/// Week, lesson, minutes and needs of the rows of a syllabus.
fn plan(text: &str) -> Vec<String> {
    let rows = text.lines().map(|line| line.split('|').collect::<Vec<_>>());
    let of_weeks = rows.filter(|cells| cells.len() == 7 && cells[1].trim().parse::<u32>().is_ok());
    of_weeks.map(|cells| cells[1..5].join("|")).collect()
}

#[test]
fn the_chinese_pages_have_the_commands_rows_and_questions_of_the_english_ones() {
    for name in TRANSLATED {
        let (english, chinese) = (page(name), chinese(name));
        assert_eq!(commands(&english), commands(&chinese), "{name}");
        assert_eq!(plan(&english), plan(&chinese), "{name}");
        assert_eq!(questions(&english), questions(&chinese), "{name}");
    }
    assert_eq!(plan(&page("syllabus.md")).len(), FILES.len());
}

#[test]
fn a_lesson_that_is_missing_twice_there_or_too_early_is_found() {
    let row =
        |week: u32, lesson: &str, needs: &str| format!("| {week} | `{lesson}` | 30 | {needs} | do it |\n");
    let rows: String = (1..=WEEKS).map(|week| row(week, &format!("l{week}"), "")).collect();
    let ids: Vec<String> = (1..=WEEKS).map(|week| format!("l{week}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert!(syllabus_mistakes(&rows, &ids).is_empty());
    assert_eq!(syllabus_mistakes(&(rows.clone() + &row(14, "l3", "")), &ids).len(), 1);
    assert_eq!(syllabus_mistakes(&(rows.clone() + &row(14, "l99", "")), &ids).len(), 1);
    assert_eq!(syllabus_mistakes(&rows.replace("`l4` | 30 |  |", "`l4` | 30 | l5 |"), &ids).len(), 1);
    assert_eq!(syllabus_mistakes(&rows.replace("`l4` | 30", "`l4` | 300"), &ids).len(), 1);
    assert!(!syllabus_mistakes(&rows, &ids[1..]).is_empty());

    let with_reading = |week: u32, needs: &str| {
        let reading = format!("{AT_HOME}\n{}", row(week, "read", needs)).replace("30", "300");
        syllabus_mistakes(&(rows.clone() + &reading), &[&ids[..], &["read"]].concat()).len()
    };
    assert_eq!(with_reading(3, "l3"), 0);
    assert_eq!(with_reading(3, "l4"), 1);
}

#[test]
fn a_command_that_the_program_refuses_is_found() {
    let fine = "collidoscope --lab road --set seed=4 --set rule=travel --method aabb-tree";
    assert_eq!(command_mistake(fine), None);
    for wrong in [
        "collidoscope querry a.json",
        "collidoscope query docs/course/cases/gone.json",
        "collidoscope bench figure-99 --quick",
        "collidoscope --lab road --set colour=red",
        "collidoscope --lab road --method no-such-tree",
    ] {
        assert!(command_mistake(wrong).is_some(), "{wrong}");
    }
    let text = "```sh\ncollidoscope query a.json \\\n    --all\nls\n```\ncollidoscope info\n";
    assert_eq!(commands(text).len(), 1);
    assert!(commands(text)[0].ends_with("--all"));
}

#[test]
fn a_publication_that_is_not_listed_is_found() {
    let book = "# B\n\n- **Allen 1983.** Title. Lessons: `a`.\n- **Melax 2000.** Title. Lessons: `b`.\n";
    let count = |a: &str, b: &str| bibliography_mistakes(book, &[("a", a), ("b", b)]).len();
    assert_eq!(count("by Allen (1983), 2,000 [rows](show:triangles=2000)", "Melax 2000."), 0);
    assert_eq!(count("by Allen (1983)", "Melax 2000, after Allen 1983"), 2);
    assert_eq!(count("by Knuth (1968), and 1997", ""), 1);
    assert_eq!(bibliography_mistakes(book, &[("a", "")]).len(), 1);
}
