import ArgumentParser

/// A kind of file that is generated for a spec; the name is the suffix of the file's.
enum Artifact: String, CaseIterable {
  case json, csv, xlsx

  /// Several kinds, written `xlsx,csv`.
  struct List: ExpressibleByArgument {
    /// Each kind once, the suite that the next generation builds on first.
    let kinds: [Artifact]

    init(_ kinds: [Artifact]) {
      self.kinds = Artifact.allCases.filter(kinds.contains)
    }

    init?(argument: String) {
      let names = argument.split(separator: ",", omittingEmptySubsequences: false)
      let kinds = names.compactMap { Artifact(rawValue: String($0)) }
      guard !kinds.isEmpty, kinds.count == names.count else { return nil }
      self.init(kinds)
    }

    var defaultValueDescription: String { "xlsx,csv,json" }
  }
}
