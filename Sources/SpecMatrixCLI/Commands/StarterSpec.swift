import Diagnostics
import Specification
import Text

/// The path of a first spec, and the id and title derived from it.
struct StarterName {
  let path: String
  private(set) var id: String
  let feature: String

  /// Names a spec after its path, or after the folder that it is written to.
  ///
  /// Throws `CommandFailure` if the path has an extension that is not one of specs.
  init(_ written: String, isFolder: Bool) throws(CommandFailure) {
    let trimmed = FilePaths.withoutTrailingSlash(written)
    let last = String(trimmed.split(separator: "/").last ?? "")
    let endings = [".yaml", ".yml"]
    var stem = last
    if isFolder {
      path = FilePaths.join(trimmed, (stem.isEmpty ? "feature" : stem) + ".yaml")
    } else if let ending = endings.first(where: { last.hasSuffix($0) && last.count > $0.count }) {
      stem = String(last.dropLast(ending.count))
      path = trimmed
    } else if FileStatus.kind(of: written) == .special {
      path = written
    } else if let ending = last.firstMatch(of: /[^.](\.[A-Za-z][A-Za-z0-9]*)$/)?.1 {
      let meant = trimmed.dropLast(ending.count) + ".yaml"
      throw CommandFailure("\(written) does not end like a spec: write \(meant)")
    } else {
      path = trimmed + ".yaml"
    }
    id = Self.id(stem)
    feature = Self.title(stem)
  }

  /// Returns the name with a number appended to its id if that is taken: `POST-2`.
  func avoiding(_ taken: Set<String>) -> StarterName {
    var name = self
    var number = 1
    while taken.contains(name.id) {
      number += 1
      name.id = "\(id)-\(number)"
    }
    return name
  }

  /// Returns an id of capitals, digits and hyphens that starts with a letter; `FEATURE` if the name has no such characters.
  private static func id(_ stem: String) -> String {
    let words = stem.uppercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let id = words.joined(separator: "-").drop { !$0.isLetter }
    return id.isEmpty ? "FEATURE" : String(id)
  }

  /// Returns `tsukurepo-post` as `Tsukurepo post`.
  private static func title(_ stem: String) -> String {
    let words = stem.split { $0 == "-" || $0 == "_" || $0 == "." || $0.isWhitespace }
    let title = words.joined(separator: " ")
    return title.isEmpty ? "Feature" : title.prefix(1).uppercased() + title.dropFirst()
  }
}

/// A first spec: with traits, what they call for and nothing to delete; without, an example of the language.
///
/// Either is valid and leaves questions open. The templates are data files with placeholders in braces.
struct StarterSpec {
  let name: StarterName
  let language: Language
  let traits: [String]?
  /// The last day on which its open question is only a warning.
  let until: CalendarDate

  var text: String {
    var text = resource(
      "Starter/\(traits == nil ? "example" : "traits").\(language.rawValue).yaml"
    )
    if traits != nil, operations.isEmpty, let end = text.firstRange(of: "\noperations:") {
      text = String(text[..<end.lowerBound])
    }
    let values = [
      "path": VisibleText.line(name.path), "id": Self.scalar(name.id), "number": name.id,
      "feature": Self.scalar(name.feature), "until": until.description,
      "traits": (traits ?? []).joined(separator: ", "),
      "operations": operations.joined(separator: "\n"),
    ]
    text.replace(/\{(\w+)\}/) { values[String($0.output.1)] ?? String($0.output.0) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map(Self.aligned).joined(separator: "\n")
  }

  /// One line for each core operation of the catalogue that the traits call for.
  private var operations: [String] {
    let catalogue = Catalogue.standard
    return catalogue.listings.filter { listing in
      listing.kind == .operation && listing.isCore && listing.isRelevant(by: traits)
    }.map { "  \($0.id):  # \(catalogue.entry($0).label(language))" }
  }

  /// Aligns the comment at the end of a line, if any, with the comment column.
  private static func aligned(_ line: Substring) -> String {
    guard !line.hasPrefix("#"), let mark = line.firstRange(of: "  # ") else { return String(line) }
    var code = line[..<mark.lowerBound]
    while code.last == " " { code.removeLast() }
    let gap = max(2, commentColumn - DisplayWidth.columns(of: String(code)))
    return code + String(repeating: " ", count: gap) + line[mark.lowerBound...].dropFirst(2)
  }

  private static let commentColumn = 36

  /// Returns the text as a YAML scalar, quoted if it could be read as anything but text.
  private static func scalar(_ text: String) -> String {
    let visible = VisibleText.line(text)
    let words = ["true", "false", "null", "yes", "no"]
    let isPlain =
      visible.first?.isLetter == true && !words.contains(visible.lowercased())
      && visible.allSatisfy { $0.isLetter || $0.isNumber || " -".contains($0) }
    if isPlain { return visible }
    return "'" + visible.replacing("'", with: "''") + "'"
  }
}
