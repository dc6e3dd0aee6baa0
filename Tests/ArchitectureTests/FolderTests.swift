import Foundation
import Testing

/// Checks that the folders inside a module are layers: references between them form no cycle.
@Suite struct FolderTests {
  /// The names that a file declares and uses.
  private struct File {
    var path: String
    var folder: String
    /// The types and functions declared at the top level.
    var declared: Set<String> = []
    /// The members declared in extensions, with the type they extend.
    var extended: [(type: String, member: String)] = []
    /// All names declared anywhere in the file, without parameters.
    var names: Set<String> = []
    var identifiers: Set<String> = []
    /// The identifiers after a dot.
    var accessed: Set<String> = []
  }

  private static let modules = [
    "Diagnostics", "Text", "Workbooks", "YAMLSyntax", "Specification", "Combinatorics", "PICTModel",
    "TestDesign", "Reporting", "RoundTrip", "ReviewServer",
    "EditorServer", "SpecMatrixCLI",
  ]

  private static let all = Result {
    try Dictionary(
      uniqueKeysWithValues: modules.map { module in
        (module, try Sources.files(of: module).map { try read($0, of: module) })
      }
    )
  }

  @Test(arguments: modules)
  func arrowsGoOneWay(module: String) throws {
    let all = try Self.all.get()
    let files = all[module, default: []]
    // After a dot, a name that other modules also declare may be theirs.
    let others = all.filter { $0.key != module }.values.joined()
    let foreign = others.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    var arrows: [String: [String: String]] = [:]
    for arrow in Self.arrows(between: files, foreign: foreign) {
      arrows[arrow.from, default: [:]][arrow.to] = arrow.reason
    }
    for (from, targets) in arrows.sorted(by: { $0.key < $1.key }) {
      for (to, reason) in targets.sorted(by: { $0.key < $1.key }) {
        #expect(!Self.leads(to, from, arrows), "\(module): \(from) → \(to) (\(reason)) leads back")
      }
    }
  }

  @Test func aCircleIsFound() {
    var low = File(path: "Low/A.swift", folder: "Low")
    Self.scan("struct A {\n  var b: B // C\n  let text = \"C \\(d)\"\n}", into: &low)
    var high = File(path: "High/B.swift", folder: "High")
    Self.scan("struct B {}\nextension A {\n  func climb() {}\n}", into: &high)
    #expect(low.identifiers.contains("d") && !low.identifiers.contains("C"))
    let arrows = Self.arrows(between: [low, high]).map { "\($0.from) → \($0.to)" }
    #expect(Set(arrows) == ["Low → High", "High → Low"])
    var user = File(path: "Low/C.swift", folder: "Low")
    Self.scan("func use(_ a: A) { a.climb() }", into: &user)
    #expect(Self.arrows(between: [high, user]).map(\.reason) == [])
    #expect(Self.arrows(between: [low, high, user]).contains { $0.reason.contains(".climb") })
  }

  // MARK: Arrows

  private static func arrows(
    between files: [File],
    foreign: Set<String> = []
  ) -> [(from: String, to: String, reason: String)] {
    var homes: [String: Set<Int>] = [:]
    var nameHomes: [String: Set<Int>] = [:]
    for (number, file) in files.enumerated() {
      for name in file.declared { homes[name, default: []].insert(number) }
      for name in file.names { nameHomes[name, default: []].insert(number) }
    }
    /// Returns the only file that declares a name, or `nil` if several do.
    func home(_ name: String, _ homes: [String: Set<Int>]) -> Int? {
      homes[name]?.count == 1 ? homes[name]?.first : nil
    }
    // Members declared in another folder than their type.
    var away: [String: Int] = [:]
    for (number, file) in files.enumerated() {
      for (type, member) in file.extended {
        guard let type = home(type, homes), files[type].folder != file.folder,
          home(member, nameHomes) == number, !foreign.contains(member)
        else { continue }
        away[member] = number
      }
    }
    return files.flatMap { file in
      file.identifiers.compactMap { name in
        home(name, homes).map { (file.folder, files[$0].folder, "\(file.path) names \(name)") }
      }
        + file.accessed.compactMap { name in
          away[name].map { (file.folder, files[$0].folder, "\(file.path) names .\(name)") }
        }
    }
    .filter { $0.0 != $0.1 }
  }

  private static func leads(
    _ from: String,
    _ target: String,
    _ arrows: [String: [String: String]]
  ) -> Bool {
    var seen: Set<String> = [from]
    var open = [from]
    while let folder = open.popLast() {
      if folder == target { return true }
      for next in arrows[folder, default: [:]].keys where seen.insert(next).inserted {
        open.append(next)
      }
    }
    return false
  }

  // MARK: Reading

  private static func read(_ url: URL, of module: String) throws -> File {
    let parts = url.pathComponents
    let inside = parts.drop { $0 != module }.dropFirst()
    var file = File(
      path: inside.joined(separator: "/"),
      folder: inside.count > 1 ? inside.first ?? "." : "."
    )
    scan(try String(contentsOf: url, encoding: .utf8), into: &file)
    return file
  }

  private static let declaring: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "func",
  ]

  private static let naming: Set<String> = declaring.union(["var", "let", "case"])

  private static func scan(_ text: String, into file: inout File) {
    var extended: String?
    for line in code(of: text).split(separator: UInt8(ascii: "\n")) {
      let indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
      let (words, accessed) = words(of: line)
      file.identifiers.formUnion(words)
      file.accessed.formUnion(accessed)
      func name(behind keywords: Set<String>) -> String? {
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
        else { return nil }
        return words[keyword + 1]
      }
      for (number, word) in words.enumerated().dropLast() where naming.contains(word) {
        file.names.insert(words[number + 1])
      }
      // `case a, b` declares several names.
      if words.first == "case" { file.names.formUnion(words) }
      if indentation == 0 {
        if let type = name(behind: ["extension"]) {
          extended = type
        } else if let declared = name(behind: declaring) {
          extended = nil
          if !words.contains("fileprivate"), words.first != "private" {
            file.declared.insert(declared)
          }
        }
      } else if indentation == 2, let member = name(behind: ["func", "var", "let"]),
        !words.contains("private"), !words.contains("fileprivate")
      {
        if let extended { file.extended.append((extended, member)) }
      }
    }
  }

  /// Returns the identifiers of a line, and those of them that follow a dot.
  private static func words(of line: ArraySlice<UInt8>) -> ([String], [String]) {
    var words: [String] = []
    var accessed: [String] = []
    var start = line.startIndex
    for index in line.startIndex...line.endIndex {
      if index < line.endIndex, isPartOfName(line[index]) { continue }
      if start < index {
        let word = String(decoding: line[start..<index], as: UTF8.self)
        words.append(word)
        if start > line.startIndex, line[start - 1] == UInt8(ascii: ".") { accessed.append(word) }
      }
      start = index + 1
    }
    return (words, accessed)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Returns the text without comments and literals; interpolations are kept.
  private static func code(of text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var code: [UInt8] = []
    code.reserveCapacity(bytes.count)
    // The open parentheses in each literal around this position, outermost first.
    var literals: [(quotes: Int, depth: Int)] = []
    var isLiteral = false
    var index = 0
    func has(_ sign: String, at index: Int) -> Bool { bytes[index...].starts(with: sign.utf8) }
    while index < bytes.count {
      let byte = bytes[index]
      if isLiteral, let literal = literals.last {
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          if bytes[index + 1] == UInt8(ascii: "(") {
            isLiteral = false
            literals[literals.count - 1].depth = 1
          }
          index += 2
        } else if byte == UInt8(ascii: "\""), literal.quotes == 1 || has("\"\"\"", at: index) {
          literals.removeLast()
          isLiteral = false
          index += literal.quotes
        } else {
          if byte == UInt8(ascii: "\n") { code.append(byte) }
          index += 1
        }
        code.append(UInt8(ascii: " "))
        if code.last == UInt8(ascii: " "), byte == UInt8(ascii: "\n") { code.removeLast() }
        continue
      }
      if has("//", at: index) {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        continue
      }
      if byte == UInt8(ascii: "\"") {
        let quotes = has("\"\"\"", at: index) ? 3 : 1
        literals.append((quotes, 0))
        isLiteral = true
        index += quotes
        continue
      }
      if let literal = literals.last {
        if byte == UInt8(ascii: "(") { literals[literals.count - 1].depth += 1 }
        if byte == UInt8(ascii: ")") {
          literals[literals.count - 1].depth -= 1
          if literal.depth == 1 {
            isLiteral = true
            index += 1
            continue
          }
        }
      }
      code.append(byte)
      index += 1
    }
    return code
  }
}
