internal import SansIO

/// One figure, with its unit, and with its goal where there is one.
struct Row {
  enum Goal {
    case atMost(Double, places: Int)
    case atLeast(Double, places: Int)
  }

  var name: String
  var value: Double
  var places: Int
  var unit: String
  var goal: Goal?

  init(_ name: String, _ value: Double, places: Int = 1, _ unit: String, goal: Goal? = nil) {
    self.name = name
    self.value = value
    self.places = places
    self.unit = unit
    self.goal = goal
  }

  private var cells: [String] {
    let figure = "\(FixedDecimal(value, places: places))"
    return switch goal {
    case nil: [name, figure, unit, "", ""]
    case .atMost(let limit, let places):
      [
        name, figure, unit, "at most \(FixedDecimal(limit, places: places))",
        value <= limit ? "met" : "missed",
      ]
    case .atLeast(let limit, let places):
      [
        name, figure, unit, "at least \(FixedDecimal(limit, places: places))",
        value >= limit ? "met" : "missed",
      ]
    }
  }

  static func printTable(_ rows: [Row]) {
    let table = [["what", "figure", "unit", "goal", "verdict"]] + rows.map(\.cells)
    let widths = (0..<5).map { column in table.map { $0[column].count }.max() ?? 0 }
    for (index, cells) in table.enumerated() {
      print(line(cells, widths))
      if index == 0 { print(line(widths.map { String(repeating: "-", count: $0) }, widths)) }
    }
  }

  /// Figures stand right, words left.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var text = ""
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      text += (column == 1 ? padding + cell : cell + padding) + "  "
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}
