"""Prints the licences of every crate in the program, each text once: third-party.py < METADATA

METADATA is the output of `cargo metadata --format-version 1 --filter-platform TARGET`. Crates that only build or test
the program are left out, because the program does not contain them.
"""
import collections, json, pathlib, sys

NAMES = ("license", "licence", "copying", "notice", "copyright", "unlicense", "ofl", "ufl")


def crates(metadata):
    """The packages that the program contains, sorted by name and version; the program itself is left out."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, rest = set(), [root]
    while rest:
        package = rest.pop()
        if package in found or any("proc-macro" in target["kind"] for target in packages[package]["targets"]):
            continue
        found.add(package)
        rest += [dep["pkg"] for dep in nodes[package]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
    return sorted((packages[package] for package in found - {root}), key=lambda p: (p["name"], p["version"]))


def texts(package):
    """The licence texts in a package's folder, and beside its fonts."""
    top = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in sorted(top.iterdir()) if file.name.lower().startswith(NAMES)]
    files += sorted(top.glob("fonts/*.txt"))
    for file in files:
        for part in sorted(file.iterdir()) if file.is_dir() else [file]:
            if part.is_file() and part.suffix != ".rs":
                yield part.read_text(encoding="utf-8", errors="replace").replace("\r", "").strip("\n")


def main():
    metadata = json.load(sys.stdin)
    holders, rows = collections.defaultdict(list), []
    for package in crates(metadata):
        name = f"{package['name']} {package['version']}"
        by = ", by " + ", ".join(author.split(" <")[0] for author in package["authors"]) if package["authors"] else ""
        rows.append(f"{name}: {package['license'] or 'see its text'}{by}")
        for text in texts(package):
            if name not in holders[text]:
                holders[text].append(name)
    print("Crates in Collidoscope, with their licences. The texts that they come with follow.\n")
    print("The Rust standard library: MIT OR Apache-2.0, by The Rust Project contributors")
    print("\n".join(rows))
    for text, names in sorted(holders.items(), key=lambda item: item[1]):
        print("\n" + "=" * 80 + "\n" + ", ".join(names) + "\n" + "-" * 80 + "\n" + text)


main()
