import ArgumentParser
import Diagnostics

/// The program, from its arguments to its exit status.
package enum Program {
  package static func main() -> Never {
    let status = run(Array(CommandLine.arguments.dropFirst()), on: .ofProcess())
    exitProcess(with: status)
  }

  /// Runs the command described by the arguments (without the program's name).
  static func run(_ arguments: [String], on console: Console) -> CommandStatus {
    do {
      guard let command = try command(arguments, on: console) else { return .success }
      return try command.execute(on: console)
    } catch {
      return console.status(of: error)
    }
  }

  /// Parses the arguments; returns `nil` if they ask for help or the version, which the parser prints.
  ///
  /// Throws `CommandFailure` if the usage is wrong and `SystemError` if standard output cannot be written.
  private static func command(
    _ arguments: [String],
    on console: Console
  ) throws -> (any ConsoleCommand)? {
    let arguments = try PICTArguments.translated(arguments)
    // Parsing one command alone avoids building the tree of all commands.
    let named = SpecMatrix.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if let command = named as? any ConsoleCommand.Type,
      let parsed = try? command.parse(Array(arguments.dropFirst()))
    {
      return parsed
    }
    // Errors and help come from the whole tree.
    do {
      var parsed = try SpecMatrix.parseAsRoot(arguments)
      if let command = parsed as? any ConsoleCommand { return command }
      // The parser's own commands, such as `help`, throw the text to print.
      try parsed.run()
      return nil
    } catch {
      let error = SpecMatrix.unknownCommand(in: arguments) ?? error
      let text = SpecMatrix.fullMessage(for: error, columns: console.columns) + "\n"
      guard SpecMatrix.exitCode(for: error).isSuccess else {
        throw CommandFailure(text: text, status: .invalid)
      }
      try console.write(text)
      return nil
    }
  }
}

struct SpecMatrix: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "specmatrix",
    abstract: "Find what a feature spec leaves undefined, and derive its test cases.",
    discussion: """
      A spec names the states, data and operations of a feature and says what is expected when. \
      specmatrix checks every combination, not a sample, and reports those with no expected \
      result, with contradictory results or with an open question.

      Exit status: 0 no findings that count as failures, 1 such findings, 2 wrong usage or a file that is invalid or cannot be \
      read or written, 3 an internal error or a limit exceeded.
      """,
    version: ProgramVersion.current,
    subcommands: [
      InitCommand.self, CheckCommand.self, ShowCommand.self, ReviewCommand.self,
      GenerateCommand.self, AnswerCommand.self, CodeCommand.self, DiffCommand.self,
    ],
    groupedSubcommands: [
      CommandGroup(
        name: "More",
        subcommands: [
          ExplainCommand.self, TryCommand.self, CatalogueCommand.self, ImportCommand.self,
          MeasureCommand.self, ResultsCommand.self, MergeResultsCommand.self, LinksCommand.self,
          SchemaCommand.self, LanguageServerCommand.self, AgentCommand.self, CoverCommand.self,
        ]
      )
    ]
  )

  /// Returns an error with a suggestion if the first argument is not a command, or `nil` if the mistake is another.
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
