//! Values that differ from a valid one in one place: what somebody who writes such a file by hand gets wrong.

use serde_json::{Value, json};

/// All mutants, each with what was changed.
pub fn of(value: &Value) -> Vec<(String, Value)> {
    let mut mutants = Vec::new();
    for pointer in places(value) {
        let old = value.pointer(&pointer).unwrap();
        let mut put = |what: &str, new: Value| {
            let mut mutant = value.clone();
            *mutant.pointer_mut(&pointer).unwrap() = new;
            mutants.push((format!("{pointer}: {what}"), mutant));
        };
        for other in [json!(null), json!(true), json!(7.5), json!(-1), json!("word"), json!([]), json!({})] {
            if other != *old {
                put(&format!("now {other}"), other.clone());
            }
        }
        match old {
            Value::Object(fields) => {
                for name in fields.keys() {
                    let mut fewer = fields.clone();
                    fewer.remove(name);
                    put(&format!("without {name}"), fewer.into());
                }
                let mut more = fields.clone();
                more.insert("unheard_of".to_owned(), json!(1));
                put("with another field", more.into());
            }
            Value::Array(items) if !items.is_empty() => {
                put("without the last item", items[..items.len() - 1].into());
                put("with the last item twice", items.iter().chain(items.last()).cloned().collect());
            }
            _ => {}
        }
    }
    mutants
}

/// JSON pointers to a value and everything in it.
fn places(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let below = |name: String, value: &Value| {
        let name = name.replace('~', "~0").replace('/', "~1");
        places(value).into_iter().map(move |place| format!("/{name}{place}")).collect::<Vec<_>>()
    };
    match value {
        Value::Object(fields) => {
            found.extend(fields.iter().flat_map(|(name, value)| below(name.clone(), value)));
        }
        Value::Array(items) => {
            found.extend(items.iter().enumerate().flat_map(|(i, item)| below(i.to_string(), item)));
        }
        _ => {}
    }
    found
}
