"""Packs the sources of the Python package: sdist.py MATURIN FOLDER

maturin packs the manifest of the kernels' workspace as it is, with the program's package, whose sources are not packed.
Only the tables of the workspace stay in it, with the kernels as the only member.
"""
import gzip, io, pathlib, re, subprocess, sys, tarfile

PACKAGE = pathlib.Path(__file__).parent.parent / "python"


def workspace_alone(manifest):
    lines, inside = [], False
    for line in manifest.splitlines(keepends=True):
        if line.startswith("["):
            inside = line.startswith("[workspace")
        if inside:
            lines.append(re.sub(r"^members = .*", 'members = ["crates/kernels"]', line))
    return "".join(lines)


def main():
    maturin, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for old in folder.glob("collidoscope_kernels-*.tar.gz"):
        old.unlink()
    manifest = PACKAGE / "Cargo.toml"
    subprocess.run([maturin, "sdist", "--manifest-path", manifest, "--out", folder], check=True)
    [archive] = folder.glob("collidoscope_kernels-*.tar.gz")
    with tarfile.open(archive) as packed:
        files = [(member, packed.extractfile(member).read()) for member in packed if member.isfile()]
    with archive.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as packed:
            for member, content in files:
                if member.name.split("/", 1)[1] == "Cargo.toml":
                    content = workspace_alone(content.decode()).encode()
                    member.size = len(content)
                packed.addfile(member, io.BytesIO(content))


main()
