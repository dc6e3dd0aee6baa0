import Specification

/// The code of a spec in Swift: its names as types, its cases, the spec as a function, and the tests.
struct SwiftCode: CodeWriter {
  let model: CodeModel
  let names: CodeNames
  let style: CodeStyle

  /// From so many cases on each operation has a file of its own.
  static let splitLimit = 200

  static let nameRules = SwiftSpelling.names

  /// Previews stand in a target of the app, which cannot import Testing.
  var hasTests: Bool { style != .previews }

  var files: [CodeFile] {
    var code = CodeLines(step: "  ")
    addHead(to: &code, "//", remark: "swift-format-ignore-file")
    if hasTests {
      code.add("import Testing")
      code.add()
    }
    code.add(SwiftSpelling.comment(specification.feature))
    code.block("nonisolated enum \(space) {") { code in
      addTypes(to: &code)
      addSetup(to: &code)
      addOutcome(to: &code)
      addDecision(to: &code)
    }
    addWorld(to: &code)
    let isSplit = model.cases.count > Self.splitLimit
    addCases(to: &code, isSplit: isSplit)
    if hasTests { addTests(to: &code) }
    var files = [CodeFile(name: "\(space).cases.swift", text: code.text)]
    if style == .previews { files.append(previews) }
    if style == .snapshots { files.append(snapshots) }
    guard isSplit else { return files }
    for operation in specification.caseOperations.indices {
      let cases = model.cases.filter { $0.operation == operation }
      guard !cases.isEmpty else { continue }
      var code = CodeLines(step: "  ")
      addHead(to: &code, "//", remark: "swift-format-ignore-file")
      code.block("nonisolated extension \(space).Cases {") { code in
        add(cases, as: operation, to: &code)
      }
      let name = names.operations[operation].filter { $0 != "`" }
      files.append(CodeFile(name: "\(space).cases.\(name).swift", text: code.text))
    }
    return files
  }
}

extension SwiftCode {
  static let logic = LogicSpelling()
  static let notApplicable = "nil"

  static func literal(_ text: String) -> String {
    CodeText.literal(text, CodeText.bracedNumber)
  }

  static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  func value(_ value: Int, of factor: Int) -> String { ".\(names.values[factor][value])" }
  func operation(_ number: Int) -> String { ".\(names.operations[number])" }
  func part(_ value: Int) -> String { ".\(names.parts[value])" }
  func rule(_ number: Int) -> String { ".\(names.rules[number])" }

  func outcome(_ word: OutcomeWord, _ arguments: [String]) -> String {
    arguments.isEmpty ? ".\(word)" : ".\(word)(\(arguments.joined(separator: ", ")))"
  }

  func isOne(_ subject: String, of values: [String]) -> String {
    "one(\(subject), of: \(values.joined(separator: ", ")))"
  }

  func applies(_ property: String) -> String { "\(property) != nil" }

  func isInvalid(_ factor: Int) -> String {
    let isOptional = specification.factors[factor].onlyWhen != nil
    return property(factor) + (isOptional ? "?.isInvalid == true" : ".isInvalid")
  }

  func result(_ expression: String) -> String { "return \(expression)" }

  func pattern(_ value: Int?, of factor: Int) -> String {
    guard let value else { return "nil" }
    return self.value(value, of: factor)
      + (specification.factors[factor].onlyWhen == nil ? "" : "?")
  }

  func addSwitch(
    over subject: String,
    to code: inout CodeLines,
    _ arms: (inout CodeLines) -> Void
  ) {
    code.add("switch \(subject) {")
    arms(&code)
    code.add("}")
  }

  func addArm(
    _ patterns: [String],
    result: String?,
    to code: inout CodeLines,
    _ body: (inout CodeLines) -> Void
  ) {
    let head = "case \(patterns.joined(separator: ", ")):"
    if let result { code.add("\(head) \(result)") } else { code.block(head, closing: nil, body) }
  }
}
