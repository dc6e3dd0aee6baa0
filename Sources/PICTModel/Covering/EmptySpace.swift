import Combinatorics
import Diagnostics

/// Why a model allows no row.
struct EmptySpace {
  private let space: EncodedSpace

  /// - Parameter space: A space without a row that has no negative value.
  init(_ space: EncodedSpace) {
    self.space = space
  }

  /// Names constraints that together leave nothing, none of which could be spared.
  func diagnostic() throws(LimitExceeded) -> Diagnostic {
    let store = space.store
    let model = space.encoding.model
    let positive = try store.diagram(of: space.encoding.positive())
    var needed = Array(model.constraints.indices)
    for number in needed.reversed() {
      let others = needed.filter { $0 != number }
      let left = RowSpace(others.map { space.statements[$0] } + [positive])
      if try !space.hasRows(left) { needed = others }
    }
    let spans = needed.map { model.constraints[$0].span }
    let onlyNegative = try !space.hasRows(space.all) ? "" : " without a negative value"
    return Diagnostic(
      code: "nothing-left",
      message: spans.count == 1
        ? "this constraint leaves no row\(onlyNegative)"
        : "these \(spans.count) constraints together leave no row\(onlyNegative)",
      span: spans.first,
      help: ["every row breaks one of them: weaken or remove one"],
      related: Set(spans.dropFirst()).filter { $0 != spans.first }.sorted { $0.start < $1.start }
        .map { Diagnostic.Related(span: $0, message: "and this one") }
    )
  }
}
