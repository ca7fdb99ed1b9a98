internal import SansIO

/// A chart as SVG with its title and legend; nothing where no line has a point.
func figure(_ chart: CasePage.Chart) -> Markup {
  let lines = chart.lines.filter { !$0.points.isEmpty }
  guard !lines.isEmpty else { return "" }
  let plot = Plot(lines)
  var drawing: Markup = ""
  for tick in plot.y.ticks {
    let y = plot.y.position(tick.value)
    let style = tick.value == 0 ? "zero" : "grid"
    drawing += """
      <line class="\(style)" x1="\(Plot.left)" x2="\(Plot.right)" y1="\(y)" y2="\(y)"/>\
      <text class="end" x="\(Plot.left - 6)" y="\(y + 4)">\(tick.label)</text>
      """
  }
  for (index, tick) in plot.x.ticks.enumerated() {
    let x = plot.x.position(tick.value)
    let unit = index == plot.x.ticks.count - 1 ? " s" : ""
    drawing += """
      <line class="tick" x1="\(x)" x2="\(x)" y1="\(Plot.bottom)" y2="\(Plot.bottom + 4)"/>\
      <text class="middle" x="\(x)" y="\(Plot.bottom + 17)">\(tick.label)\(unit)</text>
      """
  }
  for (index, line) in lines.enumerated() { drawing += plot.path(line, index: index) }
  let unit: Markup = chart.unit.isEmpty ? "" : " <span class=\"muted\">\(chart.unit)</span>"
  return """
    <figure class="chart">
    <figcaption>\(chart.title)\(unit)</figcaption>
    <svg viewBox="0 0 \(Int(Plot.width)) \(Int(Plot.height))" role="img" aria-label="\(chart.title)">\(drawing)</svg>
    <ul class="legend">\(lines.enumerated().map { legend($1, index: $0) })</ul>
    </figure>

    """
}

private func legend(_ line: CasePage.Chart.Line, index: Int) -> Markup {
  let values = line.points.map(\.y)
  let (low, high) = ((values.min() ?? values[0]).readable, (values.max() ?? values[0]).readable)
  return """
    <li><svg class="key" viewBox="0 0 20 8" aria-hidden="true">\
    <line class="\(style(line, index: index))" x1="0" x2="20" y1="4" y2="4"/></svg>\
    \(line.name) <span class="muted">\(low == high ? low : "\(low) to \(high)")</span></li>
    """
}

private func style(_ line: CasePage.Chart.Line, index: Int) -> String {
  "line c\(index % 6)" + (line.isReference ? " dashed" : "")
}

/// The axes of one chart and the paths of its lines.
private struct Plot {
  static let width = 540.0
  static let height = 220.0
  static let left = 52.0
  static let right = 526.0
  static let top = 10.0
  static let bottom = 192.0

  let x: Axis
  let y: Axis

  /// Zero is always on the vertical axis, so that heights can be compared.
  init(_ lines: [CasePage.Chart.Line]) {
    let points = lines.flatMap(\.points)
    let times = points.map(\.x.drawable)
    let values = points.map(\.y.drawable)
    x = Axis(
      from: min(0, times.min() ?? 0), to: times.max() ?? 1, tickCount: 8, rounded: false,
      drawnAt: (Self.left, Self.right))
    y = Axis(
      from: min(0, values.min() ?? 0), to: max(0, values.max() ?? 1), tickCount: 5, rounded: true,
      drawnAt: (Self.bottom, Self.top))
  }

  func path(_ line: CasePage.Chart.Line, index: Int) -> Markup {
    let longest = 5 * medianStep(line.points)
    var path: Markup = ""
    var dots: Markup = ""
    var last: Double?
    for (place, point) in thinned(line.points).enumerated() {
      let time = point.x.drawable
      let (x, y) = (self.x.position(time), self.y.position(point.y.drawable))
      // Where nothing was measured for long, the line is broken, not drawn across.
      let continues = last.map { time - $0 <= longest } ?? false
      path += "\(continues ? "L" : "M")\(x) \(y)"
      if line.points.count == 1 || (place == 0 && longest == 0) {
        dots += "<circle class=\"dot c\(index % 6)\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>"
      }
      last = time
    }
    return "<path class=\"\(style(line, index: index))\" d=\"\(path)\"/>\(dots)"
  }

  private func medianStep(_ points: [CasePage.Chart.Point]) -> Double {
    let steps = zip(points, points.dropFirst()).map { $1.x.drawable - $0.x.drawable }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// Of many points in one column of pixels, only the lowest and the highest: the drawing is the same.
  private func thinned(_ points: [CasePage.Chart.Point]) -> [CasePage.Chart.Point] {
    guard points.count > Int(Self.width) else { return points }
    var kept: [CasePage.Chart.Point] = []
    var start = 0
    while start < points.count {
      let column = x.position(points[start].x.drawable).rounded(.down)
      var end = start
      var (low, high) = (start, start)
      while end < points.count, x.position(points[end].x.drawable).rounded(.down) == column {
        if points[end].y < points[low].y { low = end }
        if points[high].y < points[end].y { high = end }
        end += 1
      }
      if end == start { end = start + 1 }
      kept.append(points[min(low, high)])
      if low != high { kept.append(points[max(low, high)]) }
      start = end
    }
    return kept
  }
}
