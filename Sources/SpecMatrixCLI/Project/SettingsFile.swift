import Diagnostics
import Specification
import TestDesign
import YAMLSyntax

/// The settings of a project, `specmatrix.yaml`.
///
/// This file decides what is reported and where files are written without being named on the command line. It is therefore used only if it
/// and its folder belong to the user (`TrustedOwner`), and all that it names lies in its folder or below.
struct SettingsFile {
  let path: String

  static let names = ["specmatrix.yaml", "specmatrix.yml"]

  /// Finds the settings of a folder: in it or above, up to the root of its repository (the folder that holds `.git`).
  ///
  /// The path is relative if it is below the working directory. Throws `CommandFailure` if the settings belong to another user.
  static func found(from folder: String) throws(CommandFailure) -> SettingsFile? {
    guard var place = try? FilePaths.absolute(folder) else { return nil }
    while true {
      for name in names {
        let path = FilePaths.join(place, name)
        guard FileStatus.kind(of: path) == .regular else { continue }
        let file = SettingsFile(path: FilePaths.fromHere(path))
        try file.requireTrust(in: place)
        return file
      }
      if place == "/" || FileStatus.exists(FilePaths.join(place, ".git")) { return nil }
      place = FilePaths.folder(of: place)
    }
  }

  /// Throws `CommandFailure` if the file, its link target or its folder belongs to another user, or the link leads out of the project.
  private func requireTrust(in folder: String) throws(CommandFailure) {
    let wayOut = "`--config \(path)` uses it anyway, `--no-config` does without"
    let target = try? FilePaths.absolute(path)
    for (subject, place) in [
      (path, FilePaths.join(folder, FilePaths.name(of: path))),
      ("what \(path) links to", target ?? path), ("the folder of \(path)", folder),
    ] {
      guard let stranger = TrustedOwner.current.stranger(at: place) else { continue }
      throw CommandFailure(
        "\(subject) belongs to user \(stranger), and this is user \(TrustedOwner.current.user): "
          + "settings that nobody named are used only if they are your own; \(wayOut)"
      )
    }
    let project = FilePaths.repository(of: folder) ?? folder
    guard let target, !FilePaths.isInside(target, project) else { return }
    throw CommandFailure("\(path) is a link that leads out of \(project); \(wayOut)")
  }

  /// Reads the settings and the packs that they name.
  ///
  /// Throws `CommandFailure` if they are wrong and `FileFailure` if they cannot be read.
  func project(_ unsaved: UnsavedTexts = UnsavedTexts()) throws -> Project {
    let (file, tree) = try Self.tree(of: path, unsaved)
    var project = Project(files: [path])
    guard let tree else { return project }
    let decoded = decodeSettings(tree, findings: FindingCode.allCases.map(\.rawValue))
    guard let settings = decoded.value else { throw CommandFailure(decoded.diagnostics, in: file) }
    let strays = strays(of: settings)
    guard strays.isEmpty else { throw CommandFailure(strays, in: file) }
    project.settings = settings
    if let output = settings.output { project.output = beside(output.text) }
    // In order: a pack may refer to those before it.
    for pack in settings.packs { try add(pack, of: file, unsaved, to: &project) }
    let mistakes = settings.unknownTraits(in: project.catalogue)
    guard mistakes.isEmpty else { throw CommandFailure(mistakes, in: file) }
    return project
  }

  /// Returns mistakes for paths that lead out of the folder of the settings.
  private func strays(of settings: Settings) -> [Diagnostic] {
    func stray(_ name: Settings.Name, _ subject: String, _ help: String) -> Diagnostic? {
      guard !isInside(name.text) else { return nil }
      return Diagnostic(
        code: "invalid-value",
        message: "\(subject) must lie in the folder of the settings or below, links followed",
        span: name.span,
        help: [help]
      )
    }
    let output = settings.output.flatMap {
      stray($0, "`output`", "name any other folder on the command line, with `--output`")
    }
    let packs = settings.packs.compactMap {
      stray($0, "a pack", "write its path from there, such as `packs/company.yaml`")
    }
    return ((output.map { [$0] } ?? []) + packs).sortedByPlace()
  }

  /// True if a path written in the settings stays in their folder.
  private func isInside(_ written: String) -> Bool {
    guard !written.hasPrefix("/"), let folder = try? FilePaths.absolute(FilePaths.folder(of: path)),
      let target = FilePaths.resolved(beside(written))
    else { return false }
    return FilePaths.isInside(target, folder)
  }

  private func add(
    _ name: Settings.Name,
    of settings: SourceFile,
    _ unsaved: UnsavedTexts,
    to project: inout Project
  ) throws {
    let path = beside(name.text)
    project.files.append(path)
    let pack: (file: SourceFile, tree: SyntaxNode?)
    do {
      pack = try Self.tree(of: path, unsaved)
    } catch let failure as FileFailure {
      let message = "the pack cannot be read: \(failure.reason)"
      let mistake = Diagnostic(code: "unreadable-file", message: message, span: name.span)
      throw CommandFailure([mistake], in: settings)
    }
    guard let tree = pack.tree else { return }
    let added = project.catalogue.adding(tree, path: name.text)
    guard let value = added.value else { throw CommandFailure(added.diagnostics, in: pack.file) }
    project.catalogue = value
    project.packLabels.append((pack.file, PackLabels(tree)))
    guard !added.diagnostics.isEmpty else { return }
    project.remarks.append((pack.file, added.diagnostics))
  }

  /// Resolves a path written in the settings relative to their folder.
  private func beside(_ written: String) -> String {
    let folder = FilePaths.folder(of: path)
    return folder == "." ? written : FilePaths.join(folder, written)
  }

  /// Reads the syntax tree of a file; the tree is `nil` if the file is empty.
  private static func tree(
    of path: String,
    _ unsaved: UnsavedTexts
  ) throws -> (file: SourceFile, tree: SyntaxNode?) {
    let bytes = try unsaved.bytes(of: path, limit: SyntaxLimits.bytes)
    let read = readSource(bytes: bytes, path: path)
    let file = read.value ?? SourceFile(path: path, text: "")
    let parsed = read.value.map(parseYAML)
    let diagnostics = read.diagnostics + (parsed?.diagnostics ?? [])
    if diagnostics.map(\.code) == ["empty-document"] { return (file, nil) }
    guard diagnostics.isEmpty else {
      let language = Language(of: file.text) ?? .english
      throw CommandFailure(diagnostics.map { $0.told(in: language) }, in: file)
    }
    return (file, parsed?.value)
  }
}
