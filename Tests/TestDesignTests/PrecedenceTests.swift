import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Which rule wins where several cover a combination: by precedence, then by shape, operation by operation.
struct PrecedenceTests {
  /// A spec of three factors with two values each and two operations.
  private func text(
    impossible: String = "",
    precedence: String = "",
    rules: String,
    operations: String = "{tap: Tap, hold: Hold}"
  ) -> String {
    spec(
      """
      states: {a: [a0, a1], b: [b0, b1], c: [c0, c1]}
      operations: \(operations)
      impossible: \(impossible)
      precedence: \(precedence)
      rules:
      \(rules)
      """
    )
  }

  // MARK: Shape

  @Test func `the exception beats the general rule, and its own exception beats both`() throws {
    let analysed = try analysed(
      text(
        rules: """
            tap:
              - {id: general, then: General}
              - {id: middle, when: {a: a0}, then: Middle}
              - {id: special, when: {a: a0, b: b0}, then: Special}
            hold: Held
          """
      )
    )
    #expect(analysed.winners("tap", "a1", "b0", "c0") == ["general"])
    #expect(analysed.winners("tap", "a0", "b1", "c0") == ["middle"])
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["special"])
    #expect(analysed.analysis.counts.contradictory == "0")
    #expect(
      analysed.defeats("tap", "a0", "b0", "c1") == [
        "general gives way to middle: isException", "general gives way to special: isException",
        "middle gives way to special: isException",
      ]
    )
  }

  @Test func `rules that overlap, and equal ones, beat each other nowhere`() throws {
    let analysed = try analysed(
      text(
        rules: """
            tap:
              - {id: left, when: {a: a0}, then: Left}
              - {id: right, when: {b: b0}, then: Right}
            hold:
              - {id: once, when: {a: a0}, then: Once}
              - {id: again, when: {a: a0}, then: Again}
          """
      )
    )
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["left", "right"])
    #expect(analysed.winners("hold", "a0", "b0", "c0") == ["once", "again"])
    #expect(analysed.analysis.counts.contradictory == "6")
  }

  // MARK: Several operations

  @Test func `exception and general rule are compared operation by operation`() throws {
    let analysed = try analysed(
      text(
        rules: """
            tap:
              - {id: all-of-tap, then: All}
            tap, hold:
              - {id: both, when: {a: a0}, then: Both}
            hold:
              - {id: small, when: {a: a0, b: b0}, then: Small}
          """
      )
    )
    // Over both operations together no rule is a part of another.
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["both"])
    #expect(analysed.winners("hold", "a0", "b0", "c0") == ["small"])
    #expect(analysed.winners("hold", "a0", "b1", "c0") == ["both"])
    #expect(analysed.winners("tap", "a1", "b0", "c0") == ["all-of-tap"])
  }

  @Test func `two rules for several operations may beat each other, each on another operation`()
    throws
  {
    let analysed = try analysed(
      text(
        impossible:
          "[{when: {operation: tap, a: a0, b: b1}}, {when: {operation: hold, a: a1, b: b0}}]",
        rules: """
            tap, hold:
              - {id: one, when: {a: a0}, then: One}
              - {id: two, when: {b: b0}, then: Two}
          """
      )
    )
    // On tap all of a0 is b0, on hold all of b0 is a0.
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["one"])
    #expect(analysed.winners("hold", "a0", "b0", "c0") == ["two"])
    #expect(analysed.analysis.counts.contradictory == "0")
  }

  @Test func `an operation counts with all its variants`() throws {
    let analysed = try analysed(
      text(
        rules: """
            tap:
              - {id: general, when: {a: a0}, then: General}
            tap/once:
              - {id: aside, then: Aside}
            tap/once, tap/twice:
              - {id: equal, when: {a: a0}, then: Equal}
            hold: Held
          """,
        operations: "{tap: {label: Tap, variants: [once, twice]}, hold: Hold}"
      )
    )
    // On tap/once alone the general rule would be a part of `aside`.
    #expect(analysed.winners("tap/once", "a0", "b0", "c0") == ["general", "aside", "equal"])
    #expect(analysed.winners("tap/twice", "a0", "b0", "c0") == ["general", "equal"])
  }

  // MARK: Precedence

  @Test func `precedence beats shape`() throws {
    let analysed = try analysed(
      text(
        precedence: "[general, special]",
        rules: """
            tap:
              - {id: general, when: {a: a0}, then: General}
              - {id: special, when: {a: a0, b: b0}, then: Special}
            hold: Held
          """
      )
    )
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["general"])
    let finding = try #require(analysed.analysis.findings.first { $0.code == .unreachableRule })
    #expect(
      finding.message == "`special` never applies: `general` (line 10) comes first everywhere"
    )
    #expect(
      finding.help == ["remove the rule, or change `precedence` or the `when` of what comes first"]
    )
    #expect(finding.related.map(\.message) == ["`general` comes first"])
  }

  @Test func `of the rules listed the first that covers wins over the others listed`() throws {
    let analysed = try analysed(
      text(
        precedence: "[one, two, three]",
        rules: """
            tap:
              - {id: three, when: {c: c0}, then: Three}
              - {id: two, when: {b: b0}, then: Two}
              - {id: one, when: {a: a0}, then: One}
              - {id: apart, when: {a: a0, c: c0}, then: Apart}
            hold: Held
          """
      )
    )
    #expect(analysed.winners("tap", "a0", "b0", "c1") == ["one"])
    #expect(analysed.winners("tap", "a1", "b0", "c0") == ["two"])
    #expect(analysed.winners("tap", "a1", "b1", "c0") == ["three"])
    // What is not listed is unaffected: an exception of `one` still beats it.
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["apart"])
    #expect(analysed.winners("tap", "a0", "b1", "c1") == ["one"])
  }

  @Test func `without others a rule that is not listed contradicts as before`() throws {
    let rules = """
        tap:
          - {id: one, when: {a: a0}, then: One}
          - {id: two, when: {b: b0}, then: Two}
          - {id: three, when: {c: c0}, then: Three}
        hold: Held
      """
    let without = try analysed(text(precedence: "[one, two]", rules: rules))
    #expect(without.winners("tap", "a0", "b0", "c0") == ["one", "three"])
    #expect(without.winners("tap", "a1", "b0", "c0") == ["two", "three"])
    let with = try analysed(text(precedence: "[one, others]", rules: rules))
    #expect(with.winners("tap", "a0", "b0", "c0") == ["one"])
    #expect(with.winners("tap", "a1", "b0", "c0") == ["two", "three"])
    let behind = try analysed(text(precedence: "[others, three]", rules: rules))
    #expect(behind.winners("tap", "a0", "b0", "c0") == ["one", "two"])
    #expect(behind.winners("tap", "a1", "b1", "c0") == ["three"])
    let between = try analysed(text(precedence: "[one, others, three]", rules: rules))
    #expect(between.winners("tap", "a0", "b0", "c0") == ["one"])
    #expect(between.winners("tap", "a1", "b0", "c0") == ["two"])
    #expect(between.winners("tap", "a1", "b1", "c0") == ["three"])
  }

  @Test func `a rule that precedence beats beats nothing by shape`() throws {
    let analysed = try analysed(
      text(
        precedence: "[first, special]",
        rules: """
            tap:
              - {id: general, then: General}
              - {id: special, when: {a: a0, b: b0}, then: Special}
              - {id: first, when: {b: b0, c: c0}, then: First}
            hold: Held
          """
      )
    )
    // `special` is out where `first` covers; there `first` is the exception of `general`.
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["first"])
    #expect(analysed.winners("tap", "a0", "b0", "c1") == ["special"])
    #expect(
      analysed.defeats("tap", "a0", "b0", "c0") == [
        "general gives way to first: isException", "special gives way to first: comesFirst",
      ]
    )
  }

  @Test func `an exception that is out does not stand for its own exceptions`() throws {
    let analysed = try analysed(
      text(
        precedence: "[blocks, middle]",
        rules: """
            tap:
              - {id: general, then: General}
              - {id: middle, when: {a: a0}, then: Middle}
              - {id: small, when: {a: a0, b: b0}, then: Small}
              - {id: blocks, when: {a: a0, c: c0}, then: Blocks}
            hold: Held
          """
      )
    )
    // `middle` is out, but `small` still beats the general rule, and it overlaps with what blocks.
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["small", "blocks"])
    #expect(analysed.winners("tap", "a0", "b1", "c0") == ["blocks"])
    #expect(analysed.winners("tap", "a0", "b0", "c1") == ["small"])
  }

  @Test func `where an exception is out the general rule is left`() throws {
    let analysed = try analysed(
      text(
        precedence: "[[out, small], [last, out]]",
        rules: """
            tap:
              - {id: general, then: General}
              - {id: small, when: {a: a0, b: b0}, then: Small}
              - {id: out, when: {a: a0, b: b0, c: c0}, then: Out}
              - {id: last, then: Last}
            hold: Held
          """
      )
    )
    // What comes before may be out itself: `out` is, by `last`, and `small` is all the same.
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["general", "last"])
    #expect(analysed.winners("tap", "a0", "b0", "c1") == ["small"])
    #expect(
      analysed.defeats("tap", "a0", "b0", "c0") == [
        "small gives way to out: comesFirst", "out gives way to last: comesFirst",
      ]
    )
  }

  @Test func `every covered combination has a winner, whatever the lists say`() throws {
    let analysed = try analysed(
      text(
        precedence: "[[one, two], [two, three], [three, four]]",
        rules: """
            tap:
              - {id: one, when: {a: a0}, then: One}
              - {id: two, when: {b: b0}, then: Two}
              - {id: three, when: {c: c0}, then: Three}
              - {id: four, then: Four}
              - {id: five, when: {a: a0, b: b0}, then: Five}
            hold: Held
          """
      )
    )
    for a in ["a0", "a1"] {
      for b in ["b0", "b1"] {
        for c in ["c0", "c1"] { #expect(!analysed.winners("tap", a, b, c).isEmpty) }
      }
    }
    // Lists are not joined: `one` comes before `two` and `two` before `three`, but not `one` before `three`.
    #expect(analysed.winners("tap", "a0", "b1", "c0") == ["one", "three"])
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["five"])
    #expect(analysed.analysis.counts.undefined == "0")
  }

  @Test func `a list counts on each operation that two of its rules share`() throws {
    let analysed = try analysed(
      text(
        precedence: "[frozen, others]",
        rules: """
            tap, hold:
              a: {a0: {id: frozen, then: Frozen}}
            tap:
              - {id: tapped, when: {b: b0}, then: Tapped}
            hold:
              - {id: held, when: {a: a0, b: b0}, then: Held}
              - {id: rest, when: {a: a1}, then: Rest}
          """
      )
    )
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["frozen"])
    #expect(analysed.winners("hold", "a0", "b0", "c0") == ["frozen"])
    #expect(analysed.winners("tap", "a1", "b0", "c0") == ["tapped"])
    #expect(analysed.winners("hold", "a1", "b0", "c0") == ["rest"])
  }

  @Test func `an open question takes its place like any rule`() throws {
    let analysed = try analysed(
      text(
        precedence: "[asked, others]",
        rules: """
            tap:
              - {id: asked, when: {a: a0}, question: What now?}
              - {id: special, when: {a: a0, b: b0}, then: Special}
            hold: Held
          """
      )
    )
    #expect(analysed.winners("tap", "a0", "b0", "c0") == ["asked"])
    #expect(analysed.analysis.counts.undecided == "4")
  }

  // MARK: Circles

  private func circle(_ text: String) throws -> Diagnostic {
    let checked = try analyse(specification(text), today: testDay)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.count == 1)
    return try #require(checked.diagnostics.first { $0.code == "circular-precedence" })
  }

  @Test func `a circle is placed where it is closed`() throws {
    let text = text(
      precedence: "[[one, two], [two, one]]",
      rules: """
          tap:
            - {id: one, when: {a: a0}, then: One}
            - {id: two, when: {a: a1}, then: Two}
          hold: Held
        """
    )
    let error = try circle(text)
    #expect(error.message == "circle of precedence: `one` → `two` → `one`")
    #expect(marked(error.span, in: text) == "one")
    #expect(error.span?.start.column == 32)
    #expect(error.help == ["put them into one list, in the order in which they come first"])
    #expect(error.related.map(\.message) == ["`two` comes after `one` here"])
    #expect(error.related.map(\.span.start.column) == [20])
  }

  @Test func `a circle may lead through others and over three lists`() throws {
    let rules = """
        tap:
          - {id: one, when: {a: a0}, then: One}
          - {id: two, when: {a: a1}, then: Two}
          - {id: three, when: {b: b0}, then: Three}
        hold: Held
      """
    let throughOthers = try circle(text(precedence: "[[one, others], [two, one]]", rules: rules))
    #expect(throughOthers.message == "circle of precedence: `one` → `two` → `one`")
    #expect(
      throughOthers.related.map(\.message) == ["`two` (of `others`) comes after `one` here"]
    )
    let long = try circle(
      text(precedence: "[[one, two], [two, three], [three, one]]", rules: rules)
    )
    #expect(long.message == "circle of precedence: `one` → `two` → `three` → `one`")
    #expect(
      long.related.map(\.message) == [
        "`two` comes after `one` here", "`three` comes after `two` here",
      ]
    )
    let short = try circle(text(precedence: "[[one, two, three], [three, one]]", rules: rules))
    #expect(short.message == "circle of precedence: `one` → `three` → `one`")
  }

  @Test func `what other operations say closes no circle`() throws {
    let rules = """
        tap:
          - {id: one, when: {a: a0}, then: One}
          - {id: two, when: {b: b0}, then: Two}
        tap, hold:
          - {id: both, when: {c: c0}, then: Both}
        hold:
          - {id: three, when: {a: a0}, then: Three}
      """
    // `three` and `one` never meet on an operation.
    let apart = try analysed(
      text(precedence: "[[one, both], [both, three], [three, one]]", rules: rules)
    )
    #expect(apart.winners("tap", "a0", "b1", "c0") == ["one"])
    #expect(apart.winners("hold", "a0", "b1", "c0") == ["both"])
    // One list for each operation: neither means the other's rules.
    let each = try analysed(text(precedence: "[[one, others], [three, others]]", rules: rules))
    #expect(each.winners("tap", "a0", "b0", "c0") == ["one"])
    #expect(each.winners("hold", "a0", "b0", "c0") == ["three"])
  }

  @Test func `nothing but the lists can make a circle`() throws {
    let rules = """
        tap:
          - {id: one, when: {a: a0}, then: One}
          - {id: two, when: {b: b0}, then: Two}
        hold: Held
      """
    let before = try analysed(text(precedence: "[one, two]", rules: rules))
    #expect(before.winners("tap", "a0", "b0", "c0") == ["one"])
    // What is impossible turns the two into whole and part: `two` would beat `one` by shape.
    let after = try analysed(
      text(impossible: "[{when: {a: a1, b: b0}}]", precedence: "[one, two]", rules: rules)
    )
    #expect(after.winners("tap", "a0", "b0", "c0") == ["one"])
  }

  // MARK: Findings

  @Test func `a contradiction says what to put first`() throws {
    func help(_ precedence: String, _ rules: String) throws -> [String] {
      let analysed = try analysed(text(precedence: precedence, rules: rules))
      return try #require(analysed.analysis.findings.first { $0.code == .contradictoryRules }).help
    }
    let narrow = "if both happen, write one rule for these combinations with both results"
    let two = """
        tap:
          - {when: {a: a0}, then: Zero}
          - {id: named, when: {b: b0}, then: Other}
        hold: Held
      """
    #expect(
      try help("", two) == [
        "if `tap-a0` (line 10) comes first: `precedence: [tap-a0, named]`",
        "if `named` (line 11) comes first: `precedence: [named, tap-a0]`", narrow,
      ]
    )
    // What `precedence` says already stays.
    #expect(
      try help("[hold, others]", two) == [
        "if `tap-a0` (line 10) comes first: add `[tap-a0, named]` to `precedence`",
        "if `named` (line 11) comes first: add `[named, tap-a0]` to `precedence`",
        narrow,
      ]
    )
    // Whichever came first, the other one would never apply.
    let numbered = """
        tap:
          - {when: {a: a0}, then: Zero}
          - {when: {a: a0}, then: Other}
        hold: Held
      """
    #expect(
      try help("", numbered) == [
        "if one of them is wrong, narrow its `when` or remove it", narrow,
      ]
    )
    let four = """
        tap:
          - {when: {a: a0}, then: Zero}
          - {when: {b: b0}, then: One}
          - {when: {c: c0}, then: Two}
          - {when: [{a: a0, b: b0, c: c0}, {a: a1, b: b1}], then: Three}
        hold: Held
      """
    let many = try analysed(text(rules: four)).analysis.findings.first { $0.rules.count == 4 }
    #expect(
      many?.help.first
        == "add to `precedence` one list of `tap-a0` (line 10), `tap-b0` (line 11), `tap-c0` (line 12) and `tap-a0-b0-c0-a1-b1` (line 13), what comes first in front"
    )
  }

  @Test func `no help closes a circle`() throws {
    let analysed = try analysed(
      text(
        precedence: "[[one, between], [between, two]]",
        rules: """
            tap:
              - {id: one, when: {a: a0}, then: One}
              - {id: two, when: {b: b0}, then: Two}
              - {id: between, when: {c: c0}, then: Three}
            hold: Held
          """
      )
    )
    let findings = analysed.analysis.findings.filter { $0.code == .contradictoryRules }
    let finding = try #require(findings.first)
    #expect(findings.map(\.rules) == [[0, 1]])
    #expect(
      finding.help.first
        == "if `one` (line 10) comes first: add `[one, two]` to `precedence`"
    )
    #expect(!finding.help.contains { $0.contains("[two, one]") })
  }

  @Test func `an exception that covers all by precedence and shape is told with its reasons`()
    throws
  {
    let analysed = try analysed(
      text(
        precedence: "[one, all]",
        rules: """
            tap:
              - {id: all, then: All}
              - {id: one, when: {a: a0}, then: One}
              - {id: two, when: {a: a1, b: b0}, then: Two}
              - {id: three, when: {a: a1, b: b1}, then: Two}
            hold: Held
          """
      )
    )
    let finding = try #require(analysed.analysis.findings.first { $0.code == .unreachableRule })
    #expect(
      finding.message
        == "`all` never applies: `one` (line 11) comes first, and its exceptions `two` (line 12) and `three` (line 13) cover the rest"
    )
    #expect(
      finding.related.map(\.message) == [
        "`one` comes first", "`two` is its exception", "`three` is its exception",
      ]
    )
  }

  @Test func `none of the rules that beat one on several operations can be spared`() throws {
    let analysed = try analysed(
      text(
        rules: """
            tap, hold:
              - {id: all, then: All}
              - {id: zero, when: {a: a0}, then: Zero}
            tap:
              - {id: tapped, when: {a: a1}, then: Tapped}
            hold:
              - {id: held, when: {a: a1}, then: Held}
              - {id: spared, when: {a: a0}, then: Zero}
          """
      )
    )
    let finding = try #require(analysed.analysis.findings.first { $0.code == .unreachableRule })
    #expect(finding.rules == [0, 1, 2, 3])
  }

  // MARK: Cost

  @Test(arguments: ["[LISTED, others]", "[others, LISTED]", "[o0-a0-b0, others]"])
  func `a list twice as long over twice the rules takes about twice the steps`(
    precedence: String
  ) throws {
    func steps(_ count: Int) throws -> AnalysedSpecification.Steps {
      func values(_ name: String) -> String {
        "[" + (0..<20).map { "\(name)\($0)" }.joined(separator: ", ") + "]"
      }
      let rules = (0..<count).map { rule in
        "    - {id: o\(rule % 4)-a\(rule / 4 / 20)-b\(rule / 4 % 20), when: {a: a\(rule / 4 / 20), b: b\(rule / 4 % 20)}, then: Result \(rule)}"
      }
      let sections = (0..<4).map { operation in
        (["  o\(operation):", "    - {id: o\(operation), then: General}"]
          + rules.indices.filter { $0 % 4 == operation }.map { rules[$0] }).joined(separator: "\n")
      }
      let listed = (0..<count / 2).map { "o\($0 % 4)-a\($0 / 4 / 20)-b\($0 / 4 % 20)" }
      return try analysed(
        spec(
          """
          states: {a: \(values("a")), b: \(values("b")), c: [c0, c1]}
          operations: {o0: Zero, o1: One, o2: Two, o3: Three}
          precedence: \(precedence.replacing("LISTED", with: listed.joined(separator: ", ")))
          rules:
          \(sections.joined(separator: "\n"))
          """
        )
      ).steps
    }
    let (small, large) = (try steps(400), try steps(800))
    #expect(Double(large.comparisons) < Double(small.comparisons) * 2.6)
    #expect(Double(large.diagramWork) < Double(small.diagramWork) * 2.6)
  }

  @Test func `exceptions that leave nothing are told`() throws {
    let analysed = try analysed(
      text(
        rules: """
            tap:
              - {id: all, then: All}
              - {id: one, when: {a: a0}, then: One}
              - {id: two, when: {a: a1}, then: Two}
            hold: Held
          """
      )
    )
    let finding = try #require(analysed.analysis.findings.first { $0.code == .unreachableRule })
    #expect(
      finding.message
        == "`all` never applies: its exceptions `one` (line 11) and `two` (line 12) cover all of it"
    )
    #expect(finding.help == ["remove the rule, or narrow its exceptions"])
  }
}

extension AnalysedSpecification {
  /// The ids of the rules that win in one combination.
  ///
  /// - Parameters:
  ///   - operation: `tap`, or `tap/once`.
  ///   - values: A value for each factor, `-` where it does not apply.
  /// - Returns: In the order of declaration; `impossible` outside the space, `unknown` where the spec has no such operation.
  func winners(_ operation: String, _ values: String...) -> [String] {
    guard let combination = combination(operation, values) else { return ["unknown"] }
    return explanation(of: combination)?.winners.map { specification.rules[$0].id }
      ?? ["impossible"]
  }

  /// Which rules give way to which in one combination, and why.
  func defeats(_ operation: String, _ values: String...) -> [String] {
    let rules = specification.rules
    guard let combination = combination(operation, values),
      let explanation = explanation(of: combination)
    else { return ["impossible"] }
    return explanation.overridden.flatMap { loser in
      loser.by.map { "\(rules[loser.rule].id) gives way to \(rules[$0.rule].id): \($0.reason)" }
    }
  }

  private func combination(_ operation: String, _ values: [String]) -> Combination? {
    let number = specification.operationValues.firstIndex { $0.id == operation }
    guard let number, values.count == specification.factors.count else { return nil }
    return Combination(
      values: zip(specification.factors, values).map { factor, id in
        factor.values.firstIndex { $0.id == id }
      },
      operation: number
    )
  }
}
