/// That one part belongs to another.
struct PartRelation {
  var id: String
  /// The last word of its type, in which transitional and strict are the same: `worksheet`.
  var kind: String
  /// The name of the part it leads to.
  var part: String
}

extension ZipArchive {
  /// The relations of a part, or of the package as a whole for the empty name; none where they are not written down.
  mutating func relations(
    of part: String,
    limits: ReadingLimits
  ) throws(WorkbookProblem) -> [PartRelation] {
    let name = PartName.relations(of: part)
    guard has(name) else { return [] }
    var relations: [PartRelation] = []
    try forEachEvent(of: name, limits: limits) { event in
      guard case .start(let element) = event,
        element.name == XMLName(namespace: .package, word: .relationship),
        let id = element[.relationID], let type = element[.relationType],
        let target = element[.target],
        element[.targetMode] != "External"
      else { return }
      relations.append(
        PartRelation(
          id: id,
          kind: type.split(separator: "/").last.map(String.init) ?? "",
          part: PartName.resolve(target, from: part)
        )
      )
    }
    return relations
  }
}
