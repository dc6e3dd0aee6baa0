package import Specification
import Text

/// The agreements of people, per operation and decision, stored in a CSV file beside the spec: `PAY.agreed.csv`.
///
/// Each line has the id of an operation or decision, the fingerprint of its outcomes, who agreed and when, a comment, and the outcomes in
/// words, so that a later check can report changes and diffs are readable. People may edit the file: the columns may be in any order, and
/// additional columns as well as operations that no longer exist are preserved.
package struct AgreementLedger: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The id of the operation, or of the decision: `D-3F9A2C7D`.
    package var operation: String
    /// `OutcomeTable.fingerprint` or `Decision.fingerprint`.
    package var fingerprint: String
    package var by = ""
    /// The day, as written.
    package var on = ""
    package var comment = ""
    /// The outcomes in ids and words, as `AgreedOutcomes` writes them; empty if they were not recorded.
    package var outcomes = ""
    /// The factors assumed to make no difference.
    package var assumed = ""
    /// `contested` if somebody objects to a decision; the comment then states what should happen.
    var verdict = ""
    /// The cells of additional columns.
    var others: [String] = []

    package var isContested: Bool {
      get { verdict.trimmed.lowercased() == "contested" }
      set { verdict = newValue ? "contested" : "" }
    }

    /// True if the entry is about a decision.
    package var isOfDecision: Bool { AgreementLedger.isOfDecision(operation) }
  }

  /// The columns in their order; the raw values are the headings.
  fileprivate enum Column: String, CaseIterable {
    case operation, fingerprint, by, on, comment, outcomes, assumed, verdict

    var path: WritableKeyPath<Entry, String> {
      switch self {
      case .operation: \.operation
      case .fingerprint: \.fingerprint
      case .by: \.by
      case .on: \.on
      case .comment: \.comment
      case .outcomes: \.outcomes
      case .assumed: \.assumed
      case .verdict: \.verdict
      }
    }
  }

  /// The entries, in the order of the file.
  package private(set) var entries: [Entry] = []
  /// The headings of additional columns.
  private var others: [String] = []

  package init() {}

  /// True if an id is that of a decision, such as `D-3F9A2C7D`, and not of an operation.
  static func isOfDecision(_ id: String) -> Bool {
    id.count == 10 && id.hasPrefix("D-") && id.dropFirst(2).allSatisfy(\.isHexDigit)
  }

  /// The entry of an operation, by its id.
  package subscript(operation: String) -> Entry? {
    entries.first { $0.operation == operation }
  }

  /// Returns the entry of the decision with a fingerprint, even if its id was another one.
  package func decision(_ fingerprint: String) -> Entry? {
    entries.first { $0.isOfDecision && $0.fingerprint == fingerprint }
  }

  /// Replaces the entries of the same operation and the objection that an entry answers, or appends it.
  ///
  /// The contents of additional columns are preserved.
  package mutating func record(_ entry: Entry, answering objection: Entry? = nil) {
    var entry = entry
    let replaced = entries.indices.filter {
      entries[$0].operation == entry.operation || entries[$0] == objection
    }
    entry.others = others.indices.map { column in
      replaced.map { entries[$0].others[column] }.filter { !$0.isEmpty }.withoutRepetitions
        .joined(separator: " / ")
    }
    guard let place = replaced.first else { return entries.append(entry) }
    entries[place] = entry
    for place in replaced.dropFirst().reversed() { entries.remove(at: place) }
  }

  /// Returns the entries of operations that the spec does not have.
  package func gone(from specification: Specification) -> [Entry] {
    let ids = Set(specification.operations.map(\.id))
    return entries.filter { !ids.contains($0.operation) && !$0.isOfDecision }
  }
}

// MARK: - The file

extension AgreementLedger {
  /// An error in a ledger file, with the line and what to do about it.
  package struct Mistake: Error, Hashable, CustomStringConvertible {
    package let description: String

    fileprivate init(_ description: String) { self.description = description }
  }

  /// The maximum number of rows and cells of a file together.
  private static let cellLimit = 1_000_000

  /// Reads a file written by the program or saved by people.
  package init(csv bytes: [UInt8]) throws(Mistake) {
    let rows: [[String]]
    do throws(CSVReadError) {
      rows = try CSVRecords(try CSVText.decoded(bytes), cellLimit: Self.cellLimit).rows
    } catch {
      throw Mistake("\(error)")
    }
    var line = 1
    var places: [Column: Int] = [:]
    var otherPlaces: [Int] = []
    var lines: [String: Int] = [:]
    for row in rows {
      let own = line
      line += 1 + row.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "\n") } }
      guard row.contains(where: { !$0.trimmed.isEmpty }) else { continue }
      if let first = row.first, ["<<<<<<<", "=======", ">>>>>>>"].contains(where: first.hasPrefix) {
        throw Mistake(
          "line \(own) is the mark of a merge conflict; keep one line of each operation and delete the marks"
        )
      }
      guard !places.isEmpty else {
        (places, otherPlaces) = try Self.headings(row, line: own)
        others = otherPlaces.map { CSVWriter.meant(by: row[$0]) }
        continue
      }
      func cell(_ place: Int) -> String {
        place < row.count ? CSVWriter.meant(by: row[place]) : ""
      }
      var entry = Entry(operation: "", fingerprint: "")
      for column in Column.allCases {
        if let place = places[column] { entry[keyPath: column.path] = cell(place) }
      }
      entry.operation = entry.operation.trimmed
      entry.fingerprint = entry.fingerprint.trimmed.lowercased()
      entry.others = otherPlaces.map(cell)
      if let earlier = lines.updateValue(own, forKey: entry.operation) {
        throw Mistake(
          "line \(own) is about `\(entry.operation)`, as line \(earlier) is; delete one of the two"
        )
      }
      try Self.expect(entry, line: own)
      entries.append(entry)
    }
  }

  private static func headings(
    _ row: [String],
    line: Int
  ) throws(Mistake) -> (places: [Column: Int], others: [Int]) {
    var places: [Column: Int] = [:]
    var others: [Int] = []
    for (place, heading) in row.enumerated() {
      if let column = Column(rawValue: heading.trimmed.lowercased()), places[column] == nil {
        places[column] = place
      } else {
        others.append(place)
      }
    }
    for column in [Column.operation, .fingerprint] where places[column] == nil {
      let all = Column.allCases.map(\.rawValue).joined(separator: ",")
      throw Mistake(
        "line \(line) should hold the headings, but has no column `\(column.rawValue)`; write \(all) there"
      )
    }
    return (places, others)
  }

  private static func expect(_ entry: Entry, line: Int) throws(Mistake) {
    guard !entry.operation.isEmpty else {
      throw Mistake("line \(line) names no operation; add its id, or delete the line")
    }
    let digits = entry.fingerprint.utf8
    guard digits.count == 16, entry.fingerprint.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      let found = entry.fingerprint.isEmpty ? "no fingerprint" : "`\(entry.fingerprint)`"
      throw Mistake(
        "line \(line) has \(found) instead of 16 hexadecimal digits; delete the line, and agree to `\(entry.operation)` again in the workbook"
      )
    }
  }

  /// Returns the file in UTF-8 with LF: the operations of the spec in their order, then unknown ones.
  package func csv(of specification: Specification) -> [UInt8] {
    var writer = CSVWriter(encoding: .utf8, lineBreak: "\n")
    let columns = Column.allCases.filter { column in
      column != .verdict || entries.contains(where: \.isContested)
    }
    writer.record(columns.map(\.rawValue) + others.map { writer.safe($0) })
    let ids = specification.operations.map(\.id)
    let places = Dictionary(firstOf: zip(ids, ids.indices))
    func place(_ entry: Entry) -> Int { places[entry.operation] ?? ids.count }
    for entry in entries.sorted(by: { place($0) < place($1) }) {
      writer.record(
        columns.map { writer.safe(entry[keyPath: $0.path]) } + entry.others.map { writer.safe($0) }
      )
    }
    return writer.bytes
  }
}
