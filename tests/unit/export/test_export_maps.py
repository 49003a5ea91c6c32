"""Colour maps for every eye: lightness goes one way, and numbers apart stay apart without red or green cones."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from attnviz.document.colour_choice import MAPS, SIGNED_MAPS
from attnviz.export.palette import PALETTES, rgb
from attnviz.export.published_maps import published

# Machado, Oliveira and Fernandes (2009), A physiologically-based model for simulation of color vision deficiency,
# severity 1.0, on linear RGB.
EYES = {
    "all cones": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no colour": [[0.2126, 0.7152, 0.0722]] * 3,
}
# Linear sRGB to XYZ (IEC 61966-2-1), white point D65.
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])

every_eye = pytest.mark.parametrize("eye", EYES)
every_theme = pytest.mark.parametrize("theme", PALETTES)


def lab(colours, eye):
    """(…, 3) CIELAB of sRGB bytes as an eye sees them."""
    c = np.asarray(colours) / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(EYES[eye]).T, 0, 1)
    t = seen @ XYZ.T / XYZ.sum(axis=1)
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


@every_eye
@every_theme
@pytest.mark.parametrize("name", MAPS)
def test_lightness_goes_one_way_and_ticks_stay_apart(name, theme, eye):
    colours = lab(PALETTES[theme].lut(name), eye)
    steps = np.diff(colours[:, 0])
    assert (np.sign(colours[-1, 0] - colours[0, 0]) * steps > -0.15).all(), "rounding to bytes only"
    ticks = colours[[0, 64, 128, 191, 255]]
    assert np.linalg.norm(np.diff(ticks, axis=0), axis=1).min() > 10
    assert abs(colours[-1, 0] - colours[0, 0]) > 50


@every_eye
@every_theme
@pytest.mark.parametrize("name", SIGNED_MAPS)
def test_both_sides_of_a_signed_map_leave_zero(name, theme, eye):
    colours = lab(PALETTES[theme].lut(name), eye)
    away = np.linalg.norm(colours - colours[127], axis=1)
    assert away[128] == 0
    # Of dark neighbours the rounding to bytes is as large as the step: every eighth is compared.
    assert (np.diff(away[128::8]) > 1).all()
    assert (np.diff(away[127::-8]) > 1).all()
    assert min(away[0], away[255]) > 25
    if eye != "no colour":
        for near, far in ((64, 191), (0, 255)):
            assert np.linalg.norm(colours[near] - colours[far]) > 18, "the sign can be seen"


@every_theme
def test_ours_begin_at_the_paper(theme):
    palette = PALETTES[theme]
    for name in ("violet", "grey"):
        assert tuple(palette.lut(name)[0]) == rgb(palette.paper)
    for name in SIGNED_MAPS:
        assert tuple(palette.lut(name)[127]) == tuple(palette.lut(name)[128]) == rgb(palette.paper)


def test_the_published_maps_are_the_published_ones():
    """End points as their authors gave them; of cividis, those of the article."""
    assert published("viridis").shape == published("cividis").shape == (256, 3)
    assert published("viridis")[[0, 255]].tolist() == [[68, 1, 84], [253, 231, 37]]
    assert published("cividis")[[0, 255]].tolist() == [[0, 32, 77], [255, 234, 70]]


def test_reading_a_published_map_does_not_import_pyqtgraph():
    code = (
        "import sys; from attnviz.export.published_maps import published; published('viridis'); "
        "sys.exit('pyqtgraph' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
