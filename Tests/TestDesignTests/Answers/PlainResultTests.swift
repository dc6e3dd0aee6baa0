import Foundation
import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// Results from specs, read as answers: the reader must not refuse honest ones.
struct PlainResultTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private static var specs: [String] {
    let trials = root.appending(path: "Tests/Trial").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: trials)) ?? []
    return ["payment-confirmation", "tsukurepo-post", "profile-screen", "boost-popup"].map {
      "specs/\($0).yaml"
    } + names.filter { !$0.contains(".") }.sorted().map { "Tests/Trial/\($0)/tree.yaml" }
  }

  /// Results that are refused anyway, since they contain a condition or a subject, or refer elsewhere.
  private static let refused: Set<String> = [
    "On return the screen asks for the passcode and shows the transfer's present state",
    "戻ったとき、写真とコメントがそのまま残っている", "ログインしたら書きかけの投稿画面に戻る", "戻ったときもポップアップを表示している",
    "Red tiles come first, then amber ones, then the others by name", "生徒は1人だけ選べる", "前月と同じ対応とする",
    "We take the dog to the vet",
  ]

  @Test(arguments: specs)
  func `the result of a rule without conditions is a result`(path: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    let specification = try analysed(text).specification
    let wording = Wording(specification)
    var count = 0
    for rule in specification.rules where rule.house == nil {
      let literals = rule.when.alternatives.flatMap(\.literals)
      guard literals.allSatisfy({ $0.factor == specification.operationFactor }),
        let results = rule.results
      else { continue }
      count += 1
      let reason = wording.reasonAgainst(results: results, where: literals)
      let isKnown = !Self.refused.isDisjoint(with: results)
      #expect((reason == nil) != isKnown, "\(results): \(reason.map(\.english) ?? "")")
    }
    #expect(count > 0)
  }
}
