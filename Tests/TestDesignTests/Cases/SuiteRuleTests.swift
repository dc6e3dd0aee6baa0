import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Each rule of what a suite must hold, by hand: a suite that keeps it, and suites that do not.
struct SuiteRuleTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var sections: String
    /// A suite of depth `relevant`.
    var rows: [String]
    /// Rows that are left out, put in, and what is then said; `nil` for nothing.
    var changes: [(without: [Int], with: [String], says: String?)]
  }

  private static let weather = """
    states: {plan: {values: [free, premium], usual: free}, weather: [rain, sun]}

    """
  private static let wind = """
    states: {plan: [free, premium], weather: [rain, sun], wind: [calm, storm]}
    operations: [send]

    """
  private static let order = """
    [{id: sunny, when: {weather: sun}, then: A}, {id: paid, when: {plan: premium}, then: B}, {id: always, then: C}]
    """
  private static let ordered = [
    "review: free rain calm @ send", "review: premium rain calm @ send",
    "review: free sun calm @ send", "review: premium sun calm @ send",
    "relevant: premium rain storm @ send",
  ]
  private static let screen = """
    data: {photos: {range: 0..3, usual: 1}, badge: A badge is there}
    operations: {show: {label: The screen, parts: {photo: Photos, badge: Badge}}}
    rules:
      show/photo: {photos: {0: No photo, 1..: The photos}}
      show/badge: {badge: {yes: The badge}}

    """
  private static let shown = [
    "review: 1 no @ show", "review: 0 no @ show", "review: 1 yes @ show", "review: 4 no @ show",
    "relevant: 3 yes @ show", "relevant: 4 yes @ show",
  ]

  static let examples = [
    Example(
      testDescription: "what one value decides alone is asked for once",
      sections: weather + """
        operations: [send]
        rules:
          send: {plan: {free: {weather: {rain: A, sun: B}}, premium: C}}
        """,
      rows: [
        "review: free rain @ send", "review: free sun @ send", "review: premium rain @ send",
      ],
      changes: [
        (
          without: [1], with: ["relevant: premium sun @ send"],
          says: "weather=sun @ send is in no row in which weather matters"
        ),
        (
          without: [1], with: ["relevant: premium sun @ send"],
          says: "plan=free weather=sun @ send is in no row in which plan and weather matter"
        ),
        (without: [2], with: [], says: "plan=premium @ send is in no row in which plan matters"),
        (without: [2], with: ["review: premium sun @ send"], says: "could be nearer"),
      ]
    ),
    Example(
      testDescription: "a value that matters nowhere is met once",
      sections: weather + """
        operations: [send, back]
        impossible: [{when: {plan: free, weather: sun}}]
        rules:
          send: {plan: {free: A, premium: {weather: {rain: A, sun: A}}}}
          back: B
        """,
      rows: [
        "review: free rain @ send", "review: premium rain @ send", "review: premium sun @ send",
        "review: free rain @ back",
      ],
      changes: [
        (without: [2], with: [], says: "weather=sun @ send is in no row"),
        (without: [2], with: [], says: "weather=sun @ any operation is in no row"),
        (
          without: [2], with: ["relevant: premium sun @ back"],
          says: "weather=sun @ send is in no row"
        ),
      ]
    ),
    Example(
      testDescription: "thresholds of other operations give an operation no rows",
      sections: """
        data: {amount: {range: 1..9, usual: 4}}
        operations: [pay, tip]
        rules:
          pay: {amount: {..4: Small, 5..: Large}}
          tip: {amount: {..6: Low, 7..: High}}
        """,
      rows: [
        "review: 4 @ pay", "review: 5 @ pay", "review: 0 @ pay", "relevant: 1 @ pay",
        "relevant: 2 @ pay", "relevant: 9 @ pay", "review: 4 @ tip", "review: 7 @ tip",
        "relevant: 1 @ tip", "relevant: 6 @ tip", "relevant: 9 @ tip",
      ],
      changes: [
        (without: [3], with: [], says: "amount=1 @ pay is in no row"),
        (without: [5], with: [], says: "amount=9 @ pay is in no row in which amount matters"),
        (without: [9], with: [], says: "amount=6 @ tip is in no row in which amount matters"),
        (without: [4], with: [], says: "amount=2 @ any operation is in no row"),
        (without: [4], with: ["relevant: 2 @ tip"], says: nil),
      ]
    ),
    Example(
      testDescription: "variants share the tuples of as many factors as the strength",
      sections: weather + """
        operations: {fail: {label: It fails, variants: [once, twice]}}
        rules:
          fail: {plan: {free: {weather: {rain: A, sun: B}}, premium: {weather: {rain: C, sun: D}}}}
        """,
      rows: [
        "review: free rain @ fail/once", "review: premium sun @ fail/once",
        "review: free sun @ fail/twice", "review: premium rain @ fail/twice",
        "relevant: free rain @ fail/twice",
      ],
      changes: [
        (
          without: [1], with: ["review: premium sun @ fail/twice"],
          says: "plan=premium @ fail/once is in no row in which plan matters"
        ),
        (
          without: [2], with: ["review: premium sun @ fail/twice"],
          says:
            "plan=free weather=sun @ any operation is in no row in which plan and weather matter"
        ),
      ]
    ),
    Example(
      testDescription: "what comes first is shown where the other covers",
      sections: wind + "precedence: [sunny, paid]\nrules: {send: \(order)}",
      rows: ordered,
      changes: [
        (without: [3], with: [], says: "no row shows that the rule sunny beats paid"),
        (
          without: [3], with: ["review: premium sun storm @ send"],
          says: "could be nearer to the plain case: plan=premium weather=sun wind=storm"
        ),
      ]
    ),
    Example(
      testDescription: "what comes before the others is shown where they cover",
      sections: wind + "precedence: [sunny, others]\nrules: {send: \(order)}",
      rows: ordered,
      changes: [(without: [3], with: [], says: "no row shows that the rule sunny beats paid")]
    ),
    Example(
      testDescription: "a list under first is shown where rules overlap",
      sections: wind + "rules: {send: {first: \(order)}}",
      rows: ordered,
      changes: [(without: [3], with: [], says: "no row shows that the rule sunny beats paid")]
    ),
    Example(
      testDescription: "rules that say the same beat nobody",
      sections: wind
        + "precedence: [sunny, paid]\nrules: {send: \(order)}"
        .replacing("then: B", with: "then: A"),
      rows: ordered.indices.filter { $0 != 3 }.map { ordered[$0] },
      changes: [(without: [1, 3], with: [], says: "the rule paid wins undisputed")]
    ),
    Example(
      testDescription: "a condition is shown where it alone keeps a rule from deciding",
      sections: weather + """
        operations: [send]
        rules:
          send: [{when: {weather: sun}, then: A}, {id: wet, when: {plan: premium, weather: rain}, then: B}]
        """,
      rows: [
        "review: free sun @ send", "review: premium rain @ send", "review: free rain @ send",
        "review: premium sun @ send",
      ],
      changes: [
        (without: [3], with: [], says: "no row shows that the rule wet depends on weather")
      ]
    ),
    Example(
      testDescription: "rules that name the same value share its condition",
      sections: weather + """
        operations: [send]
        rules:
          send: {plan: {free: {weather: {rain: A, sun: B}}, premium: C}}
        """,
      rows: [
        "review: free rain @ send", "review: free sun @ send", "review: premium rain @ send",
      ],
      changes: [
        (without: [1], with: ["relevant: premium sun @ send"], says: "depends on weather")
      ]
    ),
    Example(
      testDescription: "each alternative of a rule is shown alone",
      sections: weather + """
        operations: [send]
        rules:
          send: [{then: A}, {id: odd, when: [{plan: premium}, {weather: sun}], then: B}]
        """,
      rows: [
        "review: free rain @ send", "review: premium rain @ send", "review: free sun @ send",
      ],
      changes: [
        (
          without: [2], with: ["review: premium sun @ send"],
          says: "no row shows an alternative of the rule odd alone"
        )
      ]
    ),
    Example(
      testDescription: "what a rule calls any is shown with its least usual value",
      sections: weather + """
        operations: [send]
        rules:
          send: [{when: {plan: free}, then: A}, {id: paid, when: {plan: premium, weather: any}, then: B}]
        """,
      rows: [
        "review: free rain @ send", "review: premium rain @ send", "review: premium sun @ send",
      ],
      changes: [
        (
          without: [2], with: ["relevant: free sun @ send"],
          says: "no row shows that the rule paid depends on weather"
        )
      ]
    ),
    Example(
      testDescription: "a screen is seen at its fullest and at its emptiest",
      sections: screen,
      rows: shown,
      changes: [
        (
          without: [4], with: ["relevant: 3 no @ show"],
          says: "no row shows show at its fullest: photos=3 badge=yes"
        ),
        (
          without: [1], with: ["review: 0 yes @ show"],
          says: "no row shows show at its emptiest: photos=0 badge=no"
        ),
      ]
    ),
    Example(
      testDescription: "a screen is as full as it can be",
      sections: screen + "impossible: [{when: {photos: 2..3, badge: yes}}]",
      rows: shown.map { $0.replacing("3 yes", with: "3 no") } + ["relevant: 2 no @ show"],
      changes: [(without: [4], with: [], says: "no row shows show at its fullest: photos=3")]
    ),
    Example(
      testDescription: "what a rule adds is a result",
      sections: weather + """
        operations: [send]
        rules:
          send: [{when: {plan: free}, then: A}, {when: {plan: premium}, then: B}, {id: more, when: {weather: sun}, adds: C}]
        """,
      rows: [
        "review: free rain @ send", "review: free sun @ send", "review: premium rain @ send",
        "relevant: premium sun @ send",
      ],
      changes: [
        (
          without: [1, 3], with: [], says: "the rule more wins undisputed somewhere, and in no row"
        ),
        (
          without: [3], with: [],
          says: "plan=premium weather=sun @ send is in no row in which plan and weather matter"
        ),
      ]
    ),
  ]

  @Test(arguments: examples)
  func `a suite that keeps it has nothing against it`(example: Example) throws {
    let reference = SuiteReference(try analysed(spec(example.sections)))
    let matrix = try SuiteReferenceTests.matrix(example.rows, of: reference)
    #expect(reference.complaints(matrix) == [])
    for depth in Depth.allCases {
      let naive = NaiveSuite(reference, depth: depth, strength: 2).matrix(depth: depth)
      #expect(reference.complaints(naive) == [], "\(depth)")
    }
  }

  @Test(arguments: examples)
  func `a suite that does not is named`(example: Example) throws {
    let reference = SuiteReference(try analysed(spec(example.sections)))
    for (without, with, says) in example.changes {
      let kept = example.rows.indices.filter { !without.contains($0) }
      let rows = kept.map { example.rows[$0] } + with
      let complaints = reference.complaints(try SuiteReferenceTests.matrix(rows, of: reference))
      if let says {
        #expect(complaints.contains { $0.contains(says) }, "\(says): \(complaints)")
      } else {
        #expect(complaints == [])
      }
    }
  }

  @Test func `each variant may have to hold its tuples`() throws {
    let example = try #require(Self.examples.first { $0.sections.contains("variants") })
    var reference = SuiteReference(try analysed(spec(example.sections)))
    reference.wholeTuples = .perValue
    let complaints = reference.complaints(
      try SuiteReferenceTests.matrix(example.rows, of: reference)
    )
    #expect(
      complaints == [
        "plan=free weather=sun @ fail/once is in no row in which plan and weather matter",
        "plan=premium weather=rain @ fail/once is in no row in which plan and weather matter",
        "plan=premium weather=sun @ fail/twice is in no row in which plan and weather matter",
      ]
    )
  }

  @Test func `what a rule adds is expected with the rest`() throws {
    let example = try #require(Self.examples.last)
    let reference = SuiteReference(try analysed(spec(example.sections)))
    let matrix = try SuiteReferenceTests.matrix(example.rows, of: reference)
    #expect(matrix.cases.map(\.expected) == [["A"], ["A", "C"], ["B"], ["B", "C"]])
  }
}
