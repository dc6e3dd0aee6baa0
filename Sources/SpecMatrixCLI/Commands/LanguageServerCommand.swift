import ArgumentParser
import Diagnostics
import EditorServer
import Text

/// `specmatrix lsp`: serves editors while a spec is written.
struct LanguageServerCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: findings, quick fixes and completion while you type.",
    discussion: """
      Speaks the language server protocol on standard input and output; the editor starts it. It shows what `check` says of \
      the text as it stands in the editor.

      Examples:
        specmatrix lsp                        as the command of a language server in the editor's settings

      Exit status: 0 the editor ended it, 1 it ended it without `shutdown`, 2 it went away, or standard input is something else.
      """
  )

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    guard !console.isTerminal else {
      throw CommandFailure(
        "lsp speaks with an editor, not with a terminal: name it in the editor's settings"
      )
    }
    let host = EditedFiles(choice: settings.project(suites.suiteFolder), console: console)
    return try serve(EditorConnection(host, version: ProgramVersion.current), on: console)
  }

  private func serve(
    _ opened: EditorConnection<EditedFiles>,
    on console: Console
  ) throws -> CommandStatus {
    var (connection, stream) = (opened, MessageStream())
    while true {
      let wait = connection.due.map { max(0, $0 - console.milliseconds()) }
      let bytes = try console.receive(wait)
      if let bytes {
        guard !bytes.isEmpty else {
          let half = stream.isMidMessage ? " in the middle of a message" : ""
          throw CommandFailure("the editor went away\(half)")
        }
        stream.append(bytes)
        while let content = try next(of: &stream) {
          for message in connection.receive(content, at: console.milliseconds()) {
            try console.write(MessageStream.framed(message))
          }
          if let end = connection.end { return end == .asked ? .success : .findings }
        }
      }
      for message in connection.refresh(at: console.milliseconds()) {
        try console.write(MessageStream.framed(message))
      }
    }
  }

  private func next(of stream: inout MessageStream) throws(CommandFailure) -> [UInt8]? {
    do throws(FormatMismatch) {
      return try stream.next()
    } catch {
      throw CommandFailure(error.reason)
    }
  }
}
