import ArgumentParser
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

extension ExportProfile: ExpressibleByArgument {
  package init?(argument: String) { self.init(name: argument) }

  package static var allValueStrings: [String] { all.map(\.name) }

  /// Returns the names of the matching profiles, for help texts.
  static func names(_ isMeant: (ExportProfile) -> Bool) -> String {
    all.filter(isMeant).map(\.name).joined(separator: ", ")
  }
}

/// `specmatrix links`: learns the ids that a test manager gave to the cases of a spec.
struct LinksCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Learn the ids of a spec's cases in a test manager from its export.",
    discussion: """
      Finds the ids of cases, or of questions, in the titles of what the tool exported, and keeps \
      the tool's own ids in output/<ID>.links.json. The next `generate --profile` then updates what \
      is there. Commit the file.

      Exports: CSV or XLSX; for testrail also XML; for xray and jira a search of issues in Jira; \
      the Markdown of testomat.io; for github what `gh issue list --label specmatrix --state all \
      --limit 10000 --json number,title,state,body` prints.

      Examples:
        specmatrix links specs/post.yaml export.xml --tool testrail
        specmatrix links specs/post.yaml issues.json --tool github --prune

      Exit status: 0 every entry with an id is linked, 1 some are not, 2 wrong usage or a file that \
      cannot be read or written.
      """
  )

  @OptionGroup var spec: SpecArgument

  @Argument(
    help: .value("export", "What the tool exported."),
    completion: .file()
  )
  var export: String

  @Option(
    help: .value(
      "tool",
      "The tool, by the name of its profile: \(ExportProfile.names { $0.hasLinks })."
    )
  )
  var tool: ExportProfile

  @Flag(help: "Forget the links whose entries the export does not have.")
  var prune = false

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    guard tool.hasLinks else {
      throw ValidationError(
        "\(tool.toolName) has no ids that an import could update by: import the cases as a new version of the suite"
      )
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let result = try spec.result(of: settings.project(suites.suiteFolder), on: console)
    let id = try result.required(on: console).specification.id
    return try StartingOver.repeat(on: console) { console in
      TemporaryFiles.clear(beside: [result.suites.linksPath(of: id)])
      guard let suite = try result.storedSuite()?.earlier else {
        throw CommandFailure(
          "there is no suite \(result.suites.path(of: id, "json")): `specmatrix generate` writes it"
        )
      }
      let (links, state) = try result.suites.links(of: id)
      let update = LinkUpdate(
        try entries(),
        of: tool,
        to: links[tool],
        id: id,
        suite: suite,
        prunes: prune
      )
      var new = links
      new[tool] = update.links
      let path = result.suites.linksPath(of: id)
      if new != links {
        var files = try FileReplacement(of: [path], inside: result.suites.path)
        try files.add(Array(new.json.utf8), to: path, over: state)
        try files.commit()
      }
      return try report(update, id, path, suite, on: console)
    }
  }

  private func entries() throws -> [ManagerEntry] {
    do {
      switch tool.export.format {
      case .json: return try ManagerExport.entries(json: try bytes())
      case .markdown:
        return ManagerExport.entries(markdown: String(decoding: try bytes(), as: UTF8.self))
      case .tableOrXML where Self.isXML(try FileContents.bytes(of: export, limit: 400)):
        return try ManagerExport.entries(xml: try bytes())
      case .table, .tableOrXML:
        return try ManagerExport.entries(
          of: tool,
          in: try SavedWorkbook(path: export, isNamed: false)
        )
      }
    } catch let error as FormatMismatch {
      throw FileFailure(.read, export, error.reason)
    }
  }

  private func bytes() throws(FileFailure) -> [UInt8] {
    let limit = SavedWorkbook.csvBytes
    let bytes = try FileContents.bytes(of: export, limit: limit)
    guard bytes.count <= limit else {
      throw FileFailure(.read, export, "it has more than \(limit >> 20) MB; export fewer cases")
    }
    return bytes
  }

  private static func isXML(_ start: [UInt8]) -> Bool {
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    return text.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "<")
  }

  // MARK: What is said

  private static let shown = 5

  private func report(
    _ update: LinkUpdate,
    _ id: String,
    _ path: String,
    _ suite: EarlierSuite,
    on console: Console
  ) throws -> CommandStatus {
    func tell(_ lines: [String]) {
      for line in lines.prefix(Self.shown) { console.say(line) }
      if lines.count > Self.shown { console.say("and \(lines.count - Self.shown) more like this") }
    }
    let what = tool.takesQuestions ? "question" : "case"
    tell(
      update.doubled.map { doubled in
        "\(doubled.subject) is there \(doubled.entries.count) times: "
          + "\(doubled.entries.joined(separator: ", ")); \(doubled.entries[0]) is linked, delete the others"
      }
    )
    tell(update.unknown.map { "\($0.entry) “\($0.title)”: \(id) has no such \(what)" })
    tell(
      update.ambiguous.map {
        "\($0.entry) “\($0.title)”: begin the title with the id of the \(what) that it is"
      }
    )
    tell(
      update.odd.map { "“\($0.title)”: “\($0.entry)” is not an id of \(tool.toolName)" }
    )
    tell(
      update.changed.map { "\($0.subject) is \($0.after) now, before \($0.before)" }
    )
    tell(
      update.missing.map { missing in
        "\(missing.entry) (\(missing.subject)) is not in the export"
          + (prune ? ": forgotten" : "; --prune forgets it")
      }
    )
    let subjects = tool.takesQuestions ? (suite.questions ?? []).map(\.id) : suite.cases.map(\.id)
    let linked = subjects.count { update.links[$0] != nil }
    let others = update.others > 0 ? "; \(counted(update.others, "other title")) in the export" : ""
    try console.write(
      VisibleText.line(
        "\(path): \(linked) of \(counted(subjects.count, what)) linked with \(tool.toolName), "
          + "\(update.added) new\(others)"
      ) + "\n"
    )
    let isClear =
      update.doubled.isEmpty && update.unknown.isEmpty && update.ambiguous.isEmpty
      && update.odd.isEmpty
    return isClear ? .success : .findings
  }
}
