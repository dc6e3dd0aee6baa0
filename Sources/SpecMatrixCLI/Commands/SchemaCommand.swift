import ArgumentParser
import Text

/// `specmatrix schema`: prints the JSON Schema of the spec language.
struct SchemaCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the spec language, for editors.",
    discussion: """
      The schema is Draft 2020-12. With it, an editor that has a YAML language server completes \
      keys, explains them and marks mistakes as you type. It knows the form of a spec, not its \
      names: `specmatrix check` reports what is declared, used and left open.

      Examples:
        specmatrix schema > specmatrix.schema.json
        specmatrix schema --settings > settings.schema.json
        specmatrix schema --review > review.schema.json

      In the first line of a spec:
        # yaml-language-server: $schema=../specmatrix.schema.json
      """
  )

  @Flag(help: "Print the schema of a project's settings, specmatrix.yaml, instead.")
  var settings = false

  @Flag(help: "Print the schema of the data of the review page instead.")
  var review = false

  func validate() throws {
    if settings, review {
      throw ValidationError("Only one of --settings and --review can be given.")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let name = review ? "review" : settings ? "settings" : "specmatrix"
    try console.write(resource("Schema/\(name).schema.json"))
    return .success
  }
}
