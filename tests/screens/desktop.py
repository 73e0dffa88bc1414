"""A screen with a window manager, a window beside that records what is typed astray, and pictures of windows."""

import json
import os
import subprocess
import time
from pathlib import Path

from display import Display, Running


class Desktop(Display):
    """with Desktop(1280, 960, event_recorder) as desktop: ..."""

    def __init__(self, width, height, event_recorder):
        super().__init__(width, height)
        self.event_recorder = event_recorder

    def __enter__(self):
        super().__enter__()
        self.shell, self.recorder = Running(self), None
        try:
            self.shell.start("openbox")
            self.recorder = subprocess.Popen(
                # In the lower right corner, away from where programs open their windows.
                [self.event_recorder, str(self.width - 130), str(self.height - 130), "100", "80"],
                env=dict(os.environ, DISPLAY=self.name),
                stdout=open(self.shell.home / "events", "w"),
            )
            self.wait_for("Recorder")
        except BaseException:
            self.__exit__()  # `with` ends nothing whose start has failed: the programs would outlive the test
            raise
        return self

    def __exit__(self, *arguments):
        if self.recorder:
            self.recorder.terminate()
            self.recorder.wait()
        self.shell.__exit__(*arguments)
        super().__exit__(*arguments)

    def recorded(self):
        """Events that the window beside has got."""
        return (self.shell.home / "events").read_text().splitlines()[1:]

    def windows(self, title):
        """xdotool finds no Qt window by its name: those of KSudoku are found by their class."""
        if "KSudoku" not in title:
            return self.call("xdotool", "search", "--onlyvisible", "--name", f"^{title}$").split()
        ids = self.call("xdotool", "search", "--onlyvisible", "--class", "^ksudoku$").split()
        return [i for i in ids if self.call("xdotool", "getwindowname", i).strip() == title]

    def wait_for(self, title, seconds=60):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = self.windows(title)
            if found:
                return found[0]
            time.sleep(0.1)
        raise RuntimeError(f"no window {title} within {seconds} s")

    def settle(self, window, seconds=30):
        """Waits until a window shows the same for half a second."""
        until, before = time.monotonic() + seconds, None
        while time.monotonic() < until:
            now = self.pixels(window)
            if now and now == before:
                return
            before = now
            time.sleep(0.5)

    def pixels(self, window):
        """The window's picture as a PPM file; empty where it has none."""
        command = ["import", "-display", self.name, "-window", window, "-depth", "8", "ppm:-"]
        if not self.call("xdotool", "getwindowgeometry", window):
            return b""  # for a window that has gone, `import` would let a person click on another
        return subprocess.run(command, capture_output=True, check=False, timeout=60).stdout

    def read(self, gridlens, window, folder):
        """What `gridlens read` says of the window."""
        path = Path(folder) / "window.ppm"
        path.write_bytes(self.pixels(window))
        said = subprocess.run([gridlens, "read", "--json", str(path)], capture_output=True, text=True, check=False)
        return json.loads(said.stdout)["grids"]


def red_pixels(ppm):
    """Pure red, in which sgt-puzzles draws an entry that clashes."""
    pixels = ppm[ppm.index(b"255\n") + 4 :]
    return sum(pixels[i : i + 3] == b"\xff\x00\x00" for i in range(0, len(pixels), 3))
