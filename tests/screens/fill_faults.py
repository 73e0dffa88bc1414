"""What may happen while `gridlens fill` types: it must stop, say why, and type nothing more."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

PATIENCE_S = 20  # a hang; how long a stop takes is printed
LATE_MS = 1000  # a refusal, on a busy machine
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


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

    def end(self, begun):
        """(exit status, what was said, milliseconds since `begun`)"""
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
    # As a hand moves it: one step alone may fall together with a step of the filler's own.
    step = ["mousemove_relative", "9", "4"]
    yield "the mouse is moved", "the mouse was moved", [*step, "sleep", "0.02", *step, "sleep", "0.02", *step], []
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
        begun = time.monotonic()
        desktop.call("xdotool", *act)
        status, said, took_ms = filling.end(begun)
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


class Refuser:
    """The tests' own program with a puzzle. It tells the keys that it gets, and refuses them when it is told to."""

    def __init__(self, desktop):
        program = Path(desktop.event_recorder).with_name("screen_window")
        self.process = subprocess.Popen(
            [str(program), "Refuser", "20", "40", PUZZLE],
            env=dict(os.environ, DISPLAY=desktop.name),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.keys = []  # (when, what)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        self.window = desktop.wait_for("Refuser")

    def read(self):
        for line in self.process.stdout:
            if line.startswith("key"):
                self.keys.append((time.monotonic(), line.strip()))

    def order(self, what):
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()

    def close(self):
        self.order("close")
        self.process.wait()
        self.reader.join()


def try_refusal(desktop, gridlens):
    """(name, what went wrong): a program that refuses an entry, and one that hangs."""
    refuser = Refuser(desktop)
    filling = Filling(desktop, gridlens, refuser.window, entries=5)
    before = len(refuser.keys)
    refuser.order("refuse")
    status, said, _ = filling.end(time.monotonic())
    ended = time.monotonic()
    time.sleep(0.5)
    took_ms = round(1000 * (ended - refuser.keys[-1][0]))
    troubles = []
    if status != 1 or "the program does not take an entry" not in said:
        troubles.append(f"status {status}: {said[-300:]}")
    if len({what for _, what in refuser.keys}) != len(refuser.keys) or len(refuser.keys) > before + 3:
        troubles.append(f"keys: {refuser.keys}")
    if took_ms > LATE_MS:
        troubles.append("it is told too late")
    yield f"an entry is refused: ended {took_ms} ms after its key", troubles
    refuser.close()

    refuser = Refuser(desktop)
    filling = Filling(desktop, gridlens, refuser.window, entries=5)
    os.kill(refuser.process.pid, signal.SIGSTOP)
    status, said, took_ms = filling.end(time.monotonic())
    before = len(refuser.keys)
    os.kill(refuser.process.pid, signal.SIGCONT)
    time.sleep(0.5)
    troubles = []
    if status != 1 or "the program does not respond" not in said:
        troubles.append(f"status {status}: {said[-300:]}")
    if len(refuser.keys) > before + 1:
        troubles.append(f"it went on typing: {refuser.keys[before:]}")
    yield f"the program hangs: ended after {took_ms} ms", troubles
    refuser.close()
