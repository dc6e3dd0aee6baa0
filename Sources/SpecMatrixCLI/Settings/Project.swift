import Specification

/// What is in force for a spec: the settings of its project, and the catalogue with what the project adds.
struct Project {
  /// Settings that say nothing, and the program's own catalogue.
  static let standard = Project(settings: Settings(), catalogue: .standard, output: "output")

  let settings: Settings
  let catalogue: Catalogue
  /// The folder for what is generated.
  let output: String
}
