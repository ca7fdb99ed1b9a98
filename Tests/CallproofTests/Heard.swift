@testable import callproof

/// What a terminal was given to show.
final class Heard {
  private(set) var text = ""
  private(set) var complaints = ""

  func terminal(
    isTerminal: Bool = false, hasColour: Bool = false, columns: Int = 80
  ) -> Terminal {
    Terminal(
      isTerminal: isTerminal, hasColour: hasColour, columns: { columns },
      output: Terminal.Output(
        write: { self.text += $0 }, complain: { self.complaints += $0 }))
  }

  /// What a command says, and its exit code.
  static func run(_ arguments: [String]) -> (code: Int32, text: String, complaints: String) {
    let heard = Heard()
    let exit = CommandLineTool.run(arguments, heard.terminal())
    return (exit.rawValue, heard.text, heard.complaints)
  }
}
