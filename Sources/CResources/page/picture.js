"use strict";

/**
 * The moving test picture: colour bars, a square that bounces, a band of noise that is new each frame, the strip.
 *
 * Media/Sources/TimecodeSource.swift defines it; the same frame number gives the same picture, so that a receiver can
 * draw the original again and compare.
 */
class TestPicture {
  /** Luma, Cb and Cr of the bars, left to right. */
  static #colours = [
    [180, 128, 128], [168, 64, 140], [145, 140, 60], [133, 80, 74],
    [96, 174, 180], [84, 116, 194], [62, 190, 116], [48, 128, 128],
  ];
  static #noiseCount = 16384;
  static #noiseAmplitude = 12;
  static #maximumSide = 4096;

  #bars;
  #noise;
  #squareSide;
  #bandTop;
  #bandBottom;
  #black;
  /** What is seen: RGBA bytes, and the same as 32 bits a pixel. */
  image;
  #pixels;

  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.image = new ImageData(width, height);
    this.#pixels = new Uint32Array(this.image.data.buffer);
    this.#black = TestPicture.#rgb(16, 128, 128);
    const colours = TestPicture.#colours.map((bar) => TestPicture.#rgb(...bar));
    const row = Uint32Array.from({ length: width }, (_, x) => colours[Math.floor((x * colours.length) / width)]);
    this.#bars = new Uint32Array(width * height);
    for (let y = 0; y < height; y++) this.#bars.set(row, y * width);
    this.#noise = TestPicture.#makeNoise();
    this.#bandTop = Math.floor(Math.floor((height * 5) / 8) / 2) * 2;
    this.#bandBottom = Math.floor(Math.floor((height * 7) / 8) / 2) * 2;
    const room = Math.min(Math.floor(height / 5), width, this.#bandTop - Strip.heightOfWidth(width) - 2);
    this.#squareSide = Math.floor(Math.max(0, room) / 2) * 2;
  }

  /** Draws a picture into `image`; `source` is "timecode" or "black". */
  draw(source, frame, captured) {
    if (source === "black") {
      this.#pixels.fill(this.#black);
    } else {
      this.#pixels.set(this.#bars);
      this.#drawNoise(frame);
      this.#drawSquare(frame);
    }
    if (Strip.fits(this.width, this.height)) {
      const light = TestPicture.#rgb(Strip.light, 128, 128);
      const dark = TestPicture.#rgb(Strip.dark, 128, 128);
      Strip.draw(frame, captured, this.#pixels, this.width, light, dark);
    }
    return this.image;
  }

  #drawNoise(frame) {
    for (let y = this.#bandTop; y < this.#bandBottom; y++) {
      const offset = (frame * 7919 + y * 1031) % TestPicture.#noiseCount;
      this.#pixels.set(this.#noise.subarray(offset, offset + this.width), y * this.width);
    }
  }

  #drawSquare(frame) {
    if (this.#squareSide === 0) return;
    const top = Math.floor((Strip.heightOfWidth(this.width) + 1) / 2) * 2;
    const x = TestPicture.#bounce(frame * 4, this.width - this.#squareSide);
    const y = top + TestPicture.#bounce(frame * 2, this.#bandTop - top - this.#squareSide);
    const colour = TestPicture.#rgb(210, 90, 160);
    for (let line = y; line < y + this.#squareSide; line++) {
      this.#pixels.fill(colour, line * this.width + x, line * this.width + x + this.#squareSide);
    }
  }

  /** A place that runs from 0 to `limit` and back, in even numbers. */
  static #bounce(distance, limit) {
    const even = Math.floor(limit / 2) * 2;
    if (even <= 0) return 0;
    const phase = distance % (2 * even);
    return phase <= even ? phase : 2 * even - phase;
  }

  /** Grey pixels from SplitMix64, as the Swift code draws them. */
  static #makeNoise() {
    const mask = (1n << 64n) - 1n;
    const span = 2 * TestPicture.#noiseAmplitude + 1;
    const greys = Uint32Array.from({ length: span }, (_, value) =>
      TestPicture.#rgb(128 - TestPicture.#noiseAmplitude + value, 128, 128));
    const noise = new Uint32Array(TestPicture.#noiseCount + TestPicture.#maximumSide);
    let state = 0x74696d65636f6465n;
    for (let index = 0; index < noise.length; index += 8) {
      state = (state + 0x9e3779b97f4a7c15n) & mask;
      let z = state;
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
      z ^= z >> 31n;
      for (let byte = 0; byte < 8; byte++) {
        noise[index + byte] = greys[(Number((z >> BigInt(8 * byte)) & 0xffn) * span) >> 8];
      }
    }
    return noise;
  }

  /** A pixel from limited-range BT.601, which is what browsers turn a canvas into. */
  static #rgb(y, cb, cr) {
    const luma = (255 / 219) * (y - 16);
    const clamp = (value) => Math.max(0, Math.min(255, Math.round(value)));
    const red = clamp(luma + 1.596 * (cr - 128));
    const green = clamp(luma - 0.813 * (cr - 128) - 0.391 * (cb - 128));
    const blue = clamp(luma + 2.018 * (cb - 128));
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }
}
