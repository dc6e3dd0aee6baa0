import Diagnostics
package import Specification
package import TestDesign
package import Testing
package import Text
import YAMLSyntax

/// Reads valid specs as the program does, but without files.
package enum SpecText {
  package static func specification(
    _ text: String,
    path: String = "specs/t.yaml",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Specification {
    let tree = parseYAML(SourceFile(path: path, text: text))
    let root = try #require(tree.value, "\(tree.diagnostics)", sourceLocation: sourceLocation)
    let decoded = decodeSpecification(root, path: path, catalogue: .standard)
    let comment: Comment = "\(decoded.diagnostics)\n\(text)"
    return try #require(decoded.value, comment, sourceLocation: sourceLocation)
  }

  package static func analysed(
    _ text: String,
    path: String = "specs/t.yaml",
    today: CalendarDate = CalendarDate(number: 20_000),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AnalysedSpecification {
    let specification = try specification(text, path: path, sourceLocation: sourceLocation)
    let checked = try analyse(specification, today: today)
    let comment: Comment = "\(checked.diagnostics)\n\(text)"
    return try #require(checked.value, comment, sourceLocation: sourceLocation)
  }
}
