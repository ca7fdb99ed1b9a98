/// One jump from a level to another, where that explains a course much better than a straight line does.
struct StepFit {
  let before: Double
  let after: Double
  /// The x of the first point behind the jump.
  let at: Double

  /// Levels on both sides of the jump; fewer points are no level.
  private static let leastPoints = 3
  /// Smaller jumps are jitter.
  private static let leastJump = 45.0

  init?(_ points: [(x: Double, y: Double)]) {
    guard points.count >= 2 * Self.leastPoints, let line = Self.lineError(points) else {
      return nil
    }
    let total = points.reduce((sum: 0.0, squares: 0.0)) {
      ($0.sum + $1.y, $0.squares + $1.y * $1.y)
    }
    var left = (sum: 0.0, squares: 0.0)
    var best: (error: Double, index: Int)?
    for index in points.indices.dropLast(Self.leastPoints) {
      left = (left.sum + points[index].y, left.squares + points[index].y * points[index].y)
      let n = Double(index + 1)
      guard index + 1 >= Self.leastPoints else { continue }
      let right = (sum: total.sum - left.sum, squares: total.squares - left.squares)
      let m = Double(points.count) - n
      let error = left.squares - left.sum * left.sum / n + right.squares - right.sum * right.sum / m
      if best.map({ error < $0.error }) ?? true { best = (error, index + 1) }
    }
    guard let best, best.error * 4 < line else { return nil }
    before = SyncFindings.median(points[..<best.index].map(\.y))
    after = SyncFindings.median(points[best.index...].map(\.y))
    at = points[best.index].x
    guard (after - before).magnitude >= Self.leastJump else { return nil }
  }

  /// The sum of squares that the best straight line leaves; nil: all points at one x.
  private static func lineError(_ points: [(x: Double, y: Double)]) -> Double? {
    let n = Double(points.count)
    let mean = points.reduce((x: 0.0, y: 0.0)) { ($0.x + $1.x / n, $0.y + $1.y / n) }
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let (x, y) = (point.x - mean.x, point.y - mean.y)
      (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
    }
    return xx > 0 ? yy - xy * xy / xx : nil
  }
}
