import ArgumentParser
import Diagnostics
import Specification
import Text

/// `specmatrix init`: writes a first spec.
struct InitCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a first spec: for the traits of a feature, or one that shows the language.",
    discussion: """
      The id and the title come from the name of the file or folder, the language from LANG; an id \
      that a spec in the folder already has gets a number. With --traits the spec selects what \
      these call for and holds nothing to delete; without, it shows the language. Either is valid \
      and leaves questions open. Existing files are never overwritten.

      Examples:
        specmatrix init                       specs/<this folder>.yaml
        specmatrix init specs/post.yaml --language ja
        specmatrix init specs/post.yaml --traits mobile,has_text_input
        specmatrix init -                     to standard output
      """
  )

  @Argument(
    help: .value(
      "path",
      "The file, or a folder to put it in; - is standard output. (default: specs/<this folder>.yaml)"
    ),
    completion: .file(extensions: ["yaml", "yml"])
  )
  var path: String?

  @Option(help: .value("language", "The language of the spec: en or ja."))
  var language: String?

  @Option(help: .value("traits", "What the feature does, separated by commas."))
  var traits: String?

  func execute(on console: Console) throws -> CommandStatus {
    let written = try self.name()
    let name =
      path == "-"
      ? written : written.avoiding(SpecFinder.ids(in: FilePaths.folder(of: written.path)))
    let spec = StarterSpec(
      name: name,
      language: try language(console),
      traits: try checkedTraits(),
      until: CalendarDate(number: try console.today().number + 30)
    )
    guard path != "-" else {
      try console.write(spec.text)
      return .success
    }
    try OutputFile.create(spec.text, at: name.path)
    let shown = VisibleText.line(name.path)
    try console.write(
      """
      \(shown) is written. Make it yours, and then
        specmatrix check \(shown)     says what it leaves open
        specmatrix show \(shown)      shows what it defines
        specmatrix generate \(shown)  writes its test cases

      """
    )
    return .success
  }

  private func name() throws(CommandFailure) -> StarterName {
    guard let path else {
      let folder = (try? FilePaths.absolute("."))?.split(separator: "/").last
      return try StarterName("specs/\(folder ?? "feature").yaml", isFolder: false)
    }
    guard path != "-" else { return try StarterName("specs/feature.yaml", isFolder: false) }
    let isFolder = path.hasSuffix("/") || FileStatus.kind(of: path) == .folder
    return try StarterName(path, isFolder: isFolder)
  }

  /// Returns the language of the option, or that of the locale, or English.
  private func language(_ console: Console) throws(CommandFailure) -> Language {
    if let language {
      guard let known = Language(rawValue: language) else {
        throw CommandFailure("`\(language)` is not a language of specs: use en or ja")
      }
      return known
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { console.environment[$0] }
      .first { !$0.isEmpty }
    return locale?.hasPrefix("ja") == true ? .japanese : .english
  }

  private func checkedTraits() throws(CommandFailure) -> [String]? {
    guard let traits else { return nil }
    var checked: [String] = []
    let known = Catalogue.standard.traits
    for trait in traits.split(separator: ",").map({ $0.filter { !$0.isWhitespace } }) {
      guard known.contains(trait) else {
        let advice =
          NearestName.of(trait, among: known).map { "did you mean `\($0)`?" }
          ?? "there are \(known.joined(separator: ", "))"
        throw CommandFailure("there is no trait `\(trait)`: \(advice)")
      }
      if !checked.contains(trait) { checked.append(trait) }
    }
    return checked
  }
}
