import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// What stands at the top of a spec.
  struct Head {
    var id: String
    var feature: String
    var featureSpan: SourceSpan
    var owner: String?
    var links: [String]
    var traits: [String]?
  }

  /// Reads the head and sets the language.
  mutating func head(_ fields: Fields<Key>) -> Head? {
    version(fields)
    if let node = fields[.language] {
      language = read.word(node, "`language`", Language.self) ?? language
    }
    let id = prefix(fields)
    let featureNode = read.required(
      .feature,
      of: fields,
      help: ["`feature` is the title that people read"]
    )
    let feature = read.text(featureNode, "`feature`")
    let owner = read.text(fields[.owner], "`owner`")
    let links = links(fields)
    let traits = traits(fields)
    guard let id, let feature, let featureNode else { return nil }
    return Head(
      id: id,
      feature: feature,
      featureSpan: featureNode.span,
      owner: owner,
      links: links,
      traits: traits
    )
  }

  private mutating func version(_ fields: Fields<Key>) {
    let help = ["write `specmatrix: 1`: the version of the language"]
    guard let node = read.required(.specmatrix, of: fields, help: help) else { return }
    guard case .scalar(let scalar) = node.content, case .int(let version) = scalar.kind else {
      read.wrongType(node, "`specmatrix`", expected: "a version number", help: help)
      return
    }
    guard version != 1 else { return }
    read.report(
      .unsupportedVersion,
      "version \(version) of the spec language is not supported",
      at: node.span,
      help: help
    )
  }

  private mutating func prefix(_ fields: Fields<Key>) -> String? {
    let help = ["`id` is the prefix of case numbers, such as `POST` for `POST-001`"]
    guard let node = read.required(.id, of: fields, help: help),
      let id = read.name(node, "`id`")
    else { return nil }
    if isPrefix(id) { return id }
    let capitals = id.uppercased()
    read.report(
      .invalidID,
      "`id` must be capital letters, digits and hyphens after a capital letter, not `\(id)`",
      at: node.span,
      help: (isPrefix(capitals) ? ["did you mean `\(capitals)`?"] : []) + help
    )
    return nil
  }

  private func isPrefix(_ id: String) -> Bool {
    id.utf8.first.map(isUpperCaseLetter) == true
      && id.utf8.allSatisfy { isUpperCaseLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private func isUpperCaseLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func links(_ fields: Fields<Key>) -> [String] {
    guard let node = section(.links, of: fields), let items = read.list(node, "`links`") else {
      return []
    }
    return items.compactMap { read.text($0, "a link") }
  }

  private mutating func traits(_ fields: Fields<Key>) -> [String]? {
    let ofProject = settings.traits.map(\.text)
    guard let node = section(.traits, of: fields), let items = read.list(node, "`traits`") else {
      return ofProject.isEmpty ? nil : ofProject
    }
    let known = Set(catalogue.traits)
    var names = UniqueNames()
    for item in items {
      guard let name = read.name(item, "a trait") else { continue }
      guard known.contains(name) else {
        read.report(
          .unknownTrait,
          "the catalogue has no trait `\(name)`",
          at: item.span,
          help: read.help(for: name, among: catalogue.traits, called: "the traits")
        )
        continue
      }
      names.insert(name, at: item.span, called: "the trait", reportingTo: &read)
    }
    return names.inOrder + ofProject.filter { !names.inOrder.contains($0) }
  }
}
