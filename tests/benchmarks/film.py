"""Making animations: 10 s of a swept heatmap at 30 pictures a second, and how much faster than real time that is."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

SECONDS, FPS = 10.0, 30
SIZES = {".mp4": (1920, 1080), ".gif": (960, 540), ".webp": (960, 540)}


def main() -> None:
    """Make each format once and print seconds of film for each second of work."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from attnviz.document.edits import sentence_document
    from attnviz.document.view_state import ViewState
    from attnviz.export.animation import camera, write_animation
    from attnviz.export.film import Film
    from attnviz.export.fonts import text_width
    from attnviz.export.sweep import Motion, parse_sweep
    from attnviz.export.whole_scene import whole_scene
    from attnviz.i18n import number_format
    from attnviz.start import make_qapplication

    application = make_qapplication()
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    scene = whole_scene(sentence_document(words), ViewState(tab="matrix"), number_format("en"))
    sweep = parse_sweep("temperature=0.1..10")
    motion = Motion(sweep=sweep, easing="geometric", seconds=SECONDS, fps=FPS)
    print(f"{SECONDS:g} s of a swept 14 × 14 heatmap at {FPS} pictures a second, every one different")
    with tempfile.TemporaryDirectory() as folder:
        for ending, (width, height) in SIZES.items():
            begin, busy = time.perf_counter(), time.process_time()
            film = Film(scene, motion, text_width)
            path = Path(folder) / f"film{ending}"
            write_animation(path, camera(film, width=width, height=height))
            took, busy = time.perf_counter() - begin, time.process_time() - busy
            goal = "     (goal: at least 1)" if ending == ".mp4" else ""
            print(
                f"  {ending:6} {width} × {height}  {took:5.1f} s, {busy:5.1f} s of all cores, "
                f"{path.stat().st_size // 1000:5} kB, real time × {SECONDS / took:4.2f}{goal}"
            )
    del application
