import Text

enum PartName {
  /// Returns the part to which a relation of another part refers, either from the root or relative to the other part's folder.
  ///
  /// A path that leads out of the archive ends at its root: parts are looked up, never opened as files.
  static func resolve(_ target: String, from part: String) -> String {
    var segments = target.hasPrefix("/") ? [] : part.split(separator: "/").dropLast()
    for segment in target.split(separator: "/") where segment != "." {
      if segment != ".." { segments.append(segment) } else { _ = segments.popLast() }
    }
    return segments.joined(separator: "/")
  }

  /// Returns the part with the relations of a part, or with those of the package for an empty name.
  static func relations(of part: String) -> String {
    let segments = part.split(separator: "/")
    let folder = segments.dropLast().map { $0 + "/" }.joined()
    return "\(folder)_rels/\(segments.last ?? "").rels"
  }
}

/// The relations of a part, to which others can be added.
final class PartRelations {
  struct Relation {
    var id: String
    /// The last component of the type, the same in transitional and strict documents, such as `worksheet`.
    var kind: String
    var type: String
    var isExternal: Bool
    /// The target as written.
    var target: String
    /// The name of the target part.
    var part: String
  }

  let part: String
  private let tree: XMLTree
  private var isChanged = false

  init(of part: String, _ tree: XMLTree? = nil) {
    self.part = part
    self.tree =
      tree
      ?? XMLTree(
        "Relationships",
        [("xmlns", "http://schemas.openxmlformats.org/package/2006/relationships")]
      )
  }

  private(set) lazy var all: [Relation] = tree.elements.map(relation)
  private lazy var byID = Dictionary(firstOf: all.map { ($0.id, $0) })
  private lazy var byTarget = Dictionary(
    firstOf: all.map {
      (Self.key($0.type, $0.isExternal ? $0.target : "/" + $0.part, $0.isExternal), $0.id)
    }
  )
  private var next = 1

  private func relation(_ element: XMLTree) -> Relation {
    let type = element["Type"] ?? ""
    let target = element["Target"] ?? ""
    return Relation(
      id: element["Id"] ?? "",
      kind: type.split(separator: "/").last.map(String.init) ?? "",
      type: type,
      isExternal: element["TargetMode"] == "External",
      target: target,
      part: PartName.resolve(target, from: part)
    )
  }

  private static func key(_ type: String, _ target: String, _ isExternal: Bool) -> [String] {
    [type, target, isExternal ? "external" : ""]
  }

  func first(_ kind: String) -> Relation? { all.first { $0.kind == kind && !$0.isExternal } }

  subscript(id: String) -> Relation? { byID[id] }

  /// Adds a relation unless it exists, and returns its id.
  @discardableResult
  func add(type: String, target: String, isExternal: Bool = false) -> String {
    let key = Self.key(type, target, isExternal)
    if let known = byTarget[key] { return known }
    while byID["rId\(next)"] != nil { next += 1 }
    let id = "rId\(next)"
    let element = XMLTree(
      "\(tree.prefix)Relationship",
      [("Id", id), ("Type", type), ("Target", target)]
    )
    if isExternal { element["TargetMode"] = "External" }
    tree.append(element)
    let new = relation(element)
    all.append(new)
    byID[id] = new
    byTarget[key] = id
    isChanged = true
    return id
  }

  func remove(_ id: String) {
    tree.remove { $0["Id"] == id }
    all = tree.elements.map(relation)
    byID[id] = nil
    byTarget = byTarget.filter { $0.value != id }
    isChanged = true
  }

  /// The new contents, or `nil` if nothing changed.
  var changedDocument: [UInt8]? { isChanged ? tree.document : nil }
}
