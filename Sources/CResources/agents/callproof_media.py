"""Pictures with a strip and sound with marks, made and read as the Swift target Media does.

Strip.swift, TimecodeSource.swift, MarkCode.swift, MarkCorrelator.swift and MarkDetector.swift are
the definitions; what is explained there is not explained again here. Standard library only: some
agents run without numpy.
"""

import array
import math
import operator
import zlib

SAMPLE_RATE = 48000
MARK_INTERVAL = 12000  # samples: 250 ms


# Pictures: I420, rows tightly packed.

COLUMNS, ROWS = 40, 3
SYNC = "10110010"
MINIMUM_CONTRAST = 40
LIGHT, DARK = b"\xc8", b"\x38"
STRIP_FRAME_LIMIT, STRIP_TIME_LIMIT = 1 << 32, 1 << 48


def strip_message(frame, captured):
    """Frame number, capture time in nanoseconds and their CRC-32: 14 bytes."""
    message = frame.to_bytes(4, "big") + captured.to_bytes(6, "big")
    return message + zlib.crc32(message).to_bytes(4, "big")


def draw_strip(picture, width, height, frame, captured):
    """Draws the strip into a bytearray, unless picture or time do not suit it."""
    strip_height = ROWS * width // COLUMNS
    if width < 160 or height < 90 or height <= strip_height:
        return
    if not (0 <= captured < STRIP_TIME_LIMIT and 0 <= frame < STRIP_FRAME_LIMIT):
        return
    message = int.from_bytes(strip_message(frame, captured), "big")
    cells = SYNC + format(message, "0112b")
    edges = [column * width // COLUMNS for column in range(COLUMNS + 1)]
    for row in range(ROWS):
        line = b"".join(
            (LIGHT if cells[row * COLUMNS + column] == "1" else DARK) * (edges[column + 1] - edges[column])
            for column in range(COLUMNS)
        )
        top, bottom = edges[row], edges[row + 1]
        picture[top * width : bottom * width] = line * (bottom - top)
    chroma_width, chroma_height = (width + 1) // 2, (height + 1) // 2
    grey = b"\x80" * (chroma_width * ((strip_height + 1) // 2))
    for plane in range(2):
        start = width * height + plane * chroma_width * chroma_height
        picture[start : start + len(grey)] = grey


class StripReader:
    """Reads the strip from the luma of pictures of one size."""

    def __init__(self, width, height, stride):
        self.fits = width >= COLUMNS and ROWS * width // COLUMNS <= height
        if not self.fits:
            return
        places = []
        edges = [column * width // COLUMNS for column in range(COLUMNS + 1)]
        for row in range(ROWS):
            top, cell_height = edges[row], edges[row + 1] - edges[row]
            for left, right in zip(edges, edges[1:]):
                for y in (3, 4, 5):
                    line = (top + cell_height * y // 8) * stride + left
                    places += [line + (right - left) * x // 8 for x in (3, 4, 5)]
        self.last_place = max(places)
        self.samples = operator.itemgetter(*places)

    def read(self, luma):
        """(frame, capture time), or None: there is no strip, or it is damaged."""
        if not self.fits or len(luma) <= self.last_place:
            return None
        samples = self.samples(luma)
        values = [sum(samples[cell : cell + 9]) for cell in range(0, len(samples), 9)]
        lightest = sum(value for value, bit in zip(values, SYNC) if bit == "1")
        darkest = sum(value for value, bit in zip(values, SYNC) if bit == "0")
        if lightest - darkest < 4 * 9 * MINIMUM_CONTRAST:
            return None
        threshold = (lightest + darkest) // 8
        cells = "".join("1" if value > threshold else "0" for value in values)
        if not cells.startswith(SYNC):
            return None
        message = int(cells[len(SYNC) :], 2).to_bytes(14, "big")
        frame, captured = int.from_bytes(message[:4], "big"), int.from_bytes(message[4:10], "big")
        return (frame, captured) if message == strip_message(frame, captured) else None


class BlackSource:
    """Black pictures: what a muted camera sends."""

    def __init__(self, width, height):
        self.black = b"\x10" * (width * height) + b"\x80" * (2 * ((width + 1) // 2) * ((height + 1) // 2))

    def picture(self, frame, captured):
        return bytearray(self.black)


class TimecodeSource:
    """Colour bars, a square that bounces, a band of noise, and the strip."""

    BARS = (
        (180, 128, 128),
        (168, 64, 140),
        (145, 140, 60),
        (133, 80, 74),
        (96, 174, 180),
        (84, 116, 194),
        (62, 190, 116),
        (48, 128, 128),
    )
    NOISE_COUNT, NOISE_SPARE, NOISE_AMPLITUDE = 16384, 4096, 12
    SQUARE = (210, 90, 160)

    def __init__(self, width, height):
        self.width, self.height = width, height
        chroma = ((width + 1) // 2, (height + 1) // 2)
        self.planes, background, offset = [], b"", 0
        for index, (plane_width, plane_height) in enumerate(((width, height), chroma, chroma)):
            row = bytes(self.BARS[x * len(self.BARS) // plane_width][index] for x in range(plane_width))
            background += row * plane_height
            self.planes.append((offset, plane_width))
            offset += plane_width * plane_height
        self.background = background
        self.noise = self._noise()
        self.band = range(height * 5 // 8 // 2 * 2, height * 7 // 8 // 2 * 2)
        self.strip_height = ROWS * width // COLUMNS
        side = min(height // 5, width, self.band.start - self.strip_height - 2)
        self.side = max(0, side) // 2 * 2

    @classmethod
    def _noise(cls):
        """Bytes of SplitMix64 from a fixed state: the same in every run."""
        state, mask, words = 0x74696D65636F6465, (1 << 64) - 1, []
        for _ in range((cls.NOISE_COUNT + cls.NOISE_SPARE) // 8):
            state = z = (state + 0x9E3779B97F4A7C15) & mask
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            words.append((z ^ (z >> 31)).to_bytes(8, "little"))
        span = 2 * cls.NOISE_AMPLITUDE + 1
        return b"".join(words).translate(bytes(128 - cls.NOISE_AMPLITUDE + ((byte * span) >> 8) for byte in range(256)))

    def picture(self, frame, captured):
        picture, width = bytearray(self.background), self.width
        for y in self.band:
            start = (frame * 7919 + y * 1031) % self.NOISE_COUNT
            picture[y * width : (y + 1) * width] = self.noise[start : start + width]
        if self.side > 0:
            self._draw_square(frame, picture)
        draw_strip(picture, width, self.height, frame, captured)
        return picture

    def _draw_square(self, frame, picture):
        top = (self.strip_height + 1) // 2 * 2
        x = self._bounce(frame * 4, self.width - self.side)
        y = top + self._bounce(frame * 2, self.band.start - top - self.side)
        for index, (offset, width) in enumerate(self.planes):
            scale = 1 if index == 0 else 2
            row = bytes((self.SQUARE[index],)) * (self.side // scale)
            for line in range(y // scale, (y + self.side) // scale):
                start = offset + line * width + x // scale
                picture[start : start + len(row)] = row

    @staticmethod
    def _bounce(distance, limit):
        limit = limit // 2 * 2
        if limit <= 0:
            return 0
        phase = distance % (2 * limit)
        return phase if phase <= limit else 2 * limit - phase


# Sound: 48 kHz, one channel, 16 bits.

MARK_MODULUS = 1 << 14
SYMBOLS = 11
CHIRP_SAMPLES, SYMBOL_SAMPLES = 960, 480
TONES = (400, 700, 1000, 1300)
AMPLITUDE, PILOT_AMPLITUDE, PILOT_PERIOD = 8000, 250, 240


def crc8(number):
    """CRC-8 with polynomial 0x07, begun from 0x5A, of a number of 16 bits."""
    crc = 0x5A
    for byte in number.to_bytes(2, "big"):
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07 if crc & 0x80 else crc << 1) & 0xFF
    return crc


def _rounded(value):
    return int(value + math.copysign(0.5, value))


def _chirp():
    for index in range(CHIRP_SAMPLES):
        t = index / SAMPLE_RATE
        edge = min(1, min(index, CHIRP_SAMPLES - 1 - index) / 96)
        gain = 0.5 - 0.5 * math.cos(math.pi * edge)
        yield AMPLITUDE * gain * math.sin(2 * math.pi * (300 * t + 30000 * t * t))


def _tone(frequency):
    return [AMPLITUDE * math.sin(2 * math.pi * frequency * index / SAMPLE_RATE) for index in range(SYMBOL_SAMPLES)]


def _with_pilot(sound):
    return array.array(
        "h",
        (
            _rounded(value + PILOT_AMPLITUDE * math.sin(2 * math.pi * (index % PILOT_PERIOD) / PILOT_PERIOD))
            for index, value in enumerate(sound)
        ),
    )


CHIRP = list(_chirp())


class SilenceSource:
    """Silence: what a muted microphone sends."""

    def samples(self, first, count):
        return array.array("h", bytes(2 * count))

    def marks(self, first, count):
        return []


class BeepSource:
    """Sound in which mark n begins n × 250 ms after the first sample."""

    def __init__(self):
        self.chirp = _with_pilot(CHIRP)
        self.tones = [_with_pilot(_tone(frequency)) for frequency in TONES]
        self.pause = _with_pilot([0.0] * (MARK_INTERVAL - CHIRP_SAMPLES - SYMBOLS * SYMBOL_SAMPLES))
        self.cached = (-1, None)

    def samples(self, first, count):
        result = array.array("h")
        while len(result) < count:
            mark, offset = divmod(first + len(result), MARK_INTERVAL)
            result += self._sound(mark)[offset : offset + count - len(result)]
        return result

    def marks(self, first, count):
        """(mark, its first sample) for those that begin within these samples."""
        mark = -(-first // MARK_INTERVAL)
        return [(mark, mark * MARK_INTERVAL)] if mark * MARK_INTERVAL < first + count else []

    def _sound(self, mark):
        if self.cached[0] != mark:
            number = mark % MARK_MODULUS
            word = number << 8 | crc8(number)
            sound = self.chirp[:]
            for symbol in range(SYMBOLS):
                sound += self.tones[word >> 2 * (SYMBOLS - 1 - symbol) & 3]
            self.cached = (mark, sound + self.pause)
        return self.cached[1]


def level(samples):
    """−127...0 dBov (RFC 6464 §3)."""
    energy = sum(map(operator.mul, samples, samples))
    if energy == 0:
        return -127
    return max(-127, min(0, _rounded(10 * math.log10(energy / len(samples) / (1 << 30)))))


class MarkDetector:
    """Finds marks in sound: push samples of any count, get (mark, index of its first sample)."""

    DECIMATION, BLOCK = 6, 40
    SEARCH_BEFORE, SEARCH_AFTER = 120, 80
    FLOOR = BLOCK * 600 * 600
    HISTORY_LIMIT = 16000
    CHIRP_LENGTH, SYMBOL_LENGTH = CHIRP_SAMPLES // 6, SYMBOL_SAMPLES // 6
    MARK_LENGTH = CHIRP_LENGTH + SYMBOLS * SYMBOL_LENGTH
    WINDOW_START, WINDOW_LENGTH = 10, 60
    LEAST_SQUARED_CORRELATION = 0.3
    TEMPLATE = [_rounded(sum(CHIRP[6 * index : 6 * index + 6]) / 4) for index in range(CHIRP_LENGTH)]
    TEMPLATE_ENERGY = sum(value * value for value in TEMPLATE)
    WAVES = [
        [
            [_rounded(16384 * math.cos(2 * math.pi * frequency * index / 8000 - shift)) for index in range(60)]
            for shift in (0, math.pi / 2)
        ]
        for frequency in TONES
    ]

    def __init__(self):
        self.waiting = array.array("h")
        self.history, self.energies = [], []
        self.history_start = self.next_block = 0
        self.last = None

    def push(self, samples):
        self.waiting += samples
        size = self.DECIMATION * self.BLOCK
        whole = len(self.waiting) // size * size
        for start in range(0, whole, size):
            block = list(map(sum, zip(*[iter(self.waiting[start : start + size])] * self.DECIMATION)))
            self.history += block
            self.energies.append(sum(map(operator.mul, block, block)))
        del self.waiting[:whole]
        found = []
        while (mark := self._scan()) is not None:
            found.append(mark)
        self._trim()
        return found

    def _scan(self):
        while self.next_block < len(self.energies):
            if not self._is_onset(self.next_block):
                self.next_block += 1
                continue
            onset = self.next_block * self.BLOCK
            if onset + self.SEARCH_AFTER + self.MARK_LENGTH > len(self.history):
                return None
            start = self._chirp(range(max(0, onset - self.SEARCH_BEFORE), onset + self.SEARCH_AFTER))
            number = None if start is None else self._number(start)
            if number is None:
                self.next_block += 1
                continue
            self.next_block = (start + self.MARK_LENGTH) // self.BLOCK
            offset = (self.history_start + start) * self.DECIMATION
            self.last = (self._unwrapped(number, offset), offset)
            return self.last
        return None

    def _is_onset(self, block):
        energy = self.energies[block]
        return energy > self.FLOOR and (block < 2 or energy > 4 * self.energies[block - 2])

    def _chirp(self, starts):
        """Where in `starts` the chirp begins; None: nowhere."""
        best, product = starts.start, 0
        for start in starts:
            candidate = sum(map(operator.mul, self.history[start : start + self.CHIRP_LENGTH], self.TEMPLATE))
            if abs(candidate) > abs(product):
                best, product = start, candidate
        sound = self.history[best : best + self.CHIRP_LENGTH]
        energy = sum(map(operator.mul, sound, sound))
        least = self.LEAST_SQUARED_CORRELATION * energy * self.TEMPLATE_ENERGY
        return best if energy > 0 and product * product >= least else None

    def _number(self, start):
        """The number of the mark that begins there; None: a tone or the checksum is wrong."""
        word = 0
        for symbol in range(SYMBOLS):
            offset = start + self.CHIRP_LENGTH + symbol * self.SYMBOL_LENGTH + self.WINDOW_START
            sound = self.history[offset : offset + self.WINDOW_LENGTH]
            powers = [sum(sum(map(operator.mul, sound, wave)) ** 2 for wave in waves) for waves in self.WAVES]
            second, best = sorted(powers)[-2:]
            if best <= 2 * second:
                return None
            word = word << 2 | powers.index(best)
        number = word >> 8
        return number if word & 0xFF == crc8(number) else None

    def _unwrapped(self, number, offset):
        """The number nearest to what the time since the last mark suggests."""
        if self.last is None:
            return number
        passed = (offset - self.last[1] + MARK_INTERVAL // 2) // MARK_INTERVAL
        expected = self.last[0] + passed
        candidate = expected - expected % MARK_MODULUS + number
        if candidate - expected > MARK_MODULUS // 2:
            candidate -= MARK_MODULUS
        if expected - candidate > MARK_MODULUS // 2:
            candidate += MARK_MODULUS
        return number if candidate < 0 else candidate

    def _trim(self):
        if len(self.history) <= self.HISTORY_LIMIT:
            return
        blocks = max(0, self.next_block - (self.SEARCH_BEFORE // self.BLOCK + 2))
        del self.history[: blocks * self.BLOCK], self.energies[:blocks]
        self.next_block -= blocks
        self.history_start += blocks * self.BLOCK
