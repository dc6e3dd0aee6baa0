import ArgumentParser
import Reporting

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

  /// Follows the paths given, or searches the folder `specs` where none is; says which lead nowhere.
  ///
  /// A path that leads nowhere belongs to one shard as a spec does.
  func find(
    skipping folder: String,
    shard: Shard? = nil,
    on console: Console
  ) -> SpecFinder.Result {
    var found = SpecFinder(skippedFolder: folder).find(paths.isEmpty ? ["specs"] : paths)
    if let shard {
      found.sources.removeAll { !shard.holds($0.path) }
      found.failed.removeAll { !shard.holds($0.path) }
    }
    for failed in found.failed { console.say("\(failed.path): \(failed.reason)") }
    if paths.isEmpty, found.sources.isEmpty, !found.failed.isEmpty {
      console.say(
        "name a spec, or a folder with specs; without a path the folder specs is searched"
      )
    }
    return found
  }
}
