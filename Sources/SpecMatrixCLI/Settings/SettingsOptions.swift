import ArgumentParser

/// The options that say whose settings hold.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The project's settings. (default: specmatrix.yaml, from a spec's folder up to the root of the repository)",
      valueName: "file"
    ),
    completion: .file(extensions: ["yaml", "yml"])
  )
  var config: String?

  @Flag(help: "Look for no settings.")
  var noConfig = false

  func validate() throws {
    if config != nil, noConfig {
      throw ValidationError("Only one of --config and --no-config can be given.")
    }
  }

  /// What is in force for specs; of those that are not named yet, `add` finds it.
  ///
  /// - Throws: `InvalidSettings`, `FileFailure`.
  func projects(for sources: [SpecSource] = []) throws -> Projects {
    if noConfig { return Projects(fallback: .standard) }
    if let config { return Projects(fallback: try SettingsFile(path: config).project()) }
    let here = try SettingsFile.path(from: ".").map { try SettingsFile(path: $0).project() }
    var projects = Projects(fallback: here ?? .standard)
    try projects.add(sources)
    return projects
  }

  /// The stages for one spec, `-` for standard input, under what is in force for it.
  ///
  /// - Throws: `InvalidSettings`, `FileFailure`, `UsageError`.
  func pipeline(for spec: String, on console: Console) throws -> Pipeline {
    let projects = try projects(for: spec == "-" ? [] : [.file(spec)])
    return Pipeline(today: try console.today(), projects: projects)
  }

  /// Finds what is in force for specs that came to be known, where settings are looked for at all.
  ///
  /// - Throws: `InvalidSettings`, `FileFailure`.
  func find(_ projects: inout Projects, for sources: [SpecSource]) throws {
    if !noConfig, config == nil { try projects.add(sources) }
  }
}
