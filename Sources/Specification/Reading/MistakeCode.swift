import Diagnostics

/// The stable names of the mistakes in specs.
enum MistakeCode: String, CaseIterable {
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case conflictingKeys = "conflicting-keys"
  case wrongType = "wrong-type"
  case unsupportedVersion = "unsupported-version"
  case invalidID = "invalid-id"
  case invalidValue = "invalid-value"
  case invalidDay = "invalid-day"
  case invalidRange = "invalid-range"
  case backwardsRange = "backwards-range"
  case emptyText = "empty-text"
  case emptyList = "empty-list"
  case emptyCondition = "empty-condition"
  case unreadableCondition = "unreadable-condition"
  case selectsNothing = "selects-nothing"
  case duplicateName = "duplicate-name"
  case reservedName = "reserved-name"
  case unknownFactor = "unknown-factor"
  case unknownValue = "unknown-value"
  case unknownRule = "unknown-expectation"
  case unknownTrait = "unknown-trait"
  case unknownOperation = "unknown-operation"
  case circularCondition = "circular-only-when"
  case circularIs = "circular-is"
  case oneSentence = "probably-one-sentence"
  case selectedAndDismissed = "selected-and-dismissed"
  case tooMany = "too-many"
}

/// Names that must be unique, in the order written.
struct UniqueNames {
  private(set) var inOrder: [String] = []
  private var places: [String: SourceSpan] = [:]

  func contains(_ name: String) -> Bool { places[name] != nil }

  /// Adds a name; reports one that is taken, with its first place, and returns `false`.
  @discardableResult
  mutating func insert(
    _ name: String,
    at span: SourceSpan,
    called noun: String,
    _ read: SyntaxReader
  ) -> Bool {
    if let first = places[name] {
      read.reportTwice("\(noun) `\(name)`", at: span, first: first)
      return false
    }
    places[name] = span
    inOrder.append(name)
    return true
  }
}
