"""Cameras and microphones on the run's clock; screens and loudspeakers that look and listen."""

import array
import asyncio
import base64
import binascii
import collections
import math
import struct
import zlib

import callproof_media as media
from callproof_agent import SECOND, text_of

REFERENCE_INTERVAL = 15  # every so many pictures one is compared with its original
LEVEL_WINDOW = 4800  # samples: 100 ms
PSNR_CAP = 48.0


# What is captured.


class Capture:
    """Units (pictures, samples) of a source, so many a second, from the first one asked for."""

    def __init__(self, agent, kind, source, rate):
        self.agent, self.kind, self.source, self.rate = agent, kind, source, rate
        self.start = None
        self.next = 0
        self.mid = None

    @property
    def enabled(self):
        return self.agent.enabled[self.kind]

    def instant(self, unit):
        return self.start + unit * SECOND // self.rate

    async def wait(self, unit):
        if self.start is None:
            self.start = self.agent.now()
        delay = self.instant(unit) - self.agent.now()
        if delay > 0:
            await asyncio.sleep(delay / SECOND)


class Camera(Capture):
    """Pictures in I420, numbered from 0; the number of one that nobody fetched is left out."""

    def __init__(self, agent, setup):
        self.width, self.height = setup["width"], setup["height"]
        self.black = media.BlackSource(self.width, self.height)
        source = self.open(setup["source"])
        super().__init__(agent, "video", source, setup["fps"])

    def open(self, name):
        if name == "timecode":
            return media.TimecodeSource(self.width, self.height)
        if name == "black":
            return self.black
        raise ValueError(f'no video source "{name}"; this agent has timecode and black')

    async def take(self):
        """The next picture: (number, when it was taken, bytes)."""
        await self.wait(self.next)
        captured = self.agent.now()
        due = (captured - self.start) * self.rate // SECOND
        frame = max(self.next, due)
        self.next = frame + 1
        source = self.source if self.enabled else self.black
        picture = source.picture(frame, captured)
        if self.mid is not None:
            self.agent.notify("framecaptured", mid=self.mid, frame=frame, at=captured)
        return frame, captured, picture


class Microphone(Capture):
    """Sound, 48 kHz, one channel; a piece is there once its last sample was taken."""

    def __init__(self, agent, setup):
        super().__init__(agent, "audio", self.open(setup["source"]), media.SAMPLE_RATE)
        self.silence = media.SilenceSource()

    def open(self, name):
        if name == "beep":
            return media.BeepSource()
        if name == "silence":
            return media.SilenceSource()
        raise ValueError(f'no audio source "{name}"; this agent has beep and silence')

    async def take(self, count):
        """The next samples: (index of the first, samples)."""
        await self.wait(self.next + count)
        first = self.next
        self.next += count
        source = self.source if self.enabled else self.silence
        if self.mid is not None:
            for mark, sample in source.marks(first, count):
                self.agent.notify("audiomarksent", mid=self.mid, mark=mark, at=self.instant(sample))
        return first, source.samples(first, count)


# What is shown and played.


class Screen:
    """Looks at the pictures that a stack shows."""

    def __init__(self, agent, mid):
        self.agent, self.mid = agent, mid
        self.reader, self.size = None, None
        self.strips = 0
        self.still_interval = agent.setup.get("stills")
        self.next_still = 0
        self.original = _reference(agent.setup.get("reference"))

    def show(self, luma, stride, width, height, whole=None, still=None):
        """`whole` gives packed I420, `still` (MIME type, bytes); they are called when wanted."""
        at = self.agent.now()
        if self.size != (width, height, stride):
            self.size = (width, height, stride)
            self.reader = media.StripReader(width, height, stride)
        reading = self.reader.read(luma)
        params = dict(mid=self.mid, frame=None, captured=None)
        if reading is not None:
            params.update(frame=reading[0], captured=reading[1])
            if whole is not None and self.original is not None and self.strips % REFERENCE_INTERVAL == 0:
                params.update(self._quality(reading, whole(), width, height))
            self.strips += 1
        self.agent.notify("frame", at=at, **params)
        if still is not None and self.still_interval and at >= self.next_still:
            self.next_still = at + self.still_interval
            self.agent.call(self.agent.loop.run_in_executor, None, self._keep, still, at)

    def _quality(self, reading, picture, width, height):
        """PSNR and SSIM against the original, where the size is still that."""
        numpy, source = self.original
        if (source.width, source.height) != (width, height):
            return {}
        return quality(numpy, source.picture(*reading), picture, width, height)

    def _keep(self, still, at):
        try:
            mime_type, data = still()
        except Exception as error:
            self.agent.notify("log", text=f"no still: {text_of(error)}")
            return
        self.agent.notify("still", mid=self.mid, at=at, mimeType=mime_type, data=base64.b64encode(data).decode())


def quality(numpy, original, picture, width, height):
    """PSNR of all samples and, where the pictures are large enough, SSIM of luma; as in the target Media."""
    original = numpy.frombuffer(original, numpy.uint8).astype(numpy.float32)
    picture = numpy.frombuffer(picture, numpy.uint8).astype(numpy.float32)
    difference = picture - original
    error = int(numpy.dot(difference, difference))
    psnr = PSNR_CAP if error <= 0 else 10 * math.log10(65025 * len(original) / error)
    values = {"psnr": round(min(PSNR_CAP, psnr), 2)}
    if width >= 8 and height >= 8:
        luma = [samples[: width * height].reshape(height, width) for samples in (original, picture)]
        values["ssim"] = _ssim(numpy, *luma)
    return values


def _ssim(numpy, a, b):
    """The mean over windows of 8x8 samples, 4 apart; each is four blocks of 4x4."""
    rows, columns = a.shape[0] // 4, a.shape[1] // 4

    def windows(samples):
        blocks = samples[: 4 * rows, : 4 * columns].reshape(rows, 4, columns, 4)
        sums = blocks.sum((1, 3)).astype(numpy.float64)
        return sums[:-1, :-1] + sums[:-1, 1:] + sums[1:, :-1] + sums[1:, 1:]

    sum_a, sum_b, products = windows(a), windows(b), windows(a * b)
    product, square = sum_a * sum_b, sum_a**2 + sum_b**2
    covariance = 64 * products - product
    variances = 64 * windows(a * a + b * b) - square
    c1, c2 = (0.01 * 255 * 64) ** 2, (0.03 * 255 * 64) ** 2
    similarity = (2 * product + c1) * (2 * covariance + c2) / ((square + c1) * (variances + c2))
    return round(float(similarity.mean()), 4)


def _reference(reference):
    """(numpy, source) for what the far side sends; None where there is neither."""
    if not reference or reference.get("source", "timecode") != "timecode":
        return None
    try:
        import numpy
    except ImportError:
        return None
    return numpy, media.TimecodeSource(reference["width"], reference["height"])


def png(width, height, pixels, channels):
    """A PNG of packed rows of grey (1) or RGB (3) samples."""
    size = width * channels
    rows = b"".join(b"\0" + pixels[row * size : (row + 1) * size] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0 if channels == 1 else 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", binascii.crc32(name + data))
        for name, data in chunks
    )


class Loudspeaker:
    """Listens to the sound that a stack plays: 48 kHz, one channel."""

    GAP = SECOND // 2  # after such a pause the ear begins anew: it counts samples, not time

    def __init__(self, agent, mid):
        self.agent, self.mid = agent, mid
        self.concealed = lambda: 0  # samples that the stack made up since it was last asked
        self._begin()

    def _begin(self):
        self.detector = media.MarkDetector()
        self.window = array.array("h")
        # (index of the first sample, when it left), of the last seconds
        self.pieces = collections.deque(maxlen=500)
        self.count = 0
        self.end = None

    def play(self, samples, at=None):
        """Samples (an array of 16 bits) whose first leaves at `at`, by default now."""
        at = self.agent.now() if at is None else at
        if self.end is not None and at - self.end > self.GAP:
            self._begin()
        self.pieces.append((self.count, at))
        self.count += len(samples)
        self.end = at + len(samples) * SECOND // media.SAMPLE_RATE
        for mark, sample in self.detector.push(samples):
            self.agent.notify("audiomark", mid=self.mid, mark=mark, at=self._instant(sample))
        self.window += samples
        while len(self.window) >= LEVEL_WINDOW:
            self.agent.notify(
                "audiolevel",
                mid=self.mid,
                level=media.level(self.window[:LEVEL_WINDOW]),
                concealedSamples=self.concealed(),
                at=at,
            )
            del self.window[:LEVEL_WINDOW]

    def _instant(self, sample):
        """When a sample left; forgets the pieces before it."""
        while len(self.pieces) > 1 and self.pieces[1][0] <= sample:
            self.pieces.popleft()
        first, at = self.pieces[0]
        return at + (sample - first) * SECOND // media.SAMPLE_RATE
