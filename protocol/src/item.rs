//! Reads one item of a scene that is not part of a request.

use crate::fields::{BadRequest, Place};
use crate::meshes::Meshes;
use crate::names::{Known, Names};
use crate::number::Number;
use crate::target;
use std::str;
use tangency::Item;

/// Reads the item of a scene from JSON that has the form of an element of `"items"`. A mesh may be
/// given by a path, which `meshes` loads, but not by a name.
///
/// # Errors
/// Returns an error that names the field and the value.
pub fn item<T: Number>(json: &[u8], meshes: &mut dyn Meshes<T>) -> Result<Item<T>, String> {
    let text = str::from_utf8(json).map_err(|_| "the item is not UTF-8".to_owned())?;
    let mut known = Known { meshes, names: &Names::default() };
    target::one_item(text, &Place::Item, &mut known).map_err(|BadRequest(problem)| problem)
}
