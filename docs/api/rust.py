"""The page of the crate: the public items that tests/api.txt lists, each with the first sentence of its comment."""

import re
import sys

from text import ROOT, chaptered, sentences

#: The chapters: the first pattern that matches an item decides. Types are in the chapter of the queries that take or return them.
CHAPTERS = {
    "First contact, and its time": r"Moving::(first_.*|contact_time|time_down|last_time.*|has_contact|contacts|touched.*)|Path::first_.*|Mesh::first_.*|on_all_cores",
    "Overlap": r"\w+::intersect.*|Hollow.*|Target|Region",
    "Distance and penetration": r"\w+::(closest\w*|distance_exact|penetration)|Nearby\w*|Convex|Penetration::.*|ClosestPoints?(::.*)?|Penetration",
    "Containment and culling": r"\w+::(containment.*|cull|section)|Containment|Section",
    "Moves that stay free": r"\w+::(advance|slide.*|recover)|(Advance|ConvexMoves|Slide|SlideOptions|Recover)(::.*)?",
    "A character": r"(Walker\w*|Step|Ride)(::.*)?",
    "Bodies and motions": r"(Sphere|Capsule|Ellipsoid|Moving|Path|ConvexBody|ConvexShape|Shape)(::.*)?",
    "Obstacles": r"(Point|Segment|Triangle|AlignedBox|OrientedBox|Hull|Polytope|Plane|Frustum|ClipDepth|Parallelepiped|Inflated|Inflatable|Rotation|Obstacle|ConvexObstacle)(::.*)?",
    "Meshes": r"(Mesh|MeshInstance|SharedInstance|Solid|Location|Neighbours)(::.*)?",
    "Scenes": r"(Scene|CapsuleScene|ConvexScene|Item|ItemShape|Id|PairContact|NoPair|NotMet)(::.*)?",
    "Batches over slices": r"(SphereSlice|EllipsoidSlice|AlignedBoxSlice|Spheres|AlignedBoxes)(::.*)?",
    "Results": r"(Answer|Contact|Overlap|Touched|Approach|Effort|Featured|Feature|\w+Feature|Side)(::.*)?",
    "Exact numbers": r"(Surd|Rational|ExactAnswer)(::.*)?",
    "Scalars and errors": r"(Scalar|InputError|Field|Problem|LoadError)(::.*)?",
    "Obstacles whose type is known only at run time: `any`": r"any::.*",
}
ITEM = re.compile(r"^(?:#\[non_exhaustive\] )?pub (?:const )?(fn|struct|enum|trait|type|use|const) tangency::([\w:]*\w)")
HEAD = re.compile(r"^( *)(pub )?(?:pub\([\w ]+\) )?(?:unsafe )?(impl|trait|struct|enum|type|const fn|fn|const|use(?: [\w:]+ as)?)\b\s*(\w*)")


def page():
    items = {}
    for line in (ROOT / "tests/api.txt").read_text().splitlines():
        if found := ITEM.match(line):
            items[found[2]] = found[1]
    docs = comments(items)
    missing = [name for name in items if not doc_of(name, docs)]
    if missing:
        sys.exit(f"docs/api: no comment is found for {', '.join(missing)}")
    said = [
        "# Rust: all names",
        "This page is generated from `tests/api.txt` and the sources by `python3 docs/api --write`.\n"
        "`cargo doc --open` shows the signatures, the fields and variants, and the rest of each comment; [Start](start.md) and [All queries](queries.md) introduce the library.",
    ]
    for title, names in chaptered(items, CHAPTERS, "rust-api.md").items():
        said.append(f"## {title}")
        rows = [f"| {kind_of(items[name])}`{name}` | {doc_of(name, docs)} |" for name in sorted(names, key=lambda name: name.split("::"))]
        said.append("\n".join(["| item | |", "|---|---|", *rows]))
    return "\n\n".join(said) + "\n"


def kind_of(kind):
    return "" if kind in ("fn", "use") else f"{kind} "


def doc_of(name, docs):
    """A method of a type of `any` may be written elsewhere, and one that a macro defines has no type there."""
    short = name.removeprefix("any::")
    return next((docs[key] for key in (name, short, f"any::{short}", f"?::{short.split('::')[-1]}") if key in docs), None)


def comments(items):
    """The first sentence above each item of the sources, by its name behind its type or trait."""
    docs = {}
    for path in sorted((ROOT / "src").rglob("*.rs")):
        module = "any::" * path.is_relative_to(ROOT / "src/any")
        # Attributes may stand between a comment and its item.
        text = re.sub(r"^ *#\[(?:[^\[\]]|\[[^\[\]]*\])*\]\n", "", path.read_text(), flags=re.M)
        owners, doc = [], []
        for number, line in enumerate(lines := text.split("\n")):
            if line.strip().startswith("///"):
                doc.append(line.strip()[3:].strip())
                continue
            if found := HEAD.match(line):
                indent, kind, name = len(found[1]), found[3], found[4]
                owners = [owner for owner in owners if owner[0] < indent]
                holder, is_in_trait = (f"{owners[-1][1]}::", owners[-1][2]) if owners else ("", False)
                if kind == "impl":
                    owners.append((indent, type_of(" ".join(lines[number : number + 12])), False))
                elif kind in ("trait", "struct", "enum"):
                    owners.append((indent, name, kind == "trait"))
                # Everything in a public trait is public.
                if kind == "impl" or not found[2] and not is_in_trait:
                    name = None
            else:
                name, holder = (re.match(r"\s*(\w+)\(", line) or [None, None])[1], "?::"
            if doc and name:
                key, said = module * (holder != "?::") + holder + name, first_sentence(doc)
                # A rotation has two constructors of one name, in the plane and in space.
                is_further = key in items and key in docs and said not in docs[key]
                docs[key] = f"{docs[key]} {said}" if is_further else docs.get(key, said)
            doc = []
    return docs


def type_of(head):
    """The type of an inherent impl; the impl of a trait defines no public items, and returns `-`."""
    head = head.split(" {")[0].split(" where ")[0].strip().removeprefix("impl")
    if head.startswith("<"):
        depth, at = 1, 1
        while depth:
            depth += (head[at] == "<") - (head[at] == ">" and head[at - 1] != "-")
            at += 1
        head = head[at:]
    return "-" if " for " in head else re.split("[<{ ]", head.strip())[0].split("::")[-1].replace("$", "?")


def first_sentence(doc):
    paragraph = " ".join(doc).split("  ")[0] if "" not in doc else " ".join(doc[: doc.index("")])
    paragraph = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\](?:\([^()\s]*\))?", lambda link: link[1] if "`" in link[1] or link[0].endswith(")") else link[0], paragraph)
    return sentences(paragraph).split("\n")[0].replace("|", "\\|")
