"""Prints the licences of every crate in a program or library for this machine, each text once:
third-party.py MANIFEST

Crates that only build or test the program are left out, because the program does not contain them, and so are those of
this repository.
"""
import collections, json, pathlib, subprocess, sys

NAMES = ("license", "licence", "copying", "notice", "copyright", "unlicense", "ofl", "ufl")


def crates(metadata):
    """The packages of others that the program contains, sorted by name and version."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found, rest = set(), [metadata["resolve"]["root"]]
    while rest:
        package = rest.pop()
        if package in found or any("proc-macro" in target["kind"] for target in packages[package]["targets"]):
            continue
        found.add(package)
        rest += [dep["pkg"] for dep in nodes[package]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
    of_others = (packages[package] for package in found if packages[package]["source"])
    return sorted(of_others, key=lambda p: (p["name"], p["version"]))


def texts(package):
    """The licence texts in a package's folder, and beside its fonts."""
    top = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in sorted(top.iterdir()) if file.name.lower().startswith(NAMES)]
    files += sorted(top.glob("fonts/*.txt"))
    for file in files:
        for part in sorted(file.iterdir()) if file.is_dir() else [file]:
            if part.is_file() and part.suffix != ".rs":
                yield part.read_text(encoding="utf-8", errors="replace").replace("\r", "").strip("\n")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout


def main():
    [manifest] = sys.argv[1:]
    [host] = [line.split()[1] for line in output("rustc", "-vV").splitlines() if line.startswith("host:")]
    options = ["--format-version=1", "--locked", "--filter-platform", host, "--manifest-path", manifest]
    metadata = json.loads(output("cargo", "metadata", *options))
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
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
