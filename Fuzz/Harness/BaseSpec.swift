@testable import SpecMatrixCLI
@testable import Workbooks

/// A small spec with questions of every kind, which files that come back belong to.
enum BaseSpec {
  static let path = "specs/base.yaml"

  static let text = """
    specmatrix: 1
    id: BASE
    feature: Send a message
    owner: Chat team
    traits: []
    states:
      login: {label: Login, values: {guest: Signed out, member: Signed in}}
      plan:
        label: Plan
        values: {free: Free, premium: Premium}
        only_when: {login: member}
    data:
      length: {label: Length of the text, range: 0..20}
      day: {label: Day, values: [weekday, weekend]}
    operations:
      send: Tap Send
      look: Open the page
      network_error: {variants: [offline, timeout]}
    impossible:
      - {when: {login: guest, length: 20}, because: guests see no field}
    rules:
      send:
        - {id: sent, when: {plan: premium}, then: The text is sent}
        - {id: limit, when: {plan: free, length: 10..20}, then: [It is refused, A message says why]}
        - {id: weekend, when: {day: weekend, plan: free}, then: It waits}
        - {id: later, when: {login: guest, day: weekday}, question: "May guests send?", until: 2027-01-31}
      look:
        - {id: seen, when: {login: member}, then: The page is shown}

    """

  /// What is generated for it, by name; made once.
  nonisolated(unsafe) private static var made: [String: [UInt8]] = [:]

  /// Puts the spec, and what is generated for it, into the folder.
  static func place(in workshop: Workshop, with suffixes: [String]) {
    workshop.write(text, to: path)
    if unsafe made.isEmpty {
      let run = Run("generate", path, "--effort", "quick")
      guard run.status == .success else { run.report("the base spec cannot be generated") }
      unsafe made = workshop.files(in: "output")
    }
    for (name, bytes) in unsafe made {
      if suffixes.contains(where: name.hasSuffix) {
        workshop.write(bytes, to: "output/\(name)")
      } else {
        workshop.remove("output/\(name)")
      }
    }
  }

  /// The parts of its workbook, in an order that programs want; read once.
  static func parts(in workshop: Workshop) -> [(name: String, content: [UInt8])] {
    if unsafe known.isEmpty {
      place(in: workshop, with: [".xlsx"])
      do {
        unsafe known = try read("output/BASE.xlsx")
      } catch {
        Finding.report("the workbook of the base spec cannot be read: \(error)")
      }
    }
    return unsafe known
  }

  nonisolated(unsafe) private static var known: [(name: String, content: [UInt8])] = []

  private static func read(_ path: String) throws -> [(name: String, content: [UInt8])] {
    var archive = try ZipArchive(path: path, limits: .standard)
    let numbered = (1...12).flatMap {
      [
        "xl/worksheets/sheet\($0).xml", "xl/worksheets/_rels/sheet\($0).xml.rels",
        "xl/comments\($0).xml",
      ]
    }
    let names =
      [
        "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels",
        "xl/styles.xml", "xl/sharedStrings.xml",
      ] + numbered
    var parts: [(name: String, content: [UInt8])] = []
    for name in names where archive.has(name) {
      parts.append((name, try archive.bytes(of: name)))
    }
    return parts
  }
}
