//! The functions that do not depend on the type of float: requests as text, freeing a handle, the
//! last error, the version.

use crate::answer::{
    Answer, AnswerColumns, ClosestPoint, ClosestPoints, Feature, Move, Penetration, Ride, Step,
    TouchedTriangle, WalkerState,
};
use crate::error::{self, Code, Failure, Outcome, answered};
use crate::handle::{self, Entry, Session, keep};
use crate::pointer::{Room, bytes};
use crate::shape::{Mover, Movers, Obstacle, WalkerOptions};
use core::ffi::{CStr, c_char};
use std::sync::{Mutex, PoisonError};
use tangency_protocol::NoMeshes;

/// The version of this interface. Programs that were compiled for another version must be compiled
/// again.
pub const ABI_VERSION: u32 = 5;

/// Returns the `TANGENCY_ABI_VERSION` with which this library was built.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_abi_version() -> u32 {
    ABI_VERSION
}

/// Returns the version of the library, as in `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns the features with which this library was built, in the form of the argument of
/// `capi/install`: `parallel`, `compact`, both with a blank between, or an empty string.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_features() -> *const c_char {
    let features = match (cfg!(feature = "parallel"), cfg!(feature = "compact")) {
        (true, true) => c"parallel compact",
        (true, false) => c"parallel",
        (false, true) => c"compact",
        (false, false) => c"",
    };
    features.as_ptr()
}

/// Returns the size in bytes of the struct of the header that has this name, such as
/// `TangencyMover`, or 0 for an unknown name. Languages that declare the structs again can compare
/// their sizes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_size_of(name: *const c_char) -> usize {
    if name.is_null() {
        return 0;
    }
    let name = CStr::from_ptr(name).to_str().unwrap_or_default();
    let Some(name) = name.strip_prefix("Tangency") else { return 0 };
    macro_rules! sizes {
        ($($known:ident),*) => {
            match name {
                "Feature" => size_of::<Feature>(),
                "TouchedTriangle" => size_of::<TouchedTriangle>(),
                $(
                    stringify!($known) => size_of::<$known<f64>>(),
                    concat!(stringify!($known), "F32") => size_of::<$known<f32>>(),
                )*
                _ => 0,
            }
        };
    }
    sizes!(
        Mover,
        Obstacle,
        Movers,
        WalkerOptions,
        Answer,
        AnswerColumns,
        ClosestPoint,
        ClosestPoints,
        Penetration,
        Move,
        Step,
        WalkerState,
        Ride
    )
}

/// Returns the message of the last call on this thread that did not return `TANGENCY_CODE_OK`, or
/// an empty string if there was no such call. The string is valid until the next such call on this
/// thread.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_last_error() -> *const c_char {
    error::last()
}

/// Frees a handle. An object that is in use stays as long as it is used: for example, a scene keeps
/// its meshes.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_free(handle: u64) -> Code {
    answered(|| handle::free(handle))
}

/// Creates a session for `tangency_query`: meshes and scenes that a request defines by a name are
/// available to later requests of the same session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_session(session: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(session, "session")?;
        room.put(0, keep(Entry::Session(Mutex::default()))?);
        Ok(())
    })
}

/// Answers a request, which is a line of JSON, by a line of JSON, as the command `tangency query`
/// does: every query in every dimension.
///
/// The answer is written without a line end and with a final zero, which `length` does not count.
/// If there is less room, the code is `TANGENCY_CODE_TOO_SMALL`, and `tangency_query_again` returns
/// the same answer. For a request that cannot be answered, the answer contains the error, and the
/// code is `TANGENCY_CODE_BAD_INPUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_query(
    session: u64,
    request: *const c_char,
    request_length: usize,
    answer: *mut c_char,
    room: usize,
    length: *mut usize,
) -> Code {
    answered(|| {
        let request = bytes(request.cast(), request_length, "request")?;
        let (answer, length) = (Room::new(answer, room, "answer")?, Room::one(length, "length")?);
        in_session(session, |session| {
            let told = tangency_protocol::answer(request, &mut NoMeshes, &mut session.names);
            session.is_error = told.is_err();
            let (Ok(line) | Err(line)) = told;
            session.answer = line.trim_ascii_end().to_vec();
            tell(session, &answer, &length)
        })
    })
}

/// Writes the last answer of a session, which may contain an error.
fn tell(session: &Session, answer: &Room<c_char>, length: &Room<usize>) -> Outcome<()> {
    answer.put_text(length, &session.answer, "answer")?;
    match session.is_error {
        true => Err(Failure::new(Code::BadInput, String::from_utf8_lossy(&session.answer))),
        false => Ok(()),
    }
}

/// Writes the last answer of a session again, and returns its code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_query_again(
    session: u64,
    answer: *mut c_char,
    room: usize,
    length: *mut usize,
) -> Code {
    answered(|| {
        let (answer, length) = (Room::new(answer, room, "answer")?, Room::one(length, "length")?);
        in_session(session, |session| tell(session, &answer, &length))
    })
}

fn in_session<R>(handle: u64, act: impl FnOnce(&mut Session) -> Outcome<R>) -> Outcome<R> {
    let entry = handle::get(handle, "session")?;
    match &*entry {
        Entry::Session(session) => act(&mut session.lock().unwrap_or_else(PoisonError::into_inner)),
        other => Err(handle::another(other, "session", "a session")),
    }
}
