internal import SansIO

/// The phases of a call, a bar each on one axis of time, grouped by peer.
func waterfall(_ bars: [CasePage.Bar]) -> Markup {
  guard !bars.isEmpty else { return "" }
  let ends = bars.map(\.toMilliseconds.drawable)
  let starts = bars.map(\.fromMilliseconds.drawable)
  let axis = Axis(
    from: min(0, starts.min() ?? 0), to: ends.max() ?? 1, tickCount: 8, rounded: true,
    drawnAt: (Waterfall.left, Waterfall.right))
  var waterfall = Waterfall(axis: axis)
  for (index, bar) in bars.enumerated() {
    if index == 0 || bar.subject != bars[index - 1].subject { waterfall.begin(bar.subject) }
    waterfall.add(bar)
  }
  return waterfall.figure
}

private struct Waterfall {
  static let left = 184.0
  static let right = 930.0
  static let took = 1006.0
  static let until = 1080.0
  static let rowHeight = 19.0

  let axis: Axis
  /// The baseline of the next row.
  private var y = 30.0
  private var rows: Markup = ""
  private var subjects: [String] = []
  private var color = 0

  init(axis: Axis) { self.axis = axis }

  mutating func begin(_ subject: String) {
    color = subjects.firstIndex(of: subject) ?? subjects.count
    if color == subjects.count { subjects.append(subject) }
    y += 5
    rows += """
      <text class="group" x="0" y="\(y)">\(subject)</text>\
      <line class="grid" x1="0" x2="\(Self.until)" y1="\(y + 5)" y2="\(y + 5)"/>
      """
    y += Self.rowHeight + 2
  }

  mutating func add(_ bar: CasePage.Bar) {
    let (from, to) = (bar.fromMilliseconds, bar.toMilliseconds)
    let start = axis.position(from.drawable)
    let width = max(axis.position(to.drawable) - start, 2)
    let took = FixedDecimal(to.drawable - from.drawable, places: 3).readable
    rows += """
      <g><title>\(bar.name) (\(bar.subject)): from \(from.readable) to \(to.readable) ms</title>\
      <text x="0" y="\(y)">\(shortened(bar.name, to: 30))</text>\
      <rect class="bar c\(color % 6)" x="\(start)" y="\(y - 10)" width="\(width)" height="12" rx="2"/>\
      <text class="end" x="\(Self.took)" y="\(y)">\(took)</text>\
      <text class="end strong" x="\(Self.until)" y="\(y)">\(to.readable)</text></g>
      """
    y += Self.rowHeight
  }

  var figure: Markup {
    let bottom = y - 8
    var grid: Markup = ""
    for tick in axis.ticks {
      let x = axis.position(tick.value)
      grid += """
        <line class="\(tick.value == 0 ? "zero" : "grid")" x1="\(x)" x2="\(x)" y1="18" y2="\(bottom)"/>\
        <text class="middle" x="\(x)" y="12">\(tick.label)</text>
        """
    }
    return """
      <figure class="waterfall">
      <svg viewBox="0 0 1080 \(Int(bottom) + 4)" role="img" aria-label="Phases of the call">\
      \(grid)<text class="axis" x="0" y="12">ms from start of run</text>\
      <text class="end" x="\(Self.took)" y="12">took</text>\
      <text class="end" x="\(Self.until)" y="12">done at</text>\(rows)</svg>
      </figure>

      """
  }
}
