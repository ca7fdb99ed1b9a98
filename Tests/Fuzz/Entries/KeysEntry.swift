internal import Dissection

enum KeysEntry {
  static func broken(by bytes: [UInt8]) -> String? {
    let keys = MediaKeys()
    guard (try? keys.add(file: bytes)) != nil else { return nil }
    guard (try? keys.add(file: bytes)) != nil else { return "the second time it holds no keys" }
    return nil
  }
}
