package import TestDesign
package import Text

/// What the review page shows: specs, and what they were read from.
package struct ReviewReport: Sendable {
  /// `specmatrix 0.1.0`.
  package var tool: String
  /// The day that deadlines are measured against, `2026-11-23`.
  package var day: String
  /// The commit that the specs are of, with a `+` behind it where they differ from it; `nil` if there is none.
  package var revision: String?
  /// In the order of their paths.
  package var specs: [JSONValue]
  /// What they settle differently from each other.
  package var crossFeature: [CrossFeatureDecision]

  /// - Parameters:
  ///   - toolVersion: The version of the program.
  ///   - day: The day that deadlines are measured against.
  ///   - revision: The commit that the specs are of; `nil` if there is none.
  ///   - specs: The specs as `ReviewSpec.json` has them.
  ///   - crossFeature: What they settle differently from each other.
  package init(
    toolVersion: String,
    day: CalendarDate,
    revision: String?,
    specs: [JSONValue],
    crossFeature: [CrossFeatureDecision]
  ) {
    tool = "specmatrix \(toolVersion)"
    self.day = day.description
    self.revision = revision
    self.specs = specs
    self.crossFeature = crossFeature
  }

  /// What stands before the specs.
  package var head: [JSONValue.Member] {
    [
      .init("version", 1), .init("tool", .string(tool)), .init("day", .string(day)),
      .init("revision", revision.map(JSONValue.string) ?? .null),
      .init("betweenFeatures", .array(crossFeature.map(\.json))),
    ]
  }

  private var data: JSONValue { .object(head + [.init("specs", .array(specs))]) }

  /// The data of the page, a line for each spec.
  package var json: String { data.text(spreading: 2) }

  /// The page with its data: one file that asks for nothing.
  package var html: String { ReviewPage(data: data).html }
}
