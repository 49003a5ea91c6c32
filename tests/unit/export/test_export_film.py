"""Animations: what moves, that nothing else does, and that other programs play the files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from drawn import BANK, FOURTEEN, words
from hypothesis import given
from hypothesis import strategies as st

from attnviz.cli import main
from attnviz.document.derive import derive
from attnviz.document.edits import with_d_k, with_mix, with_options
from attnviz.document.training_plan import TrainingPlan
from attnviz.document.training_runs import finished
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.animation import Cancelled, camera, write_animation
from attnviz.export.figure import Cells, Text
from attnviz.export.film import Film, frames
from attnviz.export.fonts import text_width
from attnviz.export.gif import common_palette, nearest
from attnviz.export.palette import DARK, LIGHT, rgb
from attnviz.export.sweep import EASINGS, Motion, Sweep, parameters, parse_sweep, sweep_text, usual
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format
from attnviz.session.opening import open_source

pytestmark = pytest.mark.usefixtures("qapp")


def scene_of(document, tab="matrix", language="en", **view):
    return whole_scene(document, ViewState(tab=tab, **view), number_format(language))


def motion(text, seconds=1.0, fps=10, **options):
    return Motion(sweep=parse_sweep(text), seconds=seconds, fps=fps, **options)


def film(document, text, tab="matrix", **options):
    return Film(scene_of(document, tab), motion(text, **options), text_width)


def said(figure):
    """The words above the picture."""
    return next(item.text for item in figure.items if isinstance(item, Text))


# sweeps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["d_k=1..128", "temperature=0.1..10", "mix=1,0,0..0,0,1", "step=6..1", "head=1..2"])
def test_a_sweep_is_read_back(text):
    assert sweep_text(parse_sweep(text)) == text


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_any_sweep_is_read_back(start, stop):
    sweep = Sweep(parameter="decay", start=(start,), stop=(stop,))
    assert parse_sweep(sweep_text(sweep)) == sweep


@pytest.mark.parametrize(
    "text", ["", "d_k", "d_k=", "d_k=3", "d_k=1..", "d_k=a..b", "d_k=1..nan", "mix=1..2", "d_k=1,2..3,4", "dk=1..2"]
)
def test_what_is_no_sweep_is_refused(text):
    with pytest.raises(InputError):
        parse_sweep(text)


@given(st.sampled_from(EASINGS), st.floats(0.1, 100), st.floats(0.1, 100), st.integers(2, 40), st.booleans())
def test_a_motion_begins_and_ends_where_it_should(easing, start, stop, count, back):
    sweep = Sweep(parameter="temperature", start=(start,), stop=(stop,))
    moving = Motion(sweep=sweep, easing=easing, seconds=count / 10, fps=10, back=back)
    values = [moving.value(frame)[0] for frame in range(moving.count)]
    assert values[0] == pytest.approx(start)
    assert values[-1] == pytest.approx(start if back else stop)
    low, high = sorted((start, stop))
    assert all(low * (1 - 1e-12) <= value <= high * (1 + 1e-12) for value in values)
    if not back:
        assert values == sorted(values, reverse=stop < start)


def test_whole_parameters_stay_whole():
    moving = motion("d_k=1..9", easing="smooth")
    assert {value for frame in range(moving.count) for value in moving.value(frame)} <= set(map(float, range(1, 10)))


@pytest.mark.parametrize(
    ("document", "tab", "text"),
    [
        (BANK, "matrix", "decay=0..1"),
        (BANK, "matrix", "step=1..3"),
        (BANK, "steps", "step=1..9"),
        (BANK, "steps", "head=1..2"),
        (FOURTEEN, "matrix", "d_k=0..5"),
        (FOURTEEN, "matrix", "d_k=1..513"),
        (FOURTEEN, "matrix", "temperature=0..1"),
        (FOURTEEN, "matrix", "mix=1,1,1..0,0,1"),
        (FOURTEEN, "matrix", "training=0..5"),
    ],
)
def test_what_cannot_be_swept_is_refused(document, tab, text):
    with pytest.raises(InputError):
        film(document, text, tab)


@pytest.mark.parametrize("options", [{"fps": 0}, {"fps": 61}, {"seconds": 0.01}, {"seconds": 301.0}])
def test_impossible_times_are_refused(options):
    with pytest.raises(InputError):
        film(FOURTEEN, "d_k=1..5", **options)


def test_equal_ratios_need_numbers_above_zero():
    with pytest.raises(InputError, match="above 0"):
        film(FOURTEEN, "decay=0..1", easing="geometric")


@pytest.mark.parametrize("tab", ["steps", "matrix", "training"])
@pytest.mark.parametrize("document", [BANK, FOURTEEN], ids=["bank", "fourteen"])
def test_what_is_offered_can_be_shown(document, tab):
    scene = scene_of(document, tab)
    for parameter in parameters(scene):
        made = Film(scene, Motion(sweep=usual(parameter, scene), seconds=0.3, fps=10), text_width)
        assert made.figure(0).items


# films -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "tab", "text"),
    [
        (FOURTEEN, "matrix", "d_k=1..128"),
        (FOURTEEN, "matrix", "temperature=0.01..100"),
        (BANK, "steps", "step=1..6"),
        (BANK, "matrix", "temperature=0.01..1000"),
    ],
)
def test_every_frame_has_one_size_and_the_matrix_one_place(document, tab, text):
    made = list(frames(scene_of(document, tab), motion(text, seconds=2), text_width))
    assert len(made) == 20
    assert len({(figure.width, figure.height) for figure in made}) == 1
    cells = [figure.cells("weights" if tab == "matrix" else "Q") for figure in made]
    assert len({(c.x, c.y, c.cell_width, c.cell_height) for c in cells}) == 1


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("d_k=2..64", lambda at: with_d_k(FOURTEEN, round(2 + 62 * at))),
        ("temperature=0.5..4", lambda at: with_options(FOURTEEN, temperature=0.5 + 3.5 * at)),
        ("mix=1,0,0..0,0,1", lambda at: with_mix(FOURTEEN, (1 - at, 0.0, at))),
    ],
)
def test_a_frame_shows_the_numbers_of_its_value(text, change):
    made = film(FOURTEEN, text, easing="linear")
    for frame in (0, 4, 9):
        shown = made.figure(frame).cells("weights").values
        np.testing.assert_array_equal(shown, derive(change(frame / 9)).weights)


def test_the_value_is_said_in_the_documents_language():
    scene = scene_of(FOURTEEN, language="pt_BR")
    made = Film(scene, motion("temperature=0.5..2", easing="linear"), text_width)
    assert said(made.figure(0)) == "τ = 0,50"
    assert said(made.figure(9)) == "τ = 2,00"
    assert said(film(FOURTEEN, "d_k=1..128").figure(9)) == "dₖ = 128"
    assert said(film(BANK, "step=1..6", "steps").figure(0)) == "step 1 of 6"


def test_the_knob_goes_there_and_back():
    made = film(FOURTEEN, "d_k=1..64", back=True)
    knobs = [max(item.x for item in made.figure(k).items if getattr(item, "fill", "") == "accent") for k in range(10)]
    assert knobs[:5] == sorted(knobs[:5])
    assert knobs[5:] == sorted(knobs[5:], reverse=True)
    assert knobs[0] == pytest.approx(knobs[-1])


def test_a_colour_means_the_same_in_every_frame():
    made = Film(scene_of(FOURTEEN, quantity="scores"), motion("d_k=1..128"), text_width)
    ends = {(made.figure(k).cells("weights").scale.low, made.figure(k).cells("weights").scale.high) for k in range(10)}
    assert len(ends) == 1
    assert next(iter(ends))[1] >= np.abs(derive(with_d_k(FOURTEEN, 128)).scores).max() * 0.999


def test_equal_values_stand_as_one_picture():
    made = film(BANK, "step=1..3", "steps", easing="linear", seconds=3)
    counts = [count for _, count in made.frames()]
    assert len(counts) == 3
    assert sum(counts) == len(made) == 30


def test_large_documents_are_drawn_too():
    made = film(words(300), "decay=0..1", seconds=0.4)
    assert {figure.width for figure in map(made.figure, range(4))} == {made.width}


def test_training_is_swept_over_its_history():
    made = film(BANK, "training=0..20", "training", seconds=0.3)
    assert said(made.figure(0)) == "training step 0"
    assert said(made.figure(2)) == "training step 20"
    first, last = (next(i for i in made.figure(k).items if isinstance(i, Cells)).values for k in (0, 2))
    assert not np.array_equal(first, last)


def test_the_strip_says_the_step_that_is_shown_where_not_every_one_is_kept():
    runs = finished(TrainingPlan(n=4, vocabulary=4, d_k=2, steps=400))
    kept = {state.step for state in runs.histories[0].states}
    assert 151 not in kept
    scene = replace(scene_of(BANK, "training"), training=runs)
    made = Film(scene, motion("training=151..400", seconds=0.3), text_width)
    words = [item.text for item in made.figure(0).items if isinstance(item, Text)]
    assert words[0] == f"training step {runs.kept(151)}"
    assert str(runs.kept(151)) in words  # beside the line in the curves


def test_two_runs_on_a_wide_screen_stand_beside_their_curves():
    document = replace(BANK, training=TrainingPlan(n=4, vocabulary=4, d_k=2, steps=4, compare=True))
    wide, own = (
        Film(scene_of(document, "training"), motion("training=0..4", seconds=0.3), text_width, shape=shape)
        for shape in ((1920, 1080), None)
    )
    assert wide.width / wide.height > 1.6 > 1.1 > own.width / own.height


# files -------------------------------------------------------------------------------------------------------


def write(folder, name, made, **options):
    path = folder / name
    write_animation(path, camera(made, **options))
    return path


def true_colours(made, frame, **options):
    pixels = camera(made, **options).pixels(made.figure(frame))
    return np.stack([pixels >> 16 & 255, pixels >> 8 & 255, pixels & 255], axis=-1).astype(int)


def test_a_gif_keeps_size_time_and_colours(tmp_path):
    image = pytest.importorskip("PIL.Image")
    made = film(FOURTEEN, "d_k=1..64", seconds=1.5, fps=12)
    path = write(tmp_path, "a.gif", made, width=600)
    with image.open(path) as opened:
        assert opened.size == (600, camera(made, width=600).height)
        assert opened.info["loop"] == 0
        time, shown = 0, []
        for frame in range(opened.n_frames):
            opened.seek(frame)
            time += opened.info["duration"]
            shown.append(np.array(opened.convert("RGB")).astype(int))
    assert time == 1500
    for frame, found in ((0, shown[0]), (len(made) - 1, shown[-1])):
        difference = np.abs(found - true_colours(made, frame, width=600)).max(axis=2)
        assert difference.mean() < 0.5
        assert np.percentile(difference, 99) <= 8
        assert (difference == 0).mean() > 0.9
    paper = rgb(LIGHT.paper)
    assert all(tuple(found[3, 3]) == paper for found in shown)


def test_a_webp_keeps_every_pixel(tmp_path):
    image = pytest.importorskip("PIL.Image")
    made = film(BANK, "step=1..6", "steps", easing="linear", seconds=1.2)
    path = write(tmp_path, "a.webp", made, width=640)
    with image.open(path) as opened:
        assert opened.n_frames == 6
        opened.seek(5)
        found = np.array(opened.convert("RGB")).astype(int)
    np.testing.assert_array_equal(found, true_colours(made, 11, width=640))


def test_an_mp4_plays_everywhere(tmp_path):
    av = pytest.importorskip("av")
    made = film(FOURTEEN, "temperature=0.2..5", seconds=1.2, fps=25)
    path = write(tmp_path, "a.mp4", made, width=641, height=361)
    data = path.read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat"), "the index must stand first, for pages"
    with av.open(str(path)) as opened:
        stream = opened.streams.video[0]
        assert stream.codec_context.name == "h264"
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert (stream.width, stream.height) == (642, 362)
        assert stream.average_rate == 25
        shown = [frame.to_ndarray(format="rgb24").astype(int) for frame in opened.decode(video=0)]
    assert len(shown) == 30
    difference = np.abs(shown[0] - true_colours(made, 0, width=641, height=361))
    assert difference.mean() < 4
    assert np.abs(shown[0][3, 3] - np.array(rgb(LIGHT.paper))).max() <= 2


def test_a_dark_film_has_dark_paper(tmp_path):
    image = pytest.importorskip("PIL.Image")
    made = film(BANK, "step=1..2", "steps", seconds=0.2)
    write_animation(tmp_path / "a.gif", camera(made, DARK, 320))
    with image.open(tmp_path / "a.gif") as opened:
        assert opened.convert("RGB").getpixel((2, 2)) == rgb(DARK.paper)


@pytest.mark.parametrize("ending", ["gif", "webp", "mp4"])
def test_cancelling_leaves_no_file_and_the_old_one_whole(tmp_path, ending):
    pytest.importorskip("av" if ending == "mp4" else "PIL.Image")
    made = film(FOURTEEN, "d_k=1..64")
    path = tmp_path / f"a.{ending}"
    told = []

    def stop(done, count):
        told.append((done, count))
        if done >= 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_animation(path, camera(made, width=320), progress=stop)
    assert told[-1][0] < len(made) == told[-1][1]
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"old")
    with pytest.raises(Cancelled):
        write_animation(path, camera(made, width=320), progress=stop)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]


def test_progress_counts_every_frame(tmp_path):
    pytest.importorskip("PIL.Image")
    told = []
    made = film(BANK, "step=1..6", "steps")
    write_animation(
        tmp_path / "a.gif", camera(made, width=320), progress=lambda done, count: told.append((done, count))
    )
    assert told[-1] == (10, 10)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@pytest.mark.parametrize(
    ("ending", "module", "extra"),
    [("gif", "PIL.Image", "animation"), ("webp", "PIL.Image", "animation"), ("mp4", "av", "video")],
)
def test_a_missing_library_is_named_with_the_line_that_installs_it(tmp_path, monkeypatch, ending, module, extra):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=rf'pip install "attnviz\[{extra}\]"'):
        write_animation(tmp_path / f"a.{ending}", camera(film(BANK, "d_k=1..2"), width=320))
    assert list(tmp_path.iterdir()) == []


def test_other_endings_and_sizes_are_refused(tmp_path):
    made = film(BANK, "d_k=1..2")
    with pytest.raises(InputError, match=r"\.avi"):
        write_animation(tmp_path / "a.avi", camera(made))
    with pytest.raises(InputError, match="4096"):
        camera(made, width=5000, height=100)
    with pytest.raises(InputError, match="50"):
        write_animation(tmp_path / "a.gif", camera(film(BANK, "d_k=1..2", fps=60)))


@given(st.lists(st.integers(0, 0xFFFFFF), min_size=1, max_size=255, unique=True))
def test_few_colours_are_kept_exactly(colours):
    pixels = np.array([colours], dtype=np.uint32)
    palette = common_palette([pixels])
    split = np.stack([pixels[0] >> 16 & 255, pixels[0] >> 8 & 255, pixels[0] & 255], axis=-1).astype(np.uint8)
    np.testing.assert_array_equal(palette[nearest(split, palette)], split)


def test_many_colours_keep_the_commonest_exactly():
    pytest.importorskip("PIL.Image")
    rng = np.random.default_rng(0)
    pixels = rng.integers(0, 1 << 24, (200, 200)).astype(np.uint32)
    pixels[:100] = 0x123456
    palette = common_palette([pixels])
    assert len(palette) <= 255
    assert (0x12, 0x34, 0x56) in set(map(tuple, palette.tolist()))


# another program, and the command line -------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed (ffmpeg)")
@pytest.mark.parametrize(("ending", "codec"), [("gif", "gif"), ("mp4", "h264")])
def test_ffmpeg_plays_it(tmp_path, ending, codec):
    pytest.importorskip("av" if ending == "mp4" else "PIL.Image")
    path = write(tmp_path, f"a.{ending}", film(FOURTEEN, "d_k=1..64", seconds=2), width=320)
    asked = ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name,duration", "-of", "csv=p=0", str(path)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
    name, time = done.stdout.strip().split(",")[:2]
    assert name == codec
    assert float(time) == pytest.approx(2, abs=0.02)


def test_the_command_line_makes_films(tmp_path):
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "a.gif"
    order = ["export", "bank", "--view", "steps", "--sweep", "step=1..6", "--seconds", "1", "--size", "400x300px"]
    assert main([*order, "--to", str(path)]) == 0
    with image.open(path) as opened:
        assert opened.size == (400, 300)
        assert opened.n_frames == 6


def test_the_command_line_says_what_is_wrong(tmp_path, capsys):
    order = ["export", "bank", "--view", "matrix", "--to", str(tmp_path / "a.gif")]
    assert main([*order, "--sweep", "decay=0..1"]) == 1
    assert "d_k" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(order)
    assert ended.value.code == 2
    with pytest.raises(SystemExit):
        main([*order, "--sweep", "d_k=1..2", "--size", "10mm"])


# chains -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [None, (1920, 1080), (640, 640)])
@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_the_tiles_of_a_chain_stand_still_while_their_numbers_change(tab, shape):
    scene = scene_of(BANK, tab, query=2)
    made = Film(scene, motion("temperature=0.1..10", easing="geometric"), text_width, shape=shape)
    places = set()
    for frame in range(len(made)):
        cells = [item for item in made.figure(frame).items if isinstance(item, Cells)]
        places.add(tuple((item.name, item.x, item.y, item.cell_width, item.cell_height) for item in cells))
    assert len(places) == 1


@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_a_chain_is_walked_in_the_shape_of_the_pictures(tab):
    document = open_source("gato", "en").document
    scene = scene_of(document, tab, query=4)
    walk = Film(scene, motion("step=1..9"), text_width, shape=(1600, 900))
    assert 1.2 < walk.width / walk.height < 2.4
    first, last = (
        {item.name: (item.x, item.y) for item in walk.figure(frame).items if isinstance(item, Cells)}
        for frame in (0, len(walk) - 1)
    )
    assert 0 < len(first) < len(last)
    assert all(last[name] == place for name, place in first.items())
