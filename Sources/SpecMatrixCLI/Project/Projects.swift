import Diagnostics
import Reporting
import Specification
import TestDesign

/// The settings of a project, and the catalogue extended by its packs.
struct Project {
  /// Empty settings and the built-in catalogue.
  static let standard = Project()

  var settings = Settings()
  var catalogue = Catalogue.standard
  var output = "output"
  /// The paths of the settings and of their packs.
  var files: [String] = []
  var remarks: [PackRemarks] = []
  var packLabels: [(file: SourceFile, labels: PackLabels)] = []

  var applied: AppliedSettings? {
    files.first.map {
      AppliedSettings(path: $0, severities: settings.severities, language: settings.language)
    }
  }
}

typealias PackRemarks = (file: SourceFile, diagnostics: [Diagnostic])

/// The source of a command's settings.
enum SettingsChoice {
  /// `specmatrix.yaml` in a spec's folder or above.
  case search
  case file(String)
  case none
}

/// The settings and the suites of a project, as options name them.
struct ProjectChoice {
  var settings: SettingsChoice
  /// The folder of stored suites, or `nil` for that of each spec's project.
  var suiteFolder: String?
}

/// The projects of specs, by the folders of the specs.
struct Projects {
  /// The project for specs without a known folder: on standard input, or of an earlier revision.
  private(set) var fallback: Project
  private let isSearching: Bool
  private let unsaved: UnsavedTexts
  private var byFolder: [String: Project] = [:]
  /// The identities of the settings and packs.
  private var identities: Set<FileStatus.Identity> = []

  /// Loads the project of the working directory, or the requested one.
  ///
  /// Throws `CommandFailure` if the settings are wrong and `FileFailure` if they cannot be read.
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

  /// The paths of all settings and packs, without duplicates, sorted by bytes.
  var files: [String] {
    let all = fallback.files + byFolder.values.flatMap(\.files)
    return Set(all).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The warnings about the packs of all specs, once per pack.
  var remarks: [PackRemarks] {
    var seen: Set<String> = []
    return ([fallback] + byFolder.sorted { $0.key < $1.key }.map(\.value)).flatMap(\.remarks)
      .filter { seen.insert($0.file.path).inserted }
  }

  /// Returns remarks about packs without labels in the language of a spec, once per pack.
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

  /// True if a file is one of the settings or packs, whatever its path.
  func holds(_ path: String) -> Bool {
    guard !identities.isEmpty, let identity = (try? FileStatus(path: path))?.identity else {
      return false
    }
    return identities.contains(identity)
  }

  private static func identities(of files: [String]) -> Set<FileStatus.Identity> {
    Set(files.compactMap { (try? FileStatus(path: $0))?.identity })
  }

  /// Returns the other specs of the same projects: those in the same folders, and those in the folder `specs` beside the settings.
  ///
  /// Without settings there is no project, and a copy beside a spec does no harm.
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

  /// Finds the projects of specs, once per folder, if settings are searched for.
  ///
  /// Throws `CommandFailure` if settings are wrong and `FileFailure` if they cannot be read.
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
