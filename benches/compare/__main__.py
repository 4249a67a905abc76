"""Measures Aloud beside another tool; see scripts/compare, which starts this.

Usage: compare ALOUD MODEL [--quick | --page]
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

import audio
import measures
import report
import tools

ROOT = Path(__file__).resolve().parents[2]
LAST = ROOT / "out" / "compare.json"
PAGE = ROOT / "docs" / "benchmarks.md"
PACKAGES = ("RealtimeSTT", "faster-whisper", "ctranslate2", "onnxruntime", "silero-vad")

NOTES = [["short-01"], ["mail-01"], ["short-02"], ["librivox-0870"]]
# One phrase of 17 s: what a live text has to be made of again and again.
LETTER = [["memo-01", "numbers-01", "mail-01"]]
PLANS = {
    "clean": (
        {"name": "notes", "phrases": NOTES, "snr_db": None},
        {"name": "letter", "phrases": LETTER, "snr_db": None},
    ),
    "noise": ({"name": "notes-noise", "phrases": NOTES, "snr_db": 10},),
}
QUICK = {"clean": PLANS["clean"][:1]}
RUNS = 3


def say(text):
    """What is going on, for a person."""
    print(f"==> {text}", file=sys.stderr, flush=True)


def prepare(plans, folder):
    """Makes the recordings of all conditions."""
    clips = ROOT / "tests" / "recordings"
    return {
        condition: [audio.make(plan, clips, folder) for plan in group]
        for condition, group in plans.items()
    }


def warm_up(all_tools, folder, log):
    """What a tool does once on a machine is no part of what it does each time."""
    plan = {"name": "warm-up", "phrases": [["short-01"]], "snr_db": None}
    recording = audio.make(plan, ROOT / "tests" / "recordings", folder)
    for tool in all_tools:
        say(f"warming up {tool.title}")
        tools.run(tool, recording, log)


def measure(all_tools, recordings, runs, log):
    """{condition: {tool: {recording: [(phrases, run)]}}}; the tools take turns, so that a machine
    that grows warm or busy is so for all of them."""
    found = {
        condition: {tool.key: {one.name: [] for one in group} for tool in all_tools}
        for condition, group in recordings.items()
    }
    for number in range(1, runs + 1):
        for condition, group in recordings.items():
            for recording in group:
                for tool in all_tools:
                    say(f"run {number} of {runs}: {recording.name}, {tool.title}")
                    run = tools.run(tool, recording, log)
                    if run["others"] > report.BUSY:
                        say(f"other programs took {run['others']:.0%} of the processors meanwhile")
                    found[condition][tool.key][recording.name].append((recording.phrases, run))
    return found


def system():
    """The machine in general words."""
    release = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    memory_gb = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{os.cpu_count()} cores {platform.machine()}, {memory_gb:.0f} GB of memory, {release}"


def versions(aloud):
    """What was measured."""
    said = subprocess.run([aloud, "--version"], check=True, stdout=subprocess.PIPE, text=True)
    found = {"Aloud": said.stdout.split()[-1]}
    found.update((package, version(package)) for package in PACKAGES)
    found["Python"] = platform.python_version()
    return found


def conclude(all_tools, recordings, found):
    """The figures of each condition."""
    others = [
        run["others"]
        for by_tool in found.values()
        for by_recording in by_tool.values()
        for group in by_recording.values()
        for _, run in group
    ]
    return {
        "others": {"median": median(others), "most": max(others)},
        "titles": {tool.key: tool.title for tool in all_tools},
        "figures": {
            condition: {key: measures.summary(runs) for key, runs in by_tool.items()}
            for condition, by_tool in found.items()
        },
        "words": {
            condition: sum(
                len(measures.words(phrase.text)) for one in group for phrase in one.phrases
            )
            for condition, group in recordings.items()
        },
        "seconds": {
            condition: sum(one.seconds for one in group) for condition, group in recordings.items()
        },
    }


def frame(aloud):
    """What the page says besides the figures."""
    return {
        "date": date.today().isoformat(),
        "machine": system(),
        "versions": versions(aloud),
        "runs": RUNS,
        "pause_s": audio.PAUSE_S,
        "breath_s": audio.BREATH_S,
        "speech_db": audio.SPEECH_DB,
    }


def parse():
    """The arguments."""
    parser = argparse.ArgumentParser(prog="compare")
    parser.add_argument("aloud")
    parser.add_argument("model")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="one recording, once")
    which.add_argument("--page", action="store_true", help="write the page from the last figures")
    return parser.parse_args()


def compare(arguments):
    """Measures what was asked for."""
    all_tools = tools.tools(arguments.aloud, arguments.model)
    log = LAST.parent / "compare.log"
    with tempfile.TemporaryDirectory() as folder:
        recordings = prepare(QUICK if arguments.quick else PLANS, Path(folder))
        warm_up(all_tools, Path(folder), log)
        found = measure(all_tools, recordings, 1 if arguments.quick else RUNS, log)
    return conclude(all_tools, recordings, found)


def main():
    arguments = parse()
    LAST.parent.mkdir(exist_ok=True)
    if not arguments.page:
        try:
            measured = compare(arguments)
        except tools.Broken as trouble:
            sys.exit(f"error: {trouble}")
        print(report.printout(measured))
        if arguments.quick:
            return
        LAST.write_text(json.dumps(measured | frame(arguments.aloud), indent=1), encoding="utf-8")
    elif not LAST.exists():
        sys.exit("error: nothing was measured yet; run scripts/compare without --page")
    PAGE.write_text(report.page(json.loads(LAST.read_text(encoding="utf-8"))), encoding="utf-8")
    say(f"written: {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
