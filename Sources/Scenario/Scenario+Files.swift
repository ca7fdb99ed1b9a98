extension Scenario {
  /// The files that sources name, as written, each once, in the order of the peers.
  public var sourcePaths: [String] {
    var paths: [String] = []
    for peer in peers {
      if case .file(let path) = peer.audio?.source, !paths.contains(path) { paths.append(path) }
      if case .file(let path) = peer.video?.source, !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}
