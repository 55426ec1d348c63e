//! What of an object differs between two runs, though they do the same.

use serde_json::{Map, Value};

/// Fields that are never the same twice.
const RANDOM: [&str; 10] = [
    "clusterIP",
    "clusterIPs",
    "continue",
    "creationTimestamp",
    "deletionTimestamp",
    "lastTransitionTime",
    "nodePort",
    "resourceVersion",
    "storageVersionHash",
    "uid",
];

/// The value with a word in place of each that is random, and in an order where there is none.
pub fn masked(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let refuses = fields.get("status").is_some_and(|status| status == "Failure");
            let kept = fields.into_iter().filter(|(name, field)| !is_accidental(name, field, refuses));
            Value::Object(kept.map(|(name, field)| (masked_text(&name), masked_field(&name, field))).collect())
        }
        Value::Array(items) => items.into_iter().map(masked).collect(),
        Value::String(text) => Value::from(masked_text(&text)),
        other => other,
    }
}

fn masked_field(name: &str, field: Value) -> Value {
    match (name, field) {
        (_, field) if RANDOM.contains(&name) && !(field.is_object() || field.is_boolean() || field.is_null()) => {
            Value::from("<random>")
        }
        // Entries are in the order of their times, which are seconds.
        ("managedFields", Value::Array(entries)) => sorted(entries.into_iter().map(masked).collect()),
        // Of each cause what programs go by.
        ("causes", Value::Array(causes)) => {
            let known = |cause: Value| {
                let fields = ["field", "reason"].map(|name| (name.to_string(), cause[name].clone()));
                Value::Object(Map::from_iter(fields))
            };
            sorted(causes.into_iter().map(known).collect())
        }
        // How old an object is depends on when it was asked for.
        ("cells", Value::Array(cells)) => cells.into_iter().filter(|cell| !is_age(cell)).collect(),
        // What columns are said to be is each server's own text.
        ("columnDefinitions", Value::Array(columns)) => {
            columns.into_iter().map(|column| column["name"].clone()).collect()
        }
        (_, field) => masked(field),
    }
}

/// Whether a field is of no meaning to programs: texts for people, times of entries, and nothing.
fn is_accidental(name: &str, field: &Value, refuses: bool) -> bool {
    let empty = field.as_object().is_some_and(Map::is_empty);
    match name {
        "message" => refuses,
        "metadata" | "details" => refuses && empty,
        "continue" => field == "",
        "time" => true,
        _ => false,
    }
}

fn sorted(mut items: Vec<Value>) -> Value {
    items.sort_by_key(Value::to_string);
    items.dedup();
    Value::Array(items)
}

/// The text without UIDs, times and digests.
fn masked_text(text: &str) -> String {
    let part_of_word = |letter: char| letter.is_ascii_alphanumeric() || "-:.".contains(letter);
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter| !part_of_word(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        out.push_str(if is_uid(word) {
            "<uid>"
        } else if is_time(word) {
            "<time>"
        } else if is_digest(word) {
            "<digest>"
        } else {
            word
        });
        let gap = after.find(part_of_word).unwrap_or(after.len());
        out.push_str(&after[..gap]);
        rest = &after[gap..];
    }
    out
}

fn is_age(cell: &Value) -> bool {
    let seconds = cell.as_str().and_then(|text| text.strip_suffix('s'));
    seconds.is_some_and(|seconds| seconds.parse::<u32>().is_ok())
}

fn is_uid(word: &str) -> bool {
    let lengths: Vec<usize> = word.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && word.chars().all(|letter| letter == '-' || letter.is_ascii_hexdigit())
}

fn is_time(word: &str) -> bool {
    word.len() >= 20 && word.ends_with('Z') && word.as_bytes()[10] == b'T' && word.starts_with("20")
}

fn is_digest(word: &str) -> bool {
    word.len() == 64 && word.chars().all(|letter| letter.is_ascii_hexdigit())
}
