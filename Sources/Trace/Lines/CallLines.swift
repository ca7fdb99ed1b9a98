extension ScriptEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .began(let step, let text):
      ("began", [JSONMember("step", step), JSONMember("text", text)])
    case .finished(let step): ("finished", [JSONMember("step", step)])
    case .timedOut(let step): ("timed out", [JSONMember("step", step)])
    case .refused(let step, let reason):
      ("refused", [JSONMember("step", step), JSONMember("reason", reason)])
    case .ended: ("ended", [])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    switch name {
    case "began": self = .began(step: try fields.integer("step"), text: try fields.string("text"))
    case "finished": self = .finished(step: try fields.integer("step"))
    case "timed out": self = .timedOut(step: try fields.integer("step"))
    case "refused":
      self = .refused(step: try fields.integer("step"), reason: try fields.string("reason"))
    case "ended": self = .ended
    default: throw unknown(name)
    }
  }
}

extension SignallingEvent: LineCodable {
  var line: (name: String, members: [JSONMember]) {
    switch self {
    case .described(let ticket, let description):
      ("described", [JSONMember("ticket", ticket.number)] + description.members)
    case .done(let ticket): ("done", [JSONMember("ticket", ticket.number)])
    case .failed(let ticket, let reason):
      ("failed", [JSONMember("ticket", ticket.number), JSONMember("reason", reason)])
    case .applied(let side, let description):
      ("applied", [JSONMember("side", side)] + description.members)
    case .candidate(let candidate, let mid):
      ("candidate", [JSONMember("candidate", candidate), JSONMember("mid", mid)])
    case .phone(let state): ("phone", [JSONMember("state", state)])
    }
  }

  init(name: String, fields: Fields) throws(FieldError) {
    switch name {
    case "described":
      self = .described(
        Ticket(number: try fields.integer("ticket")), try Description(fields: fields))
    case "done": self = .done(Ticket(number: try fields.integer("ticket")))
    case "failed":
      self = .failed(Ticket(number: try fields.integer("ticket")), try fields.string("reason"))
    case "applied": self = .applied(try fields.word("side"), try Description(fields: fields))
    case "candidate":
      self = .candidate(try fields.string("candidate"), mid: try fields.string("mid"))
    case "phone": self = .phone(try fields.word("state"))
    default: throw unknown(name)
    }
  }
}

extension Description {
  fileprivate var members: [JSONMember] { [JSONMember("type", kind), JSONMember("sdp", sdp)] }

  fileprivate init(fields: Fields) throws(FieldError) {
    self.init(kind: try fields.word("type"), sdp: try fields.string("sdp"))
  }
}
