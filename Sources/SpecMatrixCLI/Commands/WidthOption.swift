import ArgumentParser

/// How wide text is set.
struct WidthOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns to fill, from 30; else those of the terminal, else 80.",
      valueName: "columns"
    )
  )
  var width: Int?

  func validate() throws {
    if let width, !(30...1000).contains(width) {
      throw ValidationError("The width is a number from 30 to 1000, not \(width).")
    }
  }

  /// The columns to fill; what is not shown on a terminal is as wide as on any other machine.
  func columns(on console: Console) -> Int {
    width ?? (console.isTerminal ? console.terminalColumns().map { max($0, 30) } : nil) ?? 80
  }
}
