"""A screen reader for tests: reads the controls of the program named by its process over AT-SPI.

    screen_reader.py enable             announces a screen reader to the session
    screen_reader.py tree PID           prints the controls as JSON: [window, role, name, actions]
    screen_reader.py press PID NAME     does the first action of the control with this name
"""

import json
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib


def enable():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
        bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value,
                      None, Gio.DBusCallFlags.NONE, 20_000)


def controls(pid):
    """All controls of the process, with the name of their window."""
    import pyatspi

    def below(control, window, depth=0):
        yield window, control
        for child in control if depth < 60 else ():
            if child is not None:
                yield from below(child, window, depth + 1)

    desktop = pyatspi.Registry.getDesktop(0)
    for application in desktop:
        if application is not None and application.get_process_id() == pid:
            for window in application:
                yield from below(window, window.name)


def actions(control):
    try:
        return control.queryAction()
    except NotImplementedError:
        return None


def main():
    if sys.argv[1] == "enable":
        return enable()
    found = controls(int(sys.argv[2]))
    if sys.argv[1] == "tree":
        rows = []
        for window, control in found:
            doing = actions(control)
            rows.append([window, control.getRoleName(), control.name, doing.nActions if doing else 0])
        print(json.dumps(rows))
    else:
        named = [control for _, control in found if control.name == sys.argv[3] and actions(control)]
        actions(named[0]).doAction(0)


main()
