"use strict";

/**
 * The strip at the top of a picture: which frame it is and when it was captured.
 *
 * 40 columns, 3 rows of square cells: 8 of sync, 32 of frame number, 48 of capture time in nanoseconds, 32 of CRC-32;
 * most significant bit first, light is 1. Media/Pictures/Strip.swift defines it; this must stay equal to it.
 */
class Strip {
  static columns = 40;
  static rows = 3;
  /** Luma, limited range. */
  static light = 200;
  static dark = 56;
  static sync = [1, 0, 1, 1, 0, 0, 1, 0];
  /** Light from dark must differ by at least this much, of 255. */
  static minimumContrast = 46;

  static #table = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) {
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return value;
  });

  static heightOfWidth(width) {
    return Math.floor((Strip.rows * width) / Strip.columns);
  }

  static fits(width, height) {
    return width >= 160 && height >= 90 && height > Strip.heightOfWidth(width);
  }

  /** Frame number, capture time and checksum: 14 bytes. */
  static #message(frame, captured) {
    const view = new DataView(new ArrayBuffer(14));
    view.setUint32(0, frame);
    view.setUint16(4, Math.floor(captured / 2 ** 32));
    view.setUint32(6, captured % 2 ** 32);
    let checksum = 0xffffffff;
    for (let index = 0; index < 10; index++) {
      checksum = Strip.#table[(checksum ^ view.getUint8(index)) & 0xff] ^ (checksum >>> 8);
    }
    view.setUint32(10, ~checksum >>> 0);
    return new Uint8Array(view.buffer);
  }

  /** 1 or 0 for each cell, row by row. */
  static cells(frame, captured) {
    const message = Strip.#message(frame, captured);
    const bits = Array.from({ length: 112 }, (_, bit) => (message[bit >> 3] >> (7 - (bit & 7))) & 1);
    return Strip.sync.concat(bits);
  }

  /** Draws it into pixels of 32 bits each. */
  static draw(frame, captured, pixels, width, light, dark) {
    const cells = Strip.cells(frame, captured);
    for (let row = 0; row < Strip.rows; row++) {
      const top = Math.floor((row * width) / Strip.columns);
      const bottom = Math.floor(((row + 1) * width) / Strip.columns);
      for (let column = 0; column < Strip.columns; column++) {
        const left = Math.floor((column * width) / Strip.columns);
        const right = Math.floor(((column + 1) * width) / Strip.columns);
        pixels.fill(cells[row * Strip.columns + column] ? light : dark, top * width + left, top * width + right);
      }
      for (let y = top + 1; y < bottom; y++) {
        pixels.copyWithin(y * width, top * width, (top + 1) * width);
      }
    }
  }

  /** What the strip of RGBA bytes says: `{frame, captured}`; null when there is none or it is damaged. */
  static read(bytes, width) {
    const values = Strip.#brightness(bytes, width);
    let lightest = 0;
    let darkest = 0;
    Strip.sync.forEach((isLight, cell) => {
      if (isLight) lightest += values[cell];
      else darkest += values[cell];
    });
    // Four cells of each kind, nine samples each.
    if (lightest - darkest < 4 * 9 * Strip.minimumContrast) return null;
    const threshold = (lightest + darkest) / 8;
    const bits = values.map((value) => (value > threshold ? 1 : 0));
    if (Strip.sync.some((bit, cell) => bits[cell] !== bit)) return null;
    const number = (from, count) => bits.slice(8 + from, 8 + from + count).reduce((sum, bit) => sum * 2 + bit, 0);
    const frame = number(0, 32);
    const captured = number(32, 48);
    const expected = Strip.cells(frame, captured);
    return bits.every((bit, cell) => bit === expected[cell]) ? { frame, captured } : null;
  }

  /** For each cell the sum of nine samples of green, which is near enough to luma on grey. */
  static #brightness(bytes, width) {
    const values = [];
    for (let row = 0; row < Strip.rows; row++) {
      const top = Math.floor((row * width) / Strip.columns);
      const cellHeight = Math.floor(((row + 1) * width) / Strip.columns) - top;
      for (let column = 0; column < Strip.columns; column++) {
        const left = Math.floor((column * width) / Strip.columns);
        const cellWidth = Math.floor(((column + 1) * width) / Strip.columns) - left;
        let sum = 0;
        for (let down = 3; down <= 5; down++) {
          for (let along = 3; along <= 5; along++) {
            const y = top + Math.floor((cellHeight * down) / 8);
            const x = left + Math.floor((cellWidth * along) / 8);
            sum += bytes[4 * (y * width + x) + 1];
          }
        }
        values.push(sum);
      }
    }
    return values;
  }
}
