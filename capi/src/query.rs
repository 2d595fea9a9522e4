//! What is of no float: requests as text, the end of a handle, the last error, the version.

use crate::answer::{
    Answer, AnswerColumns, ClosestPoint, ClosestPoints, Feature, Move, Penetration, Ride, Step,
    WalkerState,
};
use crate::error::{self, Code, Failure, Outcome, answered};
use crate::handle::{self, Entry, Session, keep};
use crate::pointer::{Room, bytes};
use crate::shape::{Mover, Movers, Obstacle, WalkerOptions};
use core::ffi::{CStr, c_char};
use std::sync::{Mutex, PoisonError};
use tangency_protocol::NoMeshes;

/// The version of this interface. Programs that were compiled for another one must be compiled
/// anew.
pub const ABI_VERSION: u32 = 2;

/// The `TANGENCY_ABI_VERSION` that this library was made with.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_abi_version() -> u32 {
    ABI_VERSION
}

/// The version of the library, as in `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// The features that this library was built with, as `capi/install` takes them: `parallel`,
/// `compact`, both with a blank between, or nothing.
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

/// How many bytes a struct of the header has, by its name there, as in `TangencyMover`; 0 if there
/// is none of this name. For languages that write structs anew.
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

/// What went wrong in the last call on this thread that did not answer `TANGENCY_CODE_OK`, in a
/// sentence; empty if none did. It stays until the next such call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_last_error() -> *const c_char {
    error::last()
}

/// Lets go of what a handle names. What is in use stays until it is not: a scene keeps its meshes.
#[unsafe(no_mangle)]
pub extern "C" fn tangency_free(handle: u64) -> Code {
    answered(|| handle::free(handle))
}

/// A session for `tangency_query`: what requests define by name is known to later ones of the same
/// session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tangency_session(session: *mut u64) -> Code {
    answered(|| {
        let room = Room::one(session, "session")?;
        room.put(0, keep(Entry::Session(Mutex::default()))?);
        Ok(())
    })
}

/// Answers a request, a line of JSON, by a line of JSON: every question in every dimension, as the
/// command `tangency query` does.
///
/// The answer is written without the end of its line and with a zero behind it. `length` is without
/// that zero; if there is less room, the code is `TANGENCY_CODE_TOO_SMALL`, and
/// `tangency_query_again` has the same answer. A request that cannot be answered has a line that
/// says so, and the code `TANGENCY_CODE_BAD_INPUT`.
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

/// Writes the answer of a session, which may be that something is wrong.
fn tell(session: &Session, answer: &Room<c_char>, length: &Room<usize>) -> Outcome<()> {
    answer.put_text(length, &session.answer, "answer")?;
    match session.is_error {
        true => Err(Failure::new(Code::BadInput, String::from_utf8_lossy(&session.answer))),
        false => Ok(()),
    }
}

/// The last answer of a session once more, with its code.
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
