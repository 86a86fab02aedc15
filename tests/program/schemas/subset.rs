//! A validator for the part of JSON Schema (draft 2020-12) that the shipped schemas use. An unknown keyword is an
//! error, so that no keyword is ignored.

use serde_json::{Map, Value};

/// Checks a value. The error names the place in the value.
pub fn check(value: &Value, schema: &Value) -> Result<(), String> {
    Checker { root: schema }.value(value, schema, "$")
}

struct Checker<'a> {
    root: &'a Value,
}

impl Checker<'_> {
    fn value(&self, value: &Value, schema: &Value, at: &str) -> Result<(), String> {
        let schema = schema.as_object().unwrap_or_else(|| panic!("{at}: a schema is an object"));
        for (keyword, given) in schema {
            let valid = match keyword.as_str() {
                "$schema" | "title" | "description" | "$defs" => true,
                "$ref" => {
                    let name = given.as_str().and_then(|name| name.strip_prefix("#/$defs/")).unwrap();
                    self.value(value, &self.root["$defs"][name], at)?;
                    true
                }
                "type" => match given {
                    Value::Array(kinds) => kinds.iter().any(|kind| is_of(value, kind)),
                    kind => is_of(value, kind),
                },
                "const" => value == given,
                "enum" => given.as_array().unwrap().contains(value),
                "anyOf" => self.count(value, given, at) > 0,
                "oneOf" => self.count(value, given, at) == 1,
                "minimum" | "maximum" | "exclusiveMinimum" => {
                    value.as_f64().is_none_or(|number| in_range(number, keyword, given.as_f64().unwrap()))
                }
                "minLength" | "maxLength" => {
                    let length = value.as_str().map(|text| text.chars().count());
                    length.is_none_or(|length| is_within(length, keyword, given))
                }
                "minItems" | "maxItems" => {
                    value.as_array().is_none_or(|items| is_within(items.len(), keyword, given))
                }
                "minProperties" | "maxProperties" => {
                    value.as_object().is_none_or(|fields| is_within(fields.len(), keyword, given))
                }
                "items" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.value(item, given, &format!("{at}[{i}]"))?;
                    }
                    true
                }
                "prefixItems" => {
                    let pairs = value.as_array().into_iter().flatten().zip(given.as_array().unwrap());
                    for (i, (item, schema)) in pairs.enumerate() {
                        self.value(item, schema, &format!("{at}[{i}]"))?;
                    }
                    true
                }
                "required" => {
                    let names = given.as_array().unwrap();
                    value
                        .as_object()
                        .is_none_or(|f| names.iter().all(|n| f.contains_key(n.as_str().unwrap())))
                }
                "properties" | "additionalProperties" => {
                    if let Some(fields) = value.as_object() {
                        self.fields(fields, schema, keyword, at)?;
                    }
                    true
                }
                other => panic!("{at}: the keyword {other} is not understood"),
            };
            if !valid {
                return Err(format!("{at}: {keyword} {given} forbids {value}"));
            }
        }
        Ok(())
    }

    fn count(&self, value: &Value, schemas: &Value, at: &str) -> usize {
        schemas.as_array().unwrap().iter().filter(|schema| self.value(value, schema, at).is_ok()).count()
    }

    fn fields(
        &self,
        fields: &Map<String, Value>,
        schema: &Map<String, Value>,
        keyword: &str,
        at: &str,
    ) -> Result<(), String> {
        let known = schema.get("properties").and_then(Value::as_object);
        for (name, value) in fields {
            let place = format!("{at}.{name}");
            match (known.and_then(|known| known.get(name)), keyword) {
                (Some(schema), "properties") => self.value(value, schema, &place)?,
                (None, "additionalProperties") => match &schema[keyword] {
                    Value::Bool(false) => return Err(format!("{place}: unknown field")),
                    schema => self.value(value, schema, &place)?,
                },
                _ => {}
            }
        }
        Ok(())
    }
}

fn is_of(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

fn in_range(number: f64, keyword: &str, limit: f64) -> bool {
    match keyword {
        "minimum" => number >= limit,
        "maximum" => number <= limit,
        _ => number > limit,
    }
}

fn is_within(count: usize, keyword: &str, limit: &Value) -> bool {
    let limit = limit.as_u64().unwrap() as usize;
    if keyword.starts_with("min") { count >= limit } else { count <= limit }
}
