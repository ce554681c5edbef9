"""The site: a folder of static files, with the project's own Python files as an archive."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

from classroom import boards, codemirror, pyodide
from classroom.answers import SEARCHES
from classroom.questions import TOPICS
from explain import render
from queens import RULES
from queens.forms.regions import COLOURS
from queens.registry import ROOT

HERE = Path(__file__).parent
PAGE = HERE / "page"
EXERCISES = HERE / "exercises"
SHIPPED = ("queens", "explain", "handwritten", "harness", "classroom")
STYLES = "theme.css"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def write(target: Path, given: Path | None = None) -> int:
    """Write the site to the folder `target`; return its size in bytes.

    `given` is a folder with Pyodide's npm package; raises NoPackage where there is none.
    """
    source = pyodide.folder(given)
    (target / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in pyodide.PYODIDE.files:
        shutil.copyfile(source / name, target / "pyodide" / name)
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(PAGE.iterdir())}
    files["index.html"] = files["index.html"].replace("$policy", POLICY)
    files |= _explain_files()
    files["choices.json"] = json.dumps(choices() | {"has_editor": _write_editor(target)})
    for name, text in files.items():
        (target / name).write_text(text, encoding="utf-8")
    (target / "project.zip").write_bytes(archive())
    _write_worker_of_cache(target)
    return sum(path.stat().st_size for path in target.rglob("*") if path.is_file())


def _write_editor(target: Path) -> bool:
    """Copy the editor's files, flat, if they can be had; return whether."""
    source = codemirror.folder()
    if source is None:
        return False
    (target / "editor").mkdir(exist_ok=True)
    for name in codemirror.CODEMIRROR.files:
        shutil.copyfile(source / name, target / "editor" / Path(name).name)
    return True


def choices() -> dict[str, Any]:
    """Return what the page offers before Python is there."""
    return {
        "rules": list(RULES),
        "hints": boards.HINTS,
        "searches": SEARCHES,
        "colours": len(COLOURS),
        "sizes": list(boards.SIZES),
        "questions": list(TOPICS),
        "exercises": [exercise(path) for path in sorted(EXERCISES.glob("*.md"))],
    }


def exercise(path: Path) -> dict[str, Any]:
    """Return an exercise: a title, a text, start code, and how it is judged."""
    head, _, rest = path.read_text(encoding="utf-8").partition("```python\n")
    start, _, rest = rest.partition("```")
    title, _, text = head.strip().partition("\n")
    check = rest.partition("```json\n")[2].partition("```")[0]
    return {
        "name": path.stem.partition("_")[2],  # without its place in the order
        "title": title.removeprefix("# "),
        "text": text.strip(),
        "start": start,
        "check": json.loads(check),
    }


def archive() -> bytes:
    """Return the Python files of the rooms that the browser uses, as they are now."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for room in SHIPPED:
            for path in sorted((ROOT / room).rglob("*.py")):
                # one date for all, so that the same files are the same archive
                entry = zipfile.ZipInfo(path.relative_to(ROOT).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())
    return buffer.getvalue()


def _explain_files() -> dict[str, str]:
    """Return the page of explain as files of its own: markup, style, scripts."""
    page = (render.FOLDER / "page.html").read_text(encoding="utf-8")
    head, _, rest = page.partition("<style>")
    _, _, rest = rest.partition("</style>")
    body, _, _ = rest.partition('<script type="application/json"')
    head = re.sub(r'(Policy" content=")[^"]*', lambda found: found[1] + POLICY, head)
    page = (
        f'{head}<link rel="stylesheet" href="{STYLES}">{body}'
        '<script type="application/json" id="data"></script>\n'
        '<script type="module" src="watched.js"></script>\n</body>\n</html>\n'
    )
    scripts = [path.read_text(encoding="utf-8") for path in sorted(render.FOLDER.glob("*.js"))]
    elements = (render.FOLDER / "words.js").read_text(encoding="utf-8")
    return {
        "watch.html": page.replace("$title", "Two searches").replace("$board_words", ""),
        STYLES: (render.FOLDER / "page.css").read_text(encoding="utf-8"),
        "player.js": "\n".join([*scripts, "new Player();\n"]),
        "elements.js": f"{elements}\nexport {{ el, squareWords, throughWords }};\n",
    }


def _write_worker_of_cache(target: Path) -> None:
    """Name in the service worker the files to keep, and a mark that changes with them."""
    files = [path for path in sorted(target.rglob("*")) if path.is_file() and path.name != "sw.js"]
    mark = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
    names = [path.relative_to(target).as_posix() for path in files]
    text = (PAGE / "sw.js").read_text(encoding="utf-8")
    text = text.replace('"$mark"', json.dumps(mark)).replace('"$files"', json.dumps(names))
    (target / "sw.js").write_text(text, encoding="utf-8")
