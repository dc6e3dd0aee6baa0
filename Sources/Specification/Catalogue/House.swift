import Diagnostics
import YAMLSyntax

/// What the packs of a project say for all its specs, beside the entries of the catalogue.
///
/// Everything is kept as it is written: what a name means, each spec decides.
struct House: Sendable {
  /// Something with the place in its pack.
  struct Item<Value: Sendable>: Sendable {
    var written: Value
    var origin: HouseOrigin
  }

  /// A factor or an operation that a spec takes by its bare id.
  struct Declaration: Sendable {
    /// What stands behind its id, without the words that the catalogue holds.
    var node: SyntaxNode
    var origin: HouseOrigin
  }

  var factors: [String: Declaration] = [:]
  /// The ids of the factors, in the order of the packs.
  var factorNames: [String] = []
  var operations: [String: Declaration] = [:]
  var dismissed: [(id: String, reason: String)] = []
  var impossible: [Item<WrittenImpossibility>] = []
  var questions: [TeamQuestion] = []
  /// In the order of the packs: their rank is below every rule of a spec, among themselves only shape decides.
  var rules: [Item<WrittenRule>] = []

  /// Takes in what another pack says.
  mutating func add(_ other: House) {
    factors.merge(other.factors) { first, _ in first }
    factorNames += other.factorNames
    operations.merge(other.operations) { first, _ in first }
    dismissed += other.dismissed
    impossible += other.impossible
    questions += other.questions
    rules += other.rules
  }
}
