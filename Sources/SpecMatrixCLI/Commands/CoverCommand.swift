import ArgumentParser
import Combinatorics
import Diagnostics
import PICTModel

/// `specmatrix cover`: few rows that contain all combinations that a model in the language of PICT asks for.
struct CoverCommand: ConsoleCommand {
  /// How the suite is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Write a covering array for a model in the language of PICT.",
    discussion: """
      Takes PICT's options as well: /o:N|max /d:C /a:C /n:C /e:file /r[:N] /c /s /f:text|json, \
      also with - instead of /. Rows go to standard output as PICT writes them.

      Examples:
        specmatrix cover model.txt
        specmatrix cover model.txt /o:3 /e:seeds.txt
        specmatrix cover model.txt --strength max --format json
        specmatrix cover model.txt --explain
      """
  )

  @Argument(
    help: ArgumentHelp("The model; - is standard input.", valueName: "model"),
    completion: .file()
  )
  var model: String

  @Option(
    help: ArgumentHelp(
      "Of how many parameters all combinations of values occur together, or max. (default: 2)",
      valueName: "number"
    )
  )
  var strength: StrengthArgument?

  @Option(help: ArgumentHelp("Separates values; also: space, tab.", valueName: "sign"))
  var valueSeparator = SignArgument(",")

  @Option(help: ArgumentHelp("Separates names of a value; also: space, tab.", valueName: "sign"))
  var aliasSeparator = SignArgument("|")

  @Option(help: ArgumentHelp("Stands before negative values.", valueName: "sign"))
  var negativePrefix = SignArgument("~")

  @Option(
    help: ArgumentHelp("Rows to begin with, tab-separated below a header.", valueName: "file"),
    completion: .file()
  )
  var seeds: String?

  @Option(
    help: ArgumentHelp("Begins the draws: another may give another suite.", valueName: "number")
  )
  var seed: UInt64?

  @Option(help: "How long the suite is made smaller: quick, normal or thorough.")
  var effort = CoveringEffort.normal

  @Flag(help: "Take a seed by the clock and say which.")
  var randomize = false

  @Flag(help: "Let upper and lower case differ.")
  var caseSensitive = false

  @Flag(help: "Write statistics instead of the suite.")
  var statistics = false

  @Flag(help: "Write what cannot be combined and the lines that forbid it, not the suite.")
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Write what the rows of a file cover and what they miss, not a suite.",
      valueName: "file"
    ),
    completion: .file()
  )
  var coverageOf: String?

  @Option(help: "How the suite is written.")
  var format = Format.text

  func execute(on console: Console) throws -> CommandStatus {
    let started = console.now()
    let source = try read(model, on: console)
    let parsed = readPICTModel(source, options: options)
    say(parsed.diagnostics, in: source, on: console)
    guard let parsed = parsed.value else { return .invalid }
    if explain { return try explainImpossible(in: parsed, source, on: console) }
    if let coverageOf { return try measure(coverageOf, against: parsed, source, on: console) }
    let rows: [PICTSeedRow]
    var seedSource = source
    if let seeds {
      let file = try read(seeds, on: console)
      seedSource = file
      let read = readPICTSeeds(file, for: parsed)
      say(read.diagnostics, in: file, on: console)
      rows = read.value ?? []
    } else {
      rows = []
    }
    let seed = seed ?? (randomize ? UInt64(max(0, started)) % 65_536 : 0)
    let watch = CoveringWatch(source.path, advice: advice, on: console)
    let covered: Checked<PICTSuite>
    do throws(LimitExceeded) {
      defer { watch.finish() }
      covered = try cover(
        parsed,
        strength: strength?.strength ?? .standard,
        seeds: rows,
        seed: seed,
        effort: effort,
        monitor: watch.monitor
      )
    } catch {
      guard watch.end != .nothingYet else {
        console.say("\(source.path): stopped before there was a complete suite")
        return .interrupted
      }
      return refuse(source, error, on: console)
    }
    say(covered.diagnostics, in: source, rows: seedSource, on: console)
    guard let suite = covered.value else { return .invalid }
    if randomize || self.seed != nil { console.report("Used seed: \(seed)\n") }
    try write(suite, of: parsed, started, on: console)
    if watch.end == .searchStopped {
      console.say(
        "\(source.path): stopped early: these \(suite.rows.count) rows are complete, fewer might do"
      )
    }
    return .success
  }

  func refuse(
    _ source: SourceFile,
    _ limit: LimitExceeded,
    on console: Console
  ) -> CommandStatus {
    console.say("\(source.path): no suite within the limits: \(limit.what); \(advice)")
    return .failure
  }

  /// What may be done where a suite takes too much.
  private var advice: String {
    "a lower strength takes less, or a higher one of fewer parameters in a sub-model"
  }

  private func write(
    _ suite: PICTSuite,
    of model: PICTModel,
    _ started: Int,
    on console: Console
  ) throws {
    if statistics {
      try console.write(suite.statistics(seconds: max(0, console.now() - started)))
    } else {
      try console.write(format == .json ? suite.json(of: model) : suite.text(of: model))
    }
  }

  private var options: PICTSyntaxOptions {
    PICTSyntaxOptions(
      valueSeparator: valueSeparator.scalar,
      aliasSeparator: aliasSeparator.scalar,
      negativePrefix: negativePrefix.scalar,
      isCaseSensitive: caseSensitive
    )
  }

  // MARK: Files and messages

  /// The most bytes of a model or of rows to begin with.
  private static let mostBytes = 16_000_000

  /// The text of a file or of standard input.
  func read(_ path: String, on console: Console) throws -> SourceFile {
    let shown = path == "-" ? "<stdin>" : path
    let bytes: [UInt8]
    do {
      bytes =
        path == "-"
        ? try console.readInput(Self.mostBytes)
        : try FileContents.bytes(of: path, limit: Self.mostBytes)
    } catch let error as SystemError {
      throw FileFailure(.read, shown, error.reason)
    }
    guard bytes.count <= Self.mostBytes else {
      throw FileFailure(.read, shown, "it is larger than \(Self.mostBytes) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FileFailure(.read, shown, "it is not in UTF-8")
    }
    return SourceFile(path: shown, text: text)
  }

  /// Says what there is to say of a model and of a file of rows, each beside its own text.
  func say(
    _ diagnostics: [Diagnostic],
    in model: SourceFile,
    rows: SourceFile,
    on console: Console
  ) {
    let ofRows = diagnostics.filter { $0.code.hasPrefix("seed") }
    say(diagnostics.filter { !ofRows.contains($0) }, in: model, on: console)
    say(ofRows, in: rows, on: console)
  }

  func say(_ diagnostics: [Diagnostic], in file: SourceFile, on console: Console) {
    guard !diagnostics.isEmpty else { return }
    console.report(DiagnosticRenderer().render(diagnostics, in: file))
  }
}
