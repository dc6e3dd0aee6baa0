import Diagnostics
package import Specification
package import TestDesign
import Testing
package import Text
import YAMLSyntax

/// Reads specs that have no mistakes, as the program does it but without its files.
package enum SpecText {
  package static func specification(
    _ text: String,
    path: String = "specs/t.yaml"
  ) throws -> Specification {
    let tree = parseYAML(SourceFile(path: path, text: text))
    let root = try #require(tree.value, "\(tree.diagnostics)")
    let decoded = decodeSpecification(root, path: path, catalogue: .standard)
    return try #require(decoded.value, "\(decoded.diagnostics)")
  }

  package static func analysed(
    _ text: String,
    path: String = "specs/t.yaml",
    today: CalendarDate = CalendarDate(number: 20_000)
  ) throws -> AnalysedSpecification {
    let checked = try analyse(specification(text, path: path), today: today)
    return try #require(checked.value, "\(checked.diagnostics)")
  }
}
