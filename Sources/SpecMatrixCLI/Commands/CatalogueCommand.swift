import ArgumentParser
import Diagnostics
import Reporting
package import Specification

extension CatalogueEntry.Kind: ExpressibleByArgument {}

extension Language: ExpressibleByArgument {}

/// `specmatrix catalogue`: lists what specs often forget.
struct CatalogueCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalogue",
    abstract: "List what specs often forget: operations, states and data to choose from.",
    discussion: """
      Each entry comes with its typical open question, why it is forgotten, its variants, and the \
      traits that call for it. Given a spec, the list also shows what the spec selected, dismissed \
      and left open.

      Examples:
        specmatrix catalogue --traits mobile,has_text_input
        specmatrix catalogue --kind data --language ja
        specmatrix catalogue specs/post.yaml
        specmatrix catalogue --json | jq -r '.entries[] | select(.core) | .id'
      """
  )

  @Argument(
    help: .value("spec", "A spec; - is standard input."),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String?

  @Option(
    help: .value(
      "traits",
      "List only what these traits of a feature call for, separated by commas."
    ),
    completion: .custom { _, _, prefix in CatalogueCommand.traits(completing: prefix) }
  )
  var traits: String?

  @Option(help: "List only entries of one kind: operation, state, data or topic.")
  var kind: CatalogueEntry.Kind?

  @Option(
    help: "The language of labels and questions: en or ja. (default: the spec's or the project's)"
  )
  var language: Language?

  @Flag(help: "Write JSON, with the texts in all languages.")
  var json = false

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    var specification: Specification?
    if let spec {
      let source = SpecSource(path: spec)
      let pipeline = try Pipeline(sources: [source], of: settings.project(), on: console)
      let (file, read) = pipeline.decode(source)
      console.show(read.diagnostics, in: file)
      guard let value = read.value else { return .invalid }
      specification = value
    }
    let project = specification == nil ? try Projects(settings.choice).fallback : .standard
    let catalogue = specification?.catalogue ?? project.catalogue
    let report = CatalogueReport(
      catalogue,
      specification,
      traits: try wantedTraits(in: catalogue),
      kind: kind,
      language: language ?? specification?.language ?? project.settings.language ?? .english
    )
    try console.write(json ? report.json : report.text(columns: console.columns))
    return .success
  }

  private func wantedTraits(in catalogue: Catalogue) throws(CommandFailure) -> [String] {
    let names = (traits ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    for name in names where !catalogue.traits.contains(name) {
      let near = NearestName.of(name, among: catalogue.traits).map { "did you mean \($0)?" }
      let all = "the traits are \(catalogue.traits.joined(separator: ", "))"
      throw CommandFailure("the catalogue has no trait \(name); \(near ?? all)")
    }
    return names
  }

  /// Returns the completions of the last trait in a comma-separated list.
  private static func traits(completing prefix: String) -> [String] {
    let done = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    return Catalogue.standard.traits.map { done + $0 }
  }
}
