"""Uses one lab's window at random. Started by scripts/monkey with PROGRAM LAB SEED SECONDS FOLDER.

After every event the window gets a _NET_WM_PING, which its event loop answers between two pictures.
An answer that takes longer than a second is a freeze. Time in which the processes involved were ready to run but had no
processor is not counted, unless the window's thread itself ran for longer, so that a busy machine is not reported.
"""
import contextlib, os, pathlib, random, shutil, struct, subprocess, sys, tempfile, time, urllib.parse, zlib

from Xlib import X, XK, display
from Xlib.ext import xtest
from Xlib.protocol import event

FREEZE_S, GONE_S = 1.0, 60.0
# Documented caches: frames of the arena 64 MiB, of the cloth 192 MiB, and undo states.
CACHES_MIB, MOST_MIB = 320, 3072
WORDS = ("lab gjk bsp cloth seed preset stencil lesson exper theme frame volume wind tree export scene camera inspector undo pair "
         "quad obb car wheel speed zzz").split()
KEYS = ("F1 F2 F3 F5 F12 Escape Tab space Return BackSpace Delete Home End Left Right Up Down Prior Next period comma "
        "question").split() + list("0123456789abcdefghijklmnopqrstuvwxyz")
COMMANDS = "s o e z z z y y b k a c v x Left Up Prior Next".split()
NUMBERS = "0 1 -1 7 100 1e9 nan 99999999999999999999 0.001 x".split()
SIZES = [(640, 400), (900, 700), (1390, 890), (320, 240), (1, 1), (2400, 1500)]


def sheet(side):
    """A wavy sheet of 2 side² triangles: points and triangles."""
    points = [(x / side, 0.1 * ((x * y) % 7) / side, y / side) for y in range(side + 1) for x in range(side + 1)]
    row = side + 1
    corners = [y * row + x for y in range(side) for x in range(side)]
    return points, [t for c in corners for t in ((c, c + row, c + 1), (c + 1, c + row, c + row + 1))]


def files(folder, lab):
    """Makes valid files (including the seeds of the fuzz targets), broken variants of each, and odd names. Returns the names, and
    URIs of them and of things that are not files. The first is a scene of the lab."""
    points, triangles = sheet(300)
    large = ["v %g %g %g\n" % p for p in points] + ["f %d %d %d\n" % tuple(i + 1 for i in t) for t in triangles]
    whole = {"own.collidoscope.json": b'{"collidoscope":2,"show":"lab=%s"}' % lab.encode(), "large.obj": "".join(large).encode(),
             "picture.png": png(2, 2, bytes(16))}
    seeds = pathlib.Path(__file__).parent.parent / "fuzz" / "seeds"
    whole |= {path.name: path.read_bytes() for path in sorted(seeds.glob("*/*"))}
    names = []
    for name, data in whole.items():
        for kind, content in {"": data, "cut-": data[:len(data) // 2], "empty-": b"", "noise-": random.randbytes(200),
                              "turned-": data.replace(b"1", b"-9e99").replace(b"0", b"nan", 3)}.items():
            names.append(os.fsencode(kind + name))
            (folder / (kind + name)).write_bytes(content)
    for name in (b"\xff\xfe odd.obj", b"two\nlines.obj", "空 格\u202e.obj".encode(), b"l" * 240 + b".obj", b"%41 #?.obj", b".obj"):
        (folder / os.fsdecode(name)).write_bytes(whole["tetrahedron.obj"])
        names.append(name)
    (folder / "folder.obj").mkdir()
    os.mkfifo(folder / "pipe.obj")
    names += [b"folder.obj", b"pipe.obj", b"missing.obj", b"."]
    uris = [b"file://" + urllib.parse.quote(os.fsencode(folder) + b"/" + name).encode() for name in names]
    return names, uris + [b"file:///dev/zero", b"http://host/a.obj", b"no uri", b"file://%ff%zz", b"\xff"]


def png(width, height, bgrx):
    """PNG of a picture with the four bytes per pixel of an X server."""
    rgb = bytearray(3 * width * height)
    for channel in range(3):
        rgb[channel::3] = bgrx[2 - channel::4]
    rows = b"".join(b"\0" + rgb[3 * width * y:3 * width * (y + 1)] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)


def ran_and_waited(process, thread=None):
    """Seconds that a thread ran, and seconds that it waited for a processor; zeros if the thread is gone."""
    try:
        text = pathlib.Path(f"/proc/{process}/task/{thread or process}/schedstat").read_text()
        return [int(nanoseconds) / 1e9 for nanoseconds in text.split()[:2]]
    except OSError:
        return [0.0, 0.0]


class Left(Exception):
    """The program has exited, or no longer answers."""


class Monkey:
    def __init__(self, program, lab, seed, out):
        self.lab, self.random, self.out = lab, random.Random(f"{lab} {seed}"), out
        random.seed(seed)
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="monkey-"))
        self.names, self.uris = files(self.home, lab)
        self.log, self.start, self.finds, self.events, self.memory = (out / "events.log").open("w"), time.time(), [], 0, []
        self.answered, self.pings, self.longest = 0, 0, 0.0
        self.drop, self.size, self.at = b"", (1280, 800), (0, 0)
        command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        name = ":" + self.server.stdout.readline().decode().strip()
        # Isolation: no desktop, no browser, and no files outside the folder.
        environment = {**os.environ, "DISPLAY": name, "XDG_CONFIG_HOME": str(self.home / "config"), "HOME": str(self.home),
                       "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "BROWSER": "true", "RUST_BACKTRACE": "1"}
        environment.pop("WAYLAND_DISPLAY", None)
        self.said = out / "stderr.txt"
        self.program = subprocess.Popen([program, "--lab", lab], cwd=self.home, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=self.said.open("w"))
        self.display = display.Display(name)
        self.atom, self.root = self.display.intern_atom, self.display.screen().root
        self.window = self.await_window()
        self.source = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.shift, self.control, self.alt = (self.code(key) for key in ("Shift_L", "Control_L", "Alt_L"))
        self.start = time.time()

    def await_window(self):
        while time.time() < self.start + GONE_S:
            for window in self.root.query_tree().children:
                if window.get_attributes().map_state == X.IsViewable:
                    return window
            time.sleep(0.1)
        sys.exit(f"no window opened; see {self.said}")

    def listen(self):
        """Handles the server's events: answers to pings, and requests for dropped data."""
        while self.display.pending_events():
            got = self.display.next_event()
            if got.type == X.ClientMessage and got.client_type == self.atom("WM_PROTOCOLS"):
                self.answered = max(self.answered, got.data[1][1])
            elif got.type == X.SelectionRequest:
                got.requestor.change_property(got.property, got.target, 8, self.drop)
                got.requestor.send_event(event.SelectionNotify(time=got.time, requestor=got.requestor, selection=got.selection,
                                                               target=got.target, property=got.property))

    def message(self, kind, *data):
        words = (list(data) + [0] * 5)[:5]
        self.window.send_event(event.ClientMessage(window=self.window, client_type=self.atom(kind), data=(32, words)))
        self.display.flush()

    def starved(self):
        """Seconds that the threads involved in an answer waited for a processor: the window's, the rasteriser's slowest, the
        X server's, and this script's."""
        rasteriser = [0.0]
        for task in pathlib.Path(f"/proc/{self.program.pid}/task").glob("*"):
            with contextlib.suppress(OSError):  # a thread may end at any time
                if (task / "comm").read_text().startswith("llvmpipe"):
                    rasteriser.append(ran_and_waited(self.program.pid, task.name)[1])
        return max(rasteriser) + sum(ran_and_waited(pid)[1] for pid in (self.server.pid, os.getpid(), self.program.pid))

    def await_answer(self):
        """Waits until the window has handled all events sent so far."""
        self.pings += 1
        begin, starved, told = time.time(), self.starved(), False
        ran = ran_and_waited(self.program.pid)[0]
        own = lambda: max(time.time() - begin - (self.starved() - starved), ran_and_waited(self.program.pid)[0] - ran)
        self.message("WM_PROTOCOLS", self.atom("_NET_WM_PING"), self.pings, self.window.id)
        while self.answered < self.pings:
            self.listen()
            if self.program.poll() is not None:
                self.find(f"the program has left with status {self.program.returncode}")
                raise Left
            took = time.time() - begin
            if took > FREEZE_S and not told and own() > FREEZE_S:
                told = True
                self.find("freeze")
            if took > GONE_S:
                self.find(f"no answer for {GONE_S:.0f} s")
                raise Left
            time.sleep(0.003)
        took = time.time() - begin
        self.longest = max(self.longest, own())
        if took > FREEZE_S:
            self.note(f"answered after {took:.2f} s, {own():.2f} s of them its own")
        if "panicked at" in self.said.read_text(errors="replace"):
            self.find("panic; see stderr.txt")
            raise Left

    def note(self, line):
        self.log.write(f"{time.time() - self.start:8.2f} {line}\n")
        self.log.flush()

    def find(self, what):
        """Records a failure, with a screenshot and the stack of the window's thread."""
        self.finds.append(what)
        kept = self.out / f"find-{len(self.finds)}"
        self.note(f"FIND {len(self.finds)}: {what}")
        print(f"{self.lab}: {time.time() - self.start:.1f} s, event {self.events}: {what}", flush=True)
        if shutil.which("gdb") and self.program.poll() is None:
            stack = subprocess.run(["gdb", "-p", str(self.program.pid), "-batch", "-ex", "bt"], capture_output=True, text=True)
            kept.with_suffix(".txt").write_text(stack.stdout)
        screen = self.root.get_geometry()
        image = self.root.get_image(0, 0, screen.width, screen.height, X.ZPixmap, 0xFFFFFFFF)
        kept.with_suffix(".png").write_bytes(png(screen.width, screen.height, image.data))

    def code(self, name):
        return self.display.keysym_to_keycode(XK.string_to_keysym(name))

    def touch(self, kind, detail=0):
        xtest.fake_input(self.display, kind, detail, x=self.at[0], y=self.at[1])

    def press(self, code, *held):
        self.window.set_input_focus(X.RevertToParent, X.CurrentTime)
        for kind, keys in ((X.KeyPress, [*held, code]), (X.KeyRelease, [code, *held])):
            for key in keys:
                xtest.fake_input(self.display, kind, key)

    def type(self, text):
        for character in text:
            for code, index in list(self.display.keysym_to_keycodes(ord(character)))[:1]:
                self.press(code, *[self.shift] * (index & 1))

    # Random actions; each returns its description for the log.
    def move(self):
        # Often into the panels, because the controls are there.
        (width, height), pick = self.size, self.random.choice
        left, right = pick([(0, 288), (0, 288), (0, width), (0, width), (max(0, width - 300), width)])
        self.at = self.random.randint(left, right), self.random.randint(0, pick([60, height, height, height]))
        self.touch(X.MotionNotify)
        return self.at

    def click(self, button=None):
        button = button or self.random.choice([1] * 12 + [2, 3, 3])
        self.move()
        for _ in range(self.random.choice([1, 1, 1, 1, 2, 3])):
            self.touch(X.ButtonPress, button), self.touch(X.ButtonRelease, button)
        return self.at, button

    def drag(self):
        button, begin = self.random.choice([1, 1, 1, 2, 3]), self.move()
        self.touch(X.ButtonPress, button)
        for _ in range(self.random.randint(1, 8)):
            self.move()
            self.await_answer()
        if self.random.random() < 0.1:
            self.press(self.code(self.random.choice(["Escape", "x", "space", "i", "F5"])))
        self.touch(X.ButtonRelease, button)
        return begin, self.at, button

    def wheel(self):
        button, count, held = self.random.choice([4, 5]), self.random.randint(1, 20), self.random.random() < 0.2
        self.move()
        if held:
            self.touch(X.KeyPress, self.control)
        for _ in range(count):
            self.touch(X.ButtonPress, button), self.touch(X.ButtonRelease, button)
        if held:
            self.touch(X.KeyRelease, self.control)
        return self.at, button, count, held

    def key(self):
        key, count = self.random.choice(KEYS), self.random.choice([1, 1, 1, 1, 8])
        held = self.random.choice([()] * 8 + [(self.shift,), (self.alt,)])
        for _ in range(count):
            self.press(self.code(key), *held)
        return key, count, held

    def command(self):
        key, held = self.random.choice(COMMANDS), self.random.choice([(), (), (self.shift,)])
        self.press(self.code(key), self.control, *held)
        return key, held

    def search(self):
        word = self.random.choice([self.random.choice(WORDS), self.random.choice(WORDS)[:2], self.lab])
        self.press(self.code("k"), self.control)
        self.await_answer()
        self.type(word)
        self.await_answer()
        for _ in range(self.random.randint(0, 12)):
            self.press(self.code("Down"))
        self.press(self.code(self.random.choice(["Return", "Return", "Return", "Escape"])))
        return word

    def path(self):
        key = self.random.choice("soe")
        name = self.random.choice([os.fsdecode(self.random.choice(self.names)), f"saved-{self.random.randint(0, 9)}"])
        self.press(self.code("Escape"))
        self.press(self.code(key), self.control)
        self.await_answer()
        self.press(self.code("a"), self.control)
        self.type(self.random.choice([f"{self.home}/{name}", name]))
        self.press(self.code("Return"))
        return key, name

    def value(self):
        """Types a number into a control that was clicked twice."""
        text = self.random.choice(NUMBERS)
        self.click(1), self.click(1)
        self.press(self.code("a"), self.control)
        self.type(text)
        self.press(self.code("Return"))
        return self.at, text

    def resize(self):
        sizes = self.random.choices(SIZES, k=2) + [(1280, 800)]
        for self.size in sizes:
            self.window.configure(width=self.size[0], height=self.size[1])
            self.await_answer()
            self.click()
            self.await_answer()
        return sizes

    def focus(self):
        self.root.set_input_focus(X.RevertToParent, X.CurrentTime)
        return "lost"

    def minimise(self):
        self.window.unmap()
        self.await_answer()
        time.sleep(self.random.random())
        self.window.map()
        return "and back"

    def dropped(self, uris=None):
        uris = uris or self.random.sample(self.uris, self.random.choice([1, 1, 1, 2, 5]))
        self.drop = b"\r\n".join(uris) + self.random.choice([b"", b"\r\n"])
        self.source.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        self.message("XdndEnter", self.source.id, 5 << 24, self.atom("text/uri-list"))
        for _ in range(self.random.randint(1, 3)):
            place = self.random.randrange(self.size[0]) << 16 | self.random.randrange(self.size[1])
            self.message("XdndPosition", self.source.id, 0, place, X.CurrentTime, self.atom("XdndActionCopy"))
            self.await_answer()
        self.message(self.random.choice(["XdndDrop"] * 6 + ["XdndLeave"]), self.source.id, 0, X.CurrentTime)
        return self.drop

    def back(self):
        """Returns to the lab by dropping a scene file of it."""
        return self.dropped(self.uris[:1])

    def run(self, seconds):
        deeds = {self.move: 8, self.click: 30, self.drag: 10, self.wheel: 6, self.key: 20, self.command: 8, self.search: 5,
                 self.path: 3, self.value: 4, self.resize: 2, self.focus: 1, self.minimise: 1, self.dropped: 6}
        due = 0.0
        try:
            while (at := time.time() - self.start) < seconds:
                deed = self.back if at >= due else self.random.choices(list(deeds), list(deeds.values()))[0]
                due = at + 45 if at >= due else due
                # Logged before the action, so that the log ends with the action that killed the program.
                self.note(deed.__name__)
                self.note(f"    {deed()}")
                self.events += 1
                self.await_answer()
                self.weigh()
                time.sleep(self.random.choice([0, 0, 0.02, 0.1]))
            if self.memory:
                self.judge_memory()
        except Left:
            pass
        finally:
            self.finish()
        return bool(self.finds)

    def weigh(self):
        status = pathlib.Path(f"/proc/{self.program.pid}/status").read_text()
        mib = int(status.split("VmRSS:")[1].split()[0]) / 1024
        self.memory.append((time.time() - self.start, mib))
        if mib > MOST_MIB:
            self.find(f"{mib:.0f} MiB of memory")
            raise Left

    def judge_memory(self):
        """Fits a line to the least memory of each tenth of the time, after two tenths of warm-up."""
        (begin, _), (end, _), floors = self.memory[0], self.memory[-1], {}
        for at, mib in self.memory:
            tenth = int(10 * (at - begin) / (end - begin + 1e-9))
            floors[tenth] = min(mib, floors.get(tenth, mib))
        parts = [part for part in floors.items() if part[0] >= 2] or list(floors.items())
        middle, mean = (sum(column) / len(parts) for column in zip(*parts))
        slope = sum((t - middle) * (m - mean) for t, m in parts) / max(1e-9, sum((t - middle) ** 2 for t, _ in parts))
        self.note(f"memory, MiB: at least {[round(m) for m in floors.values()]}, {slope:+.1f} a tenth of the time")
        if 8 * slope > CACHES_MIB:
            self.find(f"memory grows by {slope:.0f} MiB in a tenth of the time")

    def finish(self):
        if self.program.poll() is None:
            self.message("WM_PROTOCOLS", self.atom("WM_DELETE_WINDOW"))
            try:
                if status := self.program.wait(10):
                    self.find(f"closing ended with status {status}")
            except subprocess.TimeoutExpired:
                self.find("it does not close within 10 s")
                self.program.kill()
        memory = [mib for _, mib in self.memory] or [0]
        print(f"{self.lab}: {time.time() - self.start:.0f} s, {self.events} events, longest answer {self.longest:.2f} s, memory "
              f"{memory[-1]:.0f} MiB of at most {max(memory):.0f}; {len(self.finds) or 'no'} finds; {self.out}", flush=True)
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.home)


program, lab, seed, seconds, out = sys.argv[1:]
sys.exit(Monkey(program, lab, seed, pathlib.Path(out) / f"{lab}-{seed}").run(float(seconds)))
