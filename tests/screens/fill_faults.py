"""What may happen while `gridlens fill` types: it must stop, say why, and type nothing more."""

import os
import subprocess
import time

PATIENCE_S = 20  # a hang; how long a stop takes is printed


class Filling:
    """`gridlens fill` on a window, from the moment when it has typed some entries."""

    def __init__(self, desktop, gridlens, window, entries=2):
        self.process = subprocess.Popen(
            [gridlens, "fill", "--window", hex(int(window))],
            env=dict(os.environ, DISPLAY=desktop.name),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(entries):
            self.process.stdout.readline()

    def end(self):
        """(exit status, what was said, milliseconds from now on)"""
        begun = time.monotonic()
        try:
            _, said = self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return -1, "it did not stop", 0
        return self.process.returncode, said.strip(), round(1000 * (time.monotonic() - begun))


def faults(desktop, window):
    """(name, what is said, what to do, what undoes it)"""
    place = desktop.call("xdotool", "getwindowgeometry", "--shell", window).split()
    x, y = (int(word.split("=")[1]) for word in place if word[:2] in ("X=", "Y="))
    recorder = desktop.windows("Recorder")[0]
    home = ["windowmove", recorder, str(desktop.width - 130), str(desktop.height - 130)]
    front = ["windowactivate", "--sync", window]
    yield "the mouse is moved", "the mouse was moved", ["mousemove_relative", "9", "4"], []
    yield "Esc is pressed", "Esc was pressed", ["key", "Escape"], []
    yield "the focus is stolen", "the window lost the focus", ["windowactivate", recorder], front
    yield "the window is moved", "the window was moved", ["windowmove", window, "90", "70"], []
    yield "the window is resized", "the window was resized", ["windowsize", window, "500", "500"], []
    # Its lower part; the pointer is in the upper one.
    over = ["windowmove", recorder, str(x + 150), str(y + 400), "windowraise", recorder]
    yield "the board is covered", "another window covers the board", over, [*home, *front]
    yield "the window is minimised", "minimised", ["windowminimize", window], front
    yield "another puzzle appears", "another puzzle has appeared", ["key", "n"], []
    yield "the window is closed", "the window was closed", ["windowkill", window], []


def try_faults(desktop, gridlens, window, everything):
    """(name, what went wrong) of each fault, the window's end last."""
    for number, (name, reason, act, undo) in enumerate(faults(desktop, window)):
        if not everything and number > 2:
            return
        filling = Filling(desktop, gridlens, window)
        desktop.call("xdotool", *act)
        status, said, took_ms = filling.end()
        troubles = []
        if status != 1 or reason not in said:
            troubles.append(f"status {status}: {said[-300:]}")
        before = desktop.pixels(window)
        time.sleep(0.5)
        if desktop.pixels(window) != before:
            troubles.append("the window goes on changing")
        if undo:
            desktop.call("xdotool", *undo)
        desktop.settle(window, 5)
        yield f"{name}: ended after {took_ms} ms", troubles
