import Foundation
import Reporting
import Specification
import Testing

/// The pages list the options of the help, and all profiles and columns.
@Suite struct OptionTests {
  /// The commands, each with the page that lists its options.
  private static let pages = [
    ("init", "commands"), ("check", "commands"), ("show", "commands"), ("explain", "commands"),
    ("catalogue", "commands"), ("generate", "commands"),
    ("code", "commands"), ("results", "commands"), ("answer", "commands"),
    ("import", "commands"), ("measure", "commands"), ("diff", "commands"), ("schema", "commands"),
    ("cover", "cover"), ("links", "test-managers"),
    ("review", "review"), ("lsp", "editors"), ("try", "commands"), ("mcp", "agents"),
  ]

  @Test(arguments: pages)
  func thePageNamesTheOptionsOfTheHelp(command: String, page: String) throws {
    let help = try Checkout().run("specmatrix help \(command)").output
    let listed = Set(
      help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap(Self.options)
    )
    let text = try Repository.text("Documentation/\(page).md")
    let heading = try #require(text.firstRange(of: "# `specmatrix \(command)"))
    let rest = text[heading.upperBound...]
    let section = rest.firstRange(of: "\n##").map { rest[..<$0.lowerBound] } ?? rest
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `-") }
    let named = Set(rows.flatMap { Self.options(in: $0.split(separator: "|")[0]) })
    #expect(!named.isEmpty)
    #expect(named == listed.subtracting(["--help", "--version"]))
  }

  @Test func everyCommandHasAPageAndIsInTheREADME() throws {
    let help = try Checkout().run("specmatrix --help").output
    let lists = help.components(separatedBy: "SUBCOMMANDS:")
    try #require(lists.count > 1)
    let list = lists.dropFirst().joined()
    let commands = list.matches(of: /\n {2}([a-z]+) {2}/).map { String($0.output.1) }
    #expect(Set(commands) == Set(Self.pages.map(\.0)))
    let readme = try Repository.text("README.md")
    for command in commands { #expect(readme.contains("`specmatrix \(command)`"), "\(command)") }
  }

  @Test(arguments: ExportProfile.all)
  func theProfilesAreOnTheirPage(profile: ExportProfile) throws {
    let page = try Repository.text("Documentation/test-managers.md")
    #expect(page.contains("\n| `\(profile.name)` | `"))
    let exports = try #require(page.firstRange(of: "| tool | export |"))
    let rows = page[exports.upperBound...].prefix { $0 != "#" }
    #expect(rows.contains("`\(profile.name)`") == profile.hasLinks)
  }

  @Test func theColumnsOfTheSettingsAreOnTheirPage() throws {
    let columns = Planning.Column.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(try Repository.text("Documentation/language.md").contains("`[\(columns)]`"))
  }

  /// Returns the long options in a line.
  private static func options(in line: Substring) -> [String] {
    line.matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
  }
}
