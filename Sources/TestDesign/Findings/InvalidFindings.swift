import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

extension FindingWriter {
  /// Returns a question for each factor whose invalid values no rule of the spec names.
  mutating func findings(of unnamed: [UnnamedInvalid]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    let taken = Set(specification.rules.map(\.id))
    let refusals = unnamed.contains(where: \.isNamedNowhere) ? refusals : []
    for var unnamed in unnamed where unnamed.isNamedNowhere {
      let decided = try store.difference(unnamed.rows, regions.undefined)
      unnamed.rules = try quoted(unnamed, decided, refusals: refusals)
      unnamed.rule = unnamed.rules.first ?? unnamed.rule
      let shown = try store.intersection(decided, regions.wins[unnamed.rule])
      let example = try example(
        of: shown == .empty ? decided : shown,
        in: Cube(full: lowered.domains)
      )
      let cube = lowered.named(lowered.cube(of: unnamed))
      let meaning = idParts(cube)
      let factor = specification.factors[unnamed.factor]
      let name = "\(specification.operations[unnamed.operations[0]].id)-\(factor.name)-invalid"
        .replacing("_", with: "-")
      let isFirst = regions.needsPrecedence([lowered.cube(of: unnamed)], in: unnamed.rows)
      let first = !isFirst ? nil : taken.contains(name) ? name + "-2" : name
      // All values may be invalid.
      let label = wording.quoted(factor.label.onOneLine)
      let said = wording.condition(cube.literals)
      let condition = said.isEmpty ? say("if \(label) is invalid") : said
      let unsaid = try unsaid(decided, in: lowered.cube(of: unnamed))
      let rules = wording.rules(about: Set(unnamed.operations.prefix(1)))
      let finding = Finding(
        code: .invalidLikeValid,
        id: ids.next("Q", ["invalid", specification.id, factor.name]),
        message: wording.invalidQuestion(condition, of: cube, unnamed),
        span: factor.span,
        help: [
          say("if that is meant, say so in a rule: `when: {\(factor.name.asFlowScalar): any}`"),
          say(
            "if it never occurs, say so under `impossible`: `{when: {\(factor.name.asFlowScalar): invalid}, because: …}`"
          ),
        ],
        cube: cube,
        combinations: space.decimalCount([unnamed.rows]),
        rules: [unnamed.rule],
        stub: wording.stub([cube], first: first),
        stubsInPlace: wording.stubsInPlace([cube], first: first),
        question: QuestionDetail(
          operation: unnamed.operations[0],
          condition: condition,
          asked: cube,
          example: example,
          region: [cube],
          assumed: wording.assumed(unsaid.assumed),
          reach: wording.reach(
            factors(toldApartBy: rules, for: lowered.cube(of: unnamed), among: unsaid.free)
          ),
          fingerprint: Self.fingerprint(["invalid"], of: meaning)
        )
      )
      findings.append(finding)
    }
    return findings
  }

  /// The rules with a negated result.
  private var refusals: Set<Int> {
    Set(
      specification.rules.indices.filter { rule in
        (specification.rules[rule].results ?? []).contains {
          ResultWords.isDenied(ResultWords.words(of: $0), $0)
        }
      }
    )
  }

  /// Returns the rules that tell how invalid values are treated like any other.
  ///
  /// Unconditional rules come first, then rules that change something, then others; refusals that change nothing come last. Ties go to the
  /// rule that decides in the plainest combination.
  private func quoted(
    _ unnamed: UnnamedInvalid,
    _ decided: Diagram,
    refusals: Set<Int>
  ) throws(LimitExceeded) -> [Int] {
    let plain = try example(of: decided, in: Cube(full: lowered.domains))
      .flatMap { regions.winners(lowered.row($0)).first }
    func rank(_ rule: Int) -> [Int] {
      let declared = specification.rules[rule]
      let isAlways = declared.when.alternatives.contains { alternative in
        alternative.terms.allSatisfy { $0.factor == specification.operationFactor }
      }
      let kind = isAlways ? 0 : declared.becomes.isEmpty ? 2 : 1
      let isBare = declared.becomes.isEmpty && refusals.contains(rule)
      return [isBare ? 1 : 0, kind, rule == plain ? 0 : 1, rule]
    }
    let parts = lowered.parts.of(operation: unnamed.operations[0]).map { lowered.parts[$0] }
    let rules = Set(parts.filter { !$0.isOfHouse }.map(\.rule))
      .filter { regions.resultNumbers[$0] != nil }
    let ranked = rules.map(rank).sorted { $0.lexicographicallyPrecedes($1) }
    var found: [Int] = []
    for rule in ranked.map({ $0[3] }) where try store.meet(regions.wins[rule], decided) {
      found.append(rule)
    }
    return found.isEmpty ? [plain ?? unnamed.rule] : found
  }
}

extension Wording {
  /// Asks whether the results that the spec as written has for invalid values are right.
  fileprivate func invalidQuestion(
    _ condition: String,
    of cube: NamedCube,
    _ unnamed: UnnamedInvalid
  ) -> String {
    let literal = cube.literals.first { $0.factor == unnamed.factor }
    let place = condition + (literal.map(validRange) ?? "")
    let operations = unnamed.operationValues.filter {
      specification.operationValues[$0].operation == unnamed.operations[0]
    }
    let operation = operationClause(
      NamedCube.Literal(
        factor: specification.operationFactor,
        values: operations,
        allowsNotApplicable: false
      )
    ).capitalisedAtStart
    return say(
      "\(operation), \(place): is \(results(unnamed)) right? That is what the spec says now."
    )
  }

  /// Returns the first results that a Yes confirms: “Paid” or “Declined”.
  private func results(_ unnamed: UnnamedInvalid) -> String {
    let rules = unnamed.rules.isEmpty ? [unnamed.rule] : unnamed.rules
    var results = rules.map { quoted(outcome(of: specification.rules[$0])) }.withoutRepetitions
    let more = results.count - Self.maxTreatments + 1
    if more > 1 { results = results.dropLast(more) + [say("\(more) more")] }
    return language.choose(
      EnglishGrammar.list(results, "or"),
      results.joined(separator: "または")
    )
  }

  /// The number of results up to which a question lists all of them.
  private static let maxTreatments = 3

  /// Returns how values are treated like any other: “Pay → “Paid” or “Declined””.
  private func treatment(_ unnamed: UnnamedInvalid) -> String {
    let operation = specification.operations[unnamed.operations[0]].label.onOneLine
    let variants = operationGroups(unnamed.operationValues).map(variants).joined()
    return language.choose(
      "\(EnglishGrammar.term(operation))\(variants) → ",
      "\(quoted(operation))\(variants)→"
    ) + results(unnamed)
  }

  /// Returns a line on an amount whose zero is treated like any other number.
  func zeroLikeOthers(_ unnamed: UnnamedInvalid) -> String {
    let factor = specification.factors[unnamed.factor]
    let zero = factor.values[unnamed.values[0]].label
    let name = quoted(factor.label.onOneLine)
    return factor.isMoney
      ? say(
        "\(name) of \(zero) is treated like any other amount, and negative amounts (refunds, corrections) do not occur: \(treatment(unnamed))"
      ) : say("\(name) of \(zero) is treated like any other: \(treatment(unnamed))")
  }

  /// Returns a line on operations that treat invalid values like any other.
  func invalidElsewhere(_ unnamed: UnnamedInvalid) -> String {
    let values = unnamed.values.map { specification.factors[unnamed.factor].values[$0].label }
    let factor = specification.factors[unnamed.factor].label.onOneLine
    let operations = unnamed.operations.map { specification.operations[$0].label.onOneLine }
    let all = operations.map(quoted)
    let list = language.choose(EnglishGrammar.list(all, "and"), all.joined(separator: "・"))
    let any = language.choose(EnglishGrammar.list(values, "or"), values.joined(separator: "・"))
    return say("On \(list), it makes no difference if \(quoted(factor)) is \(any)")
  }
}

/// The words of labels and results of operations that a user performs and that do more than show something.
///
/// The operation that takes in a field usually mentions it.
struct SpokenWords {
  private var texts: [(operation: Int, words: [String])] = []
  /// The indices of the texts that contain each word.
  private var places: [String: [Int]] = [:]

  init(_ lowered: LoweredSpecification) {
    let specification = lowered.specification
    for (number, operation) in specification.operations.enumerated()
    where !operation.isEvent && !operation.shows && operation.catalogueEntry == nil {
      let rules = lowered.parts.of(operation: number).map { lowered.parts[$0].rule }
      let results = rules.flatMap { specification.rules[$0].results ?? [] }
      for words in ([operation.label] + results).map(ResultWords.words) {
        for word in Set(words) { places[word, default: []].append(texts.count) }
        texts.append((number, words))
      }
    }
  }

  /// Returns the first operation that mentions the label of a factor, or `nil`.
  func operation(speakingOf factor: Factor) -> Int? {
    let label = ResultWords.words(of: factor.label)
    // The rarest word leads to the fewest texts.
    let candidates = label.map { places[$0] ?? [] }.min { $0.count < $1.count }
    return candidates?.first { !texts[$0].words.ranges(of: label).isEmpty }.map {
      texts[$0].operation
    }
  }
}
