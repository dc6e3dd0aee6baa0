import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// Looks up the names in every `only_when`, now that all names are known, and completes factors and operations.
  mutating func resolve(
    _ declaredFactors: [DeclaredFactor],
    _ declaredOperations: [DeclaredOperation],
    in scope: NameScope
  ) -> (factors: [Factor], operations: [Operation]) {
    let factors = declaredFactors.map { declared in
      let values = declared.values.values
      return Factor(
        name: declared.name,
        kind: declared.kind,
        label: declared.label,
        values: values,
        usual: declared.values.usual ?? values.firstIndex { !$0.isInvalid } ?? 0,
        isYesNo: declared.values.isYesNo,
        line: declared.values.line?.line,
        onlyWhen: resolved(declared.onlyWhen, "factor `\(declared.name)`", in: scope),
        note: declared.note,
        span: declared.span
      )
    }
    let operations = declaredOperations.map { declared in
      Operation(
        id: declared.id,
        label: declared.label,
        hasOwnLabel: declared.hasOwnLabel,
        variants: declared.variants.values,
        line: declared.variants.line?.line,
        hasParts: declared.hasParts,
        catalogueEntry: declared.catalogueEntry,
        onlyWhen: resolved(declared.onlyWhen, "operation `\(declared.id)`", in: scope),
        note: declared.note,
        span: declared.span
      )
    }
    reportCircles(factors)
    return (factors, operations)
  }

  /// An `only_when` as it is written.
  mutating func onlyWhen(_ node: SyntaxNode, _ subject: String) -> WrittenCondition? {
    let reason = "an operation says itself where it can be done, by `only_when` of its own"
    return read.condition(node, "`only_when` of \(subject)", operation: .refused(reason))
  }

  private mutating func resolved(
    _ written: WrittenCondition?,
    _ subject: String,
    in scope: NameScope
  ) -> Condition? {
    written.flatMap {
      condition(
        $0,
        in: ConditionContext(
          scope: scope,
          subject: "`only_when` of \(subject)",
          takesInvalid: true
        )
      )
    }
  }

  /// Reports factors that apply only where they apply themselves, however long the way round.
  private mutating func reportCircles(_ factors: [Factor]) {
    let edges = factors.map { factor in
      var known: Set<Int> = []
      return (factor.onlyWhen?.alternatives.flatMap(\.terms) ?? []).filter {
        known.insert($0.factor).inserted
      }.map { CircleEdge(node: $0.factor, span: $0.span) }
    }
    reportCircles(
      of: edges,
      names: factors.map(\.name),
      .circularCondition,
      "circle of `only_when`"
    ) { circle in
      circle.count > 1
        ? "none of them could apply before the others do"
        : "the `only_when` of a factor must not name the factor itself"
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
