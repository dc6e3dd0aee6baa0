/// How a set of values is best said: by what is in it, or by what is not.
struct ValueSelection {
  enum Form: Equatable {
    /// No value at all.
    case none
    /// Every value.
    case all
    case oneOf([Int])
    case allExcept([Int])
  }

  var form: Form
  /// Whether not applicable belongs to the set as well.
  var allowsNotApplicable: Bool

  /// Chooses the form: more than three values are said by what is missing where that is shorter.
  init(_ values: [Int], of count: Int, allowsNotApplicable: Bool) {
    self.allowsNotApplicable = allowsNotApplicable
    form =
      switch values.count {
      case 0: .none
      case count: .all
      case 4... where count - values.count < values.count:
        .allExcept((0..<count).filter { !values.contains($0) })
      default: .oneOf(values)
      }
  }
}
