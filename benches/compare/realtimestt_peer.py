"""Feeds a recording to RealtimeSTT as if somebody spoke now, and prints what it shows.

Usage: realtimestt_peer.py RECORDING MODEL CONFIGURATION

RECORDING is 16 kHz, mono, 16 bit; MODEL is a CTranslate2 folder. One JSON object a line:
{"type":"start"} when the first sample is fed, {"type":"interim","piece":0,"text":"…"},
{"type":"final","piece":0,"text":"…"}, {"type":"done"}. Runs in the environment of its own only.
"""

import json
import os
import sys
import threading
import time
import wave
from pathlib import Path

# Last on the path: a real torch comes first.
sys.path.append(str(Path(__file__).with_name("standin")))

from RealtimeSTT import AudioToTextRecorder  # noqa: E402

CHUNK = 512
RATE = 16_000

# What both configurations have in common with Aloud: weights, language, greedy decoding.
SAME = {
    "language": "en",
    "device": "cpu",
    "compute_type": "int8",
    "beam_size": 1,
    "beam_size_realtime": 1,
    "enable_realtime_transcription": True,
    "use_microphone": False,
    "spinner": False,
    "no_log_file": True,
}

CONFIGURATIONS = {
    # Everything else as it comes.
    "default": {},
    # What its documentation offers to somebody who wants the text sooner: a shorter pause, no second
    # voice detection before each decode, no batches. Two of its options promise more and gave wrong
    # text when they were tried, which was on a busy machine only. `early_transcription_on_silence`
    # counts in seconds where the documentation says milliseconds; finals came late, one twice.
    # `use_main_model_for_realtime` lost finals: after 5 s it stops waiting for an interim, whose
    # text is then taken for the next final.
    "quick": {
        "faster_whisper_vad_filter": False,
        "batch_size": 0,
        "realtime_batch_size": 0,
        "post_speech_silence_duration": 0.4,
    },
}

printing = threading.Lock()


def say(**event):
    """Prints one event at once."""
    with printing:
        print(json.dumps(event), flush=True)


def chunks_of(path):
    """The samples of a recording in the portions that RealtimeSTT wants."""
    with wave.open(path, "rb") as file:
        while chunk := file.readframes(CHUNK):
            yield chunk


def feed(recorder, chunks):
    """Gives each portion when its last sample would have been heard."""
    begin = time.monotonic()
    say(type="start")
    for count, chunk in enumerate(chunks, 1):
        wait = begin + count * CHUNK / RATE - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        recorder.feed_audio(chunk)


def is_idle(recorder):
    """Whether nothing of what was fed is under way."""
    return recorder.state in ("listening", "inactive") and not (
        recorder.is_recording or recorder.has_pending_recordings()
    )


def finish(recorder):
    """Stops as a person would who has said everything, and waits for the rest of the text."""
    recorder.drain_audio_input()
    if recorder.is_recording:
        recorder.stop()
    # Between two states it looks idle for a moment.
    since = time.monotonic()
    while time.monotonic() - since < 0.5:
        if not is_idle(recorder):
            since = time.monotonic()
        time.sleep(0.02)


def listen(recorder):
    """Prints the text of each phrase."""
    piece = 0
    while True:
        text = recorder.text()
        say(type="final", piece=piece, text=text)
        piece += 1


def main():
    recording, model, configuration = sys.argv[1:]

    def shown(event):
        """A text may come when the next recording has begun already, so its own number counts."""
        piece = event.recording_id - 1
        say(type="interim", piece=piece, text=event.raw_observation_text)

    recorder = AudioToTextRecorder(
        model=model,
        realtime_model_type=model,
        on_realtime_text_stabilization_update=shown,
        **SAME,
        **CONFIGURATIONS[configuration],
    )
    threading.Thread(target=listen, args=(recorder,), daemon=True).start()
    feed(recorder, chunks_of(recording))
    finish(recorder)
    say(type="done")
    # Its own end waits for threads that have nothing left to do.
    os._exit(0)


if __name__ == "__main__":
    main()
