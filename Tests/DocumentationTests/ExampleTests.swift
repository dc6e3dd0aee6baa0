import Diagnostics
import Testing
import YAMLSyntax

@testable import SpecMatrixCLI

/// The examples of the pages match what the pages say of them.
@Suite struct ExampleTests {
  @Test(arguments: [
    "README.md", "Documentation/language.md", "Documentation/findings.md",
    "Documentation/terminal.md",
  ])
  func thereAreExamples(page: String) {
    let examples = Fence.ofAllPages.filter { $0.isWholeSpec && $0.place.hasPrefix(page) }
    #expect(!examples.isEmpty)
  }

  @Test(arguments: Fence.ofAllPages.filter(\.isWholeSpec))
  func aWholeSpecIsReadAndAnalysed(example: Fence) throws {
    let run = try Checkout().run("specmatrix check - --format concise", input: example.text)
    #expect(run.status == .success || run.status == .findings, "\(run.output)\(run.errors)")
    #expect(run.errors == "")
  }

  @Test(arguments: Fence.ofAllPages.filter { $0.info == "yaml fragment" })
  func aFragmentIsYAML(example: Fence) {
    let tree = parseYAML(SourceFile(path: example.place, text: example.text))
    #expect(tree.diagnostics.map(\.message) == [])
    #expect(tree.value != nil)
  }

  /// A fragment below `<!-- from FILE -->` consists of lines of that file in order.
  @Test func excerptsOfSpecsAreTheirLines() throws {
    var excerpts = 0
    for example in Fence.ofAllPages where example.lead.hasPrefix("<!-- from ") {
      excerpts += 1
      let path = example.lead.split(separator: " ")[2]
      var lines = try Repository.text(String(path)).split(separator: "\n")[...]
      for line in example.text.split(separator: "\n") {
        let place = lines.firstIndex(of: line)
        #expect(place != nil, "\(example.place): \(line)")
        lines = lines[(place ?? lines.startIndex)...].dropFirst()
      }
    }
    #expect(excerpts > 0)
  }

  /// For some of their whole specs, pages list the questions.
  @Test(
    arguments: [
      (
        "README.md", 0,
        [
          "On a network error, what happens if the draft is empty or full, and the login is guest?"
        ]
      ),
      (
        "Documentation/language.md", 0,
        [
          "When somebody taps Send, what happens if “Identity check” is “Not done” and the amount is 1 to 500 EUR?"
        ]
      ),
    ]
  )
  func theQuestionsOfASpec(page: String, number: Int, questions: [String]) throws {
    let examples = try Fence.all(of: page).filter(\.isWholeSpec)
    try #require(examples.indices.contains(number))
    let run = try Checkout().run(
      "specmatrix check - --format concise",
      input: examples[number].text
    )
    let asked = run.output.split(separator: "\n").compactMap { line in
      line.firstRange(of: "[undefined-expectation]: ").map { String(line[$0.upperBound...]) }
    }
    #expect(asked == questions)
  }
}
