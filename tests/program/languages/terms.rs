//! One Chinese word for each term of the field, in lessons, slides, glossary and catalogues.

use super::files;

/// Words that another one has replaced: the word, the one to write, and where it may stand all the same.
const REPLACED: [(&str, &str, &[&str]); 8] = [
    ("形心", "质心", &[]),
    // The patent's own word, in a quotation.
    ("重心", "质心", &["49-centroid-filter.md"]),
    ("叶子", "叶节点", &[]),
    ("孩子", "子节点", &[]),
    ("自顶向下", "自上而下", &[]),
    ("自底向上", "自下而上", &[]),
    ("球扫掠矩形", "矩形扫掠球体", &[]),
    ("所演示的", "本课演示的", &[]),
];

/// Words that mean something else in texts on levels: there a brush is 笔刷, and 凸块 a convex piece.
const IN_LEVELS: [(&str, &str); 1] = [("凸块", "笔刷")];
const LEVELS: [&str; 7] = ["41-", "42-", "43-", "44-", "45-", "level-lab.zh-CN.yml", "level.zh-CN.yml"];

fn replaced(file: &str, text: &str) -> Vec<String> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let everywhere = REPLACED.iter().filter(|(.., allowed)| !allowed.contains(&name)).map(|(a, b, _)| (a, b));
    let of_level = IN_LEVELS.iter().filter(|_| LEVELS.iter().any(|part| name.starts_with(part)));
    let words = everywhere.chain(of_level.map(|(a, b)| (a, b)));
    words
        .filter(|(word, _)| text.contains(**word))
        .map(|(word, better)| format!("{file}: write {better} instead of {word}"))
        .collect()
}

#[test]
fn chinese_texts_have_one_word_for_a_term() {
    let folders = [
        ("assets/lessons/zh-CN", ".md"),
        ("assets/slides/zh-CN", ".md"),
        ("assets/glossary", "zh-CN.md"),
        ("assets/locales", ".yml"),
    ];
    let all = folders.iter().flat_map(|(folder, end)| files(folder, end));
    let wrong: Vec<_> = all.flat_map(|(path, text)| replaced(&path.to_string_lossy(), &text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_word_that_was_replaced_is_found_where_it_may_not_stand() {
    assert_eq!(replaced("a/32-x.md", "叶子在树中").len(), 1);
    assert_eq!(replaced("a/44-x.md", "凸块").len(), 1);
    assert_eq!(replaced("a/21-x.md", "凸块").len(), 0);
    assert_eq!(replaced("a/49-centroid-filter.md", "专利称“重心”").len(), 0);
}
