import Diagnostics
import YAMLSyntax

/// Where the text of a spec comes from.
enum SpecSource: Hashable, Sendable {
  case file(String)
  case standardInput
  /// What was read already, of a revision.
  case bytes([UInt8], name: String)

  /// The path as people see it.
  var path: String {
    switch self {
    case .file(let path): path
    case .standardInput: "<stdin>"
    case .bytes(_, let name): name
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
    case .bytes(let bytes, _): return bytes
    case .file(let path): return try FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    case .standardInput:
      do throws(SystemError) {
        return try console.readInput(SyntaxLimits.bytes)
      } catch {
        throw FileFailure(.read, path, error.reason)
      }
    }
  }
}
