import SansIO
import TestSupport
import Testing

@Suite("Instants, clocks and numbers")
struct ClockTests {
  @Test("a clock that is off by parts per billion is off by exactly that")
  func drift() {
    var table = Table()
    let fast = PeerClock(offsetNanoseconds: 5, driftPartsPerBillion: 50_000)  // 50 ppm
    table.equal(
      fast.unixNanoseconds(at: Instant(nanoseconds: 60_000_000_000)),
      PeerClock.simulatedEpoch + 5 + 60_003_000_000, "3 ms a minute")
    for drift in [Int64(-500_000), 0, 50_000, 333_333] {
      let clock = PeerClock(driftPartsPerBillion: drift)
      for elapsed in [Int64(0), 1, 33_333_333, 20_000_000, 123_456_789_012] {
        let instant = clock.instant(afterElapsed: elapsed)
        table.holds(clock.elapsed(at: instant) >= elapsed, "\(drift) \(elapsed): not before")
        table.holds(
          elapsed == 0 || clock.elapsed(at: instant - .nanoseconds(1)) < elapsed,
          "\(drift) \(elapsed): the first")
      }
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("NTP timestamps count from 1900 in 2^-32 s")
  func ntp() {
    let clock = PeerClock(epochUnixNanoseconds: 0)
    #expect(clock.ntpTimestamp(at: Instant(nanoseconds: 1_500_000_000)) == 0x83aa_7e81_8000_0000)
  }

  @Test("numbers print as fixed decimals")
  func decimals() {
    var table = Table()
    let rows: [(FixedDecimal, String)] = [
      (FixedDecimal(units: -50, places: 3), "-0.050"), (FixedDecimal(units: 12, places: 0), "12"),
      (FixedDecimal(units: 123_456, places: 3), "123.456"), (FixedDecimal(2.675, places: 1), "2.7"),
      (FixedDecimal(-0.05, places: 1), "-0.1"), (.milliseconds(.microseconds(1)), "0.001"),
    ]
    for (number, text) in rows { table.equal(number.description, text, text) }
    table.equal(BitRate.kilobits(330).duration(ofBytes: 1200), .nanoseconds(29_090_910), "rate")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("logarithm, sine and exponential are right to 1e-11")
  func mathematics() {
    var table = Table()
    let rows: [(Double, Double, String)] = [
      (PortableMath.log(2), 0.6931471805599453, "ln 2"),
      (PortableMath.log(10), 2.302585092994046, "ln 10"),
      (PortableMath.log10(0.001), -3, "log10"),
      (PortableMath.sin(1), 0.8414709848078965, "sin 1"),
      (PortableMath.sin(100), -0.5063656411097588, "sin 100"),
      (PortableMath.cos(3), -0.9899924966004454, "cos 3"),
      (PortableMath.exp(1), 2.718281828459045, "e"),
      (PortableMath.exp(-5), 0.006737946999085467, "exp -5"),
    ]
    for (actual, expected, name) in rows {
      table.holds(abs(actual - expected) < 1e-11 * max(1, abs(expected)), "\(name): \(actual)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

@Suite("Named streams of chance")
struct SeedTests {
  @Test("a stream depends on its name and seed only, and can be read at any index")
  func streams() {
    var table = Table()
    var first = Seed(7).stream("link alice up loss")
    let start = first
    for index in 0..<5 {
      table.equal(start.draw(at: UInt64(index)), first.next(), "draw \(index)")
    }
    table.holds(Seed(7).stream("a") != Seed(7).stream("b"), "names differ")
    table.holds(Seed(7).stream("a") != Seed(8).stream("a"), "seeds differ")
    table.equal(start.draw(at: 0), 0xad73_f27c_9c33_081b, "the same in every version")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}

@Suite("Addresses and bytes")
struct BytesTests {
  @Test("addresses in text form")
  func addresses() {
    var table = Table()
    let rows: [(String, String?)] = [
      ("192.0.2.1", "192.0.2.1"), ("256.0.0.1", nil), ("1.2.3", nil), ("1.2.3.4.5", nil),
      ("2001:db8::1", "2001:db8::1"), ("2001:0db8:0:0:0:0:0:1", "2001:db8::1"), ("::", "::"),
      ("::1", "::1"), ("1::", "1::"), ("::ffff:192.0.2.1", "::ffff:c000:201"), (":::", nil),
      ("1::2::3", nil), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:2:3:4:5:6:7", nil),
      ("1:2:3:4:5:6:7:8:9", nil), ("12345::", nil), ("g::", nil), ("", nil), ("+1.2.3.4", nil),
      ("1:", nil), ("fe80::0:0:1", "fe80::1"),
    ]
    for (text, expected) in rows {
      table.equal(SocketAddress(text, port: 1)?.hostText, expected, text)
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("base64 as RFC 4648 §10 has it, and what is none")
  func base64Vectors() {
    var table = Table()
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      table.equal(base64(Array(text.utf8)), encoded, "base64 of '\(text)'")
      table.equal(bytes(base64: encoded), Array(text.utf8), encoded)
    }
    table.equal(bytes(base64: "Zm8"), Array("fo".utf8), "base64 without padding")
    table.equal(bytes(base64: "Zm9vY"), nil, "a length that none has")
    table.equal(bytes(base64: "Zm-v"), nil, "another alphabet")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a reader never reads past its end")
  func reader() throws {
    var table = Table()
    var reader = ByteReader([1, 2, 3, 4, 5, 6, 7])
    table.equal(try reader.uint16(), 0x0102, "uint16")
    table.equal(try reader.uint24(), 0x030405, "uint24")
    do throws(ByteOverrun) {
      _ = try reader.uint32()
      table.holds(false, "no overrun")
    } catch {
      table.equal(error, ByteOverrun(offset: 5, needed: 4, available: 2), "overrun")
    }
    table.equal(reader.rest(), [6, 7], "rest")
    table.equal(bytes(hexadecimal: "00fF"), [0, 255], "hexadecimal")
    table.equal(bytes(hexadecimal: "0"), nil, "odd")
    table.equal(hexadecimal([0, 255]), "00ff", "text")
    table.equal(colonHexadecimal([0, 0xab, 255]), "00:AB:FF", "text with colons")
    table.equal("OpusÄ\u{212a}".lowercasedASCII, "opusÄ\u{212a}", "only ASCII changes case")
    table.equal(CRC32.checksum(Array("123456789".utf8)[...]), 0xcbf4_3926, "CRC-32's check value")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a queue gives back what it got, in order")
  func queue() {
    var queue = Queue<Int>()
    var next = 0
    for value in 0..<1000 {
      queue.append(value)
      if value % 3 != 0, let first = queue.popFirst() {
        #expect(first == next)
        next += 1
      }
    }
    #expect(queue.count == 1000 - next)
  }
}
