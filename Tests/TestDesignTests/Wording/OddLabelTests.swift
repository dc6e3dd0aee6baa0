import Specification
import TestSupport
import Testing

@testable import Specification
@testable import TestDesign

/// Whatever the labels are, the generated text stays one sentence on one line.
struct OddLabelTests {
  private static let labels = [
    "", " ", "\n", "。", "、", "「", "」", "“", "”", "（", ")", "か", "る", "はい", "no", "0", "–", "👍🏽",
    "عضو",
    "\u{202E}abc", "a\u{0301}", "{variant}", "行\r\n行", "A, B or C", "premium member", "ゲスト",
    String(repeating: "長い", count: 200),
  ]

  @Test(arguments: Language.allCases)
  func oneSentence(language: Language) throws {
    let plain = try specification(
      spec(
        """
        language: \(language.rawValue)
        states:
          login: [guest, member]
          plan: {values: [free, premium], only_when: {login: member}}
        data: {photos: ["0", "1", "2", "4", "5"], name: [short, very_long]}
        operations: {submit: Submit, network_error: {variants: [offline, timeout]}, done: Done}
        rules:
          network_error: [{id: a, when: {plan: premium, photos: ["1", "4"]}, then: A}]
          submit, network_error: [{id: b, question: "B?"}]
        """
      )
    )
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      var odd = plain
      for factor in odd.factors.indices {
        odd.factors[factor].label = random.pick(Self.labels)
        for value in odd.factors[factor].values.indices {
          odd.factors[factor].values[value].label = random.pick(Self.labels)
          odd.factors[factor].values[value].hasOwnLabel = random.chance(50)
        }
      }
      for operation in odd.operations.indices {
        if random.chance(70) { odd.operations[operation].label = random.pick(Self.labels) }
        for variant in odd.operations[operation].variants.indices {
          odd.operations[operation].variants[variant].label = random.pick(Self.labels)
        }
      }
      let span = odd.operationsSpan
      odd.rules[0].outcome = .then([.init(text: random.pick(Self.labels), span: span)])
      odd.rules[1].outcome = .question(
        .init(text: random.pick(Self.labels) + "?", options: [], ask: nil, until: nil, span: span)
      )
      let operations = random.sample(random.within(1...4), of: [0, 1, 2, 3]).sorted()
      var literals = [literal(4, operations)]
      for factor in 0..<4 where random.chance(50) {
        let values = odd.factors[factor].values.indices.filter { _ in random.chance(50) }
        literals.append(literal(factor, Array(values), orNone: random.chance(50)))
      }
      let cube = NamedCube(literals: literals)
      let wording = Wording(odd)
      let sentences = [
        wording.undefinedQuestion(cube), wording.contradictionQuestion(literals, .between([0, 1])),
        wording.undecidedQuestion(1), wording.nearest(cube)?.phrase ?? "–",
        wording.condition(of: odd.rules[0].when), wording.operation(1),
      ]
      for sentence in sentences {
        #expect(!sentence.isEmpty && !sentence.contains(where: \.isNewline))
        #expect(!sentence.unicodeScalars.contains("\u{202E}"))
        #expect(!sentence.contains("、、") || language == .english)
      }
      #expect(sentences[0].hasSuffix(language == .english ? "?" : "どうなりますか？"))
    }
  }
}
