/// The projects of specs, by the folders that the specs lie in.
struct Projects {
  /// What is in force for a spec that lies in no known folder: standard input, or a spec of an earlier revision.
  let fallback: Project
  private var byFolder: [String: Project] = [:]

  init(fallback: Project) {
    self.fallback = fallback
  }

  /// What is in force for a spec.
  subscript(source: SpecSource) -> Project {
    byFolder[FilePaths.folder(of: source.path)] ?? fallback
  }

  /// Finds the projects of specs, each folder's once.
  ///
  /// - Throws: `InvalidSettings`, `FileFailure`.
  mutating func add(_ sources: [SpecSource]) throws {
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
