internal import CResources

/// The bytes of a page or a script that the program carries in itself ("agents/aiortc.py"); nil: there is none of that name.
public func resource(_ name: String) -> [UInt8]? {
  var count = 0
  guard let bytes = unsafe resource_bytes(name, &count) else { return nil }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// Every page and script, in the order of the alphabet.
public func resourceNames() -> [String] {
  var names: [String] = []
  while let name = unsafe resource_name(names.count) { names.append(unsafe String(cString: name)) }
  return names
}
