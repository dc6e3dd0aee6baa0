import Diagnostics
import Specification

extension Baseline {
  /// The version of the format, and the key that it stands under.
  package static let version = 1
  package static let versionKey = "specmatrix-baseline"

  /// The baseline as YAML, with a place for reasons.
  package var yaml: String {
    var text = """
      # What `specmatrix check --baseline` leaves out, since it is known. A finding that becomes graver is told again.
      # Write down why a finding stays: a reason is kept when `--write-baseline` writes this file anew.
      \(Self.versionKey): \(Self.version)
      findings:\(entries.isEmpty ? " {}" : "")

      """
    for entry in entries {
      text += "  \(entry.id):\n"
      for member in entry.members {
        // JSON's texts are YAML's too.
        text += "    \(member.key): \(member.value.text(spreading: 0))"
      }
    }
    return text
  }

  /// The baseline as JSON.
  package var json: String {
    let document: JSONValue = [
      Self.versionKey: .integer(Self.version),
      "findings": .object(entries.map { .init($0.id, .object($0.members)) }),
    ]
    return document.text(spreading: 3)
  }
}

extension Baseline.Entry {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("spec", .string(spec)), .init("code", .string(code)),
      .init("severity", .string(severity.rawValue)),
      .init("since", .string(since?.description ?? "")),
      .init("message", .string(message)), .init("reason", .string(reason)),
    ]
  }
}
