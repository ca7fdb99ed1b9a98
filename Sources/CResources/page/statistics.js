"use strict";

/** Turns getStats into what a trace holds: counters of streams, the selected pair, what DTLS agreed on. */
class Statistics {
  #connection;
  #notify;
  #clock;
  #told = new Set();
  #concealed = new Map();

  constructor(connection, clock, notify) {
    this.#connection = connection;
    this.#clock = clock;
    this.#notify = notify;
  }

  /** Looks each 200 ms, less often where a look takes long. */
  async run() {
    while (this.#connection.connectionState !== "closed") {
      const began = performance.now();
      try {
        await this.look();
      } catch (error) {
        this.#notify("log", { text: `getStats: ${error.message}` });
      }
      const rest = Math.max(200, 20 * (performance.now() - began));
      await new Promise((resume) => setTimeout(resume, rest));
    }
  }

  async look() {
    const report = await this.#connection.getStats();
    const at = this.#clock.now;
    for (const entry of report.values()) {
      if (entry.type === "outbound-rtp" && entry.packetsSent > 0) this.#stream("sent", entry, report, at);
      if (entry.type === "inbound-rtp" && entry.packetsReceived > 0) this.#stream("received", entry, report, at);
    }
    this.#selectedPair(report, at);
  }

  /** What the handshake agreed on, as members of `dtls`; those the browser does not tell are left out. */
  async handshake() {
    const versions = { FEFF: "DTLS 1.0", FEFD: "DTLS 1.2", FEFC: "DTLS 1.3" };
    // What getStats says may be a moment old.
    for (let attempt = 0; attempt < 10; attempt++) {
      const report = await this.#connection.getStats();
      const transport = [...report.values()].find(({ type, tlsVersion }) => type === "transport" && tlsVersion);
      if (!transport) {
        await new Promise((resume) => setTimeout(resume, 30));
        continue;
      }
      const role = ["client", "server"].includes(transport.dtlsRole) ? transport.dtlsRole : undefined;
      const version = versions[transport.tlsVersion.toUpperCase()] ?? transport.tlsVersion;
      return { version, cipher: transport.dtlsCipher, srtp: transport.srtpCipher, role };
    }
    return {};
  }

  /** How many samples the jitter buffer made up since this was last asked. */
  takeConcealed(mid) {
    const { now = 0, taken = 0 } = this.#concealed.get(mid) ?? {};
    this.#concealed.set(mid, { now, taken: now });
    return now - taken;
  }

  #stream(direction, entry, report, at) {
    const mid = entry.mid ?? this.#midOf(entry.kind);
    if (mid === null) return;
    const isSent = direction === "sent";
    this.#codec(isSent ? "sending" : "receiving", mid, entry, report, at);
    const repeated = (isSent ? entry.retransmittedPacketsSent : entry.retransmittedPacketsReceived) ?? 0;
    const sample = {
      mid, direction, at,
      packets: Math.max(0, (isSent ? entry.packetsSent : entry.packetsReceived) - repeated),
      bytes: isSent
        ? entry.bytesSent + (entry.headerBytesSent ?? 0)
        : entry.bytesReceived + (entry.headerBytesReceived ?? 0),
      retransmittedPackets: repeated,
      nacks: entry.nackCount,
      plis: entry.pliCount,
    };
    if (!isSent) {
      const lost = Math.max(0, entry.packetsLost ?? 0);
      sample.cumulativeLost = lost;
      sample.lostPackets = Math.max(0, lost - repeated);
      sample.jitter = Math.round((entry.jitter ?? 0) * 1e9);
      const { taken = 0 } = this.#concealed.get(mid) ?? {};
      if (entry.kind === "audio") this.#concealed.set(mid, { now: entry.concealedSamples ?? 0, taken });
    }
    this.#notify("streamstats", sample);
  }

  #codec(method, mid, entry, report, at) {
    const codec = report.get(entry.codecId);
    if (!codec) return;
    const params = {
      mid, kind: entry.kind, codec: codec.mimeType.split("/")[1], payloadType: codec.payloadType, ssrc: entry.ssrc,
    };
    this.#once(method, params, at);
  }

  #selectedPair(report, at) {
    const entries = [...report.values()];
    const transport = entries.find(({ type, selectedCandidatePairId }) =>
      type === "transport" && selectedCandidatePairId);
    const pair = transport
      ? report.get(transport.selectedCandidatePairId)
      : entries.find(({ type, selected }) => type === "candidate-pair" && selected);
    const local = report.get(pair?.localCandidateId);
    const remote = report.get(pair?.remoteCandidateId);
    if (!local || !remote) return;
    const name = ({ address, ip, port }) => {
      const host = address || ip;
      if (!host) return null;
      return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
    };
    const params = {
      local: name(local), remote: name(remote), localType: local.candidateType, remoteType: remote.candidateType,
    };
    if (params.local && params.remote) this.#once("selectedcandidatepair", params, at);
  }

  /** Tells something when it differs from what was told of it last. */
  #once(method, params, at) {
    const key = JSON.stringify([method, params]);
    if (this.#told.has(key)) return;
    for (const other of this.#told) {
      const [name, { mid }] = JSON.parse(other);
      if (name === method && mid === params.mid) this.#told.delete(other);
    }
    this.#told.add(key);
    this.#notify(method, { ...params, at });
  }

  #midOf(kind) {
    const transceivers = this.#connection.getTransceivers();
    return transceivers.find(({ receiver }) => receiver.track.kind === kind)?.mid ?? null;
  }

  /** getStats as JSON whose numbers have neither exponents nor more digits than a reader has to take. */
  static plain(report) {
    const tidy = (value) => {
      if (typeof value === "number") {
        if (!Number.isFinite(value)) return null;
        if (Number.isSafeInteger(value)) return value;
        const size = Math.abs(value);
        return size < 1e14 ? Number(value.toFixed(size < 1e9 ? 6 : 3)) : String(value);
      }
      if (Array.isArray(value)) return value.map(tidy);
      if (value && typeof value === "object") {
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tidy(member)]));
      }
      return value;
    };
    return Object.fromEntries([...report.entries()].map(([id, entry]) => [id, tidy(entry)]));
  }
}
