import ArgumentParser
import Diagnostics
import Reporting
import Specification

/// `specmatrix catalogue`: what specs forget, to choose from.
struct CatalogueCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalogue",
    abstract: "List what specs forget: operations, states and data to choose from.",
    discussion: """
      Each entry comes with the question that is typically open, why it is forgotten, its variants, and \
      the traits that call for it. With a spec: what of it the spec selected, dismissed and left open.

      Examples:
        specmatrix catalogue --traits mobile,has_text_input
        specmatrix catalogue --kind data --language ja
        specmatrix catalogue specs/post.yaml
        specmatrix catalogue --json | jq -r '.entries[] | select(.core) | .id'
      """
  )

  @Argument(
    help: ArgumentHelp("A spec; - is standard input.", valueName: "spec"),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String?

  @Option(
    help: ArgumentHelp(
      "Only what a feature with these traits is asked about, with commas between.",
      valueName: "traits"
    ),
    completion: .custom { _, _, prefix in CatalogueCommand.traits(completing: prefix) }
  )
  var traits: String?

  @Option(help: "Only entries of a kind: operation, state or data.")
  var kind: CatalogueEntry.Kind?

  @Option(
    help: "The language of labels and questions: en or ja. (default: the spec's or the project's)"
  )
  var language: Language?

  @Flag(help: "Write JSON, with the words in all languages.")
  var json = false

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let source = spec.map { $0 == "-" ? SpecSource.standardInput : .file($0) }
    let projects = try settings.projects(for: source.map { [$0] } ?? [])
    let report: CatalogueReport
    if let source {
      let pipeline = Pipeline(today: try console.today(), projects: projects)
      let (file, read) = pipeline.specification(source, on: console)
      console.report(DiagnosticRenderer().render(read.diagnostics, in: file))
      guard let specification = read.value else { return .invalid }
      report = CatalogueReport(
        specification,
        traits: try wantedTraits(in: specification.catalogue),
        kind: kind,
        language: language ?? specification.language
      )
    } else {
      let project = projects.fallback
      report = CatalogueReport(
        project.catalogue,
        traits: try wantedTraits(in: project.catalogue),
        kind: kind,
        language: language ?? project.settings.language ?? .english
      )
    }
    try console.write(json ? report.json : report.text(columns: console.columns))
    return .success
  }

  private func wantedTraits(in catalogue: Catalogue) throws(UsageError) -> [String] {
    let names = (traits ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    for name in names where !catalogue.traits.contains(name) {
      let near = NearestName.of(name, among: catalogue.traits).map { "did you mean \($0)?" }
      let all = "the traits are \(catalogue.traits.joined(separator: ", "))"
      throw UsageError("the catalogue has no trait \(name); \(near ?? all)")
    }
    return names
  }

  /// What the last trait of a list that is being typed can become.
  private static func traits(completing prefix: String) -> [String] {
    let done = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    return Catalogue.standard.traits.map { done + $0 }
  }
}
