import Testing

/// The options that the README lists are those that the help lists.
@Suite struct OptionTests {
  @Test(arguments: [
    "check", "merge", "generate", "answer", "diff", "show", "explain", "measure", "init",
    "catalogue", "schema", "cover",
  ])
  func theREADMENamesTheOptionsOfTheHelp(command: String) throws {
    let help = try Checkout().run("specmatrix help \(command)").output
    let listed = Set(
      help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap(Self.options)
    )
    let text = try Repository.text("README.md")
    let heading = try #require(text.firstRange(of: "### `specmatrix \(command)"))
    let rest = text[heading.upperBound...]
    let section = rest.firstRange(of: "\n##").map { rest[..<$0.lowerBound] } ?? rest
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `-") }
    let named = Set(rows.flatMap { Self.options(in: $0.split(separator: "|")[0]) })
    #expect(!named.isEmpty)
    #expect(named == listed.subtracting(["--help", "--version"]))
  }

  /// The long options in a line.
  private static func options(in line: Substring) -> [String] {
    line.matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
  }
}
