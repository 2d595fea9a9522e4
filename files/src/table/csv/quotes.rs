//! Follows the quotes of a CSV as its bytes are read.
//!
//! If a quote is never closed, the reader of records ends it at the end of the file, without an
//! error: all rows after the quote would be one text. This module detects an open quote.

/// The state before the next byte, equal to the state of the reader of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Outside of quotes, behind this byte.
    Behind(u8),
    /// Inside of quotes.
    Quoted,
    /// Behind a quote inside of quotes. This quote ends them, unless another one follows.
    Closing,
}

const QUOTE: u8 = b'"';

/// Whether a quote is open after the bytes so far.
#[derive(Debug)]
pub(super) struct Quotes {
    separator: u8,
    state: State,
}

impl Quotes {
    /// The state at the start of a record.
    pub(super) fn new(separator: u8) -> Self {
        Self { separator, state: State::Behind(b'\n') }
    }

    pub(super) fn are_open(&self) -> bool {
        self.state == State::Quoted
    }

    pub(super) fn watch(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((&first, others)) = rest.split_first() {
            (self.state, rest) = match self.state {
                State::Closing if first == QUOTE => (State::Quoted, others),
                State::Closing => (State::Behind(QUOTE), rest),
                State::Quoted => match up_to_quote(rest) {
                    Some((_, after)) => (State::Closing, after),
                    None => return,
                },
                State::Behind(last) => match up_to_quote(rest) {
                    Some((before, after)) => {
                        let last = before.last().copied().unwrap_or(last);
                        match self.begins_a_field(last) {
                            true => (State::Quoted, after),
                            // In the middle of a field without quotes, a quote is an ordinary
                            // character.
                            false => (State::Behind(QUOTE), after),
                        }
                    }
                    None => (State::Behind(rest.last().copied().unwrap_or(last)), &[][..]),
                },
            };
        }
    }

    fn begins_a_field(&self, last: u8) -> bool {
        last == self.separator || matches!(last, b'\n' | b'\r')
    }
}

/// The bytes before and behind the next quote.
fn up_to_quote(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let place = bytes.iter().position(|&byte| byte == QUOTE)?;
    Some((&bytes[..place], &bytes[place + 1..]))
}

#[cfg(test)]
mod tests {
    use super::Quotes;

    #[test]
    fn a_quote_is_open_until_it_is_closed_however_the_bytes_come() {
        let cases = [
            ("", false),
            ("a,b\n", false),
            ("\"", true),
            ("\"\"", false),
            ("\"\"\"", true),
            ("\"a\"\"b\"", false),
            ("\"a\n", true),
            ("a,\"b", true),
            ("a\r\"b", true),
            ("a,b\"c", false),
            ("a,\"b\"c\"d", false),
            ("a,\"b\"c,\"d", true),
            ("a, \"b", false),
            ("a\t\"b", false),
        ];
        for (text, is_open) in cases {
            for size in 1..=text.len().max(1) {
                let mut quotes = Quotes::new(b',');
                text.as_bytes().chunks(size).for_each(|chunk| quotes.watch(chunk));
                assert_eq!(quotes.are_open(), is_open, "{text:?} by {size}");
            }
        }
    }
}
