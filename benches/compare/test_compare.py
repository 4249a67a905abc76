"""Tests of what is pure: python3 -m unittest discover -s benches/compare"""

import sys
import unittest
from array import array
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import audio  # noqa: E402
import measures  # noqa: E402
import report  # noqa: E402
import tools  # noqa: E402
from audio import Phrase  # noqa: E402
from measures import Shown  # noqa: E402


def interim(at, piece, text):
    return Shown(at, piece, text, False)


def final(at, piece, text):
    return Shown(at, piece, text, True)


class Audio(unittest.TestCase):
    def test_speech_is_found_by_its_energy(self):
        loud = array("h", [8_000, -8_000] * 800)
        quiet = array("h", [8, -8] * 800)
        self.assertEqual(audio.bounds(quiet + loud + quiet), (1_600, 3_200))

    def test_phrases_stand_where_they_are_heard(self):
        clip = array("h", [8_000, -8_000] * 800)
        samples, phrases, loud = audio.join([[(clip, "one"), (clip, "two")], [(clip, "three")]])
        begin = audio.LEAD_S
        first = 0.2 + audio.BREATH_S
        second = begin + first + audio.PAUSE_S
        self.assertEqual(phrases[0], Phrase("one two", begin, begin + first))
        self.assertEqual(phrases[1].text, "three")
        self.assertAlmostEqual(phrases[1].start, second)
        self.assertAlmostEqual(phrases[1].end, second + 0.1)
        self.assertAlmostEqual(len(samples) / audio.RATE, second + 0.1 + audio.TAIL_S)
        self.assertAlmostEqual(loud, 8_000)

    def test_noise_is_as_loud_as_asked_and_the_same_each_time(self):
        silence = audio.silence(0.5)
        self.assertAlmostEqual(audio.level(audio.noisy(silence, 1_000)) / 1_000, 1, delta=0.03)
        self.assertEqual(audio.noisy(silence, 1_000), audio.noisy(silence, 1_000))


class Words(unittest.TestCase):
    def test_words_are_paired_by_fewest_errors(self):
        pairs = measures.align("a b c d".split(), "a x c new d".split())
        self.assertEqual(pairs, {0: 0, 1: 1, 2: 2, 3: 4})
        self.assertEqual(measures.align(["a", "b"], []), {})

    def test_errors_are_counted_over_finals_in_the_order_of_their_pieces(self):
        phrases = [Phrase("Good morning.", 0, 1), Phrase("How are you?", 2, 3)]
        events = [final(4, 1, "how is you"), final(5, 0, "Good morning")]
        self.assertEqual(measures.word_errors(phrases, events), (1, 5))


class Erasure(unittest.TestCase):
    def test_what_only_grows_erases_nothing(self):
        events = [interim(1, 0, "one"), interim(2, 0, "One two"), final(3, 0, "One, two, three.")]
        self.assertEqual(measures.erased(events), 0)

    def test_a_changed_word_takes_those_after_it_along(self):
        events = [interim(1, 0, "a b c"), interim(2, 0, "a x c d"), final(3, 0, "a x c")]
        self.assertEqual(measures.erased(events), 2 + 1)

    def test_a_piece_without_a_final_loses_all(self):
        self.assertEqual(measures.erased([interim(1, 0, "thank you"), final(2, 1, "Hello")]), 2)

    def test_pieces_that_overlap_in_time_are_kept_apart(self):
        events = [interim(1, 0, "one"), interim(2, 1, "two"), final(3, 0, "one"), final(4, 1, "two")]
        self.assertEqual(measures.erased(events), 0)
        self.assertEqual(measures.foreseen(events), 2)

    def test_only_the_last_text_before_a_final_counts_as_foreseen(self):
        events = [interim(1, 0, "a b c"), interim(2, 0, "a x"), final(3, 0, "a b c d")]
        self.assertEqual(measures.foreseen(events), 1)


class Waits(unittest.TestCase):
    phrases = [Phrase("one two three", 1.0, 2.0), Phrase("four five", 4.0, 5.0)]

    def test_a_phrase_waits_for_its_first_text_and_its_last_word(self):
        events = [
            interim(1.5, 0, "one"),
            final(2.0, 0, "one two"),
            final(2.7, 1, "three"),
            final(5.5, 2, "four five"),
        ]
        waits = measures.waits(self.phrases, events)
        self.assertEqual([round(first, 3) for first, _ in waits], [0.5, 1.5])
        self.assertEqual([round(last, 3) for _, last in waits], [0.7, 0.5])

    def test_in_a_piece_of_two_phrases_the_second_begins_where_its_word_is_seen(self):
        events = [
            interim(1.5, 0, "one two"),
            interim(4.5, 0, "one two three four"),
            final(6.0, 0, "one two three four five"),
        ]
        self.assertEqual(measures.waits(self.phrases, events), [(0.5, 4.0), (0.5, 1.0)])

    def test_a_phrase_that_was_not_written_has_no_times(self):
        waits = measures.waits(self.phrases, [final(3.0, 0, "one two three")])
        self.assertEqual(waits, [(2.0, 1.0), (None, None)])


class Summary(unittest.TestCase):
    def test_medians_over_the_runs_are_added_over_the_recordings(self):
        def run(late, cpu_s):
            return {"events": [final(2.0 + late, 0, "one two")], "cpu_s": cpu_s, "memory_mb": cpu_s}

        phrases = (Phrase("one two", 1.0, 2.0),)
        runs = {
            "a": [(phrases, run(0.1, 5)), (phrases, run(0.2, 7)), (phrases, run(0.9, 100))],
            "b": [(phrases, run(0.4, 1))],
        }
        figures = measures.summary(runs)
        self.assertEqual((figures["errors"], figures["cpu_s"], figures["memory_mb"]), (0, 8, 100))
        self.assertAlmostEqual(figures["final_p50_s"], 0.3)
        self.assertAlmostEqual(figures["final_p95_s"], 0.9)
        self.assertAlmostEqual(figures["first_s"], 1.3)


class Report(unittest.TestCase):
    titles = {"ours": "Aloud", "theirs": "Other"}

    @staticmethod
    def figures(**changed):
        plain = {measure.key: 2.0 for measure in report.MEASURES}
        return plain | changed

    def test_figures_stand_beside_each_other_with_their_ratio(self):
        table = report.table(
            {"ours": self.figures(cpu_s=1.0), "theirs": self.figures(erasure=0)}, self.titles
        )
        self.assertIn("| processor time, s | 1.0 | 2.0 | 0.50 |", table)
        self.assertIn("| erasure of shown words | 2.00 | 0.00 | – |", table)

    def test_where_the_other_is_better_is_said(self):
        ours = self.figures(foreseen=0.1, errors=1)
        theirs = self.figures(foreseen=0.5, errors=1.2)
        self.assertEqual(
            report.defeats({"ours": ours, "theirs": theirs}, self.titles),
            "- words shown before their final: Other 50%; Aloud 10%",
        )

    def test_the_page_takes_all_from_the_figures(self):
        self.assertIn("Aloud 9.9", self.page(0.02))
        self.assertNotIn("$", self.page(0.02))

    def test_the_page_warns_of_a_busy_machine(self):
        self.assertIn("The machine was busy", self.page(0.5))
        self.assertNotIn("The machine was busy", self.page(0.02))

    def page(self, others):
        figures = {"ours": self.figures(), "theirs": self.figures()}
        both = lambda value: {"clean": value, "noise": value}  # noqa: E731
        plain = ("date", "machine", "runs", "pause_s", "breath_s", "speech_db")
        return report.page(
            {key: key for key in plain}
            | {"versions": {"Aloud": "9.9"}, "titles": self.titles}
            | {"others": {"median": others, "most": others}}
            | {"figures": both(figures), "words": both(100), "seconds": both(60.4)}
        )


class Lines(unittest.TestCase):
    def test_what_is_shown_of_an_interim_is_both_parts(self):
        event = {"type": "interim", "piece": 3, "committed": "one", "tentative": "two"}
        self.assertEqual(tools.read_aloud(event), tools.Line(piece=3, text="one two"))
        begins = tools.read_aloud({"type": "state", "state": "listening"})
        self.assertEqual(begins, tools.Line(begins=True))


if __name__ == "__main__":
    unittest.main()
