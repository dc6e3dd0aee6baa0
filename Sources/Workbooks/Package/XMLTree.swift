/// A part of a package as a tree that can be changed and written again.
///
/// Names keep their prefixes, attributes their order and texts their whitespace, so that unchanged parts of the tree are written as they
/// were read, except for the spelling of entities. Parts without changes are never written from a tree.
final class XMLTree {
  struct Attribute: Hashable {
    var name: String
    var value: String
  }

  enum Child {
    case element(XMLTree)
    case text(String)
  }

  /// The name including its prefix.
  var name: String
  var attributes: [Attribute]
  var children: [Child]

  init(_ name: String, _ attributes: [(String, String)] = [], _ children: [Child] = []) {
    self.name = name
    self.attributes = attributes.map { Attribute(name: $0.0, value: $0.1) }
    self.children = children
  }

  /// The name without its prefix.
  var word: Substring { Self.word(of: name) }

  /// The prefix including its colon, or an empty text.
  var prefix: Substring { name[..<Self.word(of: name).startIndex] }

  static func word(of name: String) -> Substring {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return name[...] }
    return name[name.utf8.index(after: colon)...]
  }

  /// The attribute with a name including its prefix; setting `nil` removes it.
  subscript(name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      let index = attributes.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append(Attribute(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// True if the attribute has a true value.
  func flag(_ name: String) -> Bool {
    self[name].map { $0 == "1" || $0 == "true" || $0 == "on" } ?? false
  }

  /// The id of the related part (`r:id`) with any prefix; setting `nil` removes it.
  var relation: String? {
    get { relationName.flatMap { self[$0] } }
    set { self[relationName ?? "r:id"] = newValue }
  }

  var relationName: String? {
    attributes.first { $0.name.contains(":") && Self.word(of: $0.name) == "id" }?.name
  }

  var elements: [XMLTree] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Returns the first child element with a name, regardless of its prefix.
  func first(_ word: String) -> XMLTree? {
    for case .element(let element) in children where element.word == word { return element }
    return nil
  }

  func all(_ word: String) -> [XMLTree] { elements.filter { $0.word == word } }

  var text: String {
    get {
      children.reduce(into: "") { text, child in
        if case .text(let piece) = child { text += piece }
      }
    }
    set { children = newValue.isEmpty ? [] : [.text(newValue)] }
  }

  func append(_ element: XMLTree) { children.append(.element(element)) }

  /// Inserts an element after those that precede it in an order of names and those of its kind.
  ///
  /// `others` is the rank of names that are not in the order.
  func insert(_ element: XMLTree, in order: [String], others: Int = .max) {
    func rank(_ element: XMLTree) -> Int? { order.firstIndex(of: String(element.word)) }
    let own = rank(element) ?? order.count
    let index = children.lastIndex {
      if case .element(let other) = $0 { (rank(other) ?? others) <= own } else { false }
    }
    children.insert(.element(element), at: index.map { $0 + 1 } ?? 0)
  }

  func remove(where isGone: (XMLTree) -> Bool) {
    children.removeAll { if case .element(let element) = $0 { isGone(element) } else { false } }
  }

  /// Calls `body` with the element and all its descendants.
  func forEach(_ body: (XMLTree) -> Void) {
    body(self)
    for case .element(let element) in children { element.forEach(body) }
  }

  var copy: XMLTree {
    let copy = XMLTree(name)
    copy.attributes = attributes
    copy.children = children.map {
      switch $0 {
      case .element(let element): .element(element.copy)
      case .text: $0
      }
    }
    return copy
  }
}

/// Reading.
extension XMLTree {
  /// Reads a part.
  ///
  /// With `resolvesNamespaces`, the names are those of `XMLTagEvent`, and the tree cannot be written again. `taking` is called with each
  /// element at its end and with its ancestors from the outermost; if it returns true, the element is left out of the tree.
  convenience init(
    _ bytes: [UInt8],
    part: String,
    limits: ReadingLimits,
    resolvesNamespaces: Bool = false,
    taking: (XMLTree, [XMLTree]) throws(WorkbookProblem) -> Bool = { _, _ in false }
  ) throws(WorkbookProblem) {
    let root = XMLTree("")
    var open = [root]
    var parser = XMLTagParser(
      limits: limits,
      tagBytes: limits.tagBytes,
      resolvesNamespaces: resolvesNamespaces
    )
    var events: [XMLTagEvent]?
    repeat {
      do throws(XMLProblem) {
        events = try parser.next(of: bytes)
      } catch {
        throw WorkbookProblem(error, in: part, limits: limits)
      }
      for event in events ?? [] {
        switch event {
        case .start(let name, let attributes): open.append(XMLTree(name, attributes))
        case .text(let text): open[open.count - 1].children.append(.text(text))
        case .end:
          let element = open.removeLast()
          if try !taking(element, open) { open[open.count - 1].append(element) }
        }
      }
    } while events != nil
    guard let element = root.elements.first else {
      throw .damaged(part: part, reason: "it is empty")
    }
    self.init(element.name)
    attributes = element.attributes
    children = element.children
  }
}

/// Writing.
extension XMLTree {
  var document: [UInt8] {
    var bytes = Self.declaration
    write(to: &bytes)
    return bytes
  }

  static var declaration: [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".utf8)
  }

  /// Writes the element; `inside` may write its content and return true.
  func write(to bytes: inout [UInt8], inside: (XMLTree, inout [UInt8]) -> Bool = { _, _ in false })
  {
    bytes.append(UInt8(ascii: "<"))
    bytes += name.utf8
    for attribute in attributes { Self.write(attribute.name, attribute.value, to: &bytes) }
    let start = bytes.count
    bytes.append(UInt8(ascii: ">"))
    let content = bytes.count
    if !inside(self, &bytes) {
      for child in children {
        switch child {
        case .element(let element): element.write(to: &bytes, inside: inside)
        case .text(let text): Self.write(text, to: &bytes)
        }
      }
    }
    guard bytes.count > content else {
      bytes.removeLast(bytes.count - start)
      bytes += "/>".utf8
      return
    }
    bytes += "</".utf8
    bytes += name.utf8
    bytes.append(UInt8(ascii: ">"))
  }

  static func write(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: " "))
    bytes += name.utf8
    bytes += "=\"".utf8
    write(value, isQuoted: true, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  static func write(_ text: String, isQuoted: Bool = false, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case 0x0D: bytes += "&#13;".utf8
      case UInt8(ascii: "\"") where isQuoted: bytes += "&quot;".utf8
      case 0x09 where isQuoted: bytes += "&#9;".utf8
      case 0x0A where isQuoted: bytes += "&#10;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
