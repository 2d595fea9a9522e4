#!/usr/bin/env python3
"""Compares answers with the truth, and prints tables: judge.py TRUTH ANSWERS...

README.md defines the faults, and the cases that are only listed, under "What is counted".
"""

import json
import struct
import sys
from collections import Counter, defaultdict

#: The least penetration or gap of a clear fault, which no rounding explains, in radii.
CLEAR = 1e-3
#: The limits of an error of a time, in units of the motion. An error below the first is not counted, an error above the second is large.
SLIGHT, MUCH = 1e-6, 1e-3


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def faults(true, answer, in_single):
    """The categories in which one answer is counted."""
    status = answer.get("status")
    said = {"none": None, "overlap": 0.0}.get(status, answer.get("time"))
    if said is not None and not 0 <= said <= 1:
        # The time is not a number, or outside of the motion, so it is no contact of any library.
        return ["asked", "nonsense"]
    if true["start"] != "apart":
        return [true["start"], f"{true['start']}: {'none' if said is None else 'at the start' if said <= SLIGHT else 'later'}"]
    if true["end"] == "touches":
        return ["grazing", f"grazing: {'none' if said is None else 'contact'}"]
    # For a body without a radius the truth contains whether it is clear.
    is_clear = true["clear"] if "clear" in true else abs(true["depth"]) > CLEAR
    if true["end"] == "none":
        if said is None:
            return ["asked", "free"]
        return ["asked", "free", "false"] + ["clearly false"] * is_clear
    if said is None:
        return ["asked", "contacts", "missed"] + ["clearly missed"] * is_clear
    right = true["time_f32"] if in_single else true["time"]
    off = said - true["time"]
    found = ["asked", "contacts", "timed"] + ["nearest"] * ((single(said) if in_single else said) == right)
    if abs(off) > SLIGHT:
        found.append("late" if off > 0 else "early")
    if abs(off) > MUCH:
        found.append("much too late" if off > 0 else "much too early")
    return found


class Library:
    """The answers of one library, counted for each class, mover and obstacle."""

    def __init__(self, truths, lines):
        header = json.loads(next(lines))
        self.name, self.version, self.floats = header["library"], header["version"], header["floats"]
        self.counts = defaultdict(Counter)
        for true, line in zip(truths, lines, strict=True):
            kind, mover, obstacle, floats, _ = true["id"].split("/")
            if self.floats == "f32" and floats == "f64":
                continue
            answer = json.loads(line)
            of = self.counts[kind, mover, obstacle]
            # A library of doubles is judged by the nearest double, even if the query is in singles.
            of.update(["refused"] if "error" in answer else faults(true, answer, self.floats == "f32" or self.floats != "f64" and floats == "f32"))

    def sum(self, *wanted):
        """The sum over all keys with one of these names."""
        all_of = Counter()
        for names, count in self.counts.items():
            if set(wanted) <= set(names):
                all_of += count
        return all_of

    def title(self):
        return f"{self.name} {self.floats}" if self.floats in ("f32", "f64") else self.name


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""


def of_which(count, name, worse):
    return f"{count[name]} ({count[worse]})" if count[name] else "0"


def per_cent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else ""


def summary(libraries, mover):
    head = "library", "obstacles", "contacts", "missed (clearly)", "free", "false (clearly)", "late (much)", "early (much)", "nearest float"
    rows = []
    for library in libraries:
        of = library.sum(mover)
        if of["asked"]:
            named = [names[2] for names, count in library.counts.items() if names[1] == mover and count["asked"]]
            row = [library.title(), ", ".join(dict.fromkeys(named)), of["contacts"], of_which(of, "missed", "clearly missed"), of["free"]]
            row += [of_which(of, *names) for names in (("false", "clearly false"), ("late", "much too late"), ("early", "much too early"))]
            rows.append([*row, per_cent(of["nearest"], of["timed"])])
    return table(head, rows)


def by_class(libraries, mover):
    """Missed contacts and false contacts, as shares of all contacts and all free motions."""
    kinds = dict.fromkeys(names[0] for library in libraries for names in library.counts)
    libraries = [library for library in libraries if library.sum(mover)["asked"]]

    def cell(of):
        return f"{of['missed']} + {of['false']} of {of['contacts']} + {of['free']}" if of["asked"] else ""

    rows = [[kind, *(cell(library.sum(kind, mover)) for library in libraries)] for kind in kinds]
    return table(["class", *(library.title() for library in libraries)], [row for row in rows if any(row[1:])])


def conventions(libraries):
    """The results of each library for the queries that depend on a convention."""
    said = "at the start, later, none"
    head = "library", "grazes exactly: a contact", f"touches at the start: {said}", f"overlaps at the start: {said}"
    rows = []
    for library in libraries:
        of = library.sum()
        three = lambda name: ", ".join(str(of[f"{name}: {said}"]) for said in ("at the start", "later", "none"))
        rows.append([library.title(), f"{of['grazing: contact']} of {of['grazing']}", three("touching"), three("overlap")])
    return table(head, rows)


def report(libraries):
    for mover in dict.fromkeys(names[1] for library in libraries for names in library.counts):
        yield f"### A moving {mover.removeprefix('moving ')}\n"
        yield from summary(libraries, mover)
        yield f"Missed + false, of contacts + free ways, by class, of a moving {mover.removeprefix('moving ')}:\n"
        yield from by_class(libraries, mover)
    yield "### Where they have agreed on something\n"
    yield from conventions(libraries)
    odd = [f"{library.title()}: {count}" for library in libraries if (count := library.sum()["nonsense"])]
    if odd:
        yield "Times that are no number, or not within the motion: " + ", ".join(odd) + "\n"


def main():
    truths = [json.loads(line) for line in open(sys.argv[1])]
    libraries = [Library(truths, open(name)) for name in sys.argv[2:]]
    print("\n".join(report(libraries)))


if __name__ == "__main__":
    main()
