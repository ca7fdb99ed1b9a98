"use strict";

/** A canvas that is filmed: one test picture each 1/fps, numbered from 0. */
class Camera {
  /** How early a picture may be drawn, in ms: the display's own rhythm moves about that much. */
  static #early = 4;
  #picture;
  #context;
  #interval;
  #due = performance.now();
  #frame = 0;
  #clock;
  /** "timecode" or "black". */
  source;
  /** Called with the number of each picture and the instant that is drawn in it. */
  onframe = () => {};

  constructor(clock, { source, width, height, fps }) {
    this.#clock = clock;
    this.source = source;
    this.#picture = new TestPicture(width, height);
    // Not part of the page: nobody has to paint it.
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#interval = 1000 / fps;
    this.#draw();
    // Without a rate: Firefox drops a third of the pictures when it is given one.
    this.track = canvas.captureStream().getVideoTracks()[0];
    requestAnimationFrame(() => this.#refresh());
  }

  #refresh() {
    requestAnimationFrame(() => this.#refresh());
    const now = performance.now();
    if (now < this.#due - Camera.#early) return;
    this.#due = Math.max(this.#due + this.#interval, now - this.#interval);
    this.#draw();
  }

  #draw() {
    const captured = this.#clock.now;
    this.#context.putImageData(this.#picture.draw(this.source, this.#frame, captured), 0, 0);
    this.onframe(this.#frame++, captured);
  }
}

/** Looks at a received track: what each shown picture's strip says, how near it is to the original, stills. */
class Screen {
  /** Every so many pictures one is compared with its original. */
  static #referenceInterval = 15;
  #video = document.createElement("video");
  #context = document.createElement("canvas").getContext("2d", { willReadFrequently: true, alpha: false });
  #shown = 0;
  #nextStill = 0;
  #original;
  #options;

  /** Calls `onframe(milliseconds, reading, quality)`, `onstill(milliseconds, blob)`; `reference` is the far camera. */
  constructor(track, options) {
    this.#options = options;
    const { reference } = options;
    if (reference) this.#original = new TestPicture(reference.width, reference.height);
    Object.assign(this.#video, { muted: true, autoplay: true, playsInline: true, srcObject: new MediaStream([track]) });
    // It has to be seen for its pictures to be shown; small, which spares painting.
    this.#video.style.width = "80px";
    document.body.append(this.#video);
    this.#video.play().catch(() => {});
    this.#watch();
  }

  #watch() {
    this.#video.requestVideoFrameCallback((_, { presentationTime, width, height }) => {
      this.#watch();
      this.#look(presentationTime, width, height);
    });
  }

  #look(time, width, height) {
    const needsWhole = this.#isStillDue(time) || this.#isCompared(width, height);
    const rows = Math.max(1, needsWhole ? height : Math.min(height, Strip.heightOfWidth(width)));
    const { canvas } = this.#context;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.#context.drawImage(this.#video, 0, 0, width, rows, 0, 0, width, rows);
    const bytes = this.#context.getImageData(0, 0, width, rows).data;
    const reading = rows >= Strip.heightOfWidth(width) && width >= Strip.columns ? Strip.read(bytes, width) : null;
    let quality = null;
    if (reading && this.#isCompared(width, height)) {
      const original = this.#original.draw(this.#options.reference.source, reading.frame, reading.captured);
      quality = Quality.compare(original.data, bytes, width);
    }
    if (this.#isStillDue(time)) {
      this.#nextStill = time + this.#options.stills;
      canvas.toBlob((blob) => blob && this.#options.onstill(time, blob), "image/webp", 0.8);
    }
    this.#shown++;
    this.#options.onframe(time, reading, quality);
  }

  #isStillDue(time) {
    return this.#options.stills !== null && time >= this.#nextStill;
  }

  #isCompared(width, height) {
    return this.#original?.width === width && this.#original.height === height
      && this.#shown % Screen.#referenceInterval === 0;
  }
}
