//! The items that a Rust file declares, imports and names, read from its text.

use std::collections::BTreeSet;

use super::Source;

/// The items that one file declares and names.
pub struct File {
    pub path: String,
    /// Module path below the crate; empty for `lib.rs`.
    pub module: Vec<String>,
    /// The imports of each `use`: the name, and the path behind it.
    pub bound: Vec<(String, Vec<String>)>,
    /// The paths imported by `*`.
    pub globs: Vec<Vec<String>>,
    /// Items defined here, in any scope.
    pub defined: BTreeSet<String>,
    /// Every path in code or `use`, with its line.
    pub named: Vec<(usize, Vec<String>)>,
    /// The types that get inherent methods here.
    pub extended: Vec<Vec<String>>,
}

/// A word or symbol of Rust code, with its line.
type Token = (usize, String);

/// Words and symbols without comments, strings, characters and lifetimes; `::` is one symbol.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut line, mut found) = (0, 1, Vec::new());
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    while let Some(&c) = chars.get(at) {
        let start = at;
        let rest = &chars[at..];
        at += match rest {
            ['/', '/', ..] => rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()),
            ['r', '"', ..] | ['r', '#', '"', ..] => raw_string(rest),
            ['"', ..] => string(rest),
            ['\'', '\\', ..] => 3 + rest[3..].iter().position(|c| *c == '\'').map_or(0, |end| end + 1),
            ['\'', _, '\'', ..] => 3,
            ['\'', ..] => 1 + rest[1..].iter().take_while(|c| is_word(c)).count(),
            [':', ':', ..] => {
                found.push((line, "::".to_owned()));
                2
            }
            _ if is_word(&c) => {
                let word: String = rest.iter().take_while(|c| is_word(c)).collect();
                let length = word.chars().count();
                found.push((line, word));
                length
            }
            _ => {
                if !c.is_whitespace() {
                    found.push((line, c.to_string()));
                }
                1
            }
        };
        line += chars[start..at].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// The length of the string literal that begins here.
fn string(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// The length of the raw string literal that begins here.
fn raw_string(rest: &[char]) -> usize {
    let hashes = rest[1..].iter().take_while(|c| **c == '#').count();
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let body = 2 + hashes;
    rest[body..].windows(end.len()).position(|w| w == end).map_or(rest.len(), |at| body + at + end.len())
}

/// The tokens without inline modules under `#[cfg(test)]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let signs: String = tokens[at..].iter().take(7).map(|(_, t)| t.as_str()).collect();
        let head = tokens[at..].iter().take_while(|(_, t)| t != "{" && t != ";");
        let is_module = signs == "#[cfg(test)]" && head.clone().any(|(_, t)| t == "mod");
        let body = at + head.count();
        if is_module && tokens.get(body).is_some_and(|(_, t)| t == "{") {
            let mut depth = 0;
            let ends = |(_, t): &Token| {
                depth += i32::from(t == "{") - i32::from(t == "}");
                depth == 0
            };
            at = tokens[body..].iter().position(ends).map_or(tokens.len(), |end| body + end + 1);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The type of an `impl` that begins before these tokens; `None` for an `impl` of a trait.
fn extended(tokens: &[Token]) -> Option<Vec<String>> {
    let (mut path, mut depth, mut last) = (Vec::new(), 0, "");
    for (_, text) in tokens {
        match text.as_str() {
            "<" => depth += 1,
            ">" if last != "-" => depth -= 1,
            "for" if depth == 0 => return None,
            "{" | "where" if depth == 0 => break,
            word if depth == 0 && word.starts_with(char::is_alphabetic) => path.push(word.to_owned()),
            _ => {}
        }
        last = text;
    }
    Some(path)
}

impl File {
    /// Reads a file; `None` if it is not in the `src/` of a crate.
    pub fn read(source: &Source) -> Option<Self> {
        let module = source.in_crate().strip_prefix("src/")?.strip_suffix(".rs")?;
        let module = module.strip_suffix("/mod").unwrap_or(module);
        let module = if module == "lib" { vec![] } else { module.split('/').map(str::to_owned).collect() };
        let path = source.path.clone();
        let mut file = Self {
            path,
            module,
            bound: vec![],
            globs: vec![],
            defined: BTreeSet::new(),
            named: vec![],
            extended: vec![],
        };
        let tokens = without_tests(&tokens(&source.text));
        let word = |at: usize| tokens.get(at).map_or("", |(_, t)| t.as_str());
        let mut at = 0;
        while at < tokens.len() {
            let (line, text) = &tokens[at];
            match text.as_str() {
                // `impl Trait + use<>` lists captures.
                "use" if word(at + 1) == "<" => at += 1,
                "use" => at = file.read_use(&tokens, at + 1, &[]),
                // Otherwise it is part of a type, such as `impl Fn()`.
                "impl" if ["", "{", "}", ";", "]"].contains(&at.checked_sub(1).map_or("", word)) => {
                    file.extended.extend(extended(&tokens[at + 1..]));
                    at += 1;
                }
                _ if !text.starts_with(|c: char| c.is_alphabetic() || c == '_') => at += 1,
                _ => {
                    let mut path = vec![text.clone()];
                    let is_field = at > 0 && word(at - 1) == ".";
                    let kind = at.checked_sub(1).map_or("", word);
                    if matches!(
                        kind,
                        "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"
                    ) {
                        file.defined.insert(text.clone());
                    }
                    at += 1;
                    while word(at) == "::"
                        && word(at + 1).starts_with(|c: char| c.is_alphabetic() || c == '_')
                    {
                        path.push(word(at + 1).to_owned());
                        at += 2;
                    }
                    if path.len() > 1 && !is_field {
                        file.named.push((*line, path));
                    }
                }
            }
        }
        Some(file)
    }

    /// Reads one tree of a `use` after `prefix`; returns where it ends.
    fn read_use(&mut self, tokens: &[Token], mut at: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        let mut name = None;
        let start = tokens.get(at).map_or(0, |(line, _)| *line);
        while let Some((line, text)) = tokens.get(at) {
            match text.as_str() {
                "::" => {}
                "as" => {
                    at += 1;
                    name = tokens.get(at).map(|(_, t)| t.clone());
                }
                "*" => {
                    self.globs.push(path.clone());
                    path.push("*".to_owned());
                    self.named.push((*line, path));
                    return at + 1;
                }
                "{" => {
                    at += 1;
                    while tokens.get(at).is_some_and(|(_, t)| t != "}") {
                        at = self.read_use(tokens, at, &path);
                        at += usize::from(tokens.get(at).is_some_and(|(_, t)| t == ","));
                    }
                    return at + 1;
                }
                "," | "}" | ";" => break,
                _ => path.push(text.clone()),
            }
            at += 1;
        }
        // `{self, …}` binds the module itself.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(name) = name.or_else(|| path.last().cloned()) {
            self.bound.push((name, path.clone()));
            self.named.push((start, path));
        }
        at
    }
}
