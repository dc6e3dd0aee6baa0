import Combinatorics
import Diagnostics

/// Values that the constraints never allow.
struct LostValues {
  private let space: EncodedSpace

  /// The most values that are named, and the most reasons.
  private static let (mostNamed, mostReasons) = (20, 5)

  init(_ space: EncodedSpace) {
    self.space = space
  }

  /// One warning for all of them, with the constraints that forbid them; `nil` where every value can occur.
  ///
  /// - Throws: `LimitExceeded` where a search for rows took too long.
  func diagnostic() throws(LimitExceeded) -> Diagnostic? {
    let model = space.encoding.model
    let everything = Cube(full: space.encoding.domains)
    guard let support = try space.store.support(of: space.all, in: everything) else { return nil }
    let lost = model.parameters.indices.flatMap { parameter in
      model.parameters[parameter].values.indices
        .filter { !support.contains($0, factor: parameter) }
        .map { (parameter: parameter, value: $0) }
    }
    guard let first = lost.first else { return nil }
    let shown = lost.prefix(Self.mostNamed)
    var names = shown.map { name($0.parameter, $0.value) }.joined(separator: ", ")
    if lost.count > shown.count { names += " and \(lost.count - shown.count) more" }
    return Diagnostic(
      code: "excluded-value",
      severity: .warning,
      message: "the constraints never allow \(names)",
      span: model.parameters[first.parameter].span,
      help: reasons(for: Array(shown))
    )
  }

  /// By reason, in the order of the values: which of them it forbids.
  private func reasons(for lost: [(parameter: Int, value: Int)]) -> [String] {
    var blame = ConstraintBlame(space)
    var found: [(lines: [Int], names: [String])] = []
    for (parameter, value) in lost {
      var cube = Cube(full: space.encoding.domains)
      cube.restrict(parameter, to: [value])
      guard let constraints = blame.constraints(against: cube), !constraints.isEmpty else {
        continue
      }
      let lines = space.encoding.model.lines(of: constraints)
      if let place = found.firstIndex(where: { $0.lines == lines }) {
        found[place].names.append(name(parameter, value))
      } else {
        found.append((lines, [name(parameter, value)]))
      }
    }
    let shown = found.prefix(Self.mostReasons).map {
      "\(phrase($0.lines)) \($0.lines.count == 1 ? "forbids" : "forbid") "
        + $0.names.joined(separator: ", ")
    }
    let rest = found.count - shown.count
    return shown + (rest > 0 ? ["and \(rest) more \(rest == 1 ? "reason" : "reasons")"] : [])
  }

  private func name(_ parameter: Int, _ value: Int) -> String {
    let parameter = space.encoding.model.parameters[parameter]
    return "`\(parameter.name): \(parameter.values[value].name)`"
  }

  private func phrase(_ lines: [Int]) -> String {
    lines.count == 1
      ? "the constraint of line \(lines[0])"
      : "together the constraints of lines " + lines.map(String.init).joined(separator: ", ")
  }
}

extension PICTModel {
  /// The lines on which constraints begin, each once, ascending.
  func lines(of constraints: [Int]) -> [Int] {
    Set(constraints.map { self.constraints[$0].span.start.line }).sorted()
  }
}
