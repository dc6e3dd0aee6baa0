import Specification

/// The shorter of several ways to say the same.
extension Wording {
  /// Up to three listed values as what is missing, where that takes fewer letters, or where "or does not apply" is spared: "is anything except
  /// Extra".
  ///
  /// Numbers are said as they lie on their line, and yes or no as they are.
  func shorter(_ selection: ValueSelection, of factor: Factor) -> ValueSelection {
    guard case .oneOf(let values) = selection.form, !factor.isYesNo, factor.line == nil,
      factor.comparison == nil
    else { return selection }
    let missing = factor.values.indices.filter { !values.contains($0) }
    let isAbsent = selection.allowsNotApplicable
    guard !missing.isEmpty, missing.count < values.count + (isAbsent ? 1 : 0) else {
      return selection
    }
    func length(_ numbers: [Int]) -> Int {
      numbers.reduce(0) { $0 + factor.values[$1].label.count } + (numbers.count - 1) * joint
    }
    guard isAbsent || length(missing) + exception < length(values) else { return selection }
    var shorter = selection
    shorter.form = .allExcept(missing)
    return shorter
  }

  /// The literal with the shorter wording, of two that hold for the same combinations; the first if they are equal.
  func isShorter(_ literal: NamedCube.Literal, than other: NamedCube.Literal) -> Bool {
    factorPhrase([literal], asTopic: false).count < factorPhrase([other], asTopic: false).count
  }

  /// The letters that join two values of a list: " or ", または.
  private var joint: Int { language == .english ? 4 : 3 }

  /// The letters of "anything except ", and about what 以外 costs a reader.
  private var exception: Int { language == .english ? 16 : 8 }
}
