"""The recordings that are played to the tools: what is said in them, and when.

Phrases are put together from `tests/recordings`, because their words are known one by one. Where
speech begins and ends is found in the clean recordings by their energy alone, so that no tool's
own voice detection decides.
"""

import random
import subprocess
import wave
from array import array
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

RATE = 16_000
FRAME = RATE // 100

# A frame is speech when it is at most this much quieter than the loudest one. The recordings are
# silent to 60 dB and more under their loudest frame, and what ends a word is heard to about 35.
SPEECH_DB = 35
# A quiet room: digital silence is nothing that a microphone gives.
ROOM_DBFS = -70
# Longer than the pause after which any of the tools ends a phrase.
PAUSE_S = 1.5
# Shorter than that of any.
BREATH_S = 0.25
# Before the first word and after the last one.
LEAD_S, TAIL_S = 1.5, 2.0
SEED = 1


@dataclass(frozen=True)
class Phrase:
    """What is said without a pause, and when, in seconds from the start of the recording."""

    text: str
    start: float
    end: float


@dataclass(frozen=True)
class Recording:
    """What is played."""

    name: str
    path: Path
    seconds: float
    phrases: tuple[Phrase, ...]


def level(samples):
    """The root mean square of some samples."""
    return sqrt(sum(sample * sample for sample in samples) / max(1, len(samples)))


def bounds(samples):
    """The first sample of speech and the first one after it."""
    frames = [level(samples[at : at + FRAME]) for at in range(0, len(samples), FRAME)]
    threshold = max(frames) / 10 ** (SPEECH_DB / 20)
    loud = [count for count, frame in enumerate(frames) if frame >= threshold]
    return loud[0] * FRAME, min(len(samples), (loud[-1] + 1) * FRAME)


def silence(seconds):
    """Some samples of nothing."""
    return array("h", bytes(2 * round(seconds * RATE)))


def noisy(samples, amplitude):
    """The samples with white noise of that root mean square, the same each time."""
    chance = random.Random(SEED)
    return array(
        "h",
        (
            max(-32_768, min(32_767, sample + round(chance.gauss(0, amplitude))))
            for sample in samples
        ),
    )


def join(phrases):
    """One recording of phrases, each a list of clips: (samples, their words). Gives the samples,
    the phrases in it, and how loud the speech is."""
    samples, found, speech = silence(LEAD_S), [], array("h")
    for number, clips in enumerate(phrases):
        samples += silence(PAUSE_S if number else 0)
        start = len(samples)
        for count, (clip, _) in enumerate(clips):
            first, last = bounds(clip)
            samples += silence(BREATH_S if count else 0) + clip[first:last]
            speech += clip[first:last]
        text = " ".join(text for _, text in clips)
        found.append(Phrase(text, start / RATE, len(samples) / RATE))
    return samples + silence(TAIL_S), tuple(found), level(speech)


def decode(path):
    """A recording of the tests as samples."""
    done = subprocess.run(
        ["sox", path, "-t", "raw", "-r", str(RATE), "-c", "1", "-b", "16", "-e", "signed", "-L", "-"],
        check=True,
        stdout=subprocess.PIPE,
    )
    return array("h", done.stdout)


def write(path, samples):
    """Writes a wav."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def make(plan, clips, folder):
    """Writes the recording of a plan, {"name", "phrases": [[clip name]], "snr_db"}, and says what is
    in it. `clips` is the folder with the recordings and their texts."""

    def clip(name):
        text = (clips / f"{name}.txt").read_text(encoding="utf-8")
        return decode(clips / f"{name}.flac"), " ".join(text.split())

    samples, phrases, loud = join([[clip(name) for name in names] for names in plan["phrases"]])
    snr = plan["snr_db"]
    noise = 32_768 * 10 ** (ROOM_DBFS / 20) if snr is None else loud / 10 ** (snr / 20)
    path = folder / f"{plan['name']}.wav"
    write(path, noisy(samples, noise))
    return Recording(plan["name"], path, len(samples) / RATE, phrases)
