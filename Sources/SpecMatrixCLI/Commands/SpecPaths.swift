import ArgumentParser

/// The arguments that name specs.
struct SpecPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Specs, or folders that are searched for *.yaml, *.yml and *.json; - is standard input. (default: specs)",
      valueName: "path"
    ),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var paths: [String] = []

  /// The paths given, or the folder that is searched where none is.
  var searched: [String] { paths.isEmpty ? ["specs"] : paths }
}
