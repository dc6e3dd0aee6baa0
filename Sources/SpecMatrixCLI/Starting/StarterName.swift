import Specification

/// What a first spec is called: its path, and the id and title that the path suggests.
struct StarterName {
  let path: String
  let id: String
  let feature: String

  /// Names a spec.
  ///
  /// - Parameters:
  ///   - written: A file, or a folder (one that exists, or that is written with a slash at its end) for a file of its own name.
  ///   - isFolder: Whether the path is that of a folder.
  init(_ written: String, isFolder: Bool) {
    let trimmed = FilePaths.withoutTrailingSlash(written)
    let last = String(trimmed.split(separator: "/").last ?? "")
    let endings = [".yaml", ".yml"]
    var stem = last
    if isFolder {
      path = FilePaths.join(trimmed, (stem.isEmpty ? "feature" : stem) + ".yaml")
    } else if let ending = endings.first(where: { last.hasSuffix($0) && last.count > $0.count }) {
      stem = String(last.dropLast(ending.count))
      path = trimmed
    } else {
      path = trimmed + ".yaml"
    }
    id = Self.id(stem)
    feature = Self.title(stem)
  }

  /// Capitals, digits and hyphens, beginning with a letter; `FEATURE` where the name has none to offer.
  private static func id(_ stem: String) -> String {
    let words = stem.uppercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let id = words.joined(separator: "-").drop { !$0.isLetter }
    return id.isEmpty ? "FEATURE" : String(id)
  }

  /// `tsukurepo-post` as `Tsukurepo post`.
  private static func title(_ stem: String) -> String {
    let words = stem.split { $0 == "-" || $0 == "_" || $0 == "." || $0.isWhitespace }
    let title = words.joined(separator: " ")
    return title.isEmpty ? "Feature" : title.prefix(1).uppercased() + title.dropFirst()
  }
}
