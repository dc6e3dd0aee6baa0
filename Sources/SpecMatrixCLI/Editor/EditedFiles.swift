import Diagnostics
import EditorServer
import Reporting
import RoundTrip
import TestDesign
import Text
import YAMLSyntax

/// The files as an editor sees them: unsaved texts replace those on disk.
struct EditedFiles: EditorHost {
  let choice: ProjectChoice
  let console: Console

  func isShared(_ path: String) -> Bool {
    if SettingsFile.names.contains(FilePaths.name(of: path)) { return true }
    guard let project = try? project(of: path, [:]) else { return false }
    return Self.holds(project, path)
  }

  func reading(of path: String, unsaved: [String: String]) -> EditorReading {
    var reading = EditorReading(
      file: SourceFile(path: FilePaths.fromHere(path), text: unsaved[path] ?? "")
    )
    do {
      if let project = try project(of: path, unsaved) {
        reading.shared = shared(project.files, project.remarks, unsaved)
        if Self.holds(project, path) { return reading }
      }
      try read(path, unsaved, into: &reading)
    } catch let failure as CommandFailure {
      tell(failure, of: path, in: &reading)
    } catch let failure as FileFailure {
      reading.messages = [CheckMessage(.unread(failure.message), in: reading.file)]
    } catch {
      reading.messages = [CheckMessage(.unread("internal error: \(error)"), in: reading.file)]
    }
    return reading
  }

  func neighbours(of path: String, unsaved: [String: String]) -> [SourceFile] {
    let texts = UnsavedTexts(unsaved)
    guard var projects = try? Projects(choice.settings, unsaved: texts),
      (try? projects.add([.file(path)])) != nil
    else { return [] }
    return projects.neighbours(of: [.file(path)]).compactMap { source in
      guard let bytes = source.read(.init(unsaved: texts)).value,
        let place = FilePaths.resolved(source.path)
      else { return nil }
      return SourceFile(path: place, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Reads a spec and adds the messages of `check`.
  private func read(
    _ path: String,
    _ unsaved: [String: String],
    into reading: inout EditorReading
  ) throws {
    let console = silent(unsaved)
    let shown = reading.file.path
    let pipeline =
      FileStatus.exists(path)
      ? try Pipeline([shown], of: choice, on: console)
      : try Pipeline(sources: [.file(shown)], of: choice, on: console)
    guard let source = pipeline.sources.first else {
      let reason = pipeline.failedPaths.first?.reason ?? "it is not a spec"
      reading.messages = [CheckMessage(.unread(reason), in: reading.file)]
      return
    }
    let result = pipeline.analyse(source)
    reading.file = result.file
    let check = pipeline.check(result).check
    reading.messages = CheckReport(specs: [check]).messages
    let remarks = pipeline.projects.remarks + pipeline.untranslated(in: [check])
    reading.shared = shared(pipeline.projectFiles, remarks, unsaved)
    reading.analysed = result.analysed
    reading.settings = pipeline.settings(of: source)
    reading.today = pipeline.today
    reading.suite = { (try? result.storedSuite())?.earlier }
  }

  /// Reports mistakes in the settings or a pack, which prevent any check.
  private func tell(_ failure: CommandFailure, of path: String, in reading: inout EditorReading) {
    guard let (file, diagnostics) = failure.mistakes else {
      reading.messages = [CheckMessage(.unread(failure.text.trimmed), in: reading.file)]
      return
    }
    let place = FilePaths.resolved(file.path) ?? file.path
    reading.shared = [.init(path: place, file: file, diagnostics: diagnostics)]
    guard place != FilePaths.resolved(path) else { return }
    let message = diagnostics.first.map { ": \($0.message)" } ?? ""
    let diagnostic = Diagnostic(
      code: diagnostics.first?.code ?? "wrong-type",
      message: "nothing is checked until \(file.path) is right\(message)",
      span: nil
    )
    reading.messages = [CheckMessage(diagnostic, in: reading.file)]
  }

  private func shared(
    _ files: [String],
    _ remarks: [PackRemarks],
    _ unsaved: [String: String]
  ) -> [EditorReading.SharedFile] {
    let texts = UnsavedTexts(unsaved)
    return files.map { file in
      let bytes = (try? texts.bytes(of: file, limit: SyntaxLimits.bytes)) ?? []
      return EditorReading.SharedFile(
        path: FilePaths.resolved(file) ?? file,
        file: SourceFile(path: file, text: String(decoding: bytes, as: UTF8.self)),
        diagnostics: remarks.filter { $0.file.path == file }.flatMap(\.diagnostics)
      )
    }
  }

  /// Returns the project that applies to a file, or `nil` without settings.
  private func project(of path: String, _ unsaved: [String: String]) throws -> Project? {
    let texts = UnsavedTexts(unsaved)
    switch choice.settings {
    case .none: return nil
    case .file(let file): return try SettingsFile(path: file).project(texts)
    case .search:
      return try SettingsFile.found(from: FilePaths.folder(of: path))?.project(texts)
    }
  }

  private static func holds(_ project: Project, _ path: String) -> Bool {
    let place = FilePaths.resolved(path)
    return project.files.contains { FilePaths.resolved($0) == place }
  }

  /// Returns the console without its messages, as the editor shows them.
  private func silent(_ unsaved: [String: String]) -> Console {
    var console = console
    console.report = { _ in }
    console.unsaved = UnsavedTexts(unsaved)
    return console
  }
}

extension Diagnostic {
  fileprivate static func unread(_ reason: String) -> Diagnostic {
    Diagnostic(code: "unreadable-file", message: reason, span: nil)
  }
}
