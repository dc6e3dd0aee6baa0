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
    var edges: [[CircleEdge]] = []
    for (node, condition) in conditions.enumerated() {
      var successors: [CircleEdge] = []
      var known: Set<Int> = []
      for term in condition?.alternatives.flatMap(\.terms) ?? [] {
        let named =
          term.factor < factors.count
          ? [term.factor]
          : node < factors.count
            ? term.values.map { factors.count + ownerOfValue[$0] } : [node]
        for successor in named where known.insert(successor).inserted {
          successors.append((successor, term.span))
        }
      }
      edges.append(successors)
    }
    reportCircles(of: edges, names: names, .circularCondition, "circle of `only_when`") { circle in
      if circle.count > 1 { return "none of them could apply before the others do" }
      return circle.allSatisfy { $0 < factors.count }
        ? "the `only_when` of a factor must not name the factor itself"
        : "the `only_when` of an operation must not name `operation`"
    }
  }

  /// What a node leads to, and where that is written.
  typealias CircleEdge = (node: Int, span: SourceSpan)

  /// Reports the circles of a graph, each at the first place of its edges, with the others beside it.
  ///
  /// - Parameters:
  ///   - edges: Of each node, each successor once.
  ///   - names: Of the nodes.
  ///   - code: What kind of mistake a circle is.
  ///   - title: What the circle is called.
  ///   - rule: What forbids a circle.
  mutating func reportCircles(
    of edges: [[CircleEdge]],
    names: [String],
    _ code: MistakeCode,
    _ title: String,
    rule: ([Int]) -> String
  ) {
    let circles = circles(in: edges.map { $0.map(\.node) })
    if circles.isEmpty { return }
    let places = edges.map { Dictionary(uniqueKeysWithValues: $0) }
    for circle in circles {
      let spans = circle.indices.compactMap {
        places[circle[$0]][circle[($0 + 1) % circle.count]]
      }
      guard let place = spans.first else { continue }
      let shown = circle.prefix(8).map { "`\(names[$0])`" } + (circle.count > 8 ? ["…"] : [])
      let way = (shown + shown.prefix(1)).joined(separator: " → ")
      read.report(
        code,
        "\(title): \(way)",
        at: place,
        help: [rule(circle)],
        related: spans.dropFirst().prefix(8).map {
          Diagnostic.Related(span: $0, message: "and on from here")
        }
      )
    }
  }
}

/// Circles of a directed graph, each without repetition and beginning with its least node.
///
/// Depth-first search with its own stack, since a chain may be as long as a file allows. Every strongly connected part that has a circle
/// gives at least one, and no two consist of the same nodes found before; once the circles are together `16` times as long as the graph,
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
