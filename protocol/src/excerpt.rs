//! The beginning of a value, for messages: a message stays one short line for any input.

/// The number of characters of a value in a message.
const SHOWN: usize = 40;

/// The text of `bytes`, cut after some forty characters, with control characters and bad UTF-8 made
/// visible.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes. A few more bytes are taken, since the last character may
    // be cut in the middle.
    let head = &bytes[..bytes.len().min(4 * SHOWN + 4)];
    let text = String::from_utf8_lossy(head);
    let mut shown: String = text.chars().take(SHOWN).map(visible).collect();
    if head.len() < bytes.len() || text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}

fn visible(character: char) -> char {
    if character.is_control() { char::REPLACEMENT_CHARACTER } else { character }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn short_values_are_whole() {
        assert_eq!(excerpt(b"1e999"), "1e999");
        assert_eq!(excerpt("é".repeat(40).as_bytes()), "é".repeat(40));
    }

    #[test]
    fn long_and_wild_values_are_cut_and_tamed() {
        assert_eq!(excerpt(&vec![b'9'; 1 << 20]), format!("{}…", "9".repeat(40)));
        assert_eq!(excerpt(b"a\n\x1b\xff"), "a\u{fffd}\u{fffd}\u{fffd}");
    }
}
