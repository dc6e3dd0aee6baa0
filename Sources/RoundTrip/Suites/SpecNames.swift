import Diagnostics
import Reporting
package import Specification
import TestDesign
import Text

/// The names of a spec's factors and values, both ids and labels, which ignore width, case and spaces.
package struct SpecNames {
  private let specification: Specification
  private let factors: [String: Int]
  /// The values of each factor, the operation last.
  private let values: [[String: Int]]
  /// The index of an operation with variants, by its names.
  private let operations: [String: Int]

  private static let operationWords = ["operation", "操作"]
  private static let notApplicable: Set<String> = [
    "–", "-", "—", "−", "n/a", "na", "該当なし", "notapplicable", "doesnotapply", "対象外",
  ]

  package enum Meaning: Hashable, Sendable {
    case value(Int)
    case notApplicable
    case unknown
  }

  package init(_ specification: Specification) {
    self.specification = specification
    let wording = Wording(specification)
    // The first name wins: ids before labels, and labels only if they are unique.
    var factors = NameTable(Self.operationWords.map { ($0, specification.operationFactor) })
    factors.add(specification.factors.enumerated().map { ($0.element.name, $0.offset) })
    factors.add(specification.factors.enumerated().map { ($0.element.label, $0.offset) })
    for (number, factor) in specification.factors.enumerated() {
      factors.add([("\(factor.label)(\(factor.name))", number)])
    }
    self.factors = factors.numbers
    var values = specification.factors.map { factor in
      var names = NameTable(factor.values.enumerated().map { ($0.element.id, $0.offset) })
      names.add(factor.values.enumerated().map { ($0.element.label, $0.offset) })
      return names.numbers
    }
    // A tester checks a whole screen, so naming a part of it means the screen.
    let cases = specification.caseOperations
    let whole = specification.caseOperationOfValue.map(\.value)
    let ids = specification.operationValues.map(\.id)
    var names = NameTable(cases.map { ($0.id, $0.value) } + zip(ids, whole))
    names.add(cases.map { (wording.caseOperation($0), $0.value) })
    names.add(whole.enumerated().map { (wording.operation($0.offset), $0.element) })
    values.append(names.numbers)
    self.values = values
    let withVariants = specification.operations.enumerated().filter {
      !$0.element.variants.isEmpty && !$0.element.hasParts
    }
    var operations = NameTable(withVariants.map { ($0.element.id, $0.offset) })
    operations.add(withVariants.map { ($0.element.label, $0.offset) })
    self.operations = operations.numbers
  }

  /// The vocabulary for a suite's headings: the factors of the spec, and the other columns of a generated suite.
  var vocabulary: Vocabulary {
    Vocabulary(
      .cases,
      first: factors.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { name, number in
        (name, number == specification.operationFactor ? .operation : .factor(number))
      },
      last: ["id", "no", "番号"].map { ($0, .id) }
    )
  }

  /// True if a factor is derived from two others, so that no sheet states it.
  func isComparison(_ factor: Int) -> Bool {
    specification.factors.indices.contains(factor)
      && specification.factors[factor].comparison != nil
  }

  /// Returns the factor with a name or label, including the operation.
  package func factor(_ name: String) -> Int? { factors[name.asName] }

  /// Returns the name or label of a factor that was probably meant.
  package func nearestFactor(to name: String) -> String? {
    nearest(to: name, among: specification.factors.flatMap { [$0.name, $0.label] } + ["operation"])
  }

  func meaning(_ text: String, of factor: Int) -> Meaning {
    let name = text.asName
    if let value = values[factor][name] ?? self.value(standingFor: text, of: factor) {
      return .value(value)
    }
    guard factor < specification.operationFactor, specification.factors[factor].onlyWhen != nil,
      Self.notApplicable.contains(name)
    else { return .unknown }
    return .notApplicable
  }

  /// Returns the value for a blank cell, which is “none” if that is the usual one, as in a spec drafted from blank cells.
  func blank(of factor: Int) -> PartialCombination.Value {
    guard factor < specification.operationFactor, !specification.factors[factor].isYesNo,
      specification.factors[factor].isUsualGiven
    else { return .open }
    let usual = specification.factors[factor].usual
    return ["none", "なし"].contains { meaning($0, of: factor) == .value(usual) }
      ? .value(usual) : .open
  }

  /// Returns the value that represents a number, since a suite may test any number of a range.
  private func value(standingFor text: String, of factor: Int) -> Int? {
    if factor < specification.operationFactor {
      let factor = specification.factors[factor]
      return factor.line?.number(in: text).flatMap { factor.values.standing(for: [$0])[0] }
    }
    guard let slash = text.firstIndex(of: "/"),
      let operation = operations[String(text[..<slash]).asName]
    else { return nil }
    let declared = specification.operations[operation]
    let number = declared.line?.number(in: String(text[text.index(after: slash)...]))
    guard let variant = number.flatMap({ declared.variants.standing(for: [$0])[0] }) else {
      return nil
    }
    return values[factor]["\(declared.id)/\(declared.variants[variant].id)".asName]
  }

  /// Returns a suggestion to replace a text that is no value of a factor.
  func advice(_ text: String, of factor: Int) -> String? {
    if factor == specification.operationFactor,
      let operation = operations[text.asName]
    {
      let declared = specification.operations[operation]
      let variants = declared.variants.map { "`\(declared.id)/\($0.id)`" }
      return say("say which variant: \(variants.joined(separator: ", "))")
    }
    let names =
      factor == specification.operationFactor
      ? specification.caseOperations.map(\.id) + specification.operationValues.map(\.id)
        + specification.operationValues.indices.map { Wording(specification).operation($0) }
      : specification.factors[factor].values.flatMap { [$0.id, $0.label] }
    return nearest(to: text, among: names).map { say("did you mean `\($0)`?") }
  }

  func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }

  private func nearest(to name: String, among candidates: [String]) -> String? {
    let forms = candidates.map { ($0, $0.asName) }
    let name = name.asName
    if let nearest = NearestName.of(name, among: forms.map(\.1)) {
      return forms.first { $0.1 == nearest }?.0
    }
    // A part of a single longer label.
    let longer = name.count > 1 ? forms.filter { $0.1.contains(name) } : []
    return Set(longer.map(\.1)).count == 1 ? longer[0].0 : nil
  }

  private struct NameTable {
    private(set) var numbers: [String: Int] = [:]

    init(_ names: [(String, Int)]) {
      add(names)
    }

    /// Adds names that are not taken yet; a name of two things is ambiguous and is left out.
    mutating func add(_ names: [(String, Int)]) {
      var added: [String: Int?] = [:]
      for (name, number) in names {
        let name = name.asName
        guard numbers[name] == nil else { continue }
        if let other = added[name], other != number {
          added[name] = .some(nil)
        } else {
          added[name] = number
        }
      }
      numbers.merge(added.compactMapValues(\.self)) { first, _ in first }
    }
  }
}
