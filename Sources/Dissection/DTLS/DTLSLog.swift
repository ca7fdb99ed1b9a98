/// The DTLS of one flow: records in the clear, flights, alerts (RFC 6347, RFC 9147).
struct DTLSLog: Sendable {
  private static let flightLimit = 64
  private static let alertLimit = 32

  struct Side: Sendable {
    var datagrams = 0
    var bytes = 0
    var largestDatagram = 0
    var clientHellos = 0
    var retransmissions = 0
    var verifyRequests = 0
    var encryptedRecords = 0
    var firstHello: (number: Int, time: Int64)?
    var client: HelloMessage?
    var server: HelloMessage?
    var certificate: [UInt8]?
    var assembly = HandshakeAssembly()
  }

  /// Datagrams of one sender without one of the other between them.
  struct Flight: Sendable {
    var isForward: Bool
    var number: Int
    var time: Int64
    var datagrams = 1
    var bytes: Int
    var messages: [String] = []
    var isRetransmission = false
  }

  struct Alert: Sendable {
    var isForward: Bool
    var number: Int
    var time: Int64
    var isFatal: Bool
    var code: UInt8
  }

  var sides = BothWays(Side())
  private(set) var flights: [Flight] = []
  private(set) var alerts: [Alert] = []
  private(set) var malformed = 0

  var isEmpty: Bool { sides[true].datagrams == 0 && sides[false].datagrams == 0 }
  /// Both sides encrypt.
  var isComplete: Bool {
    sides[true].encryptedRecords > 0 && sides[false].encryptedRecords > 0
  }
  var server: HelloMessage? { sides[true].server ?? sides[false].server }

  mutating func add(_ bytes: [UInt8], isForward: Bool, number: Int, time: Int64) {
    sides[isForward].datagrams += 1
    sides[isForward].bytes += bytes.count
    sides[isForward].largestDatagram = max(sides[isForward].largestDatagram, bytes.count)
    var messages: [String] = []
    var isAgain = false
    var hasHello = false
    var offset = 0
    while offset < bytes.count {
      // RFC 9147 §4: the unified header of encrypted DTLS 1.3 records begins 001.
      if bytes[offset] >> 5 == 1 {
        sides[isForward].encryptedRecords += 1
        messages.append("encrypted")
        break
      }
      guard offset + 13 <= bytes.count, (20...63).contains(bytes[offset]) else {
        malformed += 1
        break
      }
      let epoch = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
      let length = Int(bytes[offset + 11]) << 8 | Int(bytes[offset + 12])
      let end = offset + 13 + length
      guard end <= bytes.count else {
        malformed += 1
        break
      }
      let content = bytes[offset + 13..<end]
      switch (bytes[offset], epoch) {
      case (20, 0): messages.append("ChangeCipherSpec")
      case (21, 0) where content.count == 2:
        let alert = Alert(
          isForward: isForward, number: number, time: time,
          isFatal: content[content.startIndex] == 2, code: content[content.startIndex + 1])
        if alerts.count < Self.alertLimit { alerts.append(alert) }
        messages.append("alert")
      case (22, 0): handshake(content, isForward, number, time, &messages, &isAgain, &hasHello)
      case (22, _):
        sides[isForward].encryptedRecords += 1
        messages.append("encrypted handshake")
      default: sides[isForward].encryptedRecords += epoch > 0 ? 1 : 0
      }
      offset = end
    }
    if hasHello { sides[isForward].clientHellos += 1 }
    if isAgain { sides[isForward].retransmissions += 1 }
    // What comes behind the handshake tells nothing: its messages cannot be read.
    if isComplete, flights.count >= 4, messages.allSatisfy({ $0.hasPrefix("encrypted") }) { return }
    if !messages.isEmpty { fly(messages, isForward, bytes.count, number, time, isAgain) }
  }

  private mutating func fly(
    _ messages: [String], _ isForward: Bool, _ byteCount: Int, _ number: Int, _ time: Int64,
    _ isAgain: Bool
  ) {
    if let last = flights.last, last.isForward == isForward, last.isRetransmission == isAgain,
      !isAgain || time - last.time < 50_000_000
    {
      let index = flights.count - 1
      flights[index].datagrams += 1
      flights[index].bytes += byteCount
      for message in messages where flights[index].messages.last != message {
        if flights[index].messages.count < 32 { flights[index].messages.append(message) }
      }
      return
    }
    guard flights.count < Self.flightLimit else { return }
    var flight = Flight(isForward: isForward, number: number, time: time, bytes: byteCount)
    flight.isRetransmission = isAgain
    for message in messages where flight.messages.last != message {
      flight.messages.append(message)
    }
    flights.append(flight)
  }

  private mutating func handshake(
    _ content: ArraySlice<UInt8>, _ isForward: Bool, _ number: Int, _ time: Int64,
    _ messages: inout [String], _ isAgain: inout Bool, _ hasHello: inout Bool
  ) {
    var rest = content
    while rest.count >= 12 {
      let start = rest.startIndex
      func integer(_ offset: Int, _ count: Int) -> Int {
        rest[start + offset..<start + offset + count].reduce(0) { $0 << 8 | Int($1) }
      }
      let fragment = HandshakeAssembly.Fragment(
        type: rest[start], byteCount: integer(1, 3), sequence: integer(4, 2),
        offset: integer(6, 3), bytes: rest[(start + 12)...].prefix(integer(9, 3)))
      guard fragment.bytes.count == integer(9, 3),
        fragment.offset + fragment.bytes.count <= fragment.byteCount
      else {
        malformed += 1
        return
      }
      rest = rest[(start + 12 + fragment.bytes.count)...]
      messages.append(DTLSNames.message(fragment.type))
      if fragment.type == 3 { sides[isForward].verifyRequests += 1 }
      if fragment.type == 1, fragment.offset == 0 {
        hasHello = true
        if sides[isForward].firstHello == nil { sides[isForward].firstHello = (number, time) }
      }
      switch sides[isForward].assembly.add(fragment) {
      case .again: isAgain = true
      case .waiting: break
      case .whole(let bytes): whole(fragment.type, bytes, isForward)
      }
    }
  }

  private mutating func whole(_ type: UInt8, _ bytes: [UInt8], _ isForward: Bool) {
    switch type {
    case 1: sides[isForward].client = HelloMessage(bytes, isClient: true)
    case 2: sides[isForward].server = HelloMessage(bytes, isClient: false)
    case 11: sides[isForward].certificate = HelloMessage.certificate(bytes)
    default: break
    }
  }
}
