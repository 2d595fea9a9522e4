//! Reads lines of any length in bounded memory: requests, each of which is answered as soon as it
//! arrives, or items of a scene.

use std::io::{BufRead, BufReader, Read, Write};

/// The greatest number of bytes of a line. A mesh that needs a longer line is better given by its
/// path.
pub const LONGEST: usize = 16 << 20;

/// The buffer of a long line is shrunk to this size afterwards.
const KEPT: usize = 64 << 10;

/// A line of input.
#[derive(Debug)]
pub enum Line<'a> {
    /// The line, without its end.
    Whole(&'a [u8]),
    /// The first [`LONGEST`] bytes of a longer line; the rest was passed over.
    Cut(&'a [u8]),
}

impl Line<'_> {
    /// The line without these bytes at its start, if it begins with them.
    pub fn without(self, start: &[u8]) -> Self {
        match self {
            Self::Whole(line) => Self::Whole(line.strip_prefix(start).unwrap_or(line)),
            Self::Cut(line) => Self::Cut(line.strip_prefix(start).unwrap_or(line)),
        }
    }
}

/// Why the lines end early.
#[derive(Debug)]
pub enum Broken {
    /// The input cannot be read.
    Input(std::io::Error),
    /// The output cannot be written.
    Output(std::io::Error),
}

/// The lines of an input.
#[derive(Debug)]
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// The lines of this input. Nothing is read yet.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(KEPT, input), line: Vec::new() }
    }

    /// The next line, or none at the end of the input.
    ///
    /// Before this function waits for input, it flushes `output`: a client that sends one line and
    /// waits gets its answer, and a client that sends many lines gets the answers in large pieces.
    ///
    /// # Errors
    /// An input that cannot be read, an output that cannot be written.
    pub fn next(&mut self, output: &mut impl Write) -> Result<Option<Line<'_>>, Broken> {
        self.line.clear();
        self.line.shrink_to(KEPT);
        let (mut any, mut cut) = (false, false);
        loop {
            if self.input.buffer().is_empty() {
                output.flush().map_err(Broken::Output)?;
            }
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(Broken::Input(e)),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let kept = part.len().min(LONGEST - self.line.len());
            self.line.extend_from_slice(&part[..kept]);
            cut |= kept < part.len();
            let consumed = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(consumed);
            if end.is_some() {
                break;
            }
        }
        Ok(match (any, cut) {
            (false, _) => None,
            (true, false) => Some(Line::Whole(&self.line)),
            (true, true) => Some(Line::Cut(&self.line)),
        })
    }
}
