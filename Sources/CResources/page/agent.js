"use strict";

/** One RTCPeerConnection behind the agent protocol: a method per request, a notification per event. */
class PageAgent {
  clock = new RunClock();
  #setup;
  #connection;
  #statistics;
  #sound;
  #camera;
  #microphone;
  /** What shows and plays what was received; kept so that nothing of it is collected. */
  #sinks = [];
  #watched = new WeakSet();
  #wireState = null;

  // Requests.

  async hello() {
    const names = (kind) => {
      const codecs = RTCRtpSender.getCapabilities(kind).codecs.map(({ mimeType }) => mimeType.split("/")[1]);
      const repair = ["rtx", "red", "ulpfec", "flexfec-03", "CN", "telephone-event"];
      return [...new Set(codecs)].filter((name) => !repair.includes(name));
    };
    return {
      level: 4,
      features: [
        "trickle", "mute", "codecPreferences", "iceRestart", "relay", "stats", "replaceTrack", "ipv6",
      ],
      codecs: { audio: names("audio"), video: names("video") },
    };
  }

  async create(setup) {
    if (this.#connection) throw new Error("this agent has a connection already");
    this.#setup = setup;
    this.#connection = new RTCPeerConnection({
      iceServers: setup.iceServers ?? [],
      iceTransportPolicy: setup.iceTransportPolicy ?? "all",
      bundlePolicy: "max-bundle",
    });
    this.#listen();
    if (setup.audio) {
      this.#sound = new Sound();
      await this.#sound.open();
    }
    const stream = new MediaStream();
    if (this.#sends("audio")) {
      this.#microphone = new Microphone(this.#sound, this.#known(setup.audio.source, ["beep", "silence"]));
      this.#microphone.onmark = (mark, time) => {
        const mid = this.#sendingMid("audio");
        if (mid !== null) notify("audiomarksent", { mid, mark, at: this.clock.instant(time) });
      };
      this.#add(this.#microphone.track, stream);
    }
    if (this.#sends("video")) {
      this.#known(setup.video.source, ["timecode", "black"]);
      this.#camera = new Camera(this.clock, setup.video);
      this.#camera.onframe = (frame, at) => {
        const mid = this.#sendingMid("video");
        if (mid !== null) notify("framecaptured", { mid, frame, at });
      };
      this.#add(this.#camera.track, stream);
    }
    this.#statistics = new Statistics(this.#connection, this.clock, notify);
    this.#statistics.run();
    return { uncertainty: this.clock.uncertainty };
  }

  async createOffer() {
    for (const kind of ["audio", "video"]) {
      const direction = this.#setup[kind]?.direction;
      if (direction && !this.#transceivers(kind).length) {
        this.#prefer(this.#connection.addTransceiver(kind, { direction }), this.#setup[kind].codecs);
      }
    }
    return PageAgent.#description(await this.#connection.createOffer());
  }

  async createAnswer() {
    for (const kind of ["audio", "video"]) {
      const wanted = this.#setup[kind];
      for (const transceiver of this.#transceivers(kind)) {
        transceiver.direction = wanted?.direction ?? "inactive";
        if (wanted) this.#prefer(transceiver, wanted.codecs);
      }
    }
    return PageAgent.#description(await this.#connection.createAnswer());
  }

  async localDescription() {
    const description = this.#connection.localDescription;
    if (!description) throw new Error("there is no local description");
    return PageAgent.#description(description);
  }

  async setLocalDescription(description) {
    await this.#connection.setLocalDescription(description);
    this.#watchTransports();
    await this.#limitRates();
    return {};
  }

  async setRemoteDescription(description) {
    await this.#connection.setRemoteDescription(description);
    this.#watchTransports();
    return {};
  }

  async addIceCandidate({ candidate, sdpMid }) {
    await this.#connection.addIceCandidate({ candidate, sdpMid });
    return {};
  }

  async setCodecPreferences({ mid, codecs }) {
    const transceiver = this.#connection.getTransceivers().find((each) => each.mid === mid);
    if (!transceiver) throw new Error(`there is no transceiver with mid '${mid}'`);
    this.#setup[transceiver.receiver.track.kind].codecs = codecs;
    this.#prefer(transceiver, codecs);
    return {};
  }

  async restartIce() {
    this.#connection.restartIce();
    return {};
  }

  async replaceTrack({ mid, source }) {
    const transceiver = this.#connection.getTransceivers().find((each) => each.mid === mid);
    if (!transceiver) throw new Error(`there is no transceiver with mid '${mid}'`);
    if (source === null) {
      await transceiver.sender.replaceTrack(null);
      return {};
    }
    const isVideo = transceiver.receiver.track.kind === "video";
    const maker = isVideo ? this.#camera : this.#microphone;
    if (!maker) throw new Error("this peer was made without such a track");
    maker.source = this.#known(source, isVideo ? ["timecode", "black"] : ["beep", "silence"]);
    await transceiver.sender.replaceTrack(maker.track.clone());
    return {};
  }

  async setTrackEnabled({ kind, enabled }) {
    for (const { track } of this.#connection.getSenders()) {
      if (track?.kind === kind) track.enabled = enabled;
    }
    notify("trackenabled", { kind, enabled, at: this.clock.now });
    return {};
  }

  async getStats() {
    return Statistics.plain(await this.#connection.getStats());
  }

  async close() {
    this.#connection?.close();
    return {};
  }

  // Events.

  #listen() {
    const connection = this.#connection;
    const tell = (method, params) => notify(method, { ...params, at: this.clock.now });
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) tell("icecandidate", { candidate: candidate.candidate, sdpMid: candidate.sdpMid ?? "0" });
      else tell("icecandidate", { candidate: "", sdpMid: "0" });
    };
    connection.onicecandidateerror = ({ url, errorCode, errorText }) =>
      notify("log", { text: `ICE candidate error ${errorCode} from ${url}: ${errorText}` });
    connection.onicegatheringstatechange = () =>
      tell("icegatheringstatechange", { state: connection.iceGatheringState });
    connection.oniceconnectionstatechange = () =>
      tell("iceconnectionstatechange", { state: connection.iceConnectionState });
    connection.onconnectionstatechange = () =>
      tell("connectionstatechange", { state: connection.connectionState });
    connection.ontrack = ({ transceiver, track }) => {
      tell("track", { mid: transceiver.mid, kind: track.kind });
      this.#receive(transceiver.mid, track);
    };
  }

  #receive(mid, track) {
    const { stills, reference } = this.#setup;
    if (track.kind === "video") {
      const screen = new Screen(track, {
        stills: stills ? stills / 1e6 : null,
        reference: reference ? { source: "timecode", ...reference } : null,
        onframe: (time, reading, quality) => notify("frame", {
          mid, frame: reading?.frame ?? null, captured: reading?.captured ?? null,
          ...quality, at: this.clock.instant(time),
        }),
        onstill: async (time, blob) => notify("still", {
          mid, at: this.clock.instant(time), mimeType: blob.type, data: await PageAgent.#base64(blob),
        }),
      });
      this.#sinks.push(screen);
    } else if (this.#sound) {
      const loudspeaker = new Loudspeaker(this.#sound, track, {
        onmark: (mark, time) => notify("audiomark", { mid, mark, at: this.clock.instant(time) }),
        onlevel: (level, time) => notify("audiolevel", {
          mid, level, concealedSamples: this.#statistics.takeConcealed(mid), at: this.clock.instant(time),
        }),
      });
      this.#sinks.push(loudspeaker);
    }
  }

  /** DTLS states and selected pairs are events of transports, which come with descriptions. */
  #watchTransports() {
    for (const { sender, receiver } of this.#connection.getTransceivers()) {
      const transport = sender.transport ?? receiver.transport;
      if (!transport || this.#watched.has(transport)) continue;
      this.#watched.add(transport);
      transport.addEventListener("statechange", () => this.#dtls(transport));
      transport.addEventListener("error", ({ error }) => this.#dtls(transport, error?.errorDetail ?? error?.message));
      transport.iceTransport?.addEventListener("selectedcandidatepairchange", () => this.#statistics.look());
    }
  }

  async #dtls({ state }, reason) {
    const at = this.clock.now;
    if (!["connected", "failed"].includes(state) || this.#wireState === state) return;
    this.#wireState = state;
    const details = state === "connected" ? await this.#statistics.handshake() : { reason };
    notify("dtls", { state, ...details, at });
    await this.#statistics.look();
  }

  // Tracks.

  #sends(kind) {
    return ["sendrecv", "sendonly"].includes(this.#setup[kind]?.direction);
  }

  /** Made by addTrack, which alone lets an offer from outside use it. */
  #add(track, stream) {
    const { direction, codecs } = this.#setup[track.kind];
    const sender = this.#connection.addTrack(track, stream);
    const transceiver = this.#connection.getTransceivers().find((each) => each.sender === sender);
    transceiver.direction = direction;
    this.#prefer(transceiver, codecs);
  }

  #transceivers(kind) {
    return this.#connection.getTransceivers().filter(({ receiver }) => receiver.track.kind === kind);
  }

  /** The mid of what is sent at present; null while nothing of that kind reaches the network, or it is muted. */
  #sendingMid(kind) {
    if (this.#connection.connectionState !== "connected") return null;
    const transceiver = this.#transceivers(kind).find(({ currentDirection, sender }) =>
      ["sendrecv", "sendonly"].includes(currentDirection) && sender.track?.enabled);
    return transceiver?.mid ?? null;
  }

  /** Leaves only the wanted codecs, "VP8" or "H264/42e01f", in that order, with what repairs them. */
  #prefer(transceiver, wanted) {
    if (!wanted?.length) return;
    const { kind } = transceiver.receiver.track;
    const { codecs } = RTCRtpReceiver.getCapabilities(kind);
    const chosen = wanted.flatMap((name) => {
      const [codec, profile] = name.toLowerCase().split("/");
      return codecs.filter(({ mimeType, sdpFmtpLine }) =>
        mimeType.toLowerCase() === `${kind}/${codec}`
        && (!profile || sdpFmtpLine?.toLowerCase().includes(`profile-level-id=${profile}`)));
    });
    if (!chosen.length) throw new Error(`this browser has none of the codecs ${wanted.join(", ")}`);
    transceiver.setCodecPreferences(chosen.concat(codecs.filter(({ mimeType }) => /\/rtx$/i.test(mimeType))));
  }

  async #limitRates() {
    for (const sender of this.#connection.getSenders()) {
      const wanted = this.#setup[sender.track?.kind];
      const limit = wanted?.maxBitrate ?? (sender.track?.kind === "audio" ? wanted?.bitrate : undefined);
      const parameters = sender.getParameters();
      if (!limit || !parameters.encodings?.length) continue;
      for (const encoding of parameters.encodings) encoding.maxBitrate = limit;
      await sender.setParameters(parameters);
    }
  }

  #known(source, sources) {
    if (!sources.includes(source)) {
      throw new Error(`a browser has no source '${source}': use ${sources.join(" or ")}`);
    }
    return source;
  }

  static #description({ type, sdp }) {
    return { type, sdp };
  }

  static async #base64(blob) {
    const reader = new FileReader();
    await new Promise((done) => {
      reader.onload = done;
      reader.readAsDataURL(blob);
    });
    return reader.result.slice(reader.result.indexOf(",") + 1);
  }
}
