// Tries descriptions in a browser: a list of trials comes, the first failure of each goes back.
//
// A trial makes one connection of the shape that it names and goes through its steps: a local description of the
// connection's own making, or a remote one as text. What refuses is told by step, operation, and the browser's words.
const STEP_LIMIT = 5000; // ms

function limited(promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("no end within 5 s")), STEP_LIMIT);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

function prefer(transceiver, names) {
  const all = RTCRtpSender.getCapabilities(transceiver.receiver.track.kind).codecs;
  const named = (name) => all.filter((codec) => codec.mimeType.split("/")[1] === name);
  transceiver.setCodecPreferences(names.flatMap(named));
}

function shape(connection, { media = [], data = false }) {
  for (const { kind, dir, encodings, prefs } of media) {
    const init = { direction: dir ?? "sendrecv" };
    if (encodings) init.sendEncodings = encodings;
    const transceiver = connection.addTransceiver(kind, init);
    if (prefs) prefer(transceiver, prefs);
  }
  if (data) connection.createDataChannel("data");
}

async function trial({ config, media, steps }) {
  // What fails here is no refusal; it ends the batch.
  const connection = new RTCPeerConnection(config);
  shape(connection, media);
  let operation;
  let index = 0;
  try {
    for (; index < steps.length; index++) {
      const { type, sdp } = steps[index];
      if (sdp !== undefined) {
        operation = "setRemoteDescription";
        await limited(connection.setRemoteDescription({ type, sdp }));
      } else {
        operation = type === "offer" ? "createOffer" : "createAnswer";
        const made = await limited(
          type === "offer" ? connection.createOffer() : connection.createAnswer());
        operation = "setLocalDescription";
        await limited(connection.setLocalDescription(made));
      }
    }
    return null;
  } catch (error) {
    return { step: index, operation, name: error.name, message: error.message };
  } finally {
    connection.close();
  }
}

async function trials(list) {
  const results = [];
  for (const item of list) results.push(await trial(item));
  return JSON.stringify(results);
}
