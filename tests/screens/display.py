"""A screen of its own (Xvfb) and the programs on it."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path


class Display:
    """with Display(1280, 960) as display: ..."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.size = (width, height)

    def __enter__(self):
        reader, writer = os.pipe()
        # Without -noreset the server starts anew whenever its last client leaves, and refuses clients meanwhile.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-noreset", "-nolisten", "tcp"]
            + ["-screen", "0", f"{self.width}x{self.height}x24"],
            pass_fds=[writer],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as number:
            self.name = ":" + number.readline().strip()
        try:
            self.wait_until_reached()
        except BaseException:
            Display.__exit__(self)  # `with` ends nothing whose start has failed
            raise
        return self

    def wait_until_reached(self, seconds=30):
        """Waits until a client sees a screen of the size asked for."""
        until, said = time.monotonic() + seconds, ""
        while self.name != ":" and time.monotonic() < until:
            said = self.call("xdotool", "getdisplaygeometry").strip()
            if said == f"{self.width} {self.height}":
                return
            time.sleep(0.1)
        raise RuntimeError(f"Xvfb {self.name} of {self.width}x{self.height} cannot be reached; its size: {said or 'none'}")

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def call(self, *command):
        environment = dict(os.environ, DISPLAY=self.name)
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    def shoot(self, path):
        subprocess.run(["import", "-display", self.name, "-window", "root", str(path)], check=True)


class Running:
    """One program in a home folder of its own, so that nobody's settings matter and none are changed."""

    def __init__(self, display):
        self.display = display
        self.home = Path(tempfile.mkdtemp(prefix="screens-"))
        (self.home / "run").mkdir(mode=0o700)
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        time.sleep(0.2)  # for what it left in the session to end with its bus
        shutil.rmtree(self.home, ignore_errors=True)

    def write(self, name, text):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def start(self, *command, **variables):
        home = str(self.home)
        environment = {
            "PATH": os.environ["PATH"] + ":/usr/games",
            "DISPLAY": self.display.name,
            "HOME": home,
            "XDG_CONFIG_HOME": home + "/config",
            "XDG_DATA_HOME": home + "/data",
            "XDG_CACHE_HOME": home + "/cache",
            "XDG_RUNTIME_DIR": home + "/run",
            "LANG": "C.UTF-8",
            "GSETTINGS_BACKEND": "keyfile",
            "NO_AT_BRIDGE": "1",
            **variables,
        }
        self.log = open(self.home / "log", "w")
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", *command],
            env=environment,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def size_of(self, window):
        said = self.display.call("xdotool", "getwindowgeometry", "--shell", window).split()
        geometry = dict(line.split("=") for line in said)
        return int(geometry.get("WIDTH", 0)), int(geometry.get("HEIGHT", 0))

    def window(self, seconds=20):
        """Number of the largest window, once there is one. (xdotool's filters by name and visibility miss Qt's windows
        where there is no window manager.)"""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            sizes = {}
            for window in self.display.call("xdotool", "search", "--name", "").split():
                size = self.size_of(window)
                if size != (self.display.width, self.display.height):  # the root
                    sizes[window] = size[0] * size[1]
            largest = max(sizes, key=sizes.get, default=None)
            if largest and sizes[largest] > 150 * 150:
                return largest
            time.sleep(0.2)
        raise RuntimeError("no window; the program said: " + (self.home / "log").read_text()[-500:])

    def place(self, window, x, y, size=None):
        """Programs that are still starting put their own size back: asked for again until it stays. No part of the window
        lies outside the screen where it fits: a board that is cut off cannot be read."""
        stays = 0
        for _ in range(30):
            if not size or self.size_of(window) == size:
                stays += 1
            else:
                stays = 0
                self.display.call("xdotool", "windowsize", window, str(size[0]), str(size[1]))
            if stays == 4:
                break
            time.sleep(0.3)
        else:
            raise RuntimeError(f"the window keeps the size {self.size_of(window)} instead of {size}")
        width, height = self.size_of(window)
        x, y = (max(0, min(at, room)) for at, room in ((x, self.display.width - width), (y, self.display.height - height)))
        self.display.call("xdotool", "windowmove", window, str(x), str(y))
