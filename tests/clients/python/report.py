"""What the steps came to, as lines of JSON on standard output."""

import contextlib
import datetime
import json
import time
import traceback

bad = False

# What differs from server to server and from run to run.
OWN = {"uid", "resourceVersion", "creationTimestamp", "selfLink", "time"}


def step(subject, name, run):
    """Runs a step. What it returns is what it saw, which is to be the same of every server."""
    with _noted(subject, name) as see:
        see(run())


async def astep(subject, name, run):
    """As step(), of what is waited for."""
    with _noted(subject, name) as see:
        see(await run())


@contextlib.contextmanager
def _noted(subject, name):
    global bad
    line = {"subject": subject, "step": name}
    began = time.monotonic()

    def see(saw):
        if saw is not None:
            line["saw"] = saw

    try:
        yield see
    except Exception as error:  # A client has many kinds of them; each is the step's.
        bad = True
        line["error"] = "".join(traceback.format_exception(error))
    line["ms"] = round((time.monotonic() - began) * 1000)
    print(json.dumps(line, default=_text), flush=True)


def _text(value):
    if isinstance(value, (datetime.datetime, datetime.date)):
        return "a time"
    return str(value)


def plain(value):
    """A value as JSON has it, without what no two servers say alike."""
    if isinstance(value, dict):
        return {
            key: plain(each) for key, each in value.items() if key not in OWN and each is not None
        }
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def refusal(ask, error_type, words_of):
    """What was refused, in the words of the answer. Raises where nothing was."""
    try:
        answer = ask()
    except error_type as error:
        return words_of(error)
    raise AssertionError(f"was not refused: {answer}")
