"""The package: version, type stubs, documentation."""

import ast
import importlib.metadata
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import collidoscope_kernels as cd

HERE = Path(__file__).parent
STUBS = Path(cd.__file__).with_name("__init__.pyi")


def test_the_version_is_that_of_the_library():
    for manifest in [HERE.parent.parent / "Cargo.toml", HERE.parent / "Cargo.toml"]:
        version = re.search(r'^version = "(.*)"$', manifest.read_text(encoding="utf-8"), re.MULTILINE).group(1)
        assert importlib.metadata.version("collidoscope-kernels") == cd.__version__ == version, manifest


def test_the_licences_are_those_of_the_library():
    for name in ["LICENSE-MIT", "LICENSE-APACHE"]:
        assert (HERE.parent / name).read_bytes() == (HERE.parent.parent / name).read_bytes()


def test_the_wheel_has_its_licences_and_those_of_the_crates_in_it():
    files = importlib.metadata.files("collidoscope-kernels")
    texts = {file.name: file.read_text() for file in files if "licenses" in file.parts}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "third-party.txt"} <= texts.keys()
    third_party = texts["third-party.txt"]
    for crate in ["nalgebra", "numpy", "pyo3", "thiserror"]:
        assert re.search(rf"^{crate} \d", third_party, re.MULTILINE), crate
    assert "PyO3 Project and Contributors" in third_party and "\ncollidoscope" not in third_party


def test_the_wheel_has_types():
    assert STUBS.exists() and STUBS.with_name("py.typed").exists()


def test_the_stubs_have_the_documentation():
    def check(of, declared):
        for node in declared.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name != "__new__":
                found = getattr(of, node.name)
                assert ast.get_docstring(node) == inspect.getdoc(found), node.name
                check(found, node)

    check(cd, ast.parse(STUBS.read_text(encoding="utf-8")))


def test_the_stubs_have_the_signatures(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    command = [sys.executable, "-m", "mypy.stubtest", "collidoscope_kernels", "--ignore-missing-stub"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = re.findall(
        r"^```python\n(.*?)^```", (HERE.parent / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(examples) >= 5
    names = {}
    for example in examples:
        exec(example, names)


def test_strict_types_fit_one_question_and_many(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    (tmp_path / "use.py").write_text(
        "import numpy as np\nfrom numpy.typing import NDArray\nimport collidoscope_kernels as cd\n"
        "def use(a: cd.Mesh, poses: NDArray[np.float64]) -> tuple[np.float64, NDArray[np.float64]]:\n"
        "    one: np.float64 = cd.distance(a, a, np.eye(4))\n"
        "    many: NDArray[np.float64] = cd.distance(a, a, poses)\n"
        "    hits: cd.RayHit = cd.first_hit(a, [0, 0, 0], np.ones((5, 3)), t_max=2.0)\n"
        "    gap: float = cd.closest(a, a, np.eye(4)).distance\n"
        "    triangle: int = cd.first_hit(a, [0, 0, 0], [0, 0, 1]).triangle\n"
        "    signed: np.float64 = cd.signed_distance(a, np.zeros(3), pose=np.eye(4))\n"
        "    manager = cd.CollisionManager()\n"
        "    manager.add_object('a', a, poses[0])\n"
        "    return one + signed + gap + triangle + manager.min_distance_single(a), many + hits.t\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "use.py"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
