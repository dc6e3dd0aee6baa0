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
