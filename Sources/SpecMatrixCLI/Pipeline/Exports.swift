import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// The files that a generation exports for other tools, with the messages about them; only files exported before are replaced.
struct Exports {
  private var files: [(path: String, content: ExportedFile.Content, state: FileState)] = []
  private(set) var summary: [String] = []
  private(set) var remarks: [String] = []
  private let language: Language

  var paths: [String] { files.map(\.path) }

  /// Throws if an existing file was not exported by specmatrix, is open in a spreadsheet program, or the links cannot be read.
  init(
    _ profiles: [ExportProfile],
    hasMarkdown: Bool,
    of renewal: Renewal,
    into folder: SuiteFolder
  ) throws(FileFailure) {
    language = renewal.analysed.specification.language
    guard hasMarkdown || !profiles.isEmpty else { return }
    let links =
      profiles.isEmpty ? ManagerLinks(id: renewal.id) : try folder.links(of: renewal.id).links
    let suite = ExportedSuite(
      renewal.analysed.specification,
      renewal.analysed.analysis,
      renewal.matrix,
      catalogue: renewal.analysed.specification.catalogue,
      changes: renewal.changes,
      asked: ExportProfile.all.filter(\.takesQuestions).flatMap { links[$0].keys }
    )
    if hasMarkdown {
      try add(.bytes(Array(suite.markdown.utf8)), to: folder.path(of: suite.id, "md"), nil, suite)
    }
    for profile in profiles {
      let exported = suite.files(for: profile, links: links[profile])
      for file in exported {
        let path = folder.path(of: suite.id, file.suffix)
        try add(file.content, to: path, profile, suite)
        if file.neutralised > 0 {
          let cells = counted(file.neutralised, "cell")
          remarks.append(
            "\(path): \(cells) prefixed with a quote, so that no spreadsheet runs a formula"
          )
        }
      }
      try emptyRest(of: profile, behind: exported.count, suite, folder)
      summary += Self.summary(of: profile, suite, links[profile], exported)
    }
  }

  /// Leaves only the headings in files of parts that a smaller suite no longer has, since they would be imported with the others.
  private mutating func emptyRest(
    of profile: ExportProfile,
    behind count: Int,
    _ suite: ExportedSuite,
    _ folder: SuiteFolder
  ) throws(FileFailure) {
    guard let headings = suite.emptyPart(of: profile) else { return }
    var part = count + 1
    while true {
      let path = folder.path(of: suite.id, profile.suffix(part: part))
      guard FileStatus.exists(path, followingLinks: false) else { return }
      try add(.bytes(headings), to: path, profile, suite)
      part += 1
    }
  }

  private mutating func add(
    _ content: ExportedFile.Content,
    to path: String,
    _ profile: ExportProfile?,
    _ suite: ExportedSuite
  ) throws(FileFailure) {
    files.append((path, content, try Self.state(of: path, profile, suite)))
  }

  // MARK: What is there

  /// Returns the state of the file at a path; throws if specmatrix did not write it.
  private static func state(
    of path: String,
    _ profile: ExportProfile?,
    _ suite: ExportedSuite
  ) throws(FileFailure) -> FileState {
    guard FileStatus.exists(path, followingLinks: false) else { return .absent }
    try SpreadsheetLock.expectNone(
      on: path,
      advice: "then generate again; nothing was written for \(suite.id)"
    )
    let bytes = try FileContents.bytes(of: path, limit: ReadingLimits.standard.fileBytes)
    let isOurs: Bool
    if profile?.isWorkbook == true, !bytes.isEmpty {
      let rows = try SavedWorkbook(path: path).tables.first?.rows ?? []
      isOurs = suite.wroteQualityForward(rows.map { $0.map(\.words) })
    } else {
      isOurs = suite.wrote(bytes, for: profile)
    }
    guard isOurs else {
      throw EarlierFiles.foreign(path, "file")
    }
    return FileStatus.kind(of: path) == .regular ? try FileState(following: path) : .other
  }

  /// Throws if the spec has links: with new ids they would lead test managers to the wrong cases.
  static func expectNoLinks(of id: String, in folder: SuiteFolder) throws {
    let links = try folder.links(of: id).links
    let linked = ExportProfile.all.first { !$0.takesQuestions && !links[$0].isEmpty }
    guard let linked else { return }
    throw CommandFailure(
      "\(folder.linksPath(of: id)) links cases with \(linked.toolName) by their ids, "
        + "which --fresh may give to other cases; remove the file, or generate without --fresh"
    )
  }

  // MARK: Writing

  func add(to transaction: inout FileReplacement, created: Int?) throws(FileFailure) {
    for file in files {
      switch file.content {
      case .bytes(let bytes): try transaction.add(bytes, to: file.path, over: file.state)
      case .workbook(let title, let rows):
        let plan = WorkbookPlan(
          title: title,
          rows: rows,
          in: language,
          created: created ?? WorkbookPlan.defaultCreated
        )
        try transaction.add(to: file.path, over: file.state) {
          path,
          scratch throws(WorkbookError) in
          try writeWorkbook(plan, to: path, scratch: scratch)
        }
      }
    }
  }

  // MARK: What is said

  /// Returns the numbers of cases or questions and of those linked, and the entries of the tool that are retired or settled.
  private static func summary(
    of profile: ExportProfile,
    _ suite: ExportedSuite,
    _ links: [String: String],
    _ files: [ExportedFile]
  ) -> [String] {
    var parts: [String] = []
    let linked = suite.linkedCount(profile, links)
    if profile.takesQuestions {
      let new = suite.questionCount - linked
      parts.append("\(counted(new, "question")) to ask, \(linked) asked already")
    } else {
      let open = suite.openCount == 0 ? "" : ", \(suite.openCount) open"
      let isUpdate =
        profile.hasLinks ? "; \(linked) to update, \(suite.caseCount - linked) new" : ""
      parts.append("\(counted(suite.caseCount, "case"))\(open)\(isUpdate)")
    }
    if files.count > 1 { parts.append("\(files.count) files to import") }
    let shortened = files.reduce(0) { $0 + $1.shortened }
    if shortened > 0 { parts.append("\(counted(shortened, "title")) shortened") }
    var lines = ["\(profile.name): \(parts.joined(separator: "; "))"]
    func list(_ ids: [String], _ what: String) {
      let entries = ids.compactMap { id in links[id].map { "\($0) (\(id))" } }
      guard !entries.isEmpty else { return }
      let shown = entries.prefix(5).joined(separator: ", ")
      lines.append("  \(what): \(shown)\(entries.count > 5 ? ", …" : "")")
    }
    if profile.takesQuestions {
      list(suite.settled(links).map(\.id), "no longer open")
    } else {
      list(suite.retired, "retired, to be archived there")
    }
    return lines
  }
}
