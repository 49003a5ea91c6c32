"""Films as files: size, time and colours are kept, other programs play them, cancelling leaves nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.cli import main
from attnviz.errors import InputError
from attnviz.export.animation import Cancelled, camera, write_animation
from attnviz.export.gif import common_palette, nearest
from attnviz.export.palette import DARK, LIGHT, rgb
from tests.unit.export.drawn import BANK, FOURTEEN
from tests.unit.export.films import film

pytestmark = pytest.mark.usefixtures("qapp")


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


# few colours ---------------------------------------------------------------------------------------------------


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
