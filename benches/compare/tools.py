"""The tools that are compared: how each is started, and what is measured while it runs."""

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from measures import Shown

HERE = Path(__file__).resolve().parent
# A tool that is this much later than the end of what it hears has hung.
PATIENCE_S = 90


class Broken(Exception):
    """A tool failed; says which and how."""


@dataclass(frozen=True)
class Tool:
    """One of them."""

    key: str
    title: str
    command: Callable[[Path], list]
    # Understands one line of its output.
    read: Callable[[dict], "Line"]


@dataclass(frozen=True)
class Line:
    """What a line of output means: it began to hear, it shows text, or something else."""

    begins: bool = False
    piece: int = 0
    text: str | None = None
    final: bool = False


def read_aloud(event):
    """See the README of Aloud, "For programs". What a person sees of an interim is both parts."""
    kind = event["type"]
    if kind == "interim":
        text = f"{event['committed']} {event['tentative']}"
        return Line(piece=event["piece"], text=text)
    if kind == "final":
        return Line(piece=event["piece"], text=event["text"], final=True)
    return Line(begins=kind == "state" and event["state"] == "listening")


def read_peer(event):
    """See realtimestt_peer.py."""
    if event["type"] in ("interim", "final"):
        final = event["type"] == "final"
        return Line(piece=event["piece"], text=event["text"], final=final)
    return Line(begins=event["type"] == "start")


def tools(aloud, weights):
    """All of them, ours first."""

    def listen(path):
        return [aloud, "listen", "--wav", path, "--realtime", "--json", "--language", "en"]

    def peer(configuration):
        script = HERE / "realtimestt_peer.py"
        return lambda path: [sys.executable, "-W", "ignore", script, path, weights, configuration]

    return (
        Tool("aloud", "Aloud", listen, read_aloud),
        Tool("default", "RealtimeSTT", peer("default"), read_peer),
        Tool("quick", "RealtimeSTT, quick", peer("quick"), read_peer),
    )


def used_s(pid):
    """The processor time that a process has used until now."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    # After the name: state is field 3; user, system and both of dead children are 14 to 17.
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def busy_s():
    """The time that all processors together were busy until now."""
    fields = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
    # user nice system idle iowait irq softirq
    busy = [int(field) for place, field in enumerate(fields[:7]) if place not in (3, 4)]
    return sum(busy) / os.sysconf("SC_CLK_TCK")


def run(tool, recording, log):
    """Plays a recording to a tool. Gives its events, the processor time from the first sample on, the
    most memory that it held, and the share of the processors that others took. Raises `Broken`."""
    begin, busy = time.monotonic(), busy_s()
    with open(log, "w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            tool.command(recording.path), stdout=subprocess.PIPE, stderr=errors, text=True
        )
    alarm = threading.Timer(recording.seconds + PATIENCE_S, process.kill)
    alarm.start()
    try:
        events, before_s = listen(process, tool)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        alarm.cancel()
    if process.returncode != 0 or before_s is None:
        raise Broken(f"{tool.title} failed on {recording.path} ({process.returncode}); see {log}")
    total_s = usage.ru_utime + usage.ru_stime
    others_s = max(0, busy_s() - busy - total_s)
    return {
        "events": events,
        "cpu_s": total_s - before_s,
        "memory_mb": usage.ru_maxrss / 1024,
        "others": others_s / ((time.monotonic() - begin) * os.cpu_count()),
    }


def listen(process, tool):
    """Reads what a tool prints until it ends, on one clock for all tools."""
    events, zero, before_s = [], None, None
    for line in process.stdout:
        now = time.monotonic()
        meaning = tool.read(json.loads(line))
        if meaning.begins and zero is None:
            zero, before_s = now, used_s(process.pid)
        elif meaning.text is not None and zero is not None:
            events.append(Shown(now - zero, meaning.piece, meaning.text, meaning.final))
    return events, before_s
