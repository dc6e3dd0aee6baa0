import Diagnostics
import Testing
import YAMLSyntax

@testable import SpecMatrixCLI

/// The examples of the pages are what the pages say of them.
@Suite struct ExampleTests {
  @Test func thereAreExamples() {
    for page in Repository.pages {
      let examples = Fence.ofAllPages.filter { $0.isWholeSpec && $0.place.hasPrefix(page) }
      #expect(!examples.isEmpty, "\(page)")
    }
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

  /// A fragment below `<!-- from FILE -->` is made of lines of that file, in their order.
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

  /// Each page says of its first spec what is asked about it.
  @Test(
    arguments: [
      (
        "README.md",
        ["On “Tap Post”, what should happen if login is member, and “Photos” is 0 or 5?"]
      ),
      (
        "Documentation/language.md",
        ["On a network error, what should happen if plan is premium?"]
      ),
    ]
  )
  func theQuestionsOfTheFirstSpec(page: String, questions: [String]) throws {
    let example = try #require(try Fence.all(of: page).first { $0.isWholeSpec })
    let run = try Checkout().run("specmatrix check - --format concise", input: example.text)
    let asked = run.output.split(separator: "\n").compactMap { line in
      line.firstRange(of: "[undefined-expectation]: ").map { String(line[$0.upperBound...]) }
    }
    #expect(asked == questions)
  }
}
