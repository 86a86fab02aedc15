//! A name that nothing has: which one was probably meant, and which there are.

/// The end of a sentence that says that nothing is called `word`: what there is, after the one that was probably meant.
pub fn there_are(word: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match (nearest(word, known), known) {
        (_, []) => "there are none here".to_owned(),
        (Some(meant), _) => format!("did you mean \"{meant}\"? There are {all}"),
        (None, _) => format!("there are {all}"),
    }
}

/// The name that differs from `word` in few letters, of several the first with the fewest.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let (apart, name) = known.iter().map(|name| (distance(word, name), *name)).min_by_key(|(d, _)| *d)?;
    let length = name.chars().count();
    (apart <= 2.max(length / 3) && apart < length).then_some(name)
}

/// Letters to insert, remove or replace to turn `a` into `b`. Names are shorter than what is compared; a file may hold a
/// string of any length.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().take(64).collect::<String>());
    strsim::levenshtein(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_said_first_and_none_that_shares_nothing() {
        let labs = ["arena", "road", "meshes"];
        assert_eq!(there_are("raod", &labs), "did you mean \"road\"? There are arena, road, meshes");
        assert_eq!(there_are("kitchen", &labs), "there are arena, road, meshes");
        assert_eq!(there_are("road", &[]), "there are none here");
        assert_eq!(nearest("b", &["a"]), None);
        assert_eq!(nearest("figur-3", &["figure-2", "figure-3"]), Some("figure-3"));
    }
}
