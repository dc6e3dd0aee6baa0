import ArgumentParser

/// A command that speaks to the world through a console alone.
protocol ConsoleCommand: ParsableCommand {
  /// Does the work and says how it ended.
  func execute(on console: Console) throws -> CommandStatus
}
