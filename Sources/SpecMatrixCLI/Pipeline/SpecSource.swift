import Diagnostics
import YAMLSyntax

/// Where the text of a spec comes from.
enum SpecSource: Hashable, Sendable {
  case file(String)
  case standardInput
  /// A text that is to take the place of a file's.
  case edited(String, text: String)

  /// The path as people see it.
  var path: String {
    switch self {
    case .file(let path), .edited(let path, _): path
    case .standardInput: "<stdin>"
    }
  }

  /// The bytes, or the mistake that they cannot be read.
  func read(on console: Console) -> Checked<[UInt8]> {
    do throws(FileFailure) {
      return Checked(try bytes(on: console))
    } catch {
      let message = "the file cannot be read: \(error.reason)"
      let mistake = Diagnostic(code: "unreadable-file", message: message, span: nil)
      return Checked(nil, diagnostics: [mistake])
    }
  }

  private func bytes(on console: Console) throws(FileFailure) -> [UInt8] {
    switch self {
    case .file(let path): return try FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    case .edited(_, let text): return Array(text.utf8)
    case .standardInput:
      do throws(SystemError) {
        return try console.readInput(SyntaxLimits.bytes)
      } catch {
        throw FileFailure(.read, path, error.reason)
      }
    }
  }
}
