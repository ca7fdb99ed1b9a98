"use strict";

/**
 * How near the luma of a picture that was shown is to that of its original: PSNR and SSIM.
 *
 * Media/Pictures defines both. Luma is in limited range, where a codec works. Nobody tells which matrix a browser
 * turned the picture into RGB with: BT.601 or BT.709. The wrong one can only seem worse.
 */
class Quality {
  static #shownBy = [[0.299, 0.114], [0.2126, 0.0722]];
  static #limited = 219 / 255;

  /** Both pictures are RGBA bytes. SSIM is null where they are too small for a window. */
  static compare(original, shown, width) {
    const luma = Quality.#luma(original, Quality.#shownBy[0]);
    const seen = Quality.#shownBy.map((weights) => Quality.#luma(shown, weights));
    const errors = seen.map((samples) => Quality.#meanSquare(luma, samples));
    const best = errors[1] < errors[0] ? 1 : 0;
    return { psnr: Quality.#psnr(errors[best]), ssim: Quality.#ssim(luma, seen[best], width) };
  }

  static #luma(pixels, [red, blue]) {
    const green = 1 - red - blue;
    const samples = new Float32Array(pixels.length / 4);
    for (let sample = 0, byte = 0; sample < samples.length; sample++, byte += 4) {
      samples[sample] =
        16 + Quality.#limited * (red * pixels[byte] + green * pixels[byte + 1] + blue * pixels[byte + 2]);
    }
    return samples;
  }

  static #meanSquare(a, b) {
    let error = 0;
    for (let index = 0; index < a.length; index++) error += (a[index] - b[index]) ** 2;
    return error / a.length;
  }

  /** In dB with two places, at most 48. */
  static #psnr(meanSquare) {
    return meanSquare === 0 ? 48 : Math.min(48, Math.round(1000 * Math.log10(65025 / meanSquare)) / 100);
  }

  /** With four places. */
  static #ssim(a, b, width) {
    const columns = Math.floor(width / 4);
    const rows = Math.floor(a.length / width / 4);
    if (columns < 2 || rows < 2) return null;
    const [a4, b4, squares4, products4] = Quality.#blocks(a, b, width, columns, rows);
    const sumAt = (sums, last) => sums[last] + sums[last - 1] + sums[last - columns] + sums[last - columns - 1];
    const [c1, c2] = [(0.01 * 255 * 64) ** 2, (0.03 * 255 * 64) ** 2];
    let total = 0;
    for (let row = 1; row < rows; row++) {
      for (let last = row * columns + 1; last < (row + 1) * columns; last++) {
        const sumA = sumAt(a4, last);
        const sumB = sumAt(b4, last);
        const product = sumA * sumB;
        const square = sumA * sumA + sumB * sumB;
        total += ((2 * product + c1) * (2 * (64 * sumAt(products4, last) - product) + c2))
          / ((square + c1) * (64 * sumAt(squares4, last) - square + c2));
      }
    }
    return Math.round((10000 * total) / ((rows - 1) * (columns - 1))) / 10000;
  }

  /** Of each block of 4x4 samples the sums of both pictures, of their squares and of their products. */
  static #blocks(a, b, width, columns, rows) {
    const [a4, b4, squares, products] = Array.from({ length: 4 }, () => new Float64Array(columns * rows));
    for (let y = 0; y < 4 * rows; y++) {
      for (let x = 0; x < 4 * columns; x++) {
        const block = (y >> 2) * columns + (x >> 2);
        const one = a[y * width + x];
        const other = b[y * width + x];
        a4[block] += one;
        b4[block] += other;
        squares[block] += one * one + other * other;
        products[block] += one * other;
      }
    }
    return [a4, b4, squares, products];
  }
}
