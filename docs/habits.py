#!/usr/bin/env python3
"""habits.py [--table | --write [--allow-more]]: counts habits of style that make sentences hard to read, in all Markdown without its
code, and in the comments and docstrings of all sources.

Fails if a page of FIRST_READ contains a refused habit, or if a page or a folder contains more of a habit than docs/habits.txt records,
and prints each such sentence with its file and line. --write lowers the record to the current counts; with --allow-more it also raises
them. --table prints the counts."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "docs/habits.txt"
#: The pages that a newcomer reads. A refused habit may not occur there, and no option changes that.
FIRST_READ = ["README.md", "docs/contract.md", "docs/faq.md", "docs/glossary.md", "docs/start.md"]
#: A list of past experiments, and files that are generated from docstrings and comments, which are counted in their sources.
LEFT_OUT = ["benches/HISTORY.md", *(f"docs/{name}-api.md" for name in ("c", "javascript", "python", "rust")), "capi/include/tangency.h"]

# ---- the habits ----

THINGS = (
    "adapter|answer|array|ball|batch|body|bound|box|capsule|column|command|compiler|constant|contact|corner|crate|decision|edge|ellipsoid"
    "|engine|error|face|field|file|filter|float|frustum|function|hull|instance|item|leg|library|line|list|mesh|method|module|motion|mover"
    "|node|number|obstacle|package|page|part|path|place|plane|point|polytope|process|program|query|question|rectangle|request|result|row"
    "|scene|segment|shape|solid|sphere|step|surface|table|target|test|thread|tree|triangle|type|value|vertex|walk|walker|word"
)
SHAPES = (
    "bod(?:y|ies)|(?:ball|box|capsule|cube|ellipsoid|hull|instance|item|mesh|obstacle|parallelepiped|polytope|quad|rectangle|segment"
    "|shape|simplex|soup|target|triangle)(?:e?s)?|frusta|frustum"
)
#: The gap between two words: a line may end there.
GAP = r"\s+"


class Habit:
    """A remedy; a pattern, and words of which every sentence with the habit contains one: they are compared first because that is faster.
    Then sentences that must match and sentences that must not; whether the habit is refused on the pages that are read first; and whether
    it is allowed in a question and in a heading."""

    def __init__(self, mend, words, pattern, *, has, lacks, refused=True, question=False):
        self.mend, self.words, self.pattern = mend, set(words.split()), re.compile(pattern.replace(" ", GAP))
        self.has, self.lacks, self.refused, self.question = has, lacks, refused, question

    def count(self, sentence, words=None):
        if self.words.isdisjoint(words or words_of(sentence)):
            return 0
        if self.question and (sentence.rstrip("\"')”_ ").endswith("?") or sentence.startswith("# ")):
            return 0
        return len(self.pattern.findall(sentence))


def words_of(sentence):
    return set(re.findall("[a-z]+", sentence.lower()))


HABITS = {
    # One word is a head of a table, such as *what*.
    "what-subject": Habit(
        "name the thing",
        "what whatever",
        r"^(?:What|Whatever) \S",
        has=["What blocks it is reported.", "Whatever is met stops the body."],
        lacks=["What blocks it?", "It reports the obstacle.", "What", "# What it supports"],
        question=True,
    ),
    "who-subject": Habit(
        "name the body, the caller or the program",
        "who whoever whom whose",
        r"^(?:Who|Whoever|Whom|Whose)\b",
        has=["Who slides is guided.", "Whoever holds it waits."],
        lacks=["Who calls this?", "The caller, who holds it, waits."],
        question=True,
    ),
    "who-for-things": Habit(
        "that or which",
        "who",
        rf"\b(?i:{THINGS})(?:e?s)?,? who\b",
        has=["An obstacle who moves is swept.", "It names the mesh, who shares no edge."],
        lacks=["An obstacle that moves is swept.", "A caller who waits holds it."],
    ),
    "of-fronting": Habit(
        "for a mesh, …; or a column of a table",
        "of",
        r"(?:^Of (?!course\b)|(?<=[:;]) of (?=(?:an?|the|one|two|three|several|such|what|these|those|many|all|each)\b))",
        has=["Of a mesh the answer is a triangle.", "It names a part; of a scene the item."],
        lacks=["For a mesh, the answer is a triangle.", "It is the normal of a mesh.", "Of course it is."],
    ),
    "but-for": Habit(
        "except",
        "but",
        r"^(?:(?!\bnot (?:only )?for\b)[\s\S])*?\b[Bb]ut for\b",
        has=["They agree but for the rounding.", "But for a plane,\nall are bounded."],
        lacks=["It is not for decisions, but for the search.", "They agree except for the rounding."],
    ),
    "nothing-but": Habit(
        "only, almost, except",
        "but",
        r"\b(?i:nothing|nobody|none|all|anything|everything|no \w+) but\b(?! (?:for|also|only|it|they)\b)",
        has=["It needs nothing but Python.", "All but the first are kept."],
        lacks=["It needs only Python.", "It changes nothing, but is slower."],
    ),
    "in-the-place-of": Habit(
        "instead of",
        "place",
        r"\b(?i:in|into) the place of\b",
        has=["It is given in the place of a velocity.", "In the place of\nit there is a path."],
        lacks=["It is given instead of a velocity.", "It is placed in the scene."],
    ),
    "old-words": Habit(
        "again, obliquely, back and forth, predict",
        "anew aslant fro foretell foretells foretold nasty kin hair whereof thereof whence lest",
        r"\b(?i:anew|aslant|to and fro|foretells?|foretold|nasty|kin|by a hair|whereof|thereof|whence|lest)\b",
        has=["The tree is built anew.", "It goes to and\nfro, aslant."],
        lacks=["The tree is built again.", "A new tree is a kind of list."],
    ),
    "tell-of": Habit(
        "report, describe, pass",
        "tell tells told telling",
        r"\b(?i:tells?|told|telling)(?: (?:it|them|us|you|nothing|nobody|more|much|little|so))? of\b",
        has=["The error tells of the field.", "It is told of the floor."],
        lacks=["The error names the field.", "It tells the sign of the sum."],
    ),
    "asks-for-memory": Habit(
        "does not allocate",
        "memory heap",
        r"\b(?i:asks?|asked|asking) (?:\w+ )?for (?:(?:no|any|some|more|its|new|such|that) )?(?:memory|heap)\b",
        has=["It asks for no memory.", "How often it asked\nfor memory."],
        lacks=["It does not allocate.", "It asks for a result in memory."],
    ),
    "rounded-shape": Habit(
        "inflated",
        "rounded",
        rf"\b(?i:rounded) (?i:{SHAPES})\b",
        has=["A rounded box is cast.", "Rounded obstacles"],
        lacks=["An inflated box is cast.", "The rounded point is outside.", "It is rounded."],
    ),
    # The subject clauses above are counted here, too, and so are indirect questions.
    "what-clause": Habit(
        "name the thing",
        "what whatever",
        r"\b(?i:what|whatever)\b(?=\s)",
        has=["It reports what blocks it.", "It stops at\nwhat is met."],
        lacks=["What blocks it?", "It reports the obstacle."],
        refused=False,
        question=True,
    ),
    "that-of": Habit(
        "repeat the noun",
        "that those",
        r"\b(?i:that|those) of\b(?! course\b)",
        has=["The answer is that of a triangle.", "Its sides are those\nof the box."],
        lacks=["The answer is a triangle's.", "The side of that box."],
        refused=False,
    ),
    "tell-say-know": Habit(
        "return, report, contain, specify",
        "tell tells told telling say says said saying know knows knew",
        r"\b(?i:tells?|told|telling|says?|said|saying|knows?|knew)\b(?! apart\b)",
        has=["The field says where.", "It knows\nthe axis and tells it."],
        lacks=["The field contains the place.", "A known axis is reported."],
        refused=False,
    ),
}


# ---- sentences ----

FENCE = re.compile(r"(`{3,}|~{3,})")
MARKER = re.compile(r"(?:[-*+]|\d+[.)])\s+|>\s?")


def blocks(lines, *, number=1, is_comment=False):
    """The paragraphs, items of lists, headings and cells of tables of a text in Markdown, each with the number of its first line. In
    comments, indented text is code, and so is a session of Python."""
    block, start, fence, prompt, is_numbered = [], number, None, False, False
    for number, line in enumerate([*lines, ""], number):
        bare = line.strip()
        mark = FENCE.match(bare)
        is_code = fence is not None or mark is not None
        if mark and (fence is None or bare.startswith(fence)):
            fence = mark[1] if fence is None else None
        prompt = bool(bare) and (prompt or bare.startswith(">>>"))
        is_code |= prompt or is_comment and not block and line.startswith("    ")
        is_alone = bare.startswith(("|", "#")) or not bare or is_code
        item = MARKER.match(bare)
        # Within a paragraph, a line that begins with a number and a point is the end of a sentence.
        if item and bare[0].isdigit() and block and not is_numbered and not bare.startswith("1"):
            item = None
        if block and (is_alone or item):
            yield start, "\n".join(block)
            block = []
        if is_code or not bare:
            continue
        if bare.startswith("|"):
            yield from ((number, cell.strip()) for cell in re.split(r"(?<!\\)\|", bare))
        elif bare.startswith("#"):
            # A heading is no sentence: its first word is no subject.
            yield number, "# " + bare.lstrip("# ")
        else:
            if not block:
                start, is_numbered = number, item is not None and bare[0].isdigit()
            block.append(bare[item.end() :] if item else bare)


def blanked(match):
    """Code as one word, on as many lines."""
    return "code" + "\n" * match[0].count("\n")


def sentences(text, number):
    """The sentences of a block, each with the number of its first line."""
    if "`" in text:
        text = re.sub(r"(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)", blanked, text)
    if "[" in text:
        # The title of a page is a name and not a clause.
        text = re.sub(r"\[(?:What|Who|Of)\b[^\[\]]*\](?=\()", blanked, text)
        text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\](?:\([^()\s]*\)|\[[^\]]*\])?", r"\1", text)
    text = re.sub(r"\*+|(?<!\w)_+|_+(?!\w)|^\[[ x]\]", "", text)
    at = 0
    for end in [*re.finditer(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)[.?!…][\"')”]*(?:\s+|$)", text), None]:
        last = end.end() if end else len(text)
        piece = text[at:last]
        if piece.strip():
            skipped = len(piece) - len(piece.lstrip())
            yield number + text.count("\n", 0, at + skipped), piece.strip().lstrip("\"'(“")
        at = last


# ---- comments ----

TOKENS = {
    "rust": r"""//[^\n]*|/\*|\b(?:b|c|br|cr)?r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:\\[^'\n]+|\\'|[^'\\\n])'""",
    "c": r"""//[^\n]*|/\*|\bR"(\w*)\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\[\s\S])*"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\[\s\S])*'""",
    "python": r'''#[^\n]*|[rf]?("""|\'\'\')(?:[^\\]|\\[\s\S])*?\1|"(?:[^"\\\n]|\\[\s\S])*"|\'(?:[^\'\\\n]|\\[\s\S])*\'''',
    "js": r"""//[^\n]*|/\*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`|(?<=[(,=:\[!&|?{;+~>])\s*/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/""",
}
#: An unfinished expression, of which a string is a part, ends with one of these.
OPEN = tuple("([{,=+\\")
TOKENS = {language: re.compile(pattern) for language, pattern in TOKENS.items()}
LANGUAGES = {".rs": "rust", ".ts": "js", ".mjs": "js", ".js": "js"} | dict.fromkeys((".c", ".h", ".hpp", ".cpp", ".inc", ".cs"), "c")


def end_of_block(text, at, *, is_nested):
    """Behind a comment `/* … */`; in Rust it may contain others."""
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0 or mark[0] == "*/" and not is_nested:
            return mark.end()
    return len(text)


def end_of_template(text, at):
    """Behind a template of JavaScript, whose values may contain others."""
    at += 1
    while at < len(text) and text[at] != "`":
        if text.startswith("${", at):
            depth, at = 1, at + 2
            while at < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at = end_of_template(text, at) if text[at] == "`" else at + 1
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def joined(comments):
    """Line comments one below the other, of one kind and in one column, as one comment; the others as they are."""
    kind, first, lines = None, 0, []
    for next_kind, line, words in comments:
        if next_kind is None or next_kind != kind or line != first + len(lines):
            if lines:
                yield first, lines
            kind, first, lines = next_kind, line, []
        lines += words
    if lines:
        yield first, lines


def comments_like_c(text, language):
    """The comments of a source: for a line comment its kind and column, the number of its first line, and its lines."""
    at, line, counted = 0, 1, 0
    while found := TOKENS[language].search(text, at):
        begin, at = found.span()
        line, counted = line + text.count("\n", counted, begin), begin
        if found[0] == "/*":
            at = end_of_block(text, begin, is_nested=language == "rust")
            first, *others = re.sub(r"^/\*[*!]?|\*+/$", "", text[begin:at]).split("\n")
            yield None, line, [first.strip(), *(re.sub(r"^\s*\* ?", "", other) for other in others)]
        elif found[0] == "`":
            at = end_of_template(text, begin)
        elif found[0].startswith("//"):
            mark = re.match(r"//[/!]?", found[0])[0]
            yield (mark, begin - text.rfind("\n", 0, begin)), line, [found[0][len(mark) :].removeprefix(" ")]


def comments_of_python(text):
    """The comments and docstrings of a source: for a comment its column, the number of its first line, and its lines."""
    line, counted = 1, 0
    for found in TOKENS["python"].finditer(text):
        begin = found.start()
        line, counted = line + text.count("\n", counted, begin), begin
        column = begin - text.rfind("\n", 0, begin)
        if found[0].startswith("#"):
            if not found[0].startswith("#!"):
                yield column, line, [re.sub("^#:? ?", "", found[0])]
        # A string that is a statement: nothing stands before it on its line, and no expression goes on there.
        elif found[1] and not text[begin - column + 1 : begin].strip() and text[max(0, begin - 500) : begin].rstrip()[-1:] not in OPEN:
            # Arguments and fields are indented there, and are no code.
            yield None, line, [inner.strip() for inner in found[0].strip("rf")[3:-3].split("\n")]


def text_blocks(path, text):
    """The blocks of prose of a file, each with the number of its first line."""
    if path.suffix == ".md":
        yield from blocks(text.split("\n"))
        return
    language = LANGUAGES.get(path.suffix)
    for number, lines in joined(comments_like_c(text, language) if language else comments_of_python(text)):
        yield from blocks(lines, number=number, is_comment=True)


# ---- counts ----


def files():
    """All files of the project with prose: Markdown and sources."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    # An archive of the sources is no repository.
    names = listed.stdout.split("\n") if listed.returncode == 0 else []
    names = names or [str(f.relative_to(ROOT)) for f in ROOT.rglob("*") if not {"target", "node_modules"} & set(f.parts)]
    for name in sorted(set(names) - set(LEFT_OUT)):
        path = ROOT / name
        if path.suffix in (".md", ".py", ".pyi", *LANGUAGES) and path.is_file():
            yield name, path


def area(name):
    """The unit of the record: a page, or the comments of a folder, two levels deep."""
    return name if name.endswith(".md") else "/".join(name.split("/")[:-1][:2]) or "."


def search():
    """Yields the area, the habit, the count and a line with the place and the sentence, for each sentence with a habit."""
    for name, path in files():
        for first, block in text_blocks(path, path.read_text()):
            for number, sentence in sentences(block, first):
                words = words_of(sentence)
                for habit, rule in HABITS.items():
                    if count := rule.count(sentence, words):
                        yield area(name), habit, count, f"{name}:{number}: {habit}: {' '.join(sentence.split())[:160]}"


def check_itself():
    """Every habit is found in its examples and only there; comments and sentences are found in each language."""
    for name, habit in HABITS.items():
        assert all(habit.count(sentence) for sentence in habit.has), name
        assert not any(habit.count(sentence) for sentence in habit.lacks), name

    def found(suffix, text):
        return [at for at in (at for first, block in text_blocks(Path("a" + suffix), text) for at in sentences(block, first))]

    page = "# Ab\n\nCd `e.\nf` [g](h). I *j*\nk.\n\n```rust\n// L.\n```\n- m\n- n\n\n| o | p |\n"
    assert found(".md", page) == [(1, "# Ab"), (3, "Cd code\n g."), (4, "I j\nk."), (10, "m"), (11, "n"), (13, "o"), (13, "p")]
    assert found(".md", "1. a\n2. b\n\nC\n2. D") == [(1, "a"), (2, "b"), (4, "C\n2."), (5, "D")]
    rust = "//! A\n//! b. C\n\nlet a = \"// d\"; // e\nr#\"\" // f\"#; '\"'; '\\''; fn g<'a>() {} /* h /* i */ j */\n/// K\n// l\n"
    assert found(".rs", rust) == [(1, "A\nb."), (2, "C"), (4, "e"), (5, "h / i / j"), (6, "K"), (7, "l")], found(".rs", rust)
    script = "/** A\n * b. */\nf('// c', `d ${`// e`} // f`, /[/]\"/); // g\n"
    assert found(".ts", script) == [(1, "A\nb."), (3, "g")], found(".ts", script)
    python = '"""A\nb."""\nc = "# d"  # e\n#: F\n#: g\n\n\ndef h():\n    """I.\n\n    >>> # j\n    """\n'
    assert found(".py", python) == [(1, "A\nb."), (3, "e"), (4, "F\ng"), (9, "I.")], found(".py", python)


def read_record():
    lines = RECORD.read_text().splitlines() if RECORD.exists() else []
    rows = (line.split() for line in lines if line and not line.startswith("#"))
    return {(place, habit): int(count) for place, habit, count in rows}


def write_record(counts):
    head = "# Made by `python3 docs/habits.py --write`: the count of a habit on a page or in the comments of a folder.\n"
    RECORD.write_text(head + "".join(f"{place} {habit} {count}\n" for (place, habit), count in sorted(counts.items())))


def table(counts):
    """The counts of each habit: in Markdown, in comments, and in both."""
    print(f"{'habit':18} {'Markdown':>9} {'comments':>9} {'sum':>6}")
    for habit, rule in HABITS.items():
        of_pages = sum(count for (place, name), count in counts.items() if name == habit and place.endswith(".md"))
        of_both = sum(count for (_, name), count in counts.items() if name == habit)
        print(f"{habit:18} {of_pages:9} {of_both - of_pages:9} {of_both:6}{'  refused on the pages that are read first' * rule.refused}")


def main():
    check_itself()
    options = set(sys.argv[1:])
    if options - {"--table", "--write", "--allow-more"}:
        sys.exit(__doc__)
    found = list(search())
    counts = Counter()
    for place, habit, count, _ in found:
        counts[place, habit] += count
    if "--table" in options:
        table(counts)
        return
    wrong = []
    for place, habit, _, text in found:
        if place in FIRST_READ and HABITS[habit].refused:
            wrong.append(f"{text}\n{place}: {habit} is refused on this page; write: {HABITS[habit].mend}\n")
    record = read_record()
    may_rise = {"--write", "--allow-more"} <= options
    for key in sorted(counts):
        place, habit = key
        is_refused = place in FIRST_READ and HABITS[habit].refused
        if counts[key] > record.get(key, 0) and not may_rise and not is_refused:
            wrong += [text for *of, _, text in found if of == [place, habit]]
            wrong.append(f"{place}: {habit}: found {counts[key]}, at most {record.get(key, 0)} allowed; write: {HABITS[habit].mend}\n")
    if wrong:
        sys.exit("\n".join([*wrong, "CONTRIBUTING.md, 'What we ask of a change', says more."]))
    total = sum(counts.values())
    if "--write" in options:
        write_record(counts)
        print(f"{total} habits of style are recorded, {sum(record.values())} were before")
        return
    fewer = sum((Counter(record) - counts).values())
    print(f"{total} habits of style, no more than recorded" + f"; {fewer} fewer: run docs/habits.py --write" * (fewer > 0))


if __name__ == "__main__":
    main()
