"use strict";

/** The run's clock, in nanoseconds since its origin; the driver measures how far this page's clock is from it. */
class RunClock {
  #offset = 0;
  /** Nanoseconds either way. */
  uncertainty = 0;

  set(offset, uncertainty) {
    this.#offset = offset;
    this.uncertainty = uncertainty;
  }

  /** The instant at which `performance.now()` was that many milliseconds. */
  instant(milliseconds) {
    return Math.round(milliseconds * 1e6) + this.#offset;
  }

  get now() {
    return this.instant(performance.now());
  }
}
