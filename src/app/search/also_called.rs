//! Synonyms for the search: words that users may know for entries that have other names here.

/// The English name or the id of an entry, and its synonyms in any language.
pub const ALSO_CALLED: &[(&str, &[&str])] = &[
    ("Show or hide the keyboard shortcuts", &["keys", "help", "键盘", "帮助"]),
    ("Restart from the first frame", &["start again", "reset", "复位"]),
    ("Play or pause", &["stop", "run", "停止", "运行"]),
    ("Road", &["car", "wheels", "terrain", "汽车", "小车", "车轮", "地形"]),
    ("experiments", &["benchmark", "measurements", "基准测试"]),
    ("Bodies", &["objects", "number of bodies", "物体数"]),
    ("Seed", &["random", "随机"]),
];
