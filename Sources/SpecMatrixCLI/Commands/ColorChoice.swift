import ArgumentParser

/// When results are coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether results that go to the console are coloured: by itself only on a terminal that wants it (https://no-color.org).
  func usesColor(on console: Console) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      console.isTerminal && (console.environment["NO_COLOR"] ?? "").isEmpty
        && console.environment["TERM"] != "dumb"
    }
  }
}
