import TestSupport
import Testing

/// The loop that the Python agents share answers what it is asked, and writes nothing else.
@Suite("The agent protocol in Python")
struct PythonProtocolTests {
  /// An agent whose library prints, whose commands wait and fail.
  private static let agent = PythonScript(
    text: """
      import asyncio
      import os
      import callproof_agent
      class Agent(callproof_agent.Agent):
          name = "test"
          async def open(self, setup):
              print("a library prints")
              os.write(1, b"and so does its C\\n")
          async def create_offer(self, params):
              await asyncio.sleep(0.05)
              return {"type": "offer", "sdp": "v=0"}
          async def create_answer(self, params):
              raise ValueError("no offer yet")
          async def set_local_description(self, params):
              self.notify("log", text="applied", at=7)
      callproof_agent.run(Agent)
      """)

  @Test(
    "answers, refuses, survives nonsense and ends",
    .enabled(if: PythonScript.canRun("the agent protocol in Python")))
  func loop() throws {
    func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
    }
    let input = [
      request(1, "hello", #"{"protocol":1}"#), request(2, "create", #"{"origin":0}"#),
      request(3, "createOffer"), request(4, "setLocalDescription"), request(5, "createAnswer"),
      request(6, "teleport"), "nonsense", "[]", "", request(7, "replaceTrack"), request(8, "clock"),
      #"{"jsonrpc":"2.0","method":"unheard"}"#, request(9, "setTrackEnabled", "[1]"),
    ]
    let result = try Self.agent.run(input: input.joined(separator: "\n") + "\n")
    var table = Table()
    func has(_ part: String) { table.holds(result.lines.contains { $0.contains(part) }, part) }
    has(#""id":1,"result":{"name":"test""#)
    has(#""id":2,"result":{}"#)
    has(#""id":5,"error":{"code":-32000,"message":"ValueError: no offer yet""#)
    has(#""id":6,"error":{"code":-32601"#)
    has(#""id":null,"error":{"code":-32700"#)
    has(#""id":7,"error":{"code":-32601"#)
    has(#""id":8,"result":{"now":"#)
    has(#""id":9,"error":{"code":-32000"#)
    has(#""method":"log","params":{"text":"applied","at":7}"#)
    table.holds(result.lines.allSatisfy { $0.hasPrefix("{") }, "only messages: \(result.lines)")
    table.holds(result.complaints.contains("and so does its C"), "what is printed goes to the log")
    table.equal(result.code, 0, "the end of input ends it")
    // Chained commands keep their order; the others do not wait for them.
    func place(_ part: String) -> Int? { result.lines.firstIndex { $0.contains(part) } }
    if let offer = place(#""id":3,"#), let applied = place(#""id":4,"#),
      let now = place(#""id":8,"#)
    {
      table.holds(offer < applied && now < offer, "order: \(result.lines)")
    } else {
      table.holds(false, "no answer to an offer or the clock: \(result.lines)")
    }
    #expect(table.failures == [])
  }
}
