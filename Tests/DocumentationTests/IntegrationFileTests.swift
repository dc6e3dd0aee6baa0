import Diagnostics
import Foundation
import Testing
import YAMLSyntax

/// The files by which other programs run this one fit it.
@Suite struct IntegrationFileTests {
  @Test(arguments: ["action.yml", ".pre-commit-hooks.yaml"])
  func theyAreYAMLAndNameOptionsThatThereAre(path: String) throws {
    let text = try Repository.text(path)
    let tree = parseYAML(SourceFile(path: path, text: text))
    #expect(tree.diagnostics.map(\.message) == [])
    let help = try Checkout().run("specmatrix help check").output
    let lines = text.split(separator: "\n").filter {
      $0.contains(" check ") || $0.contains("options+=")
    }
    let options = lines.flatMap { $0.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } }
    #expect(!options.isEmpty)
    for option in options { #expect(help.contains(option), "\(option)") }
  }

  @Test func theActionHandsInputsOverByTheEnvironment() throws {
    let text = try Repository.text("action.yml")
    let script = try #require(text.components(separatedBy: "run: |").last)
    #expect(!script.contains("${{"))
    for input in ["paths", "fail-on", "config", "sarif-file", "program"] {
      #expect(text.contains("${{ inputs.\(input) }}"))
    }
  }

  @Test func theProblemMatcherReadsEveryLineOfTheConciseFormat() throws {
    let data = Data(try Repository.text(".github/specmatrix-matcher.json").utf8)
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let matchers = try #require(document["problemMatcher"] as? [[String: Any]])
    let patterns = try matchers.map { matcher in
      try #require((matcher["pattern"] as? [[String: Any]])?.first)
    }
    let output = try Checkout().run("specmatrix check specs --format concise").output
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.count > 30)
    for line in lines.dropLast() {
      let found = try patterns.compactMap { try Self.groups(of: line, $0) }
      let groups = try #require(found.first, "\(line)")
      #expect(found.count == 1)
      #expect(groups["file"]?.hasSuffix(".yaml") == true)
      #expect(groups["line"].flatMap { Int($0) } != nil)
      #expect(groups["column"].flatMap { Int($0) } != nil)
      let severity = groups["severity"] ?? "note"
      #expect(line.contains(": \(severity)[\(groups["code"] ?? "")]: \(groups["message"] ?? "")"))
    }
    // The total is no message.
    #expect(try patterns.allSatisfy { try Self.groups(of: lines.last ?? "", $0) == nil })
  }

  /// What a pattern takes from a line, by the names of its groups; `nil` where it does not match.
  private static func groups(of line: String, _ pattern: [String: Any]) throws -> [String: String]?
  {
    let expression = try NSRegularExpression(pattern: pattern["regexp"] as? String ?? "(")
    let whole = NSRange(line.startIndex..., in: line)
    guard let match = expression.firstMatch(in: line, range: whole) else { return nil }
    var groups: [String: String] = [:]
    for (name, number) in pattern {
      guard let number = number as? Int, let range = Range(match.range(at: number), in: line)
      else { continue }
      groups[name] = String(line[range])
    }
    return groups
  }
}
