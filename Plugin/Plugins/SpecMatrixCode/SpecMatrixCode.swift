import Foundation
import PackagePlugin

/// Generates the code of the specs that a target names in its file `specmatrix.txt`, whenever the target is built.
///
/// Each line of the file is a spec, by its path in the package, perhaps with options of `specmatrix code` behind it.
@main
struct SpecMatrixCode: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let list = target.directoryURL.appending(path: "specmatrix.txt")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else {
      throw Mistake("\(list.path) is missing: write the path of a spec on each line of it")
    }
    let program = try Self.program()
    return try text.split(whereSeparator: \.isNewline)
      .map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first.map { !$0.hasPrefix("#") } ?? false }
      .map { words in
        let spec = package.appending(path: words[0])
        guard FileManager.default.fileExists(atPath: spec.path) else {
          throw Mistake("\(list.path) names \(words[0]), which does not exist in \(package.path)")
        }
        let name = words[0].replacing("/", with: "-") + ".swift"
        let file = context.pluginWorkDirectoryURL.appending(path: name)
        return .buildCommand(
          displayName: "Code of \(words[0])",
          executable: URL(filePath: "/bin/sh"),
          arguments: ["-c", Self.script, program, package.path, file.path] + words,
          inputFiles: try [list, URL(filePath: program)] + inputs(of: spec, in: package),
          outputFiles: [file]
        )
      }
  }

  /// The spec, what may stand beside it, the settings, and the suites with the numbers of the cases.
  private func inputs(of spec: URL, in package: URL) throws -> [URL] {
    let folders = Set([
      spec.deletingLastPathComponent(), package, package.appending(path: "output"),
    ])
    return try folders.filter { FileManager.default.fileExists(atPath: $0.path) }.flatMap {
      folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }
    .filter { ["json", "yaml", "yml"].contains($0.pathExtension) }
    .sorted { $0.path < $1.path }
  }

  /// Puts what is generated into one file, whose name is known before; what is as it was is not compiled again.
  private static let script = """
    cd "$1" && file=$2 && new="$2.new" && shift 2 && rm -rf "$new" && mkdir -p "$new" || exit 1
    "$0" code "$@" --output "$new" > /dev/null && cat "$new"/*.swift > "$new.swift" && rm -rf "$new" || exit 1
    if cmp -s "$new.swift" "$file"; then rm "$new.swift"; else mv "$new.swift" "$file"; fi
    """

  /// The installed program: what `SPECMATRIX` says, else the first on the path, or where programs are installed that Xcode has not on its path.
  private static func program() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { ["\($0)/.local/bin"] } ?? []
    let folders =
      (environment["PATH"] ?? "").split(separator: ":").map(String.init)
      + ["/opt/homebrew/bin", "/usr/local/bin"] + home
    let paths = (environment["SPECMATRIX"].map { [$0] } ?? []) + folders.map { "\($0)/specmatrix" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw Mistake("specmatrix is not installed: put it on the path, or its path into SPECMATRIX")
    }
    return path
  }
}

/// What keeps the code from being generated.
private struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
