"use strict";

/** The ear that runs in the AudioWorklet, as text: marks, and loudness each 100 ms. */
function earModule() {
  class Ear extends AudioWorkletProcessor {
    static window = 4800;
    #detector = new MarkDetector();
    /** The context's frame at which the detector's first sample lay, and the one that should come next. */
    #first = null;
    #next = 0;
    #energy = 0;
    #heard = 0;

    process([input]) {
      const samples = input[0] ?? new Float32Array(128);
      if (this.#first === null || currentFrame !== this.#next) {
        this.#detector = new MarkDetector();
        this.#first = currentFrame;
      }
      this.#next = currentFrame + samples.length;
      for (const { mark, offset } of this.#detector.push(samples)) {
        this.port.postMessage({ mark, time: (this.#first + offset) / sampleRate });
      }
      for (const sample of samples) this.#energy += sample * sample;
      this.#heard += samples.length;
      if (this.#heard >= Ear.window) {
        const mean = this.#energy / this.#heard;
        const level = mean > 0 ? Math.max(-127, Math.min(0, Math.round(10 * Math.log10(mean)))) : -127;
        this.port.postMessage({ level, time: this.#next / sampleRate });
        this.#energy = 0;
        this.#heard = 0;
      }
      return true;
    }
  }
  registerProcessor("ear", Ear);
}

/** The page's one AudioContext, and which instant of the page each of its samples belongs to. */
class Sound {
  context = new AudioContext({ sampleRate: 48000 });
  /** The least distance of the context's clock from the page's, in ms: this quarter of a second, and the last. */
  #least = Infinity;
  #leastBefore = Infinity;
  #since = performance.now();

  async open() {
    const parts = [MarkCode, MarkDetector, `(${earModule})();`];
    // A page of a file may load no module from a file or a blob, but from its own address.
    await this.context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(parts.join("\n"))}`);
    await this.context.resume();
    setInterval(() => this.#compare(), 10);
  }

  /**
   * The page's time, in ms, at which a sample passed.
   *
   * Sound is made in bursts of up to 10 ms. The difference is least just after a burst: its last sample is then now.
   * Only the last instants count, for a sound card of software may be some per cent slow (Firefox's is).
   */
  pageTime(contextSeconds) {
    this.#compare();
    return contextSeconds * 1000 + Math.min(this.#least, this.#leastBefore);
  }

  #compare() {
    const now = performance.now();
    if (now - this.#since > 250) {
      this.#leastBefore = this.#least;
      this.#least = Infinity;
      this.#since = now;
    }
    if (this.context.currentTime > 0) this.#least = Math.min(this.#least, now - this.context.currentTime * 1000);
  }
}

/** Sound with marks, as Media/Sources/BeepSource.swift makes it: mark n begins n × 250 ms after the first. */
class Microphone {
  static #interval = MarkCode.intervalSamples / 48000;
  /** How far ahead marks are given to the audio thread, in seconds. */
  static #ahead = 1;
  #sound;
  #destination;
  #start;
  #scheduled = 0;
  #told = 0;
  #gain;
  #source;
  /** Called with each mark's number and page time when it has begun. */
  onmark = () => {};

  constructor(sound, source) {
    this.#sound = sound;
    this.#destination = new MediaStreamAudioDestinationNode(sound.context, {
      channelCount: 1, channelCountMode: "explicit",
    });
    this.#gain = new GainNode(sound.context);
    this.#gain.connect(this.#destination);
    this.source = source;
    this.#start = sound.context.currentTime + 0.05;
    this.#advance();
    setInterval(() => this.#advance(), 50);
  }

  /** "beep" or "silence"; the marks' numbers go on meanwhile. */
  get source() {
    return this.#source;
  }

  set source(source) {
    this.#source = source;
    this.#gain.gain.value = source === "silence" ? 0 : 1;
  }

  get track() {
    return this.#destination.stream.getAudioTracks()[0];
  }

  #advance() {
    const now = this.#sound.context.currentTime;
    for (; this.#time(this.#scheduled) < now + Microphone.#ahead; this.#scheduled++) {
      if (this.#time(this.#scheduled) > now) this.#schedule(this.#scheduled);
    }
    for (; this.#time(this.#told) <= now; this.#told++) {
      if (this.source !== "silence") this.onmark(this.#told, this.#sound.pageTime(this.#time(this.#told)));
    }
  }

  #schedule(mark) {
    const buffer = new AudioBuffer({ length: MarkCode.intervalSamples, sampleRate: 48000 });
    buffer.copyToChannel(MarkCode.sound(mark), 0);
    const node = new AudioBufferSourceNode(this.#sound.context, { buffer });
    node.connect(this.#gain);
    node.start(this.#time(mark));
  }

  #time(mark) {
    return this.#start + mark * Microphone.#interval;
  }
}

/** Listens to a received track. */
class Loudspeaker {
  constructor(sound, track, { onmark, onlevel }) {
    const stream = new MediaStream([track]);
    // Chromium pulls a remote track only for an element that plays it.
    const element = new Audio();
    element.muted = true;
    element.srcObject = stream;
    element.play().catch(() => {});
    this.element = element;
    const source = new MediaStreamAudioSourceNode(sound.context, { mediaStream: stream });
    const ear = new AudioWorkletNode(sound.context, "ear", {
      numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit",
    });
    ear.port.onmessage = ({ data }) => {
      const time = sound.pageTime(data.time);
      if (data.mark === undefined) onlevel(data.level, time);
      else onmark(data.mark, time);
    };
    source.connect(ear);
    this.nodes = [source, ear];
  }
}
