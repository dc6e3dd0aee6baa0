import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Findings on cases that cannot be run as written: a hidden control, or an operation that has to be guessed.
extension FindingWriter {
  /// Returns one finding per operation whose control is hidden according to rules on what is shown.
  mutating func hiddenControls() throws(LimitExceeded) -> [Finding] {
    let controls = Controls(specification)
    var hidden: [String: Diagram] = [:]
    var hiding: [String: [(rule: Int, rows: Diagram)]] = [:]
    lazy var texts = textsByOperationValue()
    var namesInPlace: [Int: Set<String>] = [:]
    for (rule, declared) in specification.rules.enumerated() {
      let names = controls.hidden(in: declared.results ?? []) {
        for value in operationValues(ofRule: rule) where namesInPlace[value] == nil {
          namesInPlace[value] = controls.named(in: texts[value])
        }
        return operationValues(ofRule: rule).reduce(into: []) {
          $0.formUnion(namesInPlace[$1] ?? [])
        }
      }
      guard !names.isEmpty else { continue }
      for view in lowered.operations(ofRule: rule) where specification.operations[view].shows {
        for value in lowered.cube(ofOperation: view).values(of: lowered.operationFactor) {
          let rows = store.cofactor(regions.wins[rule], ofFirst: value)
          for name in names where rows != .empty {
            hidden[name] = try store.union(hidden[name] ?? .empty, rows)
            hiding[name, default: []].append((rule, rows))
          }
        }
      }
    }
    var findings: [Finding] = []
    for (operation, name) in controls.ofOperations {
      for name in [name, Controls.all] {
        guard let rows = hidden[name], let rules = hiding[name],
          let finding = try finding(of: operation, hiddenIn: rows, by: rules)
        else { continue }
        findings.append(finding)
        break
      }
    }
    return findings
  }

  private func operationValues(ofRule rule: Int) -> Set<Int> {
    Set(lowered.rules[rule].flatMap { $0.values(of: lowered.operationFactor) })
  }

  /// The label of each operation value and the results of its rules.
  private func textsByOperationValue() -> [[String]] {
    var texts = specification.operationValues.map { [$0.variantLabel].compactMap(\.self) }
    for (rule, declared) in specification.rules.enumerated() {
      for value in operationValues(ofRule: rule) { texts[value] += declared.results ?? [] }
    }
    return texts
  }

  private mutating func finding(
    of operation: Int,
    hiddenIn rows: Diagram,
    by rules: [(rule: Int, rows: Diagram)]
  ) throws(LimitExceeded) -> Finding? {
    let declared = specification.operations[operation]
    let cube = lowered.cube(ofOperation: operation)
    let own = try store.intersection(space.all, try store.diagram(of: cube))
    let hidden = try space.possible(try store.intersection(own, rows))
    guard let row = store.anyRow(of: hidden),
      let rule = rules.first(where: { store.contains($0.rows, row: row) })?.rule
    else { return nil }
    try space.charge(comparisons: rules.count)
    let remedy = try whereSeen(own, try store.difference(own, hidden), cube)
    return Finding(
      code: .hiddenControl,
      id: ids.next("F", ["hidden", specification.id, declared.id, idPart(ofRule: rule)]),
      message:
        say(
          "`\(declared.id)` can also be done where \(wording.name(ofRule: rule)) says that its control is hidden"
        ),
      span: declared.span,
      help: [say("say where it is seen: \(remedy); or narrow the rule, if the control is there")],
      related: [.init(span: specification.rules[rule].span, message: say("hidden here"))],
      combinations: space.decimalCount([hidden]),
      rules: [rule]
    )
  }

  /// Returns the condition under which the control of an operation is visible, if a single map can express it.
  private func whereSeen(
    _ own: Diagram,
    _ seen: Diagram,
    _ cube: Cube
  ) throws(LimitExceeded) -> String {
    let whole = store.support(of: own, in: cube)
    var part = store.support(of: seen, in: cube) ?? cube
    for factor in lowered.domains.sizes.indices
    where part.values(of: factor) == whole?.values(of: factor) { part.release(factor) }
    let claimed = try store.intersection(own, try store.diagram(of: part))
    guard try space.isWithin(claimed, seen) else {
      return say("`only_when` without what hides it")
    }
    let maps = wording.written(lowered.named(part).literals).alternatives
    return "`" + NewField("only_when", wording.condition(maps, in: .impossible)).inBlockStyle + "`"
  }

  /// Returns a note on failures and events that may occur during several operations, if the spec names none of these.
  mutating func unnamedTriggers() -> [Finding] {
    let possible = specification.possibleTriggers.prefix(6).map {
      "`\(specification.operations[$0].id)`"
    }
    let unnamed = specification.operations.filter { $0.during.isEmpty && $0.hasTrigger }
    guard possible.count > 1, let first = unnamed.first else { return [] }
    let names = wording.listed(unnamed.map { wording.quoted($0.label.onOneLine) })
    return [
      Finding(
        code: .unnamedTrigger,
        id: ids.next("F", ["trigger", specification.id]),
        message: say(
          "\(names) may happen during several operations: as none is named, the tester has to choose"
        ),
        span: first.span,
        help: [say("name one with `during`: \(wording.listed(possible, "or"))")],
        related: unnamed.dropFirst().map { .init(span: $0.span, message: say("here, too")) }
      )
    ]
  }
}
