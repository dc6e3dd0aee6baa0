import Diagnostics
import Specification
import TestDesign
import YAMLSyntax

/// The settings of a project, `specmatrix.yaml`.
struct SettingsFile {
  let path: String

  private static let names = ["specmatrix.yaml", "specmatrix.yml"]

  /// The settings that hold in a folder: in it or above, up to the root of its repository (the folder that holds `.git`).
  ///
  /// - Returns: The path as people write it, from the working directory where it lies below; `nil` where there is none.
  static func path(from folder: String) -> String? {
    guard var place = try? FilePaths.absolute(folder) else { return nil }
    while true {
      for name in names {
        let path = FilePaths.join(place, name)
        if (try? FileStatus(path: path))?.kind == .regular { return FilePaths.fromHere(path) }
      }
      if place == "/" || (try? FileStatus(path: FilePaths.join(place, ".git"))) != nil {
        return nil
      }
      place = FilePaths.folder(of: place)
    }
  }

  /// Reads the settings and the packs that they name.
  ///
  /// - Throws: `InvalidSettings`, `FileFailure`.
  func project() throws -> Project {
    let (file, tree) = try Self.tree(of: path)
    guard let tree else { return project(Settings(), .standard) }
    let decoded = decodeSettings(tree, findings: FindingCode.allCases.map(\.rawValue))
    guard let settings = decoded.value else { throw InvalidSettings(decoded.diagnostics, in: file) }
    var catalogue = Catalogue.standard
    for pack in settings.catalogue { try add(pack, to: &catalogue, file) }
    let mistakes = settings.unknownTraits(in: catalogue)
    guard mistakes.isEmpty else { throw InvalidSettings(mistakes, in: file) }
    return project(settings, catalogue)
  }

  private func project(_ settings: Settings, _ catalogue: Catalogue) -> Project {
    Project(
      settings: settings,
      catalogue: catalogue,
      output: settings.output.map(beside) ?? Project.standard.output
    )
  }

  private func add(
    _ pack: Settings.Name,
    to catalogue: inout Catalogue,
    _ file: SourceFile
  ) throws {
    let source: (file: SourceFile, tree: SyntaxNode?)
    do {
      source = try Self.tree(of: beside(pack.text))
    } catch let failure as FileFailure {
      let message = "the catalogue pack cannot be read: \(failure.reason)"
      let mistake = Diagnostic(code: "unreadable-file", message: message, span: pack.span)
      throw InvalidSettings([mistake], in: file)
    }
    guard let tree = source.tree else { return }
    let added = catalogue.adding(tree)
    guard let value = added.value else {
      throw InvalidSettings(added.diagnostics, in: source.file)
    }
    catalogue = value
  }

  /// A path that is written in the settings: a relative one begins at their folder.
  private func beside(_ written: String) -> String {
    let folder = FilePaths.folder(of: path)
    return written.hasPrefix("/") || folder == "." ? written : FilePaths.join(folder, written)
  }

  /// The tree of a file; `nil` for one without content, which says nothing.
  private static func tree(of path: String) throws -> (file: SourceFile, tree: SyntaxNode?) {
    let bytes = try FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    let read = readSource(bytes: bytes, path: path)
    let file = read.value ?? SourceFile(path: path, text: "")
    let parsed = read.value.map(parseYAML)
    let diagnostics = read.diagnostics + (parsed?.diagnostics ?? [])
    if diagnostics.map(\.code) == ["empty-document"] { return (file, nil) }
    guard diagnostics.isEmpty else { throw InvalidSettings(diagnostics, in: file) }
    return (file, parsed?.value)
  }
}
