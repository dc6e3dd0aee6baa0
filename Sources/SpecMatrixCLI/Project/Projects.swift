import Diagnostics
import Specification
import TestDesign
import YAMLSyntax

/// The settings of a project, and the catalogue with the project's additions.
struct Project {
  /// Empty settings, and the program's own catalogue.
  static let standard = Project(settings: Settings(), catalogue: .standard, output: "output")

  let settings: Settings
  let catalogue: Catalogue
  /// The folder for generated files.
  let output: String
}

/// Where a command takes its settings from.
enum SettingsChoice {
  /// From `specmatrix.yaml`, in a spec's folder or above.
  case search
  case file(String)
  case none
}

/// The projects of specs, by the folders that the specs are in.
struct Projects {
  /// The project where no folder is known: for standard input, or a spec of an earlier revision.
  let fallback: Project
  private let isSearching: Bool
  private var byFolder: [String: Project] = [:]

  /// The project of the working directory, or the one that was asked for.
  ///
  /// - Throws: `CommandFailure` where the settings are wrong, `FileFailure` where they cannot be read.
  init(_ choice: SettingsChoice) throws {
    switch choice {
    case .none: fallback = .standard
    case .file(let path): fallback = try SettingsFile(path: path).project()
    case .search:
      fallback =
        try SettingsFile.path(from: ".").map { try SettingsFile(path: $0).project() }
        ?? .standard
    }
    isSearching = if case .search = choice { true } else { false }
  }

  /// The project of a spec.
  subscript(source: SpecSource) -> Project {
    byFolder[FilePaths.folder(of: source.path)] ?? fallback
  }

  /// Finds the projects of specs, once per folder, if settings are searched for at all.
  ///
  /// - Throws: `CommandFailure` where settings are wrong, `FileFailure` where they cannot be read.
  mutating func add(_ sources: [SpecSource]) throws {
    guard isSearching else { return }
    var bySettings: [String: Project] = [:]
    for case .file(let path) in sources {
      let folder = FilePaths.folder(of: path)
      guard byFolder[folder] == nil else { continue }
      guard let settings = SettingsFile.path(from: folder) else {
        byFolder[folder] = .standard
        continue
      }
      let project = try bySettings[settings] ?? SettingsFile(path: settings).project()
      bySettings[settings] = project
      byFolder[folder] = project
    }
  }
}

/// The settings of a project, `specmatrix.yaml`.
private struct SettingsFile {
  let path: String

  private static let names = ["specmatrix.yaml", "specmatrix.yml"]

  /// Finds the settings of a folder: in it or above, up to the root of its repository (the folder that holds `.git`).
  ///
  /// - Returns: The path, relative if it is below the working directory; `nil` where there is none.
  static func path(from folder: String) -> String? {
    guard var place = try? FilePaths.absolute(folder) else { return nil }
    while true {
      for name in names {
        let path = FilePaths.join(place, name)
        if FileStatus.kind(of: path) == .regular { return FilePaths.fromHere(path) }
      }
      if place == "/" || FileStatus.exists(FilePaths.join(place, ".git")) { return nil }
      place = FilePaths.folder(of: place)
    }
  }

  /// Reads the settings and the packs that they name.
  ///
  /// - Throws: `CommandFailure` where they are wrong, `FileFailure` where they cannot be read.
  func project() throws -> Project {
    let (file, tree) = try Self.tree(of: path)
    guard let tree else { return project(Settings(), .standard) }
    let decoded = decodeSettings(tree, findings: FindingCode.allCases.map(\.rawValue))
    guard let settings = decoded.value else { throw CommandFailure(decoded.diagnostics, in: file) }
    var catalogue = Catalogue.standard
    for pack in settings.catalogue { try add(pack, to: &catalogue, file) }
    let mistakes = settings.unknownTraits(in: catalogue)
    guard mistakes.isEmpty else { throw CommandFailure(mistakes, in: file) }
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
      throw CommandFailure([mistake], in: file)
    }
    guard let tree = source.tree else { return }
    let added = catalogue.adding(tree)
    guard let value = added.value else {
      throw CommandFailure(added.diagnostics, in: source.file)
    }
    catalogue = value
  }

  /// A path written in the settings: relative ones start at their folder.
  private func beside(_ written: String) -> String {
    let folder = FilePaths.folder(of: path)
    return written.hasPrefix("/") || folder == "." ? written : FilePaths.join(folder, written)
  }

  /// The tree of a file; `nil` for an empty file.
  private static func tree(of path: String) throws -> (file: SourceFile, tree: SyntaxNode?) {
    let bytes = try FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    let read = readSource(bytes: bytes, path: path)
    let file = read.value ?? SourceFile(path: path, text: "")
    let parsed = read.value.map(parseYAML)
    let diagnostics = read.diagnostics + (parsed?.diagnostics ?? [])
    if diagnostics.map(\.code) == ["empty-document"] { return (file, nil) }
    guard diagnostics.isEmpty else { throw CommandFailure(diagnostics, in: file) }
    return (file, parsed?.value)
  }
}
