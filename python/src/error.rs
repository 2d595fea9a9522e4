//! The exceptions of Python for refusals and errors.

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;
use std::io::{self, ErrorKind};
use tangency::InputError;
use tangency::any::{NotAsked, Question};
use tangency_files::mesh_file::SaveError;
use tangency_files::staged::Refusal;
use tangency_files::table::{Problem, TableError};

/// Warns the caller of a function of the package. Each sentence is a warning.
pub fn warn(py: Python<'_>, sentences: impl IntoIterator<Item = String>) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    sentences.into_iter().try_for_each(|sentence| {
        let sentence = format!("{sentence}.");
        PyErr::warn(py, &category, &CString::new(sentence)?, 2)
    })
}

/// The reason why a query has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Flaw {
    /// A number that is not valid for any shape.
    Input(InputError),
    /// An invalid number, with a message of this package.
    Words(String),
    /// A query that does not exist in this form.
    Kind(&'static str),
    /// A query that does not exist along a path.
    AlongPath(Question),
    /// A query that does not exist for this body and this obstacle.
    NotAsked(NotAsked),
    /// A query that uses moves and does not exist for this body and this obstacle, with the name of
    /// the query.
    NotMoved(&'static str, NotAsked),
}

/// A row of a batch that cannot be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRow(pub usize, pub Flaw);

impl From<InputError> for Flaw {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<NotAsked> for Flaw {
    fn from(refusal: NotAsked) -> Self {
        Self::NotAsked(refusal)
    }
}

/// An error of all rows is reported for the first row.
impl From<NotAsked> for BadRow {
    fn from(refusal: NotAsked) -> Self {
        Self(0, refusal.into())
    }
}

impl From<Flaw> for PyErr {
    fn from(flaw: Flaw) -> Self {
        match flaw {
            Flaw::Input(error) => bad(words(&error)),
            Flaw::Words(words) => bad(words),
            Flaw::Kind(words) => PyTypeError::new_err(words),
            Flaw::AlongPath(question) => {
                PyTypeError::new_err(format!("{} is not asked along a path", question.name()))
            }
            Flaw::NotAsked(NotAsked { question: Question::Item, obstacle, .. }) => {
                PyTypeError::new_err(format!("{} cannot be an item of a scene", obstacle.words()))
            }
            Flaw::NotAsked(NotAsked { question: Question::Mover, obstacle, .. }) => {
                PyTypeError::new_err(format!("{} cannot be cast", obstacle.words()))
            }
            Flaw::NotAsked(refusal) => PyTypeError::new_err(refusal.to_string()),
            Flaw::NotMoved(name, refusal) => {
                let text = refusal.to_string();
                let rest = text.strip_prefix(refusal.question.name()).unwrap_or(&text);
                PyTypeError::new_err(format!("{name}{rest}"))
            }
        }
    }
}

/// The message for a number that is not valid for any shape. The library's `points` of a path are
/// `path` in Python.
fn words(error: &InputError) -> String {
    let text = error.to_string();
    match text.strip_prefix("points") {
        Some(rest) => format!("path{rest}"),
        None => text,
    }
}

/// The exception for an error in a row of a batch. The message has the names of the arrays:
/// `sphere.radius` in the library is `radius` here.
pub fn in_row(row: usize, flaw: Flaw) -> PyErr {
    match flaw {
        Flaw::Input(error) => {
            let text = words(&error);
            let own = ["sphere.", "ellipsoid.", "capsule.", "point.", "walker."]
                .iter()
                .find_map(|name| text.strip_prefix(name));
            bad(format!("row {row}: {}", own.unwrap_or(&text)))
        }
        Flaw::Words(words) => bad(format!("row {row}: {words}")),
        kind => kind.into(),
    }
}

/// The exception for a file that the system cannot open or write: the `OSError` that Python's own
/// functions raise for this kind of error, with these words.
pub fn of_system(kind: Option<ErrorKind>, words: String) -> PyErr {
    match kind {
        Some(kind) => io::Error::new(kind, words).into(),
        None => PyOSError::new_err(words),
    }
}

/// The exception for a file that cannot be put in its place.
pub fn of_refusal(refusal: &Refusal, words: String) -> PyErr {
    of_system(
        match refusal {
            Refusal::Io(error) => Some(error.kind()),
            Refusal::NotAFile | Refusal::InUse(_) => None,
        },
        words,
    )
}

/// The exception for a tree that cannot be saved.
pub fn of_save(error: &SaveError) -> PyErr {
    match error {
        SaveError::Refused { refusal, .. } => of_refusal(refusal, error.to_string()),
        SaveError::Interrupted => PyKeyboardInterrupt::new_err(()),
    }
}

/// The exception for a table: an `OSError` for a file that cannot be opened, read or put in its
/// place, otherwise a `ValueError`, since the contents or the name of the file are wrong.
pub fn of_table(error: &TableError) -> PyErr {
    match &error.problem {
        Problem::Io(cause) => of_system(Some(cause.kind()), error.to_string()),
        Problem::NotAFile | Problem::InUse(_) => of_system(None, error.to_string()),
        _ => bad(error.to_string()),
    }
}

/// A `ValueError`.
pub fn bad(words: impl Into<String>) -> PyErr {
    PyValueError::new_err(words.into())
}
