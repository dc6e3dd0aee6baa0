import Foundation

/// Specs with every kind of check result; the catalogue asks nothing about them.
enum SampleSpecs {
  /// The specs by their names in sessions.
  static let all = [
    "done": complete, "gap": gap, "later": deferred, "bad": invalid, "large": large,
  ]

  /// Everything is defined.
  static let complete = """
    specmatrix: 1
    id: DONE
    feature: Done
    states: {plan: [free, premium]}
    operations: [submit, look]
    traits: []
    rules:
      submit: {id: sent, when: {plan: valid}, then: The form is sent}
      look: {id: seen, when: {plan: valid}, then: The form is shown}
    """

  /// One question is open.
  static let gap = """
    specmatrix: 1
    id: GAP
    feature: Gap
    states: {plan: [free, premium]}
    operations: [submit, look]
    traits: []
    rules:
      submit: {id: sent, then: The form is sent}
      look:
        - {id: seen, when: {plan: free}, then: The form is shown}
    """

  /// A question is deferred, which is a warning until 2026-12-31.
  static let deferred = """
    specmatrix: 1
    id: LATER
    feature: Later
    states: {plan: [free, premium]}
    operations: [submit]
    traits: []
    rules:
      submit:
        - {id: sent, when: {plan: free}, then: The form is sent}
        - {id: later, when: {plan: premium}, question: "Is it free?", until: 2026-12-31}
    """

  /// Two mistakes in one file.
  static let invalid = """
    specmatrix: 1
    id: BAD
    feature: Bad
    feature: Worse
    states: {plan: [free, premium]}
    operations: [submit]
    rules:
      submt: {id: sent, then: The form is sent}
    """

  /// Too many combinations for strength 6.
  static let large: String = {
    let factors = (0..<40).map { "  f\($0): [a, b, c, d, e]\n" }.joined()
    return """
      specmatrix: 1
      id: LARGE
      feature: Large
      states:
      \(factors)operations: [go]
      traits: []
      rules: {go: It goes}
      """
  }()
}

enum CommittedSpecs {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static let names = [
    "boost-popup", "complete", "payment-confirmation", "profile-screen", "tsukurepo-post",
  ]

  static let folder = root.appending(path: "specs").path

  static func path(_ name: String) -> String { root.appending(path: "specs/\(name).yaml").path }

  static let output = root.appending(path: "output").path
}
