import ArgumentParser
import Diagnostics

extension SpecMatrix {
  /// The mistake that the first argument names no command, with the one that was probably meant; `nil` where it is another mistake.
  ///
  /// The parser itself suggests options only.
  static func unknownCommand(in arguments: [String]) -> ValidationError? {
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
    let names = commands + ["help"]
    guard let written = arguments.first, !written.utf8.starts(with: "-".utf8),
      !names.contains(written)
    else { return nil }
    let advice =
      if let meant = NearestName.of(written, among: names) {
        "Did you mean '\(meant)'?"
      } else if SpecFinder.isPath(written) {
        "Did you mean 'check \(written)'?"
      } else {
        "The commands are \(commands.joined(separator: ", "))."
      }
    return ValidationError(VisibleText.line("Unknown command '\(written)'. \(advice)"))
  }
}
