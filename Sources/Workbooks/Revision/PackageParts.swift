/// The parts of a saved package while some of them change; all others are copied in compressed form.
struct PackageParts: ~Copyable {
  private var archive: ZipArchive
  let limits: ReadingLimits
  /// The names with their original spelling in the order of the archive, followed by new ones.
  private(set) var names: [String]
  /// The original spelling by the name in lower case.
  private var spelling: [String: String]
  /// The new contents of changed parts, by name in lower case.
  private var changed: [String: [UInt8]] = [:]
  private var removed: Set<String> = []
  /// The parts opened as trees, with their original serialisation.
  private var trees: [String: (tree: XMLTree, before: [UInt8])] = [:]
  /// The number of bytes parsed into trees and written from them, a measure of the work done.
  private(set) var work = 0

  init(path: String, limits: ReadingLimits) throws(WorkbookProblem) {
    let archive = try ZipArchive(path: path, limits: limits)
    let names = archive.listing
    var spelling: [String: String] = [:]
    for name in names {
      let segments = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !name.hasPrefix("/"), !name.contains("\\"), !segments.contains("..") else {
        throw .forbidden(part: name, what: "a name that leads out of the archive")
      }
      spelling[name.lowercased()] = name
    }
    if names.contains(where: { $0.lowercased().hasSuffix("vbaproject.bin") }) { throw .macros }
    self.archive = archive
    self.limits = limits
    self.names = names
    self.spelling = spelling
  }

  /// True if anything differs from the saved package.
  var hasChanges: Bool { !changed.isEmpty || !removed.isEmpty }

  func has(_ name: String) -> Bool {
    let key = name.lowercased()
    return spelling[key] != nil && !removed.contains(key)
  }

  mutating func bytes(of name: String) throws(WorkbookProblem) -> [UInt8] {
    if let bytes = changed[name.lowercased()] { return bytes }
    return try archive.bytes(of: name)
  }

  /// Returns a part as a tree, the same one on each call; without changes, the part stays the same byte for byte.
  mutating func tree(of name: String) throws(WorkbookProblem) -> XMLTree {
    let key = name.lowercased()
    if let opened = trees[key] { return opened.tree }
    let bytes = try bytes(of: name)
    let tree = try XMLTree(bytes, part: name, limits: limits)
    trees[key] = (tree, tree.document)
    work += bytes.count
    return tree
  }

  /// Serialises the trees that changed.
  mutating func settle() {
    for (name, opened) in trees {
      let after = opened.tree.document
      if after != opened.before { set(name, after) }
    }
  }

  /// Sets the contents of a part, which may be new.
  mutating func set(_ name: String, _ bytes: [UInt8]) {
    let key = name.lowercased()
    if spelling[key] == nil {
      spelling[key] = name
      names.append(name)
    }
    removed.remove(key)
    work += bytes.count
    changed[key] = bytes
  }

  mutating func remove(_ name: String) {
    let key = name.lowercased()
    guard spelling[key] != nil else { return }
    (changed[key], trees[key]) = (nil, nil)
    removed.insert(key)
  }

  /// Returns an unused name, such as `xl/worksheets/sheet8.xml`.
  func unusedName(_ beginning: String, _ ending: String) -> String {
    var number = 1
    while spelling["\(beginning)\(number)\(ending)".lowercased()] != nil { number += 1 }
    return "\(beginning)\(number)\(ending)"
  }

  /// Returns the relations of a part, none if the package has no such file.
  mutating func relations(of part: String) throws(WorkbookProblem) -> PartRelations {
    let name = PartName.relations(of: part)
    guard has(name) else { return PartRelations(of: part) }
    return PartRelations(of: part, try tree(of: name))
  }

  mutating func set(_ relations: PartRelations) {
    guard let bytes = relations.changedDocument else { return }
    set(PartName.relations(of: relations.part), bytes)
  }

  /// Returns the names of the parts reachable from the root.
  mutating func reachable() throws(WorkbookProblem) -> Set<String> {
    var seen: Set<String> = []
    var open = [""]
    while let part = open.popLast() {
      for relation in try relations(of: part).all where !relation.isExternal {
        let key = relation.part.lowercased()
        if has(key), seen.insert(key).inserted { open.append(relation.part) }
      }
    }
    return seen
  }

  mutating func write(to path: String) throws(WorkbookError) {
    do throws(WorkbookProblem) {
      var writer = try ZipArchiveWriter(path: path)
      for name in names {
        let key = name.lowercased()
        guard !removed.contains(key) else { continue }
        if let bytes = changed[key] {
          try writer.add(name, bytes)
        } else {
          try writer.copy(name, from: &archive)
        }
      }
      try writer.close()
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }
}

/// The types of relations and of parts added to packages.
enum PackageTypes {
  static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
  static let spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml."
}

/// The content types of the parts.
struct ContentTypes {
  private let tree: XMLTree

  init(_ parts: inout PackageParts) throws(WorkbookProblem) {
    tree = try parts.tree(of: "[Content_Types].xml")
  }

  /// Returns the type of a part, or `nil` if it is not declared.
  func type(of part: String) -> String? {
    let name = "/" + part.lowercased()
    if let own = tree.all("Override").first(where: { $0["PartName"]?.lowercased() == name }) {
      return own["ContentType"]
    }
    guard let dot = part.lastIndex(of: ".") else { return nil }
    let ending = part[part.index(after: dot)...].lowercased()
    return tree.all("Default").first { $0["Extension"]?.lowercased() == ending }?["ContentType"]
  }

  func set(_ part: String, _ type: String) {
    guard self.type(of: part) != type else { return }
    tree.append(
      XMLTree(
        String(tree.prefix) + "Override",
        [("PartName", "/" + part), ("ContentType", type)]
      )
    )
  }

  func remove(_ part: String) {
    let name = "/" + part.lowercased()
    tree.remove { $0["PartName"]?.lowercased() == name }
  }
}
