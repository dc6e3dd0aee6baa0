package import Diagnostics
package import Reporting
package import Specification
package import TestDesign
package import Text

/// What is known of an open file once it was read as a spec, or as one of the files that specs share.
package struct EditorReading {
  /// Settings, or a pack, with what is to be said of them.
  package struct SharedFile {
    /// From the root.
    package var path: String
    package var file: SourceFile
    package var diagnostics: [Diagnostic]

    package init(path: String, file: SourceFile, diagnostics: [Diagnostic] = []) {
      (self.path, self.file, self.diagnostics) = (path, file, diagnostics)
    }
  }

  /// The path as messages name it, and the text that was read.
  package var file: SourceFile
  /// What `check` says of a spec.
  package var messages: [CheckMessage] = []
  /// The settings and the packs of its project, in the order of their bytes.
  package var shared: [SharedFile] = []
  /// `nil` where mistakes leave no spec, and of files that are none.
  package var analysed: AnalysedSpecification?
  package var settings = Settings()
  /// The day that deadlines are measured against.
  package var today = CalendarDate(number: 0)

  /// The suite that was generated last; `nil` where there is none.
  package var suite: () -> EarlierSuite? = { nil }

  package init(file: SourceFile) { self.file = file }
}

/// What reads files for the editor: a folder of files with what the editor has open in their place.
package protocol EditorHost {
  /// True if a file is the settings or a pack of a project.
  func isShared(_ path: String) -> Bool
  /// What a file says, with unsaved texts by path in the place of files.
  func reading(of path: String, unsaved: [String: String]) -> EditorReading
  /// The specs of the project of a file, by paths from the root.
  func neighbours(of path: String, unsaved: [String: String]) -> [SourceFile]
}

/// A file that the editor has open.
struct OpenDocument {
  let uri: String
  let path: String
  /// True if it is the settings or a pack of a project.
  let isShared: Bool
  var version: Int?
  var text: EditedText
  /// What was read last; `nil` before the first time.
  var reading: EditorReading?
  /// What was read last that was a spec.
  var lastGood: EditorReading?
  var isSettings: Bool {
    isShared && path.split(separator: "/").last?.hasPrefix("specmatrix.") ?? false
  }
  /// When it is to be read again, in milliseconds of the caller's clock; `nil` if that was done.
  var due: Int?
}

extension CheckMessage {
  /// The diagnostic as editors show it: below the sentence what helps, in so far as no quick fix does it.
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
