//! HTTP for a page on this machine. Each connection has one request and one response, each with a
//! deadline.
//!
//! The server is written here, over `httparse`, to limit the time of a whole request and of a whole
//! response. Existing servers limit only the time of each read or write, so a client that sends a
//! byte now and then keeps its connection.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The greatest number of connections. A browser opens some six at a time, and may keep others
/// ready that it never uses.
const MOST_CONNECTIONS: usize = 256;

/// The deadline for a whole request, after which the connection is closed to make room for others,
/// even if bytes still come in.
const PATIENCE: Duration = Duration::from_secs(10);

/// The least average speed of a response, in bytes a second, which determines its deadline. It
/// leaves time for a page that is busy with another file.
const SLOWEST: u64 = 1 << 20;

/// The greatest length of a request in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// The greatest number of header lines; no browser sends more.
const MOST_HEADERS: usize = 100;

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path, without the query after a question mark.
    pub(super) path: String,
    /// The host; empty if there are several.
    pub(super) host: Vec<u8>,
    /// The origin of the page, if the browser sends it; several origins are joined by commas.
    pub(super) origin: Option<Vec<u8>>,
}

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    /// The status code and its text.
    pub(super) status: &'static str,
    pub(super) headers: Vec<(&'static str, &'static str)>,
    pub(super) body: Body,
}

/// The body of a response.
#[derive(Debug)]
pub(super) enum Body {
    Bytes(Cow<'static, [u8]>),
    Shared(Arc<[u8]>),
    File(File),
}

/// Answers all connections, each on a thread of its own, as long as the process runs.
pub(super) fn serve(
    listener: &TcpListener,
    answer: impl Fn(&Request) -> Response + Send + Sync + 'static,
) {
    let (answer, room) = (Arc::new(answer), Arc::new(Room::default()));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Either the client has closed the connection already, or the system has no free
            // resources now. In both cases, accepting may succeed later.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let (answer, place) = (Arc::clone(&answer), Room::enter(&room));
        let talk = move || {
            // The connection is closed, so the error has no reader.
            let _ = converse(&stream, &*answer);
            drop(place);
        };
        // If no thread can be started, the connection is closed.
        let _ = thread::Builder::new().name("connection".into()).spawn(talk);
    }
}

/// Counts the connections.
#[derive(Debug, Default)]
struct Room {
    taken: Mutex<usize>,
    left: Condvar,
}

/// A permit for one of the connections.
struct Place(Arc<Room>);

impl Room {
    /// Waits for a free slot.
    fn enter(this: &Arc<Self>) -> Place {
        let taken = this.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |taken: &mut usize| *taken >= MOST_CONNECTIONS;
        let mut taken = this.left.wait_while(taken, full).unwrap_or_else(PoisonError::into_inner);
        *taken += 1;
        Place(Arc::clone(this))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.left.notify_one();
    }
}

fn converse(stream: &TcpStream, answer: &impl Fn(&Request) -> Response) -> io::Result<()> {
    let until = Instant::now() + PATIENCE;
    let (response, is_head) = match hear(stream, until)? {
        Ok(request) => (answer(&request), request.method == "HEAD"),
        Err(flaw) => (refusal(flaw), false),
    };
    tell(stream, response, is_head)?;
    stream.shutdown(Shutdown::Write)?;
    // The rest of the request is read, since the system would discard the response if some bytes
    // were not read.
    let until = Instant::now() + PATIENCE;
    let mut rest = [0; 4096];
    while read(stream, &mut rest, until)? > 0 {}
    Ok(())
}

/// Reads the request, or returns the reason why it is invalid.
fn hear(stream: &TcpStream, until: Instant) -> io::Result<Result<Request, &'static str>> {
    let (mut head, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let count = read(stream, &mut piece, until)?;
        head.extend_from_slice(&piece[..count]);
        match parse(&head) {
            Err(flaw) => return Ok(Err(flaw)),
            Ok(Some(request)) => return Ok(Ok(request)),
            Ok(None) if count == 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(None) if head.len() > LONGEST_HEAD => return Ok(Err("the request is too long")),
            Ok(None) => {}
        }
    }
}

/// Reads some bytes, or no bytes at the end. It is an error if no bytes come in time.
fn read(mut stream: &TcpStream, room: &mut [u8], until: Instant) -> io::Result<usize> {
    stream.set_read_timeout(Some(left(until)?))?;
    stream.read(room)
}

/// The time until the deadline.
fn left(until: Instant) -> io::Result<Duration> {
    match until.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
        left => Ok(left),
    }
}

/// Parses a request, if the bytes contain all of it.
fn parse(head: &[u8]) -> Result<Option<Request>, &'static str> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err("the request is not HTTP"),
    }
    let target = request.path.unwrap_or_default();
    if !target.starts_with('/') {
        return Err("the path must begin with /");
    }
    let values = |name: &str| -> Vec<&[u8]> {
        let named = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| header.value).collect()
    };
    let host = match values("host")[..] {
        [host] => host.to_vec(),
        _ => Vec::new(),
    };
    let origins = values("origin");
    let origin = (!origins.is_empty()).then(|| origins.join(&b", "[..]));
    Ok(Some(Request {
        method: request.method.unwrap_or_default().to_owned(),
        path: target.split('?').next().unwrap_or_default().to_owned(),
        host,
        origin,
    }))
}

fn refusal(flaw: &'static str) -> Response {
    Response {
        status: "400 Bad Request",
        headers: vec![("content-type", "text/plain; charset=utf-8")],
        body: Body::Bytes(flaw.as_bytes().into()),
    }
}

fn tell(stream: &TcpStream, response: Response, is_head: bool) -> io::Result<()> {
    let Response { status, headers, body } = response;
    let length = body.length()?;
    let mut head =
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n");
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    head.push_str("\r\n");
    let until = Instant::now() + PATIENCE + Duration::from_secs(length / SLOWEST);
    let mut out = Timed { stream, until };
    out.write_all(head.as_bytes())?;
    match body {
        _ if is_head => Ok(()),
        Body::Bytes(bytes) => out.write_all(&bytes),
        Body::Shared(bytes) => out.write_all(&bytes),
        // The file may grow in the meantime, but no more bytes than the announced length may be
        // sent.
        Body::File(file) => io::copy(&mut file.take(length), &mut out).map(drop),
    }
}

impl Body {
    fn length(&self) -> io::Result<u64> {
        Ok(match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Shared(bytes) => bytes.len() as u64,
            Self::File(file) => file.metadata()?.len(),
        })
    }
}

/// A writer that writes until the deadline.
struct Timed<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(left(self.until)?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_request_is_whole_or_waited_for_or_refused() {
        let text = b"GET /a/b?c=d HTTP/1.1\r\nHost: localhost:80\r\nX: y\r\n\r\n";
        let request = parse(text).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/a/b"));
        assert_eq!(request.host, b"localhost:80");
        for end in 0..text.len() {
            assert!(parse(&text[..end]).unwrap().is_none(), "{end}");
        }
        for bad in ["GET http://a/ HTTP/1.1\r\n\r\n", "\0", "GET / HTTP/1.1\r\nH ost: a\r\n\r\n"] {
            assert!(parse(bad.as_bytes()).is_err(), "{bad}");
        }
        let twice = b"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n";
        assert_eq!(parse(twice).unwrap().unwrap().host, b"");
    }
}
