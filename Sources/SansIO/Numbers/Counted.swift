/// So many of something, in words: "1 packet", "412 packets".
public func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
