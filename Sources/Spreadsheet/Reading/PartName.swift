/// Names of parts, as relations between parts give them.
enum PartName {
  /// The part that a relation of another part leads to: from the root, or from the other's folder.
  ///
  /// A way out of the archive ends at its root: parts are looked up, never opened as files.
  static func resolve(_ target: String, from part: String) -> String {
    var segments = target.hasPrefix("/") ? [] : part.split(separator: "/").dropLast()
    for segment in target.split(separator: "/") where segment != "." {
      if segment != ".." { segments.append(segment) } else { _ = segments.popLast() }
    }
    return segments.joined(separator: "/")
  }

  /// Where the relations of a part stand; the package's own for the empty name.
  static func relations(of part: String) -> String {
    let segments = part.split(separator: "/")
    let folder = segments.dropLast().map { $0 + "/" }.joined()
    return "\(folder)_rels/\(segments.last ?? "").rels"
  }
}
