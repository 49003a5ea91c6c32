"""The page for the browser, and a real Chromium that runs a script in it, where one is installed."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess

import pytest

from attnviz.document.view_state import ViewState
from attnviz.export.html import page_html
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed (apt: chromium)")


def page_of(document, tab="matrix", language="en", **view):
    return page_html(whole_scene(document, ViewState(tab=tab, **view), number_format(language)), generator="made by us")


def in_chromium(folder, page, script, *, dark=False):
    """What `script`, run in the page after it is drawn, returns; nothing on the page may have failed."""
    run = (
        "<pre id='result'></pre><script>window.failed = [];"
        "addEventListener('error', (event) => failed.push(event.message));</script>"
    )
    after = (
        "<script>document.getElementById('result').textContent = JSON.stringify((() => {"
        f"{script}}})()) + '\\u0001' + JSON.stringify(failed);</script>"
    )
    path = folder / "page.html"
    path.write_text(page.replace("<main>", run + "<main>", 1).replace("</body>", after + "</body>"), "utf-8")
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
    command += ["--window-size=1200,900", f"--blink-settings=preferredColorScheme={0 if dark else 1}"]
    done = subprocess.run(
        [*command, "--dump-dom", path.as_uri()], capture_output=True, text=True, check=True, timeout=120
    )
    found = html.unescape(re.search(r"<pre id=\"result\">(.*?)</pre>", done.stdout, re.DOTALL)[1])
    result, failed = found.split("\u0001")
    assert json.loads(failed) == []
    return json.loads(result)
