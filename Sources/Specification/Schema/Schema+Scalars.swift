/// The scalars of the language, by the rules of `SyntaxReader`, `Scale` and `CalendarDay`.
extension Schema {
  /// A name pattern that also keeps a name from being one that is taken, or from holding a sign.
  static func namePattern(except taken: String? = nil, without sign: String = "") -> String {
    (taken.map { "^(?!\($0)$)" } ?? "^") + "[^\\n\\r\(sign)]*[^\\s\(sign)][^\\n\\r\(sign)]*$"
  }

  /// A text that people read, not blank.
  static let text = Schema.scalar(pattern: "\\S")
  /// A text of one line, not blank.
  static let name = Schema.scalar(pattern: namePattern())
  static let day = Schema.string(pattern: "^\(dayPattern)$")

  private static let dayPattern = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

  private static func boundPattern(_ scale: Scale) -> String {
    switch scale {
    case .integer: "[-+]?[0-9]+"
    case .textLength: "\\+?[0-9]+"
    case .day: dayPattern
    }
  }

  private static func bound(_ scale: Scale) -> Schema {
    let written = Schema.string(pattern: "^\(boundPattern(scale))$")
    switch scale {
    case .integer: return .anyOf([.integer(scale.writable), written])
    case .textLength: return .anyOf([.integer(scale.writable), written])
    case .day: return written
    }
  }

  /// `FROM..TO`, either of which may be left out, or its long form.
  static func range(_ scale: Scale) -> Schema {
    let bound = boundPattern(scale)
    let short = Schema.string(pattern: "^(?!\\.\\.$)(\(bound))?\\.\\.(\(bound))?$")
    let long = Schema.map(
      SpecificationDecoder.RangeKey.self,
      forms: [
        SchemaMap.Form(required: ["from"], excluded: []),
        SchemaMap.Form(required: ["to"], excluded: []),
      ]
    ) { key in
      switch key {
      case .from: .bound(scale).described("The lower bound, which belongs to the range.")
      case .to: .bound(scale).described("The upper bound, which belongs to the range.")
      case .step: .integer(1...Scale.limit).described("The distance of neighbours (1).")
      case .pick where scale == .textLength: nil
      case .pick:
        .words(SpecificationDecoder.Picking.self)
          .described("`boundaries` (default), or `all`: every number between the bounds too.")
      case .unit where scale != .integer: nil
      case .unit: text.described("Written behind the number for people.")
      }
    }
    return .anyOf([short, long])
  }
}
