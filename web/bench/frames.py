"""Frame times of the board with 2,000 hexes and 300 counters, in a browser without a GPU.

    npx vite build --config bench/vite.config.ts --outDir /tmp/bench
    python bench/frames.py /tmp/bench

Each gesture is made by the browser's own input code. `drawn` is what the compositor put on the
screen, `script` the page's own animation frames; times are milliseconds. The last column compares
with a page that does nothing but move one square, in the same run: a busy machine slows both.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import itertools
import statistics
import threading
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WATCH = """() => {
    window.frames_ = [];
    let last = performance.now();
    window.watching_ = true;
    const step = (now) => {
        window.frames_.push(now - last);
        last = now;
        if (window.watching_) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
}"""
STOP = "() => { window.watching_ = false; return window.frames_.slice(2); }"
SQUARE = """() => {
    const square = document.querySelector(".square");
    const step = (now) => {
        square.style.transform = `translate(${now % 800}px, 100px)`;
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
}"""

Gesture = Callable[[CDPSession, int, int], None]


def pan(cdp: CDPSession, x: int, y: int) -> None:
    for way in (1, -1):
        cdp.send(
            "Input.synthesizeScrollGesture",
            {
                "x": x - x * way // 2,
                "y": y,
                "xDistance": x * way,
                "yDistance": 200 * way,
                "speed": 400,
                "preventFling": True,
                "gestureSourceType": "touch",
            },
        )


def wheel(cdp: CDPSession, x: int, y: int) -> None:
    for way in (1, -1):
        cdp.send(
            "Input.synthesizeScrollGesture",
            {"x": x, "y": y, "yDistance": 700 * way, "speed": 500, "gestureSourceType": "mouse"},
        )


def pinch(cdp: CDPSession, x: int, y: int) -> None:
    for factor in (2.0, 0.5, 0.5, 2.0):
        cdp.send(
            "Input.synthesizePinchGesture",
            {
                "x": x,
                "y": y,
                "scaleFactor": factor,
                "relativeSpeed": 400,
                "gestureSourceType": "touch",
            },
        )


def rest(cdp: CDPSession, x: int, y: int) -> None:
    del cdp, x, y
    threading.Event().wait(2)


class Drawn:
    """Counts the frames that reached the screen, out of the browser's trace."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp
        self._times: list[float] = []
        self._done = False
        cdp.on("Tracing.dataCollected", self._collect)
        cdp.on("Tracing.tracingComplete", self._end)

    def _collect(self, frame: dict[str, list[dict[str, object]]]) -> None:
        for event in frame["value"]:
            if event.get("name") == "Display::DrawAndSwap" and event.get("ph") in ("X", "B"):
                self._times.append(float(str(event["ts"])) / 1e3)

    def _end(self, _: object) -> None:
        self._done = True

    def start(self) -> None:
        self._times, self._done = [], False
        self._cdp.send("Tracing.start", {"categories": "viz", "transferMode": "ReportEvents"})

    def stop(self, page: Page) -> list[float]:
        self._cdp.send("Tracing.end")
        while not self._done:
            page.wait_for_timeout(20)
        times = sorted(self._times)
        return [b - a for a, b in itertools.pairwise(times)]


def measure(page: Page, cdp: CDPSession, drawn: Drawn, name: str, gesture: Gesture) -> float:
    """Make the gesture, print its frames, and answer with the frames a second on the screen."""
    size = page.viewport_size or {"width": 1440, "height": 900}
    page.wait_for_timeout(600)
    drawn.start()
    page.evaluate(WATCH)
    gesture(cdp, size["width"] // 2, size["height"] // 2 + 50)
    script = page.evaluate(STOP)
    gaps = drawn.stop(page)
    rate = 1000 * len(gaps) / sum(gaps) if gaps else 0.0
    print(f"{name:7}{_told('drawn', rate, gaps)} |", end="")
    print(_told("script", 1000 / statistics.mean(script), script), end="")
    return rate


def _told(what: str, rate: float, gaps: list[float]) -> str:
    return f" {what} {rate:5.1f}/s p95 {_tail(gaps):5.1f} longest {max(gaps, default=0):4.0f}"


def _tail(gaps: list[float]) -> float:
    return sorted(gaps)[int(len(gaps) * 0.95)] if gaps else 0.0


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        del format, args


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--ratio", type=float, default=1.0, help="device pixels a CSS pixel")
    parser.add_argument("--query", default="", help="?dark for the dark theme")
    parser.add_argument("--picture", type=Path, help="save what the page looks like at the end")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    handler = functools.partial(Quiet, directory=str(args.site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/index.html{args.query}"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
        drawn = Drawn(browser.new_browser_cdp_session())
        page = browser.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=args.ratio
        )
        cdp = page.context.new_cdp_session(page)
        page.goto(address + "#blank")
        page.wait_for_selector(".square")
        page.evaluate(SQUARE)
        best = measure(page, cdp, drawn, "square", rest)
        print()
        page.on("pageerror", lambda error: print(error))
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector(".map svg")
        page.wait_for_timeout(1500)
        for name, gesture in {"pan": pan, "wheel": wheel, "pinch": pinch, "again": pan}.items():
            rate = measure(page, cdp, drawn, name, gesture)
            print(f" | {rate / best:4.0%} of the square")
        if args.picture:
            page.wait_for_timeout(1500)
            page.screenshot(path=args.picture)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
