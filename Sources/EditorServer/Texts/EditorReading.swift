package import Diagnostics
package import Reporting
package import Specification
package import TestDesign
package import Text

/// The analysis of an open file, either as a spec or as a file that specs share.
package struct EditorReading {
  /// Settings or a pack, with its diagnostics.
  package struct SharedFile {
    /// The path from the root.
    package var path: String
    package var file: SourceFile
    package var diagnostics: [Diagnostic]

    package init(path: String, file: SourceFile, diagnostics: [Diagnostic] = []) {
      (self.path, self.file, self.diagnostics) = (path, file, diagnostics)
    }
  }

  /// The path as used in messages, and the text that was read.
  package var file: SourceFile
  /// The messages of `check` about a spec.
  package var messages: [CheckMessage] = []
  /// The settings and packs of the project, ordered by the bytes of their paths.
  package var shared: [SharedFile] = []
  /// The analysed spec, or `nil` if mistakes prevent it or the file is no spec.
  package var analysed: AnalysedSpecification?
  package var settings = Settings()
  /// The day against which deadlines are measured.
  package var today = CalendarDate(number: 0)

  /// A function that returns the last generated suite, or `nil` if there is none.
  package var suite: () -> EarlierSuite? = { nil }

  package init(file: SourceFile) { self.file = file }
}

/// A reader of files for the editor, with unsaved texts in place of files.
package protocol EditorHost {
  /// True if a file is the settings or a pack of a project.
  func isShared(_ path: String) -> Bool
  /// Returns the analysis of a file, with unsaved texts by path in place of files.
  func reading(of path: String, unsaved: [String: String]) -> EditorReading
  /// Returns the specs of a file's project, with paths from the root.
  func neighbours(of path: String, unsaved: [String: String]) -> [SourceFile]
}

struct OpenDocument {
  let uri: String
  let path: String
  /// True if the file is the settings or a pack of a project.
  let isShared: Bool
  var version: Int?
  var text: EditedText
  /// The last analysis, or `nil` before the first one.
  var reading: EditorReading?
  /// The last successful analysis of a spec.
  var lastGood: EditorReading?
  var isSettings: Bool {
    isShared && path.split(separator: "/").last?.hasPrefix("specmatrix.") ?? false
  }
  /// The time of the next analysis in milliseconds of the caller's clock, or `nil` if it is up to date.
  var due: Int?
}

extension CheckMessage {
  /// Returns the diagnostic as editors show it: the message, followed by help that no quick fix provides.
  func json(in text: EditedText, _ uri: String, _ encoding: PositionEncoding) -> JSONValue {
    let lines = [diagnostic.message] + help.filter { !$0.contains("\n") }
    var json = diagnostic.json(lines, in: text, uri, encoding)
    if let finding, case .object(let members) = json {
      json = .object(members + [.init("data", ["id": .string(finding.id)])])
    }
    return json
  }
}

extension Diagnostic {
  func json(
    _ lines: [String],
    in text: EditedText,
    _ uri: String,
    _ encoding: PositionEncoding
  ) -> JSONValue {
    let number = [Severity.error: 1, .warning: 2, .note: 3][severity] ?? 3
    return [
      "range": text.range(span ?? .fileStart, encoding),
      "severity": .integer(number),
      "code": .string(code),
      "source": "specmatrix",
      "message": .string(lines.joined(separator: "\n")),
      "relatedInformation": .array(
        related.map { related in
          [
            "location": ["uri": .string(uri), "range": text.range(related.span, encoding)],
            "message": .string(related.message),
          ]
        }
      ),
    ]
  }
}
