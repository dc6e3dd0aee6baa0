import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Whatever labels say, what is made of them stays one sentence on one line.
struct OddLabelTests {
  private static let labels = [
    "", " ", "\n", "。", "、", "「", "」", "“", "”", "（", ")", "か", "る", "はい", "no", "0", "–", "👍🏽",
    "عضو",
    "\u{202E}abc", "a\u{0301}", "{variant}", "行\r\n行", "A, B or C", "premium member", "ゲスト",
    String(repeating: "長い", count: 200),
  ]

  @Test(arguments: Language.allCases)
  func oneSentence(language: Language) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      var sketch =
        language == .japanese
        ? SpecificationSketch.japaneseRecipe : SpecificationSketch.englishRecipe
      for factor in sketch.factors.indices {
        sketch.factors[factor].label = random.pick(Self.labels)
        for value in sketch.factors[factor].values.indices {
          sketch.factors[factor].values[value].label = random.pick(Self.labels)
          sketch.factors[factor].values[value].hasOwnLabel = random.chance(50)
        }
      }
      for operation in sketch.operations.indices {
        if random.chance(70) { sketch.operations[operation].label = random.pick(Self.labels) }
        for variant in sketch.operations[operation].variants.indices {
          sketch.operations[operation].variants[variant].label = random.pick(Self.labels)
        }
      }
      var literals = [literal(4, random.sample(random.within(1...4), of: [0, 1, 2, 3]).sorted())]
      for factor in 0..<4 where random.chance(50) {
        let values = sketch.factors[factor].values.indices.filter { _ in random.chance(50) }
        literals.append(literal(factor, Array(values), orNone: random.chance(50)))
      }
      let cube = NamedCube(literals: literals)
      sketch.rule("a", [literals], then: [random.pick(Self.labels)])
      sketch.rule("b", [[literals[0]]], question: random.pick(Self.labels) + "?")
      let wording = sketch.wording
      let sentences = [
        wording.undefinedQuestion(cube), wording.contradictionQuestion(literals, .between([0, 1])),
        wording.undecidedQuestion(1), wording.nearest(cube)?.phrase ?? "",
        wording.condition(of: sketch.rules[0].when), wording.operation(1),
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
