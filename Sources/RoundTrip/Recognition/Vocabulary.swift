import Reporting
import Specification
import Text

/// The headings of a table: its columns in both languages, and the factors of a spec.
///
/// Width, case, spaces, full stops and apostrophes are ignored.
struct Vocabulary {
  let table: ReportTable.Name
  private var roles: [String: ReportColumn.Role] = [:]
  /// The role of a column, by its key on the hidden sheet.
  private let rolesByKey: [String: ReportColumn.Role]
  private let former: Set<String>
  /// The devices with results of their own, or `nil` for any device.
  private let devices: [String]?

  /// Creates the headings of a table.
  ///
  /// `first` takes precedence over the table's own headings, and `last` yields to them. `former` holds earlier headings of factors.
  /// `devices` are those with results of their own, or `nil` for any device.
  init(
    _ table: ReportTable.Name,
    first: [(heading: String, role: ReportColumn.Role)] = [],
    last: [(heading: String, role: ReportColumn.Role)] = [],
    former: Set<String> = [],
    devices: [String]? = nil
  ) {
    self.table = table
    self.devices = devices
    self.former = Set(former.map(Self.key))
    let statements = table.statements
    rolesByKey = Dictionary(firstOf: statements.map { ($0.role.key, $0.role) })
    for (heading, role) in first { add(heading, role) }
    for statement in statements {
      for language in Language.allCases { add(statement.heading(language), statement.role) }
    }
    for (heading, role) in last { add(heading, role) }
  }

  private mutating func add(_ heading: String, _ role: ReportColumn.Role) {
    let key = Self.key(heading)
    if roles[key] == nil { roles[key] = role }
  }

  /// Returns the role for a heading, or `nil` if it is unknown.
  func role(of heading: String) -> ReportColumn.Role? {
    roles[Self.key(heading)] ?? device(heading)
  }

  /// Returns the role for the results on a device, such as `Result (iPhone 15)`.
  func device(_ heading: String) -> ReportColumn.Role? {
    let text = heading.trimmed
    guard [.cases, .flows].contains(table), let last = text.last, ")）".contains(last),
      let open = text.firstIndex(where: { "(（".contains($0) }),
      roles[Self.key(String(text[..<open]))] == .result
    else { return nil }
    let name = String(text[text.index(after: open)...].dropLast()).trimmed
    guard let devices else { return .deviceResult(name) }
    return devices.first { $0.asName == name.asName }.map(ReportColumn.Role.deviceResult)
  }

  /// Returns the role for a key from `ReportColumn.Role.key`, except for factors, since their indices may have changed.
  func role(key: String) -> ReportColumn.Role? { rolesByKey[key] }

  func factor(_ heading: String) -> ReportColumn.Role? {
    guard let role = role(of: heading), case .factor = role else { return nil }
    return role
  }

  /// True if the name is an earlier heading of a factor.
  func isFormer(_ name: String) -> Bool { !former.isEmpty && former.contains(Self.key(name)) }

  /// Returns the headings of a column, and the labels of an entry above the headings, on the sheet of questions in every language.
  static func headings(of role: ReportColumn.Role) -> Set<String> {
    let statement = ReportTable.Name.questions.statement(of: role)
    let headings = Language.allCases.flatMap {
      [statement?.heading($0), ReportTable.headLabel(role, $0)].compactMap(\.self)
    }
    return Set(headings.map(key))
  }

  /// Returns the form of a text in which headings and choices are compared.
  static func key(_ text: String) -> String { known[text] ?? plain(text) }

  /// The precomputed keys of the headings that the program writes, which are looked up in every sheet.
  private static let known: [String: String] = Dictionary(
    firstOf: ReportTable.Name.allCases.flatMap(\.statements)
      .flatMap { statement in Language.allCases.map(statement.heading) }.map { ($0, plain($0)) }
  )

  private static func plain(_ text: String) -> String {
    var key = text.asName
    let hasSigns = key.utf8.contains { $0 == 0xE2 || $0 == 0x2E || $0 == 0x27 }
    if hasSigns { key.removeAll { "….'".contains($0) } }
    while key.last == "。" { key.removeLast() }
    return key
  }
}
