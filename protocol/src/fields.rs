//! Reads JSON one level at a time, so that each value keeps the text that was sent, and each error
//! names its place.
//!
//! No tree is built: an object becomes the texts of its fields, an array is visited element by
//! element, and a number is read from its own decimals, straight into the float of the request.

use crate::excerpt::excerpt;
use crate::number::Number;
use serde::de::{DeserializeSeed, Deserializer as _, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The error in a request: a sentence that names the field and the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadRequest(pub(crate) String);

impl From<tangency::any::NotAsked> for BadRequest {
    fn from(refusal: tangency::any::NotAsked) -> Self {
        Self(refusal.to_string())
    }
}

impl From<tangency::InputError> for BadRequest {
    fn from(error: tangency::InputError) -> Self {
        Self(error.to_string())
    }
}

/// The place of a value in a request, as in `sphere.center[1]`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'p> {
    /// The request itself.
    Request,
    /// An item that is not part of a request.
    Item,
    /// A field.
    Field(&'p Place<'p>, &'p str),
    /// An element.
    Element(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    pub(crate) fn field(&'p self, name: &'p str) -> Place<'p> {
        Place::Field(self, name)
    }

    fn element(&'p self, index: usize) -> Place<'p> {
        Place::Element(self, index)
    }

    /// The error for a value that is not of the required kind.
    fn must_be(&self, value: &str, what: &str) -> BadRequest {
        BadRequest(format!("{self} is {}, must be {what}", excerpt(value.as_bytes())))
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Request => f.write_str("the request"),
            Place::Item => f.write_str("the item"),
            Place::Field(Place::Request | Place::Item, name) => f.write_str(name),
            Place::Field(parent, name) => write!(f, "{parent}.{name}"),
            Place::Element(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// The fields of an object, each with its text.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    names: &'static [&'static str],
    values: Vec<Option<&'a str>>,
    complaint: Option<String>,
}

impl<'a> Fields<'a> {
    /// Reads the fields of the object at `place`. A field that is repeated or is not one of `names`
    /// is an error.
    pub(crate) fn of(
        text: &'a str,
        place: &Place<'_>,
        names: &'static [&'static str],
    ) -> Result<Self, BadRequest> {
        let (fields, result) = Self::scan(text, place, names);
        result.map(|()| fields)
    }

    /// Like [`of`](Self::of), but also returns the fields before an error.
    pub(crate) fn scan(
        text: &'a str,
        place: &Place<'_>,
        names: &'static [&'static str],
    ) -> (Self, Result<(), BadRequest>) {
        let mut fields = Self { names, values: vec![None; names.len()], complaint: None };
        let mut json = serde_json::Deserializer::from_str(text);
        let result = json.deserialize_map(&mut fields).and_then(|()| json.end());
        let result = match (result, fields.complaint.take()) {
            (Err(error), _) if error.is_data() => Err(place.must_be(text, "an object")),
            (Err(error), _) => Err(not_json(&error)),
            (Ok(()), Some(complaint)) => Err(BadRequest(format!("{} {complaint}", place))),
            (Ok(()), None) => Ok(()),
        };
        (fields, result)
    }

    /// The text of an optional field.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        let index = self.names.iter().position(|known| *known == name)?;
        self.values[index]
    }

    /// Whether a field of this name is allowed.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// The text of a required field.
    pub(crate) fn need(&self, name: &str, place: &Place<'_>) -> Result<&'a str, BadRequest> {
        self.get(name).ok_or_else(|| BadRequest(format!("{} is missing", place.field(name))))
    }
}

fn not_json(error: &serde_json::Error) -> BadRequest {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    BadRequest(format!("this is not JSON: {what} at column {}", error.column()))
}

impl<'de> Visitor<'de> for &mut Fields<'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Key(self.names))? {
            let value: &'de RawValue = map.next_value()?;
            let complaint = match key {
                Ok(index) if self.values[index].is_none() => {
                    self.values[index] = Some(value.get());
                    continue;
                }
                Ok(index) => format!("has the field {} twice", self.names[index]),
                Err(unknown) => {
                    format!("has the field {unknown}, known are {}", self.names.join(", "))
                }
            };
            self.complaint.get_or_insert(complaint);
        }
        Ok(())
    }
}

/// Finds a key among the known names, or returns the beginning of the unknown one.
struct Key(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Result<usize, String>;

    fn deserialize<D: serde::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key {
    type Value = Result<usize, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|known| *known == key).ok_or_else(|| excerpt(key.as_bytes())))
    }
}

/// Walks through the array at `place` and returns how many elements it has.
pub(crate) fn for_each<'a>(
    text: &'a str,
    place: &Place<'_>,
    what: &str,
    mut act: impl FnMut(&Place<'_>, usize, &'a str) -> Result<(), BadRequest>,
) -> Result<usize, BadRequest> {
    let mut walk = Walk { place, act: &mut act, complaint: None };
    let mut json = serde_json::Deserializer::from_str(text);
    match json.deserialize_seq(&mut walk) {
        Ok(count) => Ok(count),
        Err(_) => Err(walk.complaint.unwrap_or_else(|| place.must_be(text, what))),
    }
}

struct Walk<'w, 'p, F> {
    place: &'w Place<'p>,
    act: &'w mut F,
    complaint: Option<BadRequest>,
}

impl<'de, F> Visitor<'de> for &mut Walk<'_, '_, F>
where
    F: FnMut(&Place<'_>, usize, &'de str) -> Result<(), BadRequest>,
{
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while let Some(value) = sequence.next_element::<&'de RawValue>()? {
            if let Err(complaint) = (self.act)(&self.place.element(count), count, value.get()) {
                self.complaint = Some(complaint);
                return Err(A::Error::custom(""));
            }
            count += 1;
        }
        Ok(count)
    }
}

/// The number of elements of an array.
pub(crate) fn length(text: &str, place: &Place<'_>, what: &str) -> Result<usize, BadRequest> {
    for_each(text, place, what, |_, _, _| Ok(()))
}

/// A number, rounded once from its decimals.
pub(crate) fn number<T: Number>(text: &str, place: &Place<'_>) -> Result<T, BadRequest> {
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    match text.parse::<T>() {
        Ok(value) if is_number && value.widen().is_finite() => Ok(value),
        Ok(_) if is_number => Err(BadRequest(format!(
            "{place} is {}, past the largest {}",
            excerpt(text.as_bytes()),
            T::NAME
        ))),
        _ => Err(place.must_be(text, "a number")),
    }
}

/// A vector of `N` numbers.
pub(crate) fn vector<T: Number, const N: usize>(
    text: &str,
    place: &Place<'_>,
) -> Result<[T; N], BadRequest> {
    first_of(text, place, N, T::ZERO)
}

/// A vector of `given` numbers, extended to `N` numbers by `spare`.
pub(crate) fn first_of<T: Number, const N: usize>(
    text: &str,
    place: &Place<'_>,
    given: usize,
    spare: T,
) -> Result<[T; N], BadRequest> {
    let mut vector = [spare; N];
    let count = for_each(text, place, "an array of numbers", |place, index, text| {
        if let Some(component) = vector[..given].get_mut(index) {
            *component = number(text, place)?;
        }
        Ok(())
    })?;
    if count == given {
        Ok(vector)
    } else {
        Err(BadRequest(format!("{place} has {count} numbers, must have {given}")))
    }
}

/// The index of a vertex.
pub(crate) fn index(text: &str, place: &Place<'_>) -> Result<u32, BadRequest> {
    text.parse().map_err(|_| place.must_be(text, "a whole number from 0 to 4294967295"))
}

/// A boolean; a field that is left out is false.
pub(crate) fn flag(text: Option<&str>, place: &Place<'_>) -> Result<bool, BadRequest> {
    match text {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(other) => Err(place.must_be(other, "true or false")),
    }
}

/// A string.
pub(crate) fn string(text: &str, place: &Place<'_>) -> Result<String, BadRequest> {
    serde_json::from_str(text).map_err(|_| place.must_be(text, "a string"))
}
