"""The page for those who come from other libraries: its code runs, where these are installed."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs/guide/coming-from.md"
SECTIONS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)


def blocks(section):
    return re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("section", [s for s in SECTIONS[1:] if blocks(s)], ids=lambda section: section.split()[0])
def test_the_code_of_a_section_runs(section):
    names = {}
    for block in blocks(SECTIONS[0]):
        exec(block, names)
    try:
        for block in blocks(section):
            exec(block, names)
    except ModuleNotFoundError as missing:
        pytest.skip(str(missing))


def test_every_python_section_has_code():
    assert [section.split()[0] for section in SECTIONS[1:] if blocks(section)] == ["trimesh", "python-fcl", "coal"]
