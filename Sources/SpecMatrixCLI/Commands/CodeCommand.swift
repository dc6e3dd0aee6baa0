import ArgumentParser
import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestCode
import TestDesign
import Text
import Workbooks

/// `specmatrix code`: writes the spec as types, cases and a function for tests.
struct CodeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "code",
    abstract: "Write a spec as code: its values as types, its cases as tests.",
    discussion: """
      The code names every value, operation and rule, holds the cases of the suite, and says of every \
      combination what must be seen (`decide`). Tests handle each of them, so that the build breaks \
      when the spec gets one that nobody has thought of. Cases that wait for an answer are skipped \
      with their question.

      Examples:
        specmatrix code specs/post.yaml --language swift --output Tests/PostTests
        specmatrix code specs/post.yaml --language swift --output Tests/PostTests --check
      """
  )

  @OptionGroup var spec: SpecArgument

  @Option(help: "The language.")
  var language = CodeLanguage.swift

  @Option(
    help: ArgumentHelp(
      """
      What the cases become: one test that takes them as arguments, or functions, one for each case. Swift \
      also has previews and snapshots, TypeScript playwright and storybook, Gherkin xray.
      """,
      valueName: "style"
    )
  )
  var style = CodeStyle.arguments

  @Option(
    help: .value(
      "path",
      "Write a page of the snapshots at a path below --output with {case} and perhaps {expected} in it."
    )
  )
  var snapshots: String?

  @Option(
    help:
      "How to write names that the language allows only in quotes: raw (quoted) or mangled (spelt in letters)."
  )
  var naming = NameStyle.raw

  @Option(
    help: .value(
      "file",
      "Your own Mustache template; its file name without `.mustache` is the name of the file written."
    ),
    completion: .file(extensions: ["mustache"])
  )
  var template: String?

  @Option(
    help: .value("folder", "The folder that the code goes to."),
    completion: .directory
  )
  var output = "."

  @Flag(help: "Write nothing; exit with status 1 if the code is not what the spec says now.")
  var check = false

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    let styles = language.styles.map(\.rawValue)
    guard styles.contains(style.rawValue) else {
      throw ValidationError(
        "\(language.rawValue) has no style \(style.rawValue), but \(styles.joined(separator: ", "))."
      )
    }
    if let snapshots, !snapshots.contains("{case}") {
      throw ValidationError(
        "--snapshots gives all cases the same path, \(snapshots): put {case} in it."
      )
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let result = try spec.result(of: settings.project(suites.suiteFolder), on: console)
    let analysed = try result.required(on: console)
    let model = try CommandFailure.limiting(
      spec.path,
      "no code",
      try CodeModel(analysed, try result.suite(of: analysed, saying: console.say))
    )
    let code =
      try template.map { try self.code(of: model, template: $0, result, on: console) }
      ?? model.code(in: language, style, naming, xray: try keys(of: model, result))
    console.show(code.diagnostics, in: result.file)
    guard var files = code.value else { return .invalid }
    if snapshots != nil || (style == .snapshots && template == nil) {
      let page = model.snapshotPage(at: snapshots)
      console.show(page.diagnostics, in: result.file)
      guard let page = page.value else { return .invalid }
      files.append(page)
    }
    return check
      ? try compare(files, model, on: console)
      : try write(files, model, on: console)
  }

  /// Renders a template; its mistakes are shown here, as they have places in the template instead of the spec.
  private func code(
    of model: CodeModel,
    template path: String,
    _ result: SpecResult,
    on console: Console
  ) throws -> Checked<[CodeFile]> {
    guard let text = try content(of: path) else {
      throw CommandFailure("\(path) does not exist")
    }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let name = last.hasSuffix(".mustache") ? String(last.dropLast(9)) : last
    let made = model.file(of: text, named: name, in: language, naming)
    guard let code = made.value else {
      let isOfTemplate = made.diagnostics.contains { $0.code == CodeModel.templateMistake }
      let file = isOfTemplate ? SourceFile(path: path, text: text) : result.file
      console.show(made.diagnostics, in: file)
      return Checked(nil, diagnostics: [])
    }
    guard Self.isOurs(code.text) else {
      throw CommandFailure(
        "\(path) must begin with `{{generated}}` in a comment: it tells specmatrix which files are its own"
      )
    }
    return Checked([code], diagnostics: [])
  }

  /// Returns the Xray keys of the linked cases, for the style that writes them.
  private func keys(of model: CodeModel, _ result: SpecResult) throws -> [String: String] {
    guard style == .xray, let xray = ExportProfile(name: "xray") else { return [:] }
    return try result.suites.links(of: model.specification.id).links[xray]
  }

  private func write(
    _ files: [CodeFile],
    _ model: CodeModel,
    on console: Console
  ) throws -> CommandStatus {
    try FolderListing.create(output)
    let paths = files.map { FilePaths.join(output, $0.name) }
    TemporaryFiles.clear(beside: paths)
    var states: [FileState] = []
    for path in paths {
      let old = try bytes(of: path)
      if let old, !Self.isOurs(String(decoding: old, as: UTF8.self)) {
        throw CommandFailure("\(path) is not generated: name another folder with --output")
      }
      states.append(old.map { FileState(of: $0) } ?? .absent)
    }
    var transaction = try FileReplacement(of: paths, inside: output)
    for (number, file) in files.enumerated() {
      try transaction.add(Array(file.text.utf8), to: paths[number], over: states[number])
    }
    try transaction.commit()
    for path in try leftOver(files, model) {
      console.say("\(path) is left over from an earlier run: delete it")
    }
    let open = model.cases.count { !$0.isDecided }
    try console.write(
      "\(model.specification.id): \(counted(model.cases.count, "case"))"
        + (open == 0 ? "" : ", \(open) of them waiting for answers")
        + "\n  \(VisibleText.line(paths.joined(separator: " ")))\n"
    )
    return .success
  }

  private func compare(
    _ files: [CodeFile],
    _ model: CodeModel,
    on console: Console
  ) throws -> CommandStatus {
    var status = CommandStatus.success
    for file in files {
      let path = FilePaths.join(output, file.name)
      let old = try content(of: path)
      guard old != file.text else { continue }
      console.say(
        old == nil
          ? "\(path) is missing: run `specmatrix code` without --check"
          : "\(path) is not what \(spec.path) says now: run `specmatrix code` without --check"
      )
      status = .findings
    }
    for path in try leftOver(files, model) {
      console.say("\(path) is left over from an earlier run: delete it")
      status = .findings
    }
    return status
  }

  /// Returns generated files with cases of the spec that are no longer written, as when a smaller suite is not divided any more.
  private func leftOver(_ files: [CodeFile], _ model: CodeModel) throws -> [String] {
    guard let main = files.first?.name, let kind = main.split(separator: ".").last,
      FileStatus.exists(output, followingLinks: true)
    else { return [] }
    let written = Set(files.map(\.name))
    let beginning = "\(model.specification.id.replacing("-", with: "_")).cases."
    return try FolderListing(of: output).names
      .filter { $0.hasPrefix(beginning) && $0.hasSuffix(".\(kind)") && !written.contains($0) }
      .map { FilePaths.join(output, $0) }
      .filter { try content(of: $0).map(Self.isOurs) ?? false }
  }

  /// True if the text has the mark of generated files near its beginning.
  private static func isOurs(_ text: String) -> Bool { text.prefix(200).contains(CodeModel.mark) }

  private func content(of path: String) throws(FileFailure) -> String? {
    try bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func bytes(of path: String) throws(FileFailure) -> [UInt8]? {
    guard FileStatus.exists(path, followingLinks: true) else { return nil }
    return try FileContents.bytes(of: path, limit: ReadingLimits.standard.fileBytes)
  }
}

extension CodeLanguage: ExpressibleByArgument {}
extension CodeStyle: ExpressibleByArgument {}
extension NameStyle: ExpressibleByArgument {}
