"""The common part of all runners in Python: prints the name of the library, then answers each
line by a line."""

import json
import sys


class Refused(Exception):
    """The library has no such query."""


def serve(library, version, floats, time_of):
    """`time_of` gets a query and returns the time of the first contact, or None."""
    print(json.dumps({"library": library, "version": version, "floats": floats}))
    for line in sys.stdin:
        try:
            time = time_of(json.loads(line))
            print(json.dumps({"status": "none"} if time is None else {"status": "contact", "time": time}))
        except Refused as why:
            print(json.dumps({"error": str(why)}))


def middle(a, b):
    return [(x + y) / 2 for x, y in zip(a, b)]


def half(a, b):
    return [(y - x) / 2 for x, y in zip(a, b)]
