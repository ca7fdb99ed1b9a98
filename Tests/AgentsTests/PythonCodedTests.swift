import TestSupport
import Testing

/// What the agents without codecs do with coded frames, and what WHIP's HTTP carries.
@Suite("Coded frames and WHIP in Python")
struct PythonCodedTests {
  /// Sends frames of each codec through RTP and back; prints what differs, then "done".
  private static let payloads = PythonScript(
    text: """
      import callproof_coded as coded
      def check(word, found, wanted):
          if found != wanted:
              print(word, found, wanted)
      vp8_key, vp8_delta = bytes([0x10]) + bytes(3000), bytes([0x11]) + bytes(500)
      idr = b"\\0\\0\\0\\1" + bytes([0x65]) + bytes([7]) * 4000
      key, delta = b"\\0\\0\\0\\1" + bytes([0x67, 1, 2]) + idr, b"\\0\\0\\0\\1" + bytes([0x41, 9])
      for codec, frames in (("VP8", [vp8_key, vp8_delta]), ("H264", [key, delta]), ("opus", [b"x", b"y"])):
          stream, assembler = coded.OutgoingStream(codec, 96, 90000), coded.Assembler(codec, 0.0)
          stream.sequence, stream.base = 65534, 0xFFFFFFFF
          packets = [stream.packetize(3000 * index, frame) for index, frame in enumerate(frames)]
          arrived = []
          for packet in sum(packets, []):
              check(codec + " packet is small", len(packet) < 1200, True)
              marker, payload_type, sequence, timestamp, ssrc, payload = coded.parse_packet(packet)
              arrived += assembler.push(sequence, timestamp, marker, payload)
          check(codec + " frames", [frame for _, _, frame in arrived], frames)
          check(codec + " keys", [is_key for _, is_key, _ in arrived], [codec != "opus", False])
          check(codec + " time", arrived[1][0] - arrived[0][0], 3000)
          check(codec + " missing", assembler.missing(), 0)
      # Out of order, then a loss: nothing until the next key frame, which is asked for; padding is no loss.
      stream, assembler = coded.OutgoingStream("VP8", 96, 90000), coded.Assembler("VP8", 0.0)
      def push(packet, payload=None):
          marker, _, sequence, timestamp, _, body = coded.parse_packet(packet)
          return assembler.push(sequence, timestamp, marker, body if payload is None else payload)
      first = stream.packetize(0, vp8_key)
      assembler.patience = 9.0
      check("order", [len(push(packet)) for packet in [first[0], first[2], first[1]]], [0, 0, 1])
      check("padding", push(stream.packetize(1, b"x")[0], b""), [])
      check("after padding", len(push(stream.packetize(3000, vp8_delta)[0])), 1)
      assembler.patience = 0.0
      stream.packetize(6000, vp8_delta)
      check("after a loss", push(stream.packetize(9000, vp8_delta)[0]), [])
      check("asks", assembler.wants_key, True)
      check("key", sum(len(push(packet)) for packet in stream.packetize(12000, vp8_key)), 1)
      check("asks no more", (assembler.wants_key, assembler.missing()), (False, 1))
      for bad in (b"", bytes(11), bytes([0x80, 96]) + bytes(9), bytes([0x9F, 96]) + bytes(20), bytes([0xA0, 96]) + bytes(10) + b"\\xFF"):
          check("hostile", coded.parse_packet(bad), None)
      for payload in (b"\\x90", b"\\x90\\x80", b"\\x90\\xf0\\x80", b"\\x10"):
          check("hostile VP8", coded.Assembler("VP8", 0.0).push(1, 1, True, payload), [])
      check("report", stream.sender_report()[:4], bytes([0x80, 200, 0, 6]))
      print("done")
      """)

  /// A WHIP session with itself, and requests that are refused.
  private static let whip = PythonScript(
    text: """
      import asyncio, whip_http as whip
      def check(word, found, wanted):
          if found != wanted:
              print(word, found, wanted)
      OFFER = "v=0\\r\\na=ice-ufrag:abcd\\r\\na=ice-pwd:x\\r\\nm=audio 9 UDP/TLS/RTP/SAVPF 96\\r\\na=mid:a0\\r\\n"
      CANDIDATE = "candidate:1 1 udp 1 10.0.0.1 5000 typ host"
      class Session:
          seen = []
          async def offer(self, sdp):
              if "m=" not in sdp:
                  raise ValueError("no section")
              return whip.with_candidates(OFFER, [CANDIDATE])
          async def trickle(self, candidate, mid):
              self.seen.append((candidate, mid))
          async def end(self):
              self.seen.append("end")
      async def raw(port, text):
          reader, writer = await asyncio.open_connection("127.0.0.1", port)
          writer.write(text.encode())
          status = (await reader.read()).split(b" ")[1].decode()
          writer.close()
          return status
      async def main():
          endpoint = whip.Endpoint(Session(), "secret")
          await endpoint.start("127.0.0.1", 0)
          port = endpoint.server.sockets[0].getsockname()[1]
          url = f"http://127.0.0.1:{port}/whip"
          resource = whip.Resource(url, "secret")
          answer = await resource.post(OFFER)
          check("answer", whip.candidates_in(answer), [(CANDIDATE, "a0"), ("", "a0")])
          check("patched", await resource.patch(OFFER, [CANDIDATE, ""]), True)
          authority = "Host: x\\r\\nAuthorization: Bearer secret\\r\\n"
          sdp = authority + "Content-Type: application/sdp\\r\\n"
          name = resource.location.rpartition("/whip")[2]
          fragment = authority + "Content-Type: application/trickle-ice-sdpfrag\\r\\n"
          for wanted, request in (
                  ("401", "POST /whip HTTP/1.1\\r\\n\\r\\n"), ("409", f"POST /whip HTTP/1.1\\r\\n{sdp}\\r\\n"),
                  ("415", f"POST /whip HTTP/1.1\\r\\n{authority}\\r\\n"), ("405", f"GET /whip HTTP/1.1\\r\\n{sdp}\\r\\n"),
                  ("204", f"OPTIONS /whip HTTP/1.1\\r\\n{authority}\\r\\n"), ("404", f"PATCH /whip/0 HTTP/1.1\\r\\n{sdp}\\r\\n"),
                  ("428", f"PATCH /whip{name} HTTP/1.1\\r\\n{fragment}\\r\\n"),
                  ("412", f'PATCH /whip{name} HTTP/1.1\\r\\n{fragment}If-Match: "other"\\r\\n\\r\\n'),
                  ("422", f"PATCH /whip{name} HTTP/1.1\\r\\n{fragment}If-Match: *\\r\\n\\r\\n"),
                  ("413", f"POST /whip HTTP/1.1\\r\\n{sdp}Content-Length: 9999999\\r\\n\\r\\n"),
                  ("400", "nonsense\\r\\n\\r\\n"), ("400", f"POST /whip HTTP/1.1\\r\\nContent-Length: x\\r\\n\\r\\n"),
                  ("400", "POST /whip HTTP/1.1\\r\\nA: " + "a" * 70000)):
              check(request[:40], await raw(port, request), wanted)
          await resource.delete()
          check("seen", Session.seen, [(CANDIDATE, "a0"), ("", "a0"), "end"])
          try:
              await whip.Resource(url, "secret").post("v=0")
              print("took an offer without sections")
          except whip.WhipError as error:
              check("refused", "status 422" in str(error), True)
          check("another session", len(await whip.Resource(url, "secret").post(OFFER)) > 0, True)
          endpoint.stop()
      asyncio.run(main())
      print("done")
      """)

  @Test(
    "frames survive RTP, and a loss asks for a key frame",
    .enabled(if: PythonScript.canRun("coded frames and WHIP in Python")))
  func frames() throws { try holds(Self.payloads) }

  @Test(
    "a WHIP session begins, trickles, ends and refuses",
    .enabled(if: PythonScript.canRun("coded frames and WHIP in Python")))
  func sessions() throws { try holds(Self.whip) }

  private func holds(_ script: PythonScript) throws {
    let result = try script.run()
    #expect(result.lines == ["done"], "\(result.complaints)")
  }
}
