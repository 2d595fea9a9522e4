"""Faults compiled in behind switches: shared by tests/mutants and fuzz/planted.

A planted fault is a block of lines: a description, preceded by its category and a colon; the
file; the text there, which must occur exactly once, each line behind "- "; and the replacement,
behind "+ ". Both are expressions of one type, unless the replacement contains ON: then it is
inserted literally, and ON is whether the fault is on. Lines that begin with "#" are remarks."""

import re
import shutil
import subprocess
import sys

ON = re.compile(r"\bON\b")
#: The end of a crate: TANGENCY_MUTANT names the active fault.
SWITCH = """
/// Which mutant is on.
pub(crate) mod mutants {
    extern crate std;
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static WHICH: AtomicU32 = AtomicU32::new(u32::MAX);
    #[cold]
    fn find() -> u32 {
        let word = std::env::var("TANGENCY_MUTANT").unwrap_or_default();
        let which = word.parse().unwrap_or(0);
        WHICH.store(which, Relaxed);
        which
    }
    #[inline(always)]
    pub(crate) fn on(mutant: u32) -> bool {
        let which = WHICH.load(Relaxed);
        (if which == u32::MAX { find() } else { which }) == mutant
    }
}
"""


class Fault:
    """A fault that was written by hand."""

    def __init__(self, block):
        lines = block.splitlines()
        self.what, _, self.name = lines[0].partition(": ")
        self.path = lines[1]
        #: The root of its crate, which has the switch.
        self.root = self.path.split("src/")[0] + "src/lib.rs"
        self.old = "\n".join(line[2:] for line in lines[2:] if line.startswith("- "))
        self.new = "\n".join(line[2:] for line in lines[2:] if line.startswith("+ "))
        if not (self.name and self.old and self.new) or any(line[:2] not in ("- ", "+ ") for line in lines[2:]):
            sys.exit(f"no fault is written like this:\n{block}")
        self.number = self.line = 0

    def planted(self, source):
        """The source with this fault behind its switch."""
        count = source.count(self.old)
        if count != 1:
            sys.exit(f"{self.path}: this stands there {count} times, must be once, so the fault is of other sources:\n{self.old}")
        self.line = source[: source.index(self.old)].count("\n") + 1
        on = f"crate::mutants::on({self.number})"
        new = ON.sub(on, self.new) if ON.search(self.new) else f"(if {on} {{ {self.new} }} else {{ {self.old} }})"
        return source.replace(self.old, new)


def faults(text):
    """The faults of a text, numbered from 1."""
    text = "".join(line + "\n" for line in text.splitlines() if not line.startswith("#"))
    found = [Fault(block) for block in text.strip("\n").split("\n\n") if block.strip()]
    for number, fault in enumerate(found, 1):
        fault.number = number
    return found


def with_faults(source, path, all_):
    """The source of a file with its faults; and the switch, if it is the root of a crate that
    has one."""
    for fault in all_:
        if fault.path == path:
            source = fault.planted(source)
    return source + SWITCH if path in {fault.root for fault in all_} else source


def copied(root, tree, is_written=lambda name: False):
    """A copy of all files of the repository, except those that the caller writes."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True).stdout
    names = [name for name in listed.splitlines() if (root / name).is_file()]
    for name in names:
        source, to = root / name, tree / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if not is_written(name) and (not to.exists() or to.stat().st_mtime < source.stat().st_mtime):
            shutil.copy2(source, to)
    return names


def put(text, to):
    """Writes a file if its content differs, since a newer file would be compiled again."""
    if not to.exists() or to.read_text() != text:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text)
