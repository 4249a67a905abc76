#!/usr/bin/env python3
"""Word error rate of a text against what was said.

Usage: wer FILE TEXT      prints: errors, words said (FILE), words written (TEXT), per cent

Case and punctuation do not count, and a number is right in words and in digits.
"""

import re
import sys

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}
CURRENCIES = {"£": ("pounds", "pence"), "$": ("dollars", "cents"), "€": ("euros", "cents")}
SHORT_FORMS = {"mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint", "ok": "okay"}


def spell(number):
    """A whole number in words, without "and"."""
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = [spell(number % size)] if number % size else []
            return " ".join([spell(number // size), name, *rest])
    if number < 20:
        return ONES[number]
    return " ".join([TENS[number // 10], *([ONES[number % 10]] if number % 10 else [])])


def spell_ordinal(number):
    """A whole number as a rank, in words."""
    *head, last = spell(number).split()
    if last in ORDINALS:
        last = ORDINALS[last]
    else:
        last = last[:-1] + "ieth" if last.endswith("y") else last + "th"
    return " ".join([*head, last])


def spell_decimal(match):
    """Digits behind a point are said one by one."""
    digits = " ".join(ONES[int(digit)] for digit in match[2])
    return f" {spell(int(match[1]))} point {digits} "


def spell_money(match):
    """An amount with a currency before it."""
    whole, part = CURRENCIES[match[1]]
    cents = f" {spell(int(match[3]))} {part}" if match[3] else ""
    return f" {spell(int(match[2]))} {whole}{cents} "


def words(text):
    """The words of a text in the one form in which they are compared."""
    text = text.lower().replace("’", "'").replace("%", " percent ").replace("&", " and ")
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"([£$€])\s?(\d+)(?:\.(\d\d))?", spell_money, text)
    text = re.sub(r"(\d+)\.(\d+)", spell_decimal, text)
    text = re.sub(r"(\d+)(?:st|nd|rd|th)\b", lambda match: f" {spell_ordinal(int(match[1]))} ", text)
    text = re.sub(r"\d+", lambda match: f" {spell(int(match[0]))} ", text)
    found = [SHORT_FORMS.get(word, word) for word in re.findall(r"[^\W_]+(?:'[^\W_]+)*", text)]
    # "Three hundred and two pounds and ten pence" is said with and without "and".
    joints = {"billion", "million", "thousand", "hundred", "pounds", "dollars", "euros"}
    pairs = zip([None, *found], found)
    return [word for before, word in pairs if not (word == "and" and before in joints)]


def errors(said, written):
    """Fewest words to put in, take out or change that turn one list into the other."""
    row = list(range(len(written) + 1))
    for count, word in enumerate(said, 1):
        diagonal, row[0] = row[0], count
        for place, other in enumerate(written, 1):
            change = diagonal + (word != other)
            diagonal = row[place]
            row[place] = min(change, row[place] + 1, row[place - 1] + 1)
    return row[-1]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        said = words(file.read())
    written = words(sys.argv[2])
    wrong = errors(said, written)
    print(wrong, len(said), len(written), f"{100 * wrong / max(1, len(said)):.1f}")


if __name__ == "__main__":
    main()
