"""What is read off the events of a tool. Pure.

An event is `Shown`: at some second of the recording the text of a piece was this. The last one of a
piece is its final.
"""

from dataclasses import dataclass
from math import ceil
from statistics import median

import wer

words = wer.words


@dataclass(frozen=True)
class Shown:
    """Text that was to be seen from `at` on."""

    at: float
    piece: int
    text: str
    final: bool


def align(said, written):
    """Which word of `written` stands for which one of `said`, by fewest errors: {said: written}."""
    rows = [list(range(len(written) + 1))]
    for count, word in enumerate(said, 1):
        above, row = rows[-1], [count]
        for place, other in enumerate(written, 1):
            change = above[place - 1] + (word != other)
            row.append(min(change, above[place] + 1, row[place - 1] + 1))
        rows.append(row)
    pairs, i, j = {}, len(said), len(written)
    while i and j:
        if rows[i][j] == rows[i - 1][j - 1] + (said[i - 1] != written[j - 1]):
            i, j = i - 1, j - 1
            pairs[i] = j
        elif rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return pairs


def pieces_of(events):
    """The events of each piece, in the order of their first."""
    pieces = {}
    for event in events:
        pieces.setdefault(event.piece, []).append(event)
    return pieces


def finals_of(events):
    """The finals in the order in which they would be read."""
    return sorted((event for event in events if event.final), key=lambda event: event.piece)


def word_errors(phrases, events):
    """Errors, and how many words were said."""
    said = words(" ".join(phrase.text for phrase in phrases))
    return wer.errors(said, words(" ".join(event.text for event in finals_of(events)))), len(said)


def common(one, other):
    """How many words two texts have in common from their beginning."""
    count = 0
    for left, right in zip(one, other):
        if left != right:
            break
        count += 1
    return count


def erased(events):
    """How many shown words were taken back. A piece that never became a final loses all."""
    count = 0
    for piece in pieces_of(events).values():
        texts = [words(event.text) for event in piece]
        if not piece[-1].final:
            texts.append([])
        count += sum(len(old) - common(old, new) for old, new in zip(texts, texts[1:]))
    return count


def foreseen(events):
    """How many words of the finals stood in the last text before them."""
    count = 0
    for piece in pieces_of(events).values():
        if len(piece) > 1 and piece[-1].final:
            before, after = words(piece[-2].text), words(piece[-1].text)
            count += sum(before[i] == after[j] for i, j in align(before, after).items())
    return count


def final_words(events):
    """How many words the finals have."""
    return sum(len(words(event.text)) for event in finals_of(events))


def waits(phrases, events):
    """For each phrase the seconds from its start to its first text, and from its end to the final
    that holds its last word; None where no word of it was written."""
    said, written, origins = [], [], []
    for phrase in phrases:
        said.append(words(phrase.text))
    for event in finals_of(events):
        found = words(event.text)
        written += found
        origins += [(event, place) for place in range(len(found))]
    pairs = align([word for phrase in said for word in phrase], written)
    found, begin = [], 0
    for phrase, its_words in zip(phrases, said):
        places = [pairs[i] for i in range(begin, begin + len(its_words)) if i in pairs]
        begin += len(its_words)
        if places:
            found.append(wait(phrase, events, origins[places[0]], origins[places[-1]][0]))
        else:
            found.append((None, None))
    return found


def wait(phrase, events, first, last):
    """Both times of one phrase. Its first word is number `place` of its piece, so a text of the piece
    that is longer than that shows it."""
    final, place = first
    begun = min(
        event.at
        for event in events
        if event.piece == final.piece and len(words(event.text)) > place
    )
    return begun - phrase.start, last.at - phrase.end


def percentile(values, share):
    """The value that this share of them does not exceed."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def middle(values):
    """The median of those that are there; None of nothing."""
    there = [value for value in values if value is not None]
    return median(there) if there else None


def summary(runs):
    """The figures of one tool from its runs: {recording: [(phrases, run)]}, where a run has `events`,
    `cpu_s` and `memory_mb`. Sums go over the recordings, of medians over the runs of each."""

    def total(figure):
        return sum(median(figure(*run) for run in group) for group in runs.values())

    begun, ended, every_end = [], [], []
    for group in runs.values():
        # One column a phrase, one row a run.
        for column in zip(*(waits(phrases, run["events"]) for phrases, run in group)):
            begun.append(middle([first for first, _ in column]))
            ended.append(middle([last for _, last in column]))
            every_end += [last for _, last in column if last is not None]
    written = total(lambda _, run: final_words(run["events"]))
    return {
        "errors": total(lambda phrases, run: word_errors(phrases, run["events"])[0]),
        "first_s": middle(begun),
        "final_p50_s": middle(ended),
        "final_p95_s": percentile(every_end, 0.95) if every_end else None,
        "erasure": total(lambda _, run: erased(run["events"])) / max(1, written),
        "foreseen": total(lambda _, run: foreseen(run["events"])) / max(1, written),
        "cpu_s": total(lambda _, run: run["cpu_s"]),
        "memory_mb": max(run["memory_mb"] for group in runs.values() for _, run in group),
    }
