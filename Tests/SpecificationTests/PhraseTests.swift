import Diagnostics
import Foundation
import Testing
import YAMLSyntax

@testable import Specification

/// Everything said about findings in English is also available in Japanese.
struct PhraseTests {
  @Test func `each value stands once in the Japanese sentence`() {
    for (english, japanese) in Phrase.japanese {
      let count = english.count { $0 == "%" }
      let places = japanese.matches(of: /%(.)/).compactMap { Int(String($0.output.1)) }.sorted()
      #expect(places == Array(1...max(1, count)).prefix(count).map(\.self), "\(english)")
    }
  }

  @Test func `values take the places that the sentence gives them`() {
    #expect(
      Language.english.say("\("A"): \(3) of \("12") combinations") == "A: 3 of 12 combinations"
    )
    #expect(Language.japanese.say("\("A"): \(3) of \("12") combinations") == "A：12通りのうち3通り")
    #expect(Language.japanese.say("remove it") == "削除する")
  }

  /// Searches the program's sources for sentences and looks each up.
  @Test func `every sentence has its Japanese, and no other is there`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var said: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let hasReasons = text.contains("AnswerReason")
      guard hasReasons || text.contains("say(") || path.hasPrefix("YAMLSyntax/") else { continue }
      for literal in Self.literals(in: text[...]) where Phrase.japanese[literal] != nil {
        said.insert(literal)
      }
      for call in text.matches(of: /(?:\bthrow|\bAnswerReason\(|\.(?:init|refused)\()\s*"/)
      where hasReasons {
        let literal = try #require(Self.literal(in: text[call.range.upperBound...]))
        // A text in each language, or another value.
        if literal.rest.prefixMatch(of: /\s*,/) != nil { continue }
        #expect(Phrase.japanese[literal.text] != nil, "\(path): \(literal.text)")
      }
      guard path.hasPrefix("TestDesign/") || path.hasPrefix("Reporting/Check/") else { continue }
      for call in text.matches(of: /\bsay\(\s*"/) {
        let literal = try #require(Self.literal(in: text[call.range.upperBound...])).text
        #expect(Phrase.japanese[literal] != nil, "\(path): \(literal)")
      }
    }
    #expect(said == Set(Phrase.japanese.keys), "\(Set(Phrase.japanese.keys).subtracting(said))")
  }

  /// All recorded messages about texts that are not YAML are entirely Japanese.
  @Test func `what is not YAML is told in Japanese`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../YAMLSyntaxTests/Messages").standardizedFileURL
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for fence in text.matches(of: /```yaml\n((?s).*?\n)```\n/) {
        let file = SourceFile(path: "a.yaml", text: String(fence.output.1))
        for mistake in parseYAML(file).diagnostics {
          let told = mistake.told(in: .japanese)
          for said in [told.message] + told.help + told.related.map(\.message) {
            #expect(said.contains(/[ぁ-んァ-ヶ一-龠]/), "\(name): \(said)")
          }
          #expect(mistake.told(in: .english) == mistake)
          count += 1
        }
      }
    }
    #expect(count > 80)
  }

  @Test func `a text that may be no YAML says its language`() {
    #expect(Language(of: "id: A\nlanguage: ja # 日本語\nrules: {") == .japanese)
    #expect(Language(of: "{\n\"language\": \"en\"") == .english)
    #expect(Language(of: "  language: ja") == nil)
  }

  /// Returns the single-line literals, with `%` in place of interpolations.
  private static func literals(in text: Substring) -> [String] {
    text.indices.filter { text[$0] == "\"" }
      .compactMap { literal(in: text[text.index(after: $0)...])?.text }
  }

  /// Returns the text before the closing quote of a literal, or `nil` if the line ends first.
  private static func literal(in text: Substring) -> (text: String, rest: Substring)? {
    var (literal, rest) = ("", text)
    while let character = rest.popFirst(), !character.isNewline {
      if character == "\"" { return (literal, rest) }
      guard character == "\\" else {
        literal.append(character)
        continue
      }
      let escaped = rest.popFirst()
      guard escaped == "(" else {
        if let escaped { literal.append(escaped) }
        continue
      }
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        if inner == "\"", let nested = Self.literal(in: rest) { rest = nested.rest }
        depth += inner == "(" ? 1 : inner == ")" ? -1 : 0
      }
      literal.append("%")
    }
    return nil
  }
}
