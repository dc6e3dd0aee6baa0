import Diagnostics
import Reporting
import Specification
import TestDesign

/// The settings of a project, and the catalogue with what the project's packs say.
struct Project {
  /// Empty settings, and the program's own catalogue.
  static let standard = Project()

  var settings = Settings()
  var catalogue = Catalogue.standard
  var output = "output"
  /// The paths of the settings and of their packs.
  var files: [String] = []
  /// What is to be said of packs although they are read.
  var remarks: [PackRemarks] = []
  var packLabels: [(file: SourceFile, labels: PackLabels)] = []

  /// What reports say of the settings; `nil` if there are none.
  var applied: AppliedSettings? {
    files.first.map {
      AppliedSettings(path: $0, severities: settings.severities, language: settings.language)
    }
  }
}

typealias PackRemarks = (file: SourceFile, diagnostics: [Diagnostic])

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
  private(set) var fallback: Project
  private let isSearching: Bool
  private let unsaved: UnsavedTexts
  private var byFolder: [String: Project] = [:]
  /// Of the settings and packs.
  private var identities: Set<FileStatus.Identity> = []

  /// The project of the working directory, or the one that was asked for.
  ///
  /// - Throws: `CommandFailure` if the settings are wrong, `FileFailure` if they cannot be read.
  init(_ choice: SettingsChoice, unsaved: UnsavedTexts = UnsavedTexts()) throws {
    self.unsaved = unsaved
    switch choice {
    case .none: fallback = .standard
    case .file(let path): fallback = try SettingsFile(path: path).project(unsaved)
    case .search:
      fallback =
        try SettingsFile.found(from: ".").map { try $0.project(unsaved) } ?? .standard
    }
    isSearching = if case .search = choice { true } else { false }
    identities = Self.identities(of: files)
  }

  /// The paths of all settings and packs, each once, in the order of their bytes.
  var files: [String] {
    let all = fallback.files + byFolder.values.flatMap(\.files)
    return Set(all).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What is to be said of the packs of all specs, of each once.
  var remarks: [PackRemarks] {
    var seen: Set<String> = []
    return ([fallback] + byFolder.sorted { $0.key < $1.key }.map(\.value)).flatMap(\.remarks)
      .filter { seen.insert($0.file.path).inserted }
  }

  /// What packs say in another language than that of a spec, of each pack once.
  func untranslated(in specs: some Sequence<(SpecSource, Language)>) -> [PackRemarks] {
    var packs: [String: (file: SourceFile, labels: PackLabels, languages: Set<Language>)] = [:]
    for (source, language) in specs {
      for (file, labels) in self[source].packLabels {
        packs[file.path, default: (file, labels, [])].languages.insert(language)
      }
    }
    return packs.sorted { $0.key < $1.key }.compactMap { _, pack in
      let found = Language.allCases.filter(pack.languages.contains)
        .compactMap(pack.labels.untranslated)
      return found.isEmpty ? nil : (pack.file, found)
    }
  }

  /// True if a file is among the settings and packs, whatever path leads to it.
  func holds(_ path: String) -> Bool {
    guard !identities.isEmpty, let identity = (try? FileStatus(path: path))?.identity else {
      return false
    }
    return identities.contains(identity)
  }

  private static func identities(of files: [String]) -> Set<FileStatus.Identity> {
    Set(files.compactMap { (try? FileStatus(path: $0))?.identity })
  }

  /// The specs of the projects of some specs: those in the same folders, and those in the folder `specs` beside the settings.
  ///
  /// Where there are no settings there is no project to speak of, and a copy beside a spec disturbs nobody.
  func neighbours(of sources: [SpecSource]) -> [SpecSource] {
    guard isSearching else { return [] }
    var found: [SpecSource] = []
    var searched: Set<String> = []
    for case .file(let path) in sources {
      let folder = FilePaths.folder(of: path)
      guard let project = byFolder[folder], let settings = project.files.first,
        searched.insert(folder).inserted
      else { continue }
      let finder = SpecFinder(skippedFolder: project.output)
      found += finder.specs(in: folder)
      let specs = FilePaths.join(FilePaths.folder(of: settings), "specs")
      if searched.insert(specs).inserted, FileStatus.kind(of: specs) == .folder {
        found += finder.find([specs]).sources
      }
    }
    var seen = Self.identities(of: sources.map(\.path))
    return found.filter { source in
      guard let identity = (try? FileStatus(path: source.path))?.identity else { return false }
      return seen.insert(identity).inserted && !holds(source.path)
    }
  }

  subscript(source: SpecSource) -> Project {
    byFolder[FilePaths.folder(of: source.path)] ?? fallback
  }

  /// Finds the projects of specs, once per folder, if settings are searched for at all.
  ///
  /// - Throws: `CommandFailure` if settings are wrong, `FileFailure` if they cannot be read.
  mutating func add(_ sources: [SpecSource]) throws {
    guard isSearching else { return }
    var bySettings: [String: Project] = [:]
    for case .file(let path) in sources {
      let folder = FilePaths.folder(of: path)
      guard byFolder[folder] == nil else { continue }
      guard let settings = try SettingsFile.found(from: folder) else {
        byFolder[folder] = .standard
        continue
      }
      let project = try bySettings[settings.path] ?? settings.project(unsaved)
      bySettings[settings.path] = project
      byFolder[folder] = project
    }
    identities = Self.identities(of: files)
  }
}
