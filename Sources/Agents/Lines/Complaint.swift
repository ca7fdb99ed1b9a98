internal import LinuxIO

/// Says on standard error why an agent could not be.
func complain(_ text: String) { try? writeAll(Array((text + "\n").utf8), to: 2) }
