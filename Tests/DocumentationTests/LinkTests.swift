import Foundation
import Testing

/// Links between the files of the repository resolve.
@Suite struct LinkTests {
  @Test(arguments: Repository.pages + ["CONTRIBUTING.md", "CHANGELOG.md"])
  func everyLinkLeadsToAFileAndAHeading(page: String) throws {
    let folder = page.split(separator: "/").dropLast().joined(separator: "/")
    let lines = try Self.prose(of: page)
    for link in lines.flatMap({ $0.matches(of: /\]\(([^)\s]+)\)/) }).map(\.output.1)
    where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let target =
        parts[0].isEmpty
        ? page : URL(filePath: "/\(folder)/\(parts[0])").standardizedFileURL.relativePath
      let file = Repository.root.appending(path: target)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link)")
      if parts.count > 1 {
        #expect(try Self.anchors(of: target).contains(parts[1]), "\(page): \(link)")
      }
    }
  }

  /// Returns the anchors of a page's headings, formed as GitHub does.
  private static func anchors(of page: String) throws -> Set<String> {
    Set(
      try prose(of: page).filter { $0.hasPrefix("#") }.map { line in
        let heading = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
          .replacing(" ", with: "-")
      }
    )
  }

  /// Returns the lines of a page outside fenced blocks.
  private static func prose(of page: String) throws -> [Substring] {
    var isInside = false
    return try Repository.text(page).split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isInside.toggle() }
      return !isInside && !line.hasPrefix("```")
    }
  }
}
