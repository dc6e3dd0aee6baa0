import ArgumentParser
import Combinatorics
import Diagnostics
import PICTModel

/// `specmatrix cover`: writes a covering array for a model in PICT's language.
struct CoverCommand: ConsoleCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Write a covering array for a model in PICT's language.",
    discussion: """
      PICT's own options work too: /o:N|max /d:C /a:C /n:C /e:file /r[:N] /c /s /f:text|json, \
      with / or -. Rows go to standard output in PICT's format.

      Examples:
        specmatrix cover model.txt
        specmatrix cover model.txt /o:3 /e:seeds.txt
        specmatrix cover model.txt --strength max --format json
        specmatrix cover model.txt --explain
      """
  )

  @Argument(
    help: .value("model", "The model; - is standard input."),
    completion: .file()
  )
  var model: String

  @Option(
    help: .value(
      "number",
      "Strength: every combination of values of that many parameters appears in some row; or max. (default: 2)"
    )
  )
  var strength: StrengthArgument?

  @Option(help: .value("sign", "The separator of values; also: space, tab."))
  var valueSeparator = SignArgument(",")

  @Option(help: .value("sign", "The separator of a value's names; also: space, tab."))
  var aliasSeparator = SignArgument("|")

  @Option(help: .value("sign", "The prefix of negative values."))
  var negativePrefix = SignArgument("~")

  @Option(
    help: .value("file", "Rows to start from, tab-separated below a header."),
    completion: .file()
  )
  var seeds: String?

  @Option(help: .value("number", "The random seed: another may give another suite."))
  var seed: UInt64?

  @Option(help: "How hard to search for a smaller suite: quick, normal or thorough.")
  var effort = CoveringEffort.normal

  @Flag(help: "Take the seed from the clock, and report it.")
  var randomize = false

  @Flag(help: "Distinguish upper case from lower case.")
  var caseSensitive = false

  @Flag(help: "Write statistics instead of the suite.")
  var statistics = false

  @Flag(help: "Instead of the suite, write what cannot be combined and the lines that forbid it.")
  var explain = false

  @Option(
    help: .value(
      "file",
      "Instead of a suite, write what the rows of a file cover and what they miss."
    ),
    completion: .file()
  )
  var coverageOf: String?

  @Option(help: "The format of the output.")
  var format = Format.text

  func execute(on console: Console) throws -> CommandStatus {
    let started = console.now()
    let source = try read(model, limit: Self.maxBytesOfModel, on: console)
    let parsed = readPICTModel(source, options: options)
    console.show(parsed.diagnostics, in: source)
    guard let parsed = parsed.value else { return .invalid }
    if explain { return try explainImpossible(in: parsed, source, on: console) }
    if let coverageOf { return try measure(coverageOf, against: parsed, source, on: console) }
    let rows: [PICTSeedRow]
    var seedSource = source
    if let seeds {
      let file = try read(seeds, limit: Self.maxBytesOfRows, on: console)
      seedSource = file
      let read = readPICTSeeds(file, for: parsed)
      console.show(read.diagnostics, in: file)
      rows = read.value ?? []
    } else {
      rows = []
    }
    let seed = seed ?? (randomize ? UInt64(max(0, started)) % 65_536 : 0)
    let watch = CoveringWatch(source.path, advice: advice, on: console)
    let covered = try watch.watching("no suite") { monitor throws(LimitExceeded) in
      try cover(
        parsed,
        strength: wantedStrength,
        seeds: rows,
        seed: seed,
        effort: effort,
        monitor: monitor
      )
    }
    show(covered.diagnostics, in: source, rows: seedSource, on: console)
    guard let suite = covered.value else { return .invalid }
    if randomize || self.seed != nil { console.report("Used seed: \(seed)\n") }
    if statistics {
      try console.write(suite.statistics(seconds: max(0, console.now() - started)))
    } else {
      try console.write(format == .json ? suite.json(of: parsed) : suite.text(of: parsed))
    }
    if watch.end == .searchStopped {
      console.say(
        "\(source.path): stopped early: these \(suite.rows.count) rows are complete, but fewer might do"
      )
    }
    return .success
  }

  private var advice: String {
    if case .number(1) = wantedStrength { return "use fewer constraints, or split the model" }
    return "use a lower strength, or a higher one for fewer parameters in a sub-model"
  }

  private var wantedStrength: PICTStrength { strength?.strength ?? .standard }

  /// Runs the engine, turning an exceeded limit into a `CommandFailure`.
  private func limited<Value>(
    _ source: SourceFile,
    _ work: @autoclosure () throws(LimitExceeded) -> Value
  ) throws(CommandFailure) -> Value {
    try CommandFailure.limiting(source.path, "no suite", advice: advice, try work())
  }

  private var options: PICTSyntaxOptions {
    PICTSyntaxOptions(
      valueSeparator: valueSeparator.scalar,
      aliasSeparator: aliasSeparator.scalar,
      negativePrefix: negativePrefix.scalar,
      isCaseSensitive: caseSensitive
    )
  }

  // MARK: Reports instead of a suite

  private func explainImpossible(
    in model: PICTModel,
    _ source: SourceFile,
    on console: Console
  ) throws -> CommandStatus {
    let explained = try limited(
      source,
      try impossibleCombinations(of: model, strength: wantedStrength)
    )
    console.show(explained.diagnostics, in: source)
    guard let found = explained.value else { return .invalid }
    try console.write(format == .json ? found.json(of: model) : found.text(of: model))
    return .success
  }

  /// Writes what the rows of a file cover; missing combinations count as findings.
  private func measure(
    _ path: String,
    against model: PICTModel,
    _ source: SourceFile,
    on console: Console
  ) throws -> CommandStatus {
    let file = try read(path, limit: Self.maxBytesOfRows, on: console)
    let rows = readPICTSeeds(file, for: model)
    console.show(rows.diagnostics, in: file)
    let measured = try limited(
      source,
      try coverage(of: rows.value ?? [], in: model, strength: wantedStrength)
    )
    show(measured.diagnostics, in: source, rows: file, on: console)
    guard let found = measured.value else { return .invalid }
    try console.write(format == .json ? found.json(of: model) : found.text(of: model))
    return found.missingCount + found.invalidCount > 0 ? .findings : .success
  }

  // MARK: Files and messages

  /// Each byte of a model may take a hundred in memory.
  private static let maxBytesOfModel = 4_000_000
  private static let maxBytesOfRows = 16_000_000

  private func read(_ path: String, limit: Int, on console: Console) throws -> SourceFile {
    let shown = path == "-" ? "<stdin>" : path
    let bytes = try console.bytes(of: path, limit: limit)
    guard bytes.count <= limit else {
      throw FileFailure(.read, shown, "it is larger than \(limit.grouped) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FileFailure(.read, shown, "it is not UTF-8")
    }
    return SourceFile(path: shown, text: text)
  }

  /// Shows the diagnostics of a model and of a file of rows, each with its own source.
  private func show(
    _ diagnostics: [Diagnostic],
    in model: SourceFile,
    rows: SourceFile,
    on console: Console
  ) {
    console.show(diagnostics.filter { !$0.code.hasPrefix("seed") }, in: model)
    console.show(diagnostics.filter { $0.code.hasPrefix("seed") }, in: rows)
  }
}
