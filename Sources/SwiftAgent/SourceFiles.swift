internal import AgentProtocol
internal import Media

/// Makes the sources that a setup names: generated ones, and recordings in files.
struct SourceFiles {
  private let files: [AgentSetup.File]
  private let read: (String) throws -> [UInt8]

  init(_ files: [AgentSetup.File], read: @escaping (String) throws -> [UInt8]) {
    self.files = files
    self.read = read
  }

  func audio(_ source: String) throws(SetupError) -> any AudioSource {
    switch source {
    case "beep": BeepSource()
    case "silence": SilenceSource()
    default: try recording(source) { try WAVSource(parsing: $0) }
    }
  }

  func video(
    _ source: String, width: Int, height: Int, framesPerSecond: Int
  ) throws(SetupError) -> any VideoSource {
    if source != "timecode", source != "black" {
      return try recording(source) { try Y4MSource(parsing: $0) }
    }
    guard Picture.isPossible(width: width, height: height), (1...240).contains(framesPerSecond)
    else {
      throw .unreadable(source, reason: "no camera has \(width)x\(height) at \(framesPerSecond)/s")
    }
    return source == "black"
      ? BlackSource(width: width, height: height, framesPerSecond: framesPerSecond)
      : TimecodeSource(width: width, height: height, framesPerSecond: framesPerSecond)
  }

  private func recording<Source>(
    _ name: String, _ parse: ([UInt8]) throws -> Source
  ) throws(SetupError) -> Source {
    guard let file = files.first(where: { $0.name == name }) else { throw .source(name) }
    do {
      return try parse(try read(file.path))
    } catch {
      throw .unreadable(name, reason: "\(error)")
    }
  }
}
