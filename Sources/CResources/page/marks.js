"use strict";

/**
 * What a mark sounds like: a rising chirp that gives its instant, then eleven tones that spell its number.
 *
 * Media/Marks/MarkCode.swift defines it. This class and the next also run inside an AudioWorklet, as text: they may
 * use nothing but each other.
 */
class MarkCode {
  static modulus = 1 << 14;
  static intervalSamples = 12000;
  static symbolCount = 11;
  static chirpSamples = 960;
  static symbolSamples = 480;
  static tones = [400, 700, 1000, 1300];
  static amplitude = 8000;
  static pilotAmplitude = 250;

  /** The tone of each symbol: number (14 bits) and CRC-8, two bits each, most significant first. */
  static symbols(mark) {
    const number = mark % MarkCode.modulus;
    const word = number * 256 + MarkCode.checksum(number);
    return Array.from({ length: MarkCode.symbolCount }, (_, index) =>
      (word >> (2 * (MarkCode.symbolCount - 1 - index))) & 3);
  }

  /** The number that these symbols spell; null when the checksum does not hold. */
  static number(symbols) {
    const word = symbols.reduce((sum, symbol) => sum * 4 + symbol, 0);
    const number = word >> 8;
    return (word & 0xff) === MarkCode.checksum(number) ? number : null;
  }

  /** CRC-8 with polynomial 0x07, begun from 0x5A. */
  static checksum(number) {
    let crc = 0x5a;
    for (const byte of [number >> 8, number & 0xff]) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80 ? (crc << 1) ^ 0x07 : crc << 1) & 0xff;
    }
    return crc;
  }

  /** The chirp without pilot, faded in and out over 2 ms; samples of 16 bits. */
  static chirp() {
    return Float64Array.from({ length: MarkCode.chirpSamples }, (_, index) => {
      const t = index / 48000;
      const edge = Math.min(1, Math.min(index, MarkCode.chirpSamples - 1 - index) / 96);
      const gain = 0.5 - 0.5 * Math.cos(Math.PI * edge);
      return MarkCode.amplitude * gain * Math.sin(2 * Math.PI * (300 * t + 30000 * t * t));
    });
  }

  /** A mark and the pause after it: 250 ms, samples of −1 to 1. */
  static sound(mark) {
    const sound = new Float64Array(MarkCode.intervalSamples);
    sound.set(MarkCode.chirp());
    MarkCode.symbols(mark).forEach((symbol, index) => {
      const start = MarkCode.chirpSamples + index * MarkCode.symbolSamples;
      for (let sample = 0; sample < MarkCode.symbolSamples; sample++) {
        sound[start + sample] = MarkCode.amplitude * Math.sin((2 * Math.PI * MarkCode.tones[symbol] * sample) / 48000);
      }
    });
    return Float32Array.from(sound, (value, index) => {
      const pilot = MarkCode.pilotAmplitude * Math.sin((2 * Math.PI * (index % 240)) / 240);
      return Math.round(value + pilot) / 32768;
    });
  }
}

/** Finds marks in sound that went through a codec and a network, as Media/Marks/MarkDetector.swift does. */
class MarkDetector {
  static decimation = 6;
  /** At 8 kHz: 5 ms. */
  static blockLength = 40;
  static searchBefore = 120;
  static searchAfter = 80;
  static floor = 40 * 600 * 600;
  static historyLimit = 16000;
  static chirpLength = MarkCode.chirpSamples / 6;
  static symbolLength = MarkCode.symbolSamples / 6;
  static markLength = MarkDetector.chirpLength + MarkCode.symbolCount * MarkDetector.symbolLength;
  static windowStart = 10;
  static windowLength = 60;
  static leastSquaredCorrelation = 0.3;

  static template = (() => {
    const chirp = MarkCode.chirp();
    return Float64Array.from({ length: MarkDetector.chirpLength }, (_, index) =>
      chirp.subarray(6 * index, 6 * index + 6).reduce((sum, value) => sum + value, 0) / 4);
  })();
  static templateEnergy = MarkDetector.template.reduce((sum, value) => sum + value * value, 0);
  /** Cosine and sine of each tone over the window. */
  static waves = MarkCode.tones.map((tone) =>
    [Math.cos, Math.sin].map((wave) =>
      Float64Array.from({ length: MarkDetector.windowLength }, (_, index) =>
        wave((2 * Math.PI * tone * index) / 8000))));

  /** Sound at 8 kHz, each value the sum of six samples of 16 bits. */
  #history = new Float64Array(MarkDetector.historyLimit + 2 * MarkDetector.blockLength);
  #count = 0;
  /** How much sound at 8 kHz came before `history`. */
  #start = 0;
  #energies = [];
  #energy = 0;
  #nextBlock = 0;
  #sum = 0;
  #summed = 0;
  #last = null;

  /** Takes samples (−1 to 1), gives the marks that are complete: `{mark, offset}`, in samples since the first. */
  push(samples) {
    const found = [];
    for (const sample of samples) {
      this.#sum += sample * 32768;
      if (++this.#summed < MarkDetector.decimation) continue;
      this.#history[this.#count++] = this.#sum;
      this.#energy += this.#sum * this.#sum;
      this.#sum = 0;
      this.#summed = 0;
      if (this.#count % MarkDetector.blockLength === 0) {
        this.#energies.push(this.#energy);
        this.#energy = 0;
        for (let mark = this.#scan(); mark; mark = this.#scan()) found.push(mark);
        this.#trim();
      }
    }
    return found;
  }

  #scan() {
    for (; this.#nextBlock < this.#energies.length; this.#nextBlock++) {
      if (!this.#isOnset(this.#nextBlock)) continue;
      const onset = this.#nextBlock * MarkDetector.blockLength;
      if (onset + MarkDetector.searchAfter + MarkDetector.markLength > this.#count) return null;
      const start = this.#chirpStart(Math.max(0, onset - MarkDetector.searchBefore), onset + MarkDetector.searchAfter);
      const number = start === null ? null : this.#number(start);
      if (number === null) continue;
      this.#nextBlock = Math.floor((start + MarkDetector.markLength) / MarkDetector.blockLength);
      const offset = (this.#start + start) * MarkDetector.decimation;
      this.#last = { mark: this.#unwrapped(number, offset), offset };
      return this.#last;
    }
    return null;
  }

  #isOnset(block) {
    const energy = this.#energies[block];
    return energy > MarkDetector.floor && (block < 2 || energy > 4 * this.#energies[block - 2]);
  }

  /** Where the chirp begins; null when there is none. */
  #chirpStart(from, to) {
    let best = from;
    let bestProduct = 0;
    for (let start = from; start < to; start++) {
      const product = this.#dot(start, MarkDetector.template);
      if (Math.abs(product) > Math.abs(bestProduct)) [best, bestProduct] = [start, product];
    }
    let energy = 0;
    for (let index = best; index < best + MarkDetector.chirpLength; index++) energy += this.#history[index] ** 2;
    const least = MarkDetector.leastSquaredCorrelation * energy * MarkDetector.templateEnergy;
    return energy > 0 && bestProduct * bestProduct >= least ? best : null;
  }

  /** The number of the mark that begins there; null when a tone is unclear or the checksum does not hold. */
  #number(start) {
    const symbols = [];
    for (let symbol = 0; symbol < MarkCode.symbolCount; symbol++) {
      const offset = start + MarkDetector.chirpLength + symbol * MarkDetector.symbolLength + MarkDetector.windowStart;
      const powers = MarkDetector.waves.map(([cosine, sine]) =>
        this.#dot(offset, cosine) ** 2 + this.#dot(offset, sine) ** 2);
      const best = powers.indexOf(Math.max(...powers));
      const second = Math.max(...powers.filter((_, tone) => tone !== best));
      if (powers[best] <= 2 * second) return null;
      symbols.push(best);
    }
    return MarkCode.number(symbols);
  }

  #dot(start, wave) {
    let sum = 0;
    for (let index = 0; index < wave.length; index++) sum += this.#history[start + index] * wave[index];
    return sum;
  }

  /** The number nearest to what the time since the last mark suggests. */
  #unwrapped(number, offset) {
    if (!this.#last) return number;
    const interval = MarkCode.intervalSamples;
    const expected = this.#last.mark + Math.floor((offset - this.#last.offset + interval / 2) / interval);
    const modulus = MarkCode.modulus;
    let candidate = expected - (expected % modulus) + number;
    if (candidate - expected > modulus / 2) candidate -= modulus;
    if (expected - candidate > modulus / 2) candidate += modulus;
    return candidate < 0 ? number : candidate;
  }

  /** Forgets sound that no search will reach any more. */
  #trim() {
    if (this.#count < MarkDetector.historyLimit) return;
    const blocks = Math.max(0, this.#nextBlock - MarkDetector.searchBefore / MarkDetector.blockLength - 2);
    const samples = blocks * MarkDetector.blockLength;
    this.#history.copyWithin(0, samples, this.#count);
    this.#count -= samples;
    this.#energies.splice(0, blocks);
    this.#nextBlock -= blocks;
    this.#start += samples;
  }
}
