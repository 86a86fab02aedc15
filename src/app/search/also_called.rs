//! Synonyms for the search: words that users know for things named differently here.

/// The English name or the id of an entry, and its synonyms in any language.
pub const ALSO_CALLED: &[(&str, &[&str])] = &[
    ("Save a screenshot of the window", &["screenshot", "截图", "截屏"]),
    (
        "Export an image or an animation (PNG, APNG, GIF)",
        &["GIF", "PNG", "film", "animation", "动画", "影片"],
    ),
    (
        "Show or hide the keyboard shortcuts",
        &["keys", "keyboard shortcuts", "help", "快捷键", "键盘", "帮助"],
    ),
    ("Switch the language (English, Chinese)", &["language", "Chinese", "English", "语言", "中文", "英文"]),
    (
        "Switch between dark and light mode",
        &["dark mode", "light mode", "projector", "深色模式", "浅色模式", "投影"],
    ),
    (
        "Start or end a lecture with slides (Page Down: next step, Page Up: back)",
        &["slides", "presentation", "幻灯片", "讲课"],
    ),
    ("Zoom to fit the whole scene", &["fit", "reset camera", "zoom all", "全部显示", "重置视角"]),
    ("Restart from the first frame", &["start again", "reset", "复位"]),
    ("Play or pause", &["stop", "run", "停止", "运行"]),
    ("Save the measurements as CSV (spreadsheet)", &["spreadsheet", "电子表格"]),
    ("Open or close the table that compares methods", &["compare methods", "比较方法"]),
    ("Open or close the lessons of the course", &["course", "tutorial", "课程", "教程"]),
    ("Road", &["car", "wheels", "terrain", "汽车", "小车", "车轮", "地形"]),
    ("experiments", &["benchmark", "measurements", "基准测试"]),
    ("Bodies", &["objects", "number of bodies", "物体数"]),
    ("Seed", &["random", "随机"]),
];
