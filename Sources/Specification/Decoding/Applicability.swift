import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// Reads every `only_when`, now that all names are known, and completes factors and operations.
  mutating func resolve(
    _ declaredFactors: [DeclaredFactor],
    _ declaredOperations: [DeclaredOperation],
    in scope: NameScope
  ) -> (factors: [Factor], operations: [Operation]) {
    var factors: [Factor] = []
    for declared in declaredFactors {
      let onlyWhen = onlyWhen(declared.onlyWhen, "factor `\(declared.name)`", in: scope)
      factors.append(
        Factor(
          name: declared.name,
          kind: declared.kind,
          label: declared.label,
          values: declared.values.values,
          onlyWhen: onlyWhen,
          note: declared.note,
          span: declared.span
        )
      )
    }
    var operations: [Operation] = []
    for declared in declaredOperations {
      let subject = "operation `\(declared.id)`"
      let onlyWhen = onlyWhen(declared.onlyWhen, subject, in: scope)
      operations.append(
        Operation(
          id: declared.id,
          label: declared.label,
          hasOwnLabel: declared.hasOwnLabel,
          variants: declared.variants.values,
          catalogueEntry: declared.catalogueEntry,
          onlyWhen: onlyWhen,
          note: declared.note,
          span: declared.span
        )
      )
    }
    reportCircles(factors, operations)
    return (factors, operations)
  }

  private mutating func onlyWhen(
    _ entry: SyntaxEntry?,
    _ subject: String,
    in scope: NameScope
  ) -> Condition? {
    entry.flatMap { condition($0.value, "`only_when` of \(subject)", in: scope) }
  }

  /// Reports what applies only where it applies itself, however long the way round.
  ///
  /// Nodes are the factors, then the operations. A factor depends on what its `only_when` names: on factors, and on the operations that
  /// it selects. An operation that names `operation` depends on itself.
  private mutating func reportCircles(_ factors: [Factor], _ operations: [Operation]) {
    let conditions = factors.map(\.onlyWhen) + operations.map(\.onlyWhen)
    let names = factors.map(\.name) + operations.map(\.id)
    let ownerOfValue = operations.enumerated().flatMap { number, operation in
      Array(repeating: number, count: max(1, operation.variants.count))
    }
    var graph: [[Int]] = []
    var places: [[Int: SourceSpan]] = []
    for (node, condition) in conditions.enumerated() {
      var successors: [Int] = []
      var spans: [Int: SourceSpan] = [:]
      for term in condition?.alternatives.flatMap(\.terms) ?? [] {
        let named =
          term.factor < factors.count
          ? [term.factor]
          : node < factors.count
            ? term.values.map { factors.count + ownerOfValue[$0] } : [node]
        for successor in named where spans[successor] == nil {
          spans[successor] = term.span
          successors.append(successor)
        }
      }
      graph.append(successors)
      places.append(spans)
    }
    for circle in circles(in: graph) {
      let spans = circle.indices.compactMap {
        places[circle[$0]][circle[($0 + 1) % circle.count]]
      }
      report(
        .circularCondition,
        "circle of `only_when`",
        circle.map { names[$0] },
        at: spans,
        rule: rule(circle, numberOfFactors: factors.count)
      )
    }
  }

  private func rule(_ circle: [Int], numberOfFactors: Int) -> String {
    if circle.count > 1 { return "none of them could apply before the others do" }
    return circle.allSatisfy { $0 < numberOfFactors }
      ? "the `only_when` of a factor must not name the factor itself"
      : "the `only_when` of an operation must not name `operation`"
  }

  /// Reports a circle at its first place, with the others beside it.
  mutating func report(
    _ code: MistakeCode,
    _ title: String,
    _ names: [String],
    at spans: [SourceSpan],
    rule: String
  ) {
    guard let place = spans.first else { return }
    let shown = names.prefix(8).map { "`\($0)`" } + (names.count > 8 ? ["…"] : [])
    let way = (shown + names.prefix(1).map { "`\($0)`" }).joined(separator: " → ")
    read.report(
      code,
      "\(title): \(way)",
      at: place,
      help: [rule],
      related: spans.dropFirst().prefix(8).map {
        Diagnostic.Related(span: $0, message: "and on from here")
      }
    )
  }
}

/// Circles of a directed graph: every strongly connected part that has one gives at least one, each without repetition and beginning
/// with its least node.
///
/// Depth-first search with its own stack, since a chain may be as long as a file allows. Time and space are linear in nodes and edges,
/// but for the copies of the circles, of which no two consist of the same nodes found before.
func circles(in graph: [[Int]]) -> [[Int]] {
  enum Mark { case unseen, open, done }
  var marks = [Mark](repeating: .unseen, count: graph.count)
  var reported = [Bool](repeating: false, count: graph.count)
  var found: [[Int]] = []
  for root in graph.indices where marks[root] == .unseen {
    var path = [(node: root, nextEdge: 0)]
    marks[root] = .open
    while let (node, edge) = path.last {
      guard edge < graph[node].count else {
        marks[node] = .done
        path.removeLast()
        continue
      }
      path[path.count - 1].nextEdge += 1
      let successor = graph[node][edge]
      switch marks[successor] {
      case .done: break
      case .unseen:
        marks[successor] = .open
        path.append((successor, 0))
      case .open where !(reported[node] && reported[successor]):
        let start = path.lastIndex { $0.node == successor } ?? 0
        let circle = path[start...].map(\.node)
        for member in circle { reported[member] = true }
        let least = circle.indices.min { circle[$0] < circle[$1] } ?? 0
        found.append(Array(circle[least...] + circle[..<least]))
      case .open: break
      }
    }
  }
  return found
}
