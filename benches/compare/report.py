"""From the figures to the page. Pure."""

from dataclasses import dataclass
from pathlib import Path
from string import Template

TEMPLATE = Path(__file__).with_name("benchmarks.md.in")
# From this share on, what other programs take of the processors spoils the times.
BUSY = 0.1
WARNING = "\n**The machine was busy: all times are too long, and none of them is worth much.**\n"


@dataclass(frozen=True)
class Measure:
    """One line of a table."""

    key: str
    title: str
    form: str
    # Less is better, of all but one.
    more_is_better: bool = False


MEASURES = (
    Measure("errors", "word errors", "{:.0f}"),
    Measure("first_s", "start of speech → first text, s", "{:.2f}"),
    Measure("final_p50_s", "end of speech → final, s, median", "{:.2f}"),
    Measure("final_p95_s", "end of speech → final, s, 95th percentile", "{:.2f}"),
    Measure("erasure", "erasure of shown words", "{:.2f}"),
    Measure("foreseen", "words shown before their final", "{:.0%}", more_is_better=True),
    Measure("cpu_s", "processor time, s", "{:.1f}"),
    Measure("memory_mb", "most memory, MB", "{:.0f}"),
)


def shown(measure, value):
    """A figure as it stands in the table."""
    return "–" if value is None else measure.form.format(value)


def ratio(ours, theirs):
    """Ours by theirs; none where there is nothing to divide."""
    if ours is None or not theirs:
        return "–"
    return f"{ours / theirs:.2f}"


def table(figures, titles):
    """The figures of all tools, {key: {measure: value}}, ours first, as a table in Markdown."""
    ours, *others = titles
    head = ["", *titles.values(), *(f"ours / {titles[key]}" for key in others)]
    lines = [head, ["---"] + ["--:"] * (len(head) - 1)]
    for measure in MEASURES:
        values = [figures[key][measure.key] for key in titles]
        ratios = [ratio(figures[ours][measure.key], figures[key][measure.key]) for key in others]
        lines.append([measure.title, *(shown(measure, value) for value in values), *ratios])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def is_better(measure, value, than):
    """Whether a figure is better than another one, as far as the table shows them."""
    if value is None or than is None or shown(measure, value) == shown(measure, than):
        return False
    return (value > than) == measure.more_is_better


def defeats(figures, titles):
    """The measures in which another tool is better than ours, as a sentence."""
    ours, *others = titles
    found = []
    for measure in MEASURES:
        mine = figures[ours][measure.key]
        better = [key for key in others if is_better(measure, figures[key][measure.key], mine)]
        if better:
            against = ", ".join(
                f"{titles[key]} {shown(measure, figures[key][measure.key])}" for key in better
            )
            found.append(f"- {measure.title}: {against}; {titles[ours]} {shown(measure, mine)}")
    return "\n".join(found) or "- nowhere"


def printout(measured):
    """The tables alone."""
    parts = []
    for condition, figures in measured["figures"].items():
        said = f"{measured['words'][condition]} words, {measured['seconds'][condition]:.0f} s"
        parts.append(f"{condition} ({said})\n\n{table(figures, measured['titles'])}")
    return "\n\n".join(parts)


def page(measured):
    """The whole page."""
    plain = ("date", "machine", "runs", "pause_s", "breath_s", "speech_db")
    fields = {key: measured[key] for key in plain}
    versions = measured["versions"].items()
    fields["versions"] = ", ".join(f"{name} {version}" for name, version in versions)
    fields["others_median"] = f"{measured['others']['median']:.0%}"
    fields["others_most"] = f"{measured['others']['most']:.0%}"
    fields["warning"] = WARNING if measured["others"]["median"] > BUSY else ""
    for condition, figures in measured["figures"].items():
        fields[f"{condition}_table"] = table(figures, measured["titles"])
        fields[f"{condition}_defeats"] = defeats(figures, measured["titles"])
        fields[f"{condition}_words"] = measured["words"][condition]
        fields[f"{condition}_seconds"] = round(measured["seconds"][condition])
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(fields)
