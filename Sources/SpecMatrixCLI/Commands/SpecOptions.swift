import ArgumentParser
import Reporting

extension Shard: ExpressibleByArgument {}

struct SpecPaths: ParsableArguments {
  @Argument(
    help: .value(
      "path",
      "Specs, or folders to search for *.yaml, *.yml and *.json; - is standard input. (default: specs)"
    ),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var paths: [String] = []

  var searched: [String] { paths.isEmpty ? ["specs"] : paths }

  /// Creates the pipeline for the specs found at the paths, reporting paths without specs.
  ///
  /// Throws `CommandFailure` if the settings are wrong and `FileFailure` if they cannot be read.
  func pipeline(
    of project: ProjectChoice,
    shard: Shard? = nil,
    on console: Console
  ) throws -> Pipeline {
    let pipeline = try Pipeline(searched, of: project, shard: shard, on: console)
    if paths.isEmpty, pipeline.sources.isEmpty, !pipeline.failedPaths.isEmpty {
      console.say(
        "name a spec or a folder with specs; without a path, the folder specs is searched"
      )
    }
    return pipeline
  }
}

/// The argument of commands that work on one spec.
struct SpecArgument: ParsableArguments {
  @Argument(
    help: .value("spec", "The spec; - is standard input."),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var path: String

  /// Analyses the one spec at the path, valid or not: a file, a folder that holds no other, or `-`.
  ///
  /// Throws `CommandFailure` if there is not exactly one, or the settings are wrong; `FileFailure` if they cannot be read.
  func result(of project: ProjectChoice, on console: Console) throws -> SpecResult {
    let pipeline = try Pipeline([path], of: project, on: console)
    return pipeline.analyse(try only(pipeline))
  }

  /// Returns the one spec that the pipeline found at the path, or throws if there is none or more than one.
  func only(_ pipeline: Pipeline) throws(CommandFailure) -> SpecSource {
    guard let source = pipeline.sources.first else {
      throw CommandFailure(text: "", status: .invalid)
    }
    guard pipeline.sources.count == 1 else {
      let names = pipeline.sources.prefix(3).map(\.path).joined(separator: ", ")
      throw CommandFailure("\(path) holds \(pipeline.sources.count) specs: name one of \(names) …")
    }
    return source
  }
}

struct SuiteFolderOption: ParsableArguments {
  @Option(
    help: .value("folder", "The folder of generated suites. (default: output)"),
    completion: .directory
  )
  var suiteFolder: String?
}

struct SettingsOptions: ParsableArguments {
  @Option(
    help: .value(
      "file",
      "The project's settings. (default: specmatrix.yaml, in the spec's folder or above, up to the root of the repository)"
    ),
    completion: .file(extensions: ["yaml", "yml"])
  )
  var config: String?

  @Flag(help: "Ignore settings files.")
  var noConfig = false

  func validate() throws {
    if config != nil, noConfig {
      throw ValidationError("Only one of --config and --no-config can be given.")
    }
  }

  var choice: SettingsChoice {
    noConfig ? .none : config.map { .file($0) } ?? .search
  }

  /// Returns the project with these settings whose suites are in a folder, if one is named.
  func project(_ suiteFolder: String? = nil) -> ProjectChoice {
    ProjectChoice(settings: choice, suiteFolder: suiteFolder)
  }
}
