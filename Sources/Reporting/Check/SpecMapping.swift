/// How something is done for each of many specs: by default for one after the other.
package struct SpecMapping: Sendable {
  /// A part of a report about a spec.
  package typealias Part = @Sendable (SpecCheck) -> [String]

  private let parts: @Sendable ([SpecCheck], @escaping Part) -> [[String]]

  /// - Parameter parts: What comes of each spec, in the order of the specs.
  package init(_ parts: @escaping @Sendable ([SpecCheck], @escaping Part) -> [[String]]) {
    self.parts = parts
  }

  /// One spec after the other.
  package static let inTurn = SpecMapping { specs, part in specs.map(part) }

  func callAsFunction(_ specs: [SpecCheck], _ part: @escaping Part) -> [[String]] {
    parts(specs, part)
  }
}
