//! Reads JSON that may break off: what came before the break is kept.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The value in `text` as far as it is well formed, and what is wrong behind that.
pub(super) fn salvage(text: &str) -> (Option<Value>, Option<serde_json::Error>) {
    // A number that was cut reads as a smaller one, so the last one of a broken text is not
    // trusted. A whole text ends with a brace and loses nothing here.
    let text =
        text.trim_end().trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let mut reader = serde_json::Deserializer::from_str(text);
    let mut slot = None;
    let end = Slot(&mut slot).deserialize(&mut reader).and_then(|()| reader.end());
    (slot, end.err())
}

/// Fills its place even where it then has to report an error.
struct Slot<'a>(&'a mut Option<Value>);

impl Slot<'_> {
    fn fill<E>(self, value: impl Into<Value>) -> Result<(), E> {
        *self.0 = Some(value.into());
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Slot<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Slot<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.fill(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.fill(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.fill(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.fill(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.fill(value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.fill(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let mut list = Vec::new();
        let end = loop {
            let mut slot = None;
            let next = items.next_element_seed(Slot(&mut slot));
            list.extend(slot);
            match next {
                Ok(Some(())) => {}
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        *self.0 = Some(Value::Array(list));
        end
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut map = Map::new();
        let end = loop {
            match entries.next_key::<String>() {
                Ok(Some(key)) => {
                    let mut slot = None;
                    let value = entries.next_value_seed(Slot(&mut slot));
                    map.extend(slot.map(|value| (key, value)));
                    if let Err(error) = value {
                        break Err(error);
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        *self.0 = Some(Value::Object(map));
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_text_is_read_as_it_is() {
        let text = r#"{"a":[1,-2,0.5,true,null,"x"],"b":{"c":"d"}}"#;
        let (value, problem) = salvage(text);
        assert_eq!(value, serde_json::from_str(text).ok());
        assert!(problem.is_none());
    }

    #[test]
    fn every_cut_keeps_what_came_before_it() {
        let text = r#"{"a":"one","list":["x","y"],"in":{"b":"two","n":30},"z":"end"}"#;
        for cut in 0..text.len() {
            let (value, problem) = salvage(&text[..cut]);
            assert!(problem.is_some(), "{}", &text[..cut]);
            let value = value.unwrap_or(Value::Null);
            let kept = |pointer: &str, from: usize| {
                assert_eq!(value.pointer(pointer).is_some(), cut >= from, "{pointer} at {cut}");
            };
            kept("/a", 10);
            kept("/list/0", 22);
            kept("/list/1", 26);
            kept("/in/b", 43);
            assert!(value.pointer("/in/n").is_none_or(|n| n == 30), "a cut number at {cut}");
        }
    }

    #[test]
    fn rubbish_behind_the_value_is_a_problem_and_costs_nothing() {
        let (value, problem) = salvage("{\"a\":1}\n}\n");
        assert_eq!(value, Some(serde_json::json!({"a": 1})));
        assert!(problem.is_some());
    }

    #[test]
    fn what_is_no_json_gives_nothing() {
        for text in ["", "\0\0\0\0", "hello", "<?xml?>"] {
            let (value, problem) = salvage(text);
            assert!(value.is_none() && problem.is_some(), "{text}");
        }
    }
}
