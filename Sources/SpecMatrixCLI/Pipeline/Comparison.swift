import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

/// A comparison of two versions of specs that reports what changed for QA.
struct Comparison {
  let pipeline: Pipeline
  let console: Console

  /// The two versions of a spec, either of which may be missing.
  private typealias Pair = (old: Side?, new: Side?)

  /// A version of a spec that was read without mistakes.
  private struct Side {
    let version: SpecVersion
    let source: SpecSource
    let suites: SuiteFolder
    let analysed: AnalysedSpecification

    var id: String { analysed.specification.id }

    /// Returns the depth and strength of a stored suite where they differ from the settings.
    func extent(of stored: EarlierSuite?) -> (depth: Depth?, strength: Int?) {
      let specification = analysed.specification
      // The strength as suites record it: at most the number of factors.
      let strength = min(specification.coverage.strength, specification.factors.count + 1)
      return (
        stored?.depth.flatMap { $0 == specification.coverage.depth ? nil : $0 },
        stored?.strength.flatMap { $0 == strength ? nil : $0 }
      )
    }
  }

  /// Returns the changes of all readable specs and the exit status; throws if a spec is compared with a folder.
  func report(from old: SpecVersion, to new: SpecVersion) throws -> (ChangeReport, CommandStatus) {
    guard old.isFolder == new.isFolder else {
      throw CommandFailure("a spec and a folder cannot be compared; name two specs or two folders")
    }
    var status = CommandStatus.success
    for failure in old.failures + new.failures {
      console.say(failure)
      status = .invalid
    }
    let olds = sides(of: old, &status)
    let news = sides(of: new, &status)
    var changes: [SpecChange] = []
    for pair in pairs(olds, news) {
      do {
        changes.append(try change(pair))
      } catch let error as LimitExceeded {
        let path = pair.new?.source.path ?? pair.old?.source.path ?? ""
        status = console.status(of: CommandFailure(error, path, "no cases"))
      } catch {
        status = max(status, console.status(of: error))
      }
    }
    return (ChangeReport(specs: changes), status)
  }

  // MARK: Reading and pairing

  /// Returns the specs by the names of their entries, with `nil` for unreadable ones, which count neither as new nor as removed.
  ///
  /// Planned specs are left out: they count as new once they are described.
  private func sides(
    of version: SpecVersion,
    _ status: inout CommandStatus
  ) -> [(name: String, side: Side?)] {
    let entries = version.entries.filter { !(version.isFolder && isPack($0.source, version)) }
    return entries.compactMap { entry in
      let result = pipeline.analyse(entry.source)
      result.report(on: console)
      status = max(status, result.check.status)
      guard !result.isPlanned else { return nil }
      let side = result.analysed.map {
        Side(version: version, source: entry.source, suites: result.suites, analysed: $0)
      }
      return (entry.name, side)
    }
  }

  /// True if an entry of a folder is a pack of the project; for a revision, if the file at its current place is one.
  private func isPack(_ source: SpecSource, _ version: SpecVersion) -> Bool {
    switch source {
    case .file(let path): return pipeline.isPack(path)
    case .standardInput: return false
    case .bytes(_, let name):
      let path = name.dropFirst((version.revision?.name.count ?? 0) + 1)
      return pipeline.isPack(FilePaths.join(version.root, String(path)))
    }
  }

  /// Pairs specs by name, then the remaining ones by id; other old specs count as removed.
  private func pairs(
    _ olds: [(name: String, side: Side?)],
    _ news: [(name: String, side: Side?)]
  ) -> [Pair] {
    let oldSides = Dictionary(firstOf: olds.map { ($0.name, $0.side) })
    let newNames = Set(news.map(\.name))
    let gone = olds.filter { !newNames.contains($0.name) }.compactMap(\.side)
    // Of several specs with one id, the first one counts as moved.
    var movable = Dictionary(grouping: gone.indices.reversed()) { gone[$0].id }
    var moved: Set<Int> = []
    var pairs: [Pair] = []
    for new in news {
      if let old = oldSides[new.name] {
        if let before = old, let after = new.side { pairs.append((before, after)) }
      } else if let after = new.side {
        let place = movable[after.id]?.popLast()
        if let place { moved.insert(place) }
        pairs.append((place.map { gone[$0] }, after))
      }
    }
    return pairs
      + gone.indices.filter { !moved.contains($0) }.map { (gone[$0], nil) }
  }

  // MARK: Comparing

  private func change(_ pair: Pair) throws -> SpecChange {
    var change = SpecChange(
      id: pair.new?.id ?? pair.old?.id ?? "",
      oldID: pair.new.flatMap { new in pair.old.flatMap { $0.id == new.id ? nil : $0.id } },
      oldName: pair.old?.source.path,
      newName: pair.new?.source.path,
      language: (pair.new ?? pair.old)?.analysed.specification.language ?? .english,
      outcome: .removed(CaseCount())
    )
    guard let old = pair.old else {
      guard let new = pair.new else { return change }
      let matrix = try new.analysed.cases(earlier: nil, effort: .normal)
      change.outcome = .added(matrix.count, new.analysed.analysis)
      return change
    }
    // The stored suite may be older than the spec beside it: regenerated, it keeps its numbers and gets this spec's results.
    let stored = try stored(old)?.earlier
    let (depth, strength) = old.extent(of: stored)
    let before = try old.analysed.cases(
      earlier: stored,
      depth: depth,
      strength: strength,
      effort: .normal
    )
    guard let new = pair.new else {
      change.outcome = .removed(before.count)
      return change
    }
    let (suite, after) = try SuiteChanges.comparing(
      old.analysed,
      before,
      with: new.analysed,
      depth,
      strength
    )
    change.outcome = .compared(
      suite,
      FindingChanges(from: old.analysed.analysis, to: new.analysed.analysis)
    )
    change.procedures = ProcedureChange.all(
      from: old.analysed,
      before,
      to: new.analysed,
      after,
      in: Set(suite.cases(.kept).map(\.id))
    )
    change.questions = QuestionChange.all(from: old.analysed, to: new.analysed)
    change.cells = (try? CellChanges(from: old.analysed, to: new.analysed)) ?? nil
    change.isUncompared = change.cells == nil
    change.declarations = DeclarationChange.all(
      from: old.analysed.specification,
      to: new.analysed.specification
    )
    return change
  }

  /// Returns the suite generated from a spec: in the same revision, in the folder of suites, or beside the file.
  ///
  /// An invalid suite is reported and ignored; the cases then get new ids. Throws `CommandFailure` if git cannot read the revision.
  private func stored(_ side: Side) throws -> StoredSuite? {
    do {
      if let revision = side.version.revision {
        return try side.suites.suite(of: side.id, at: revision, root: side.version.root)
      }
      if let suite = try side.suites.suite(of: side.id) { return suite }
      guard case .file(let path) = side.source else { return nil }
      return try SuiteFolder(path: FilePaths.folder(of: path)).suite(of: side.id)
    } catch let failure as FileFailure {
      console.say("\(failure.message); cases get new ids")
    }
    return nil
  }
}

extension SuiteChanges {
  /// Compares a version of a spec and its cases with the version that replaces it, and returns the changes and the new cases.
  static func comparing(
    _ old: AnalysedSpecification,
    _ before: TestMatrix,
    with new: AnalysedSpecification,
    _ depth: Depth?,
    _ strength: Int?
  ) throws(LimitExceeded) -> (SuiteChanges, TestMatrix) {
    let earlier = EarlierSuite(before, of: old.specification, old.analysis)
    let after = try new.cases(earlier: earlier, depth: depth, strength: strength, effort: .normal)
    return (SuiteChanges(from: earlier, to: after, of: new.specification, new.analysis), after)
  }
}
