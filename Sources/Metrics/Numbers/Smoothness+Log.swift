public import SansIO

extension Smoothness {
  /// Of a log that ends with its last picture: what came behind it, nobody knows.
  public init(rendered: [Instant]) {
    self.init(rendered: rendered, inactive: [], end: rendered.last ?? .start)
  }
}
