package import Text

/// The ids that test managers and trackers gave to the cases and questions of a spec (`output/<ID>.links.json`).
///
/// No tool can look up a case by our id on import; it only updates entries with an id of its own. The file keeps these ids, one per line in
/// a fixed order, so that git can merge concurrent changes.
package struct ManagerLinks: Hashable, Sendable {
  package let id: String
  private var byProfile: [ExportProfile: [String: String]] = [:]

  package init(id: String) {
    self.id = id
  }

  /// The tool's ids, by the id of the case or question.
  package subscript(profile: ExportProfile) -> [String: String] {
    get { byProfile[profile] ?? [:] }
    set { byProfile[profile] = newValue.isEmpty ? nil : newValue }
  }

  /// The file name after the spec's id.
  package static let suffix = "links.json"

  private static let version = 1

  /// True if a file with this beginning, without whitespace, is a links file.
  package static func isBeginning(_ text: String) -> Bool {
    text.hasPrefix("{\"version\":\(version),\"id\":\"") && text.contains("\",\"links\":{")
  }
}

extension ManagerLinks {
  /// Reads the output of `json`, possibly merged or edited since.
  ///
  /// - Throws: `FormatMismatch` for anything else, including ids that the tool would not assign, since ids go into documents and commands.
  package init(json bytes: [UInt8], id: String) throws(FormatMismatch) {
    let document = try JSONNode(json: bytes, advice: "; correct it, as after a merge")
    self.init(id: id)
    let version = try document.member("version").integer()
    guard version == Self.version else {
      throw .init("it has version \(version), this program reads version \(Self.version)")
    }
    let found = try document.member("id").string()
    guard found == id else {
      throw .init("it belongs to the spec `\(found)`, not to `\(id)`")
    }
    for (name, node) in try document.member("links").members() {
      guard let profile = ExportProfile(name: name), profile.hasLinks else {
        throw .init("`\(name)` is not a tool that cases or questions are linked with")
      }
      var links: [String: String] = [:]
      var owners: [String: String] = [:]
      for (subject, node) in try node.members() {
        let written = try node.string()
        guard let entry = profile.entry(written) else {
          throw .init("`\(written)` is not an id of \(profile.toolName)")
        }
        if let owner = owners.updateValue(subject, forKey: entry) {
          throw .init("`\(entry)` is linked with \(owner) and \(subject)")
        }
        links[subject] = entry
      }
      self[profile] = links
    }
  }

  /// The contents of the file, with cases ordered by number and questions by id.
  package var json: String {
    let tools = ExportProfile.all.compactMap { profile -> JSONValue.Member? in
      let links = self[profile]
      guard !links.isEmpty else { return nil }
      let members = links.keys.sorted(by: Self.comesBefore).map { subject in
        JSONValue.Member(subject, .string(links[subject] ?? ""))
      }
      return JSONValue.Member(profile.name, .object(members))
    }
    let document: JSONValue = [
      "version": .integer(Self.version), "id": .string(id), "links": .object(tools),
    ]
    return document.text(spreading: 3)
  }

  /// True if one id precedes another, with shorter ones first: `PAY-999` before `PAY-1000`.
  package static func comesBefore(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }
}
