import ArgumentParser
import Diagnostics
import Text

/// `specmatrix mcp`: serves agents that draft specs.
struct AgentCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve an agent that drafts specs: check, try, show and explain as its tools.",
    discussion: """
      Speaks the Model Context Protocol on standard input and output, one message per line; the agent's program starts it. Specs are \
      passed as texts, or by paths in the working directory. No file is ever written.

      Examples:
        specmatrix mcp                        as the command of a server in the settings of the agent's program

      Exit status: 0 the client ended it, 2 it went away.
      """
  )

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    guard !console.isTerminal else {
      throw CommandFailure(
        "mcp speaks with an agent, not with a terminal: name it in the settings of the agent's program"
      )
    }
    var connection = AgentConnection(
      AgentTools(
        console: console,
        settings: settings.choice,
        suiteFolder: suites.suiteFolder,
        program: { Program.run($0, on: $1) }
      ),
      version: ProgramVersion.current
    )
    var lines = MessageLines()
    while true {
      guard let bytes = try console.receive(nil) else { continue }
      // A client ends the session by closing the stream.
      let whole = bytes.isEmpty ? [lines.bytes] : lines.append(bytes)
      for line in whole {
        if let response = connection.receive(line) { try console.write(response + "\n") }
      }
      if bytes.isEmpty { return .success }
    }
  }
}
