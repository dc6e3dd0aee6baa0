import Diagnostics
import Text
import YAMLSyntax

extension SpecificationDecoder {
  /// Resolves the names in every `only_when`, now that all names are known, and completes factors and operations.
  func resolve(
    _ declaredFactors: [DeclaredFactor],
    _ declaredOperations: [DeclaredOperation],
    in scope: NameScope
  ) -> (factors: [Factor], operations: [Operation]) {
    let factors = declaredFactors.map { declared in
      var factor = declared.factor
      factor.values = declared.values.values
      factor.isUsualGiven =
        declared.values.line.map { $0.usual != nil } ?? (declared.values.usual != nil)
      factor.isYesNo = declared.values.isYesNo
      factor.line = declared.values.line?.line
      factor.start = declared.start.flatMap { start in
        let context = ConditionContext(scope: scope, subject: "`start`")
        guard let number = scope.factor(start.factor) else { return nil }
        let values = terms(of: [start], in: context)?.first?.values
        return valid(values, of: scope.factors[number], "`start`", at: start.span)
      }
      let first = factor.isUsualGiven ? nil : factor.start?.first
      factor.usual =
        first ?? declared.values.usual ?? factor.values.firstIndex { !$0.isInvalid } ?? 0
      factor.startSpan = declared.start?.span
      // The relation of a comparison already has a condition.
      factor.onlyWhen =
        factor.onlyWhen ?? resolved(declared.onlyWhen, "factor `\(factor.name)`", in: scope)
      return factor
    }
    let operations = declaredOperations.map { declared in
      var operation = declared.operation
      operation.variants = declared.variants.values.map { part in
        var part = part
        let written = declared.partsOnlyWhen[part.id]
        part.onlyWhen = resolved(written, "part `\(operation.id)/\(part.id)`", in: scope)
        return part
      }
      operation.line = declared.variants.line?.line
      operation.during = during(declared, among: declaredOperations)
      operation.onlyWhen = resolved(declared.onlyWhen, "operation `\(operation.id)`", in: scope)
      return operation
    }
    reportCircles(factors)
    return (factors, operations)
  }

  func onlyWhen(_ node: SyntaxNode, _ subject: String) -> WrittenCondition? {
    let reason = "say where an operation can be done with an `only_when` of its own"
    return read.condition(node, "`only_when` of \(subject)", refusingOperation: reason, on: lines)
  }

  private func resolved(
    _ written: WrittenCondition?,
    _ subject: String,
    in scope: NameScope
  ) -> Condition? {
    let context = ConditionContext(
      scope: scope,
      subject: "`only_when` of \(subject)",
      takesInvalid: true
    )
    return written.flatMap { condition($0, in: context) }
  }

  /// Reports factors whose `only_when` depends on themselves, directly or indirectly.
  private func reportCircles(_ factors: [Factor]) {
    let terms = Dictionary(
      firstOf: factors.map { ($0.name, ($0.onlyWhen?.alternatives ?? []).flatMap(\.terms)) }
    )
    read.reportCircles(of: factors.map(\.name), .circularCondition, "only_when") { name in
      (terms[name] ?? []).map { (factors[$0.factor].name, $0.span) }
    } rule: { circle in
      circle.count > 1
        ? "none of them could apply before the others do"
        : "the `only_when` of a factor must not name the factor itself"
    }
  }
}

extension SyntaxReader {
  /// Reports the cycles of a graph with named nodes, each at its first edge, with the others as related places.
  ///
  /// Of several edges to the same node, the first one is shown.
  func reportCircles(
    of names: [String],
    _ code: MistakeCode,
    _ key: String,
    edges: (String) -> [(name: String, span: SourceSpan)],
    rule: ([Int]) -> String
  ) {
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var places: [[Int: SourceSpan]] = []
    let graph = names.map { name in
      var spans: [Int: SourceSpan] = [:]
      let successors = edges(name).compactMap { edge -> Int? in
        guard let number = numbers[edge.name], spans[number] == nil else { return nil }
        spans[number] = edge.span
        return number
      }
      places.append(spans)
      return successors
    }
    for circle in circles(in: graph) {
      let spans = circle.indices.compactMap {
        places[circle[$0]][circle[($0 + 1) % circle.count]]
      }
      guard let place = spans.first else { continue }
      let shown = circle.prefix(8).map { "`\(names[$0])`" } + (circle.count > 8 ? ["…"] : [])
      let way = (shown + shown.prefix(1)).joined(separator: " → ")
      report(
        code,
        "circle of `\(key)`: \(way)",
        at: place,
        help: [rule(circle)],
        related: spans.dropFirst().prefix(8).map {
          Diagnostic.Related(span: $0, message: "and on from here")
        }
      )
    }
  }
}

/// Returns cycles of a directed graph, each without repetition and beginning with its least node.
///
/// Depth-first search with its own stack, since a chain may be as long as a file allows. Every strongly connected component with a cycle
/// gives at least one; edges between two nodes reported before give no others. Once the cycles together are 16 times as long as the graph,
/// the rest is left out. Time and space are linear in nodes and edges.
func circles(in graph: [[Int]]) -> [[Int]] {
  enum Mark { case unseen, done, open(Int) }
  var marks = [Mark](repeating: .unseen, count: graph.count)
  var reported = [Bool](repeating: false, count: graph.count)
  var found: [[Int]] = []
  var room = 16 * graph.reduce(graph.count) { $0 + $1.count }
  for root in graph.indices {
    guard case .unseen = marks[root] else { continue }
    var path = [(node: root, nextEdge: 0)]
    marks[root] = .open(0)
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
        marks[successor] = .open(path.count)
        path.append((successor, 0))
      case .open(let start) where !(reported[node] && reported[successor]):
        let circle = path[start...].map(\.node)
        room -= circle.count
        if room < 0 { return found }
        for member in circle { reported[member] = true }
        let least = circle.indices.min { circle[$0] < circle[$1] } ?? 0
        found.append(Array(circle[least...] + circle[..<least]))
      case .open: break
      }
    }
  }
  return found
}
