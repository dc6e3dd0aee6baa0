package import Diagnostics
package import Specification
import Text

/// A difference between the features of a project, or a lead from one into another, for people to confirm.
package struct CrossFeatureDecision: Sendable {
  package enum Kind: String, Sendable {
    /// The same event has different results under the same conditions.
    case result
    /// A result leads into a feature that says nothing about coming from there.
    case lead
    /// The same id of a state or of data has different meanings.
    case factor
  }

  /// A place in one of the specs involved.
  package struct Place: Hashable, Sendable {
    package var path: String
    package var span: SourceSpan
  }

  package var kind: Kind
  /// `D-` and eight hexadecimal digits, derived from the subject.
  package var id: String
  /// One sentence, in the language of the first spec.
  package var sentence: String
  /// At least two places, in the order of the specs.
  package var places: [Place]
}

/// Finds differences between the specs of a project, and leads from one into another.
///
/// Events of the catalogue, and own operations with equal labels, are compared where their rules name only states and data that several
/// specs declare. A spec states the reason for a difference with `because` beside the result, or with `note` beside the state or data; a
/// difference counts as confirmed once all specs but one give a reason.
///
/// Complexity: linear in the words of all specs, since all lookups use an index.
package struct CrossFeatureDecisions {
  /// The maximum number of decisions reported.
  private static let limit = 10
  /// The maximum number of features quoted in a sentence.
  private static let quoted = 3

  private let specs: [Specification]

  package init(_ specs: [Specification]) {
    self.specs = specs.filter { !$0.isPlanned }
  }

  /// Returns at most ten decisions, those that involve the most specs first.
  package func all() -> [CrossFeatureDecision] {
    guard specs.count > 1 else { return [] }
    let found = results() + leads() + factors()
    return Array(found.sorted { $0.places.count > $1.places.count }.prefix(Self.limit))
  }

  /// The statement of one spec about a subject.
  private struct Saying {
    var spec: Int
    var text: String
    /// The normalised text that is compared.
    var meaning: String
    var span: SourceSpan
    var isReasoned: Bool
  }

  // MARK: Same subject, different statements

  private func results() -> [CrossFeatureDecision] {
    var sayings: [String: [Saying]] = [:]
    var names: [String: String] = [:]
    let shared = sharedFactors
    for (number, spec) in specs.enumerated() {
      let values = spec.operationValues
      for rule in spec.rules where rule.house == nil && !rule.isAddition {
        guard let results = rule.results else { continue }
        for alternative in rule.when.alternatives {
          guard let condition = condition(alternative, of: spec, shared) else { continue }
          let operations = alternative.terms.first { $0.factor == spec.operationFactor }
          for value in operations?.values ?? [] {
            guard let key = key(of: values[value], in: spec) else { continue }
            // Texts in different languages cannot be compared.
            let place = "\(spec.language.rawValue)\u{1F}\(key)\u{1F}\(condition)"
            names[place] = names[place] ?? Wording(spec).operation(value)
            sayings[place, default: []].append(
              Saying(
                spec: number,
                text: results.map(\.onOneLine).joined(separator: "; "),
                meaning: results.map(\.folded).joined(separator: "\u{1E}"),
                span: rule.span,
                isReasoned: rule.because != nil
              )
            )
          }
        }
      }
    }
    return decisions(.result, sayings, names)
  }

  /// Returns the key of an operation across specs, or `nil` for actions of the user that are particular to each feature, such as going
  /// back.
  private func key(of value: OperationValue, in spec: Specification) -> String? {
    let operation = spec.operations[value.operation]
    guard let entry = operation.catalogueEntry else {
      return operation.hasOwnLabel ? "\(operation.label.folded)\u{1E}\(value.id)" : nil
    }
    return operation.isEvent ? "\(entry.id)\u{1E}\(value.variant?.id ?? "")" : nil
  }

  /// The keys of states and data that several specs declare with the same values.
  private var sharedFactors: Set<String> {
    var counts: [String: Int] = [:]
    for factor in specs.flatMap(\.factors) {
      counts[factor.name + "\u{1F}" + meaning(of: factor), default: 0] += 1
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// Returns a condition in shared names, or `nil` if it names a factor that is not shared.
  private func condition(
    _ alternative: Conjunction,
    of spec: Specification,
    _ shared: Set<String>
  ) -> String? {
    var parts: [String] = []
    for term in alternative.terms where term.factor != spec.operationFactor {
      let factor = spec.factors[term.factor]
      guard shared.contains(factor.name + "\u{1F}" + meaning(of: factor)) else { return nil }
      let values = term.values.map { factor.values[$0].id }.sorted()
      parts.append("\(factor.name)=\(values.joined(separator: ","))")
    }
    return parts.sorted().joined(separator: "&")
  }

  private func meaning(of factor: Factor) -> String {
    factor.values.map { "\($0.id):\($0.label.folded)" }.sorted().joined(separator: "|")
  }

  private func factors() -> [CrossFeatureDecision] {
    var sayings: [String: [Saying]] = [:]
    var names: [String: String] = [:]
    for (number, spec) in specs.enumerated() {
      // Numbers and statements are bounded and worded by their feature.
      for factor in spec.factors where factor.line == nil && !factor.isYesNo {
        let place = "\(spec.language.rawValue)\u{1F}\(factor.name)"
        names[place] = names[place] ?? factor.label.onOneLine
        sayings[place, default: []].append(
          Saying(
            spec: number,
            text: factor.values.map(\.label.onOneLine).joined(
              separator: spec.language.choose(", ", "・")
            ),
            meaning: factor.values.map(\.label.folded).sorted().joined(separator: "\u{1E}"),
            span: factor.span,
            isReasoned: factor.note != nil
          )
        )
      }
    }
    return decisions(.factor, sayings, names)
  }

  private func decisions(
    _ kind: CrossFeatureDecision.Kind,
    _ sayings: [String: [Saying]],
    _ names: [String: String]
  ) -> [CrossFeatureDecision] {
    // Variants of an event with the same statements are reported once.
    var seen: Set<[String]> = []
    return sayings.keys.sorted().compactMap { key in
      let said = sayings[key] ?? []
      // Several results for one subject within a feature are a question for that feature alone.
      let ones = said.gathered(by: \.spec).compactMap { $0.count == 1 ? $0[0] : nil }
      let different = Set(ones.map(\.meaning))
      guard different.count > 1, ones.count(where: { !$0.isReasoned }) > 1,
        seen.insert(ones.map { "\($0.spec) \($0.meaning)" }).inserted
      else { return nil }
      let shown = ones.gathered(by: \.meaning).map { $0[0] }
      let first = ones[0].spec
      let language = specs[first].language
      let parts = shown.prefix(Self.quoted).map { saying in
        language.choose(
          "\(specs[saying.spec].feature.onOneLine): \(EnglishGrammar.quoted(saying.text))",
          "\(specs[saying.spec].feature.onOneLine)：\(JapaneseGrammar.quoted(saying.text))"
        )
      }
      let more = shown.count - parts.count
      let name = names[key] ?? ""
      let list = parts.joined(separator: language.choose("; ", "、"))
      let rest = more > 0 ? language.choose("; \(more) more", "、ほか\(more)件") : ""
      return CrossFeatureDecision(
        kind: kind,
        id: "D-" + FindingID.digits(["between", kind.rawValue, key]),
        sentence: language.choose(
          "\(EnglishGrammar.quoted(name)) – \(list)\(rest)",
          "\(JapaneseGrammar.quoted(name))― \(list)\(rest)"
        ),
        places: ones.map { .init(path: specs[$0.spec].path, span: $0.span) }
      )
    }
  }

  // MARK: Leads into another feature

  /// Returns the results that mention the title of another feature whose own text never mentions theirs.
  private func leads() -> [CrossFeatureDecision] {
    let titles = specs.map { title(of: $0) }
    // Of several features with the same title, take the first.
    let byTitle = Dictionary(titles.enumerated().map { ($1, $0) }) { first, _ in first }
    let lengths = Set(titles.map(\.count)).subtracting([0]).sorted()
    let words = specs.map { Set(texts(of: $0).flatMap(ResultWords.words)) }
    var found: [CrossFeatureDecision] = []
    var seen: Set<[Int]> = []
    for (number, spec) in specs.enumerated() {
      for rule in spec.rules where rule.house == nil && rule.because == nil {
        for result in rule.results ?? [] {
          let said = ResultWords.words(of: result)
          for start in said.indices {
            for length in lengths where start + length <= said.endIndex {
              guard let other = byTitle[Array(said[start..<(start + length)])], other != number,
                !titles[number].allSatisfy(words[other].contains),
                seen.insert([number, other]).inserted
              else { continue }
              found.append(lead(result, of: number, rule, into: other))
            }
          }
        }
      }
    }
    return found
  }

  private func lead(
    _ result: String,
    of spec: Int,
    _ rule: Rule,
    into other: Int
  ) -> CrossFeatureDecision {
    let (from, to) = (specs[spec].feature.onOneLine, specs[other].feature.onOneLine)
    return CrossFeatureDecision(
      kind: .lead,
      id: "D-" + FindingID.digits(["between", "lead", specs[spec].id, specs[other].id]),
      sentence: specs[spec].language.choose(
        "\(EnglishGrammar.quoted(result.onOneLine)) (\(from)): \(to) says nothing about coming from \(from)",
        "\(JapaneseGrammar.quoted(result.onOneLine))（\(from)）― 「\(to)」には、「\(from)」から来た場合の記載がない"
      ),
      places: [
        .init(path: specs[spec].path, span: rule.span),
        .init(path: specs[other].path, span: specs[other].featureSpan),
      ]
    )
  }

  /// Returns the words of a title without common ones such as "screen" at either end; may be empty.
  private func title(of spec: Specification) -> [String] {
    var words = ResultWords.words(of: spec.feature)[...]
    while let last = words.last, ResultWords.areCommon([last]) { words.removeLast() }
    while let first = words.first, ResultWords.areCommon([first]) { words.removeFirst() }
    return Array(words)
  }

  private func texts(of spec: Specification) -> [String] {
    var texts = spec.rules.flatMap { $0.results ?? [] }
    for factor in spec.factors { texts += [factor.label] + factor.values.map(\.label) }
    for operation in spec.operations {
      texts += [operation.label] + operation.variants.map(\.label)
    }
    return texts
  }
}
