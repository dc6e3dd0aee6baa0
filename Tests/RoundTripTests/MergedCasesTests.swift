import Reporting
import Specification
import TestSupport
import Testing
import Text

@testable import RoundTrip
@testable import TestDesign

/// Suite files that hold the lines of two branches.
@Suite struct MergedCasesTests {
  private func spec(_ values: [String], _ operations: [String] = ["go"]) -> String {
    """
    specmatrix: 1
    id: T
    feature: Test
    data:
      f: {values: [\(values.joined(separator: ", "))]}
    operations: [\(operations.joined(separator: ", "))]
    rules:
    \(operations.map { operation in
      "  \(operation):\n" + values.map {
        "    - {when: {f: \($0)}, then: Result of \(operation) at \($0)}"
      }.joined(separator: "\n")
    }.joined(separator: "\n"))
    """
  }

  /// Returns the lines of both files, as `merge=union` does.
  private func union(_ one: String, _ other: String) -> String {
    let lines = one.split(separator: "\n").dropLast()
    let new = other.split(separator: "\n").filter { !lines.contains($0) }
    return (lines + new.dropLast() + ["]"]).joined(separator: "\n") + "\n"
  }

  private func stored(_ text: String) throws -> StoredSuite {
    try StoredSuite(json: Array(text.utf8), id: "T")
  }

  /// Returns two values whose cases have codes with the same prefix.
  private func colliding() throws -> (String, String) {
    var seen: [Substring: String] = [:]
    for number in 0..<10_000 {
      let value = "v\(number)"
      let start = CaseCode.of(["f": value], "go").prefix(3)
      if let other = seen.updateValue(value, forKey: start) { return (other, value) }
    }
    throw FormatMismatch("no two codes begin alike")
  }

  @Test func theSameCaseOfTwoBranchesHasOneID() throws {
    let one = try #require(try Generated(spec(["a", "b", "c"])))
    let other = try #require(try Generated(spec(["d", "c", "a"])))
    let ids = { (generated: Generated) in
      Dictionary(uniqueKeysWithValues: generated.earlier.cases.map { ($0.setup["f"] ?? "", $0.id) })
    }
    #expect(ids(one)["a"] == ids(other)["a"] && ids(one)["c"] == ids(other)["c"])
    #expect(ids(one)["b"] != ids(other)["d"])
  }

  @Test func anIDOfTwoCasesIsNeithers() throws {
    let (left, right) = try colliding()
    let one = try #require(try Generated(spec(["a", left])))
    let other = try #require(try Generated(spec(["a", right])))
    let id = try #require(one.earlier.cases.first { $0.setup["f"] == left }?.id)
    #expect(other.earlier.cases.first { $0.setup["f"] == right }?.id == id)
    for (ours, theirs) in [(one, other), (other, one)] {
      let merged = try stored(union(ours.json, theirs.json))
      let ids = merged.earlier.cases.map(\.id)
      #expect(Set(ids).count == 3 && !ids.contains(id))
      #expect(ids.filter { $0.hasPrefix(id) && $0.count == id.count + 1 }.count == 2)
      let said = "\(id) meant different cases on two branches: "
      #expect(merged.repairs.contains { $0.hasPrefix(said) })
      let next = try #require(
        try Generated(spec(["a", left, right]), after: merged.earlier)
      )
      #expect(next.earlier.cases.map(\.id).sorted() == ids)
      #expect(next.earlier.retired.map(\.id) == [id, id])
      let again = try stored(next.json)
      #expect(again.repairs.isEmpty && again.earlier.cases.map(\.id) == ids)
    }
    // Generated together, neither gets the short code.
    let both = try #require(try Generated(spec(["a", left, right])))
    #expect(!both.earlier.cases.contains { $0.id == id })
  }

  @Test func aCaseThatComesBackGetsItsIDAndNoOtherCaseDoes() throws {
    let (left, right) = try colliding()
    let first = try #require(try Generated(spec(["a", left])))
    let id = try #require(first.earlier.cases.first { $0.setup["f"] == left }?.id)
    let without = try #require(try Generated(spec(["a", "b"]), after: first.earlier))
    #expect(without.earlier.retired.map(\.id) == [id])
    let back = try #require(try Generated(spec(["a", "b", left]), after: without.earlier))
    #expect(back.earlier.cases.contains { $0.id == id })
    #expect(back.earlier.retired.isEmpty)
    let other = try #require(try Generated(spec(["a", "b", right]), after: without.earlier))
    #expect(!other.earlier.cases.contains { $0.id == id })
    #expect(other.earlier.retired.map(\.id) == [id])
  }

  @Test func ofTwoVersionsOfACaseThatWhichTheFactorsNameCounts() throws {
    let first = try #require(try Generated(spec(["a", "b"])))
    let renamed = first.json.replacing("\"b\"", with: "\"c\"")
    let reworded = first.json.replacing("Result of go", with: "Another result")
    // The factors are those of the branch that renamed a value.
    let old = first.json.split(separator: "\n")[2]
    let merged = try stored(union(reworded, renamed).replacing("\(old)\n", with: ""))
    #expect(merged.earlier.cases.map(\.id) == first.earlier.cases.map(\.id).sorted())
    #expect(Set(merged.earlier.cases.map { $0.setup["f"] }) == ["a", "c"])
    #expect(merged.repairs.count == 1)
    #expect(merged.repairs[0].hasPrefix("a merge left more than one version of T-"))
  }

  @Test func whatOneBranchChangedAndRetiredIsGone() throws {
    let first = try #require(try Generated(spec(["a", "b"])))
    let one = try #require(first.earlier.cases.first { $0.setup["f"] == "b" })
    let line = try #require(
      first.json.split(separator: "\n").first { $0.contains("{\"case\": \"\(one.id)\"") }
    )
    for (mark, isThere) in [("", true), (", \"changed\": true", false)] {
      let gone = ",{\"retired\": \"\(one.id)\", \"code\": \"\(one.code)\"\(mark)}"
      let merged = try stored(union(first.json, first.json.replacing(line, with: gone)))
      #expect(merged.earlier.cases.contains { $0.id == one.id } == isThere)
      #expect(merged.earlier.retired.isEmpty == isThere)
    }
  }

  @Test func whatTwoBranchesSayOfNewFactorsIsJoined() throws {
    let first = try #require(try Generated(spec(["a", "b"])))
    func with(_ factor: String) -> String {
      let line =
        ",{\"factor\": \"\(factor)\", \"label\": \"x\", \"values\": [{\"id\": \"p\", \"label\": \"p\"}]}"
      return first.json.replacing("\"f\": \"a\"", with: "\"f\": \"a\", \"\(factor)\": \"p\"")
        .replacing("\n,{\"rule", with: "\n\(line)\n,{\"rule", maxReplacements: 1)
    }
    let merged = try stored(union(with("g"), with("h")))
    #expect(merged.earlier.cases.contains { $0.setup == ["f": "a", "g": "p", "h": "p"] })
  }

  /// Random branches, merged line by line.
  @Test(arguments: 0..<UInt64(40))
  func idsStayWithTheirCases(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let values = (0..<6).map { "v\($0)" }
    func branch(_ name: String) -> String {
      let own = values.filter { _ in random.below(4) > 0 } + ["\(name)\(random.below(50))", name]
      return spec(own, ["go", "back"] + (random.below(2) == 0 ? [name] : []))
    }
    let base = try #require(try Generated(spec(values, ["go", "back"])))
    let one = try #require(try Generated(branch("one"), after: base.earlier))
    let two = try #require(try Generated(branch("two"), after: base.earlier))
    let merged = try stored(union(one.json, two.json))
    let ids = merged.earlier.cases.map(\.id)
    #expect(Set(ids).count == ids.count)
    for suite in [base.earlier, one.earlier, two.earlier] {
      for testCase in suite.cases {
        let now = merged.earlier.cases.first { $0.id == testCase.id }
        guard let now else { continue }
        #expect(now.setup == testCase.setup && now.operation == testCase.operation)
      }
    }
  }

  @Test(arguments: ["<<<<<<< HEAD", "||||||| 1a2b3c4", ">>>>>>> one"])
  func aConflictThatIsLeftSaysWhatToDo(mark: String) throws {
    let text = try #require(try Generated(spec(["a", "b"]))).json
    var lines = text.split(separator: "\n").map(String.init)
    lines.insert("<<<<<<< HEAD", at: 7)
    lines.insert(mark, at: 4)
    let error = #expect(throws: FormatMismatch.self) {
      try stored(lines.joined(separator: "\n"))
    }
    #expect(
      error?.reason
        == "git left a conflict in line 5: delete the lines that begin with <<<<<<<, |||||||, ======= "
        + "or >>>>>>>, keep all others, and run `specmatrix generate` again"
    )
    // The remaining lines are a suite.
    let rest = lines.filter { !$0.hasPrefix("<") && $0 != mark }.joined(separator: "\n")
    #expect(try stored(rest).repairs.isEmpty)
  }
}
