/// Finds rows in the intersection of many sets without computing it.
///
/// # Chapter: sets as clauses
///
/// **Problem.** A hundred constraints that each name a few of two hundred factors have small diagrams, but their intersection may have more
/// nodes than fit in memory.
///
/// **Idea.** Whether some row is in all sets is a satisfiability question (`ClauseSolver`): a variable says that a factor has a value, and
/// each path of a diagram to the empty set is a clause that forbids it. A node on several paths gets a variable of its own, which keeps the
/// number of clauses linear in the number of edges. The finder returns the first common row: rows are compared factor by factor, and the
/// caller gives the order of the factors and of their values. All preferred values are assumed at once. If they cannot all hold, the solver
/// names some that conflict, and the finder drops the last of these. The answer therefore depends neither on how the solver searches nor on
/// whether the sets are joined: it is the row that a walk through their intersection finds.
///
/// **Correctness.** Every row found is checked against each diagram before it is returned.
///
/// **Cost.** One question if all preferred values can hold; otherwise one more for each value of each factor that differs. A question is
/// exponential at worst and abandoned after a number of conflicts; constraints that people write cause none.
///
/// Sources: T. Walsh, "SAT v CSP", CP 2000 (the direct encoding); I. Abío, G. Gange, V. Mayer-Eichberger, P. Stuckey, "On CNF Encodings of
/// Decision Diagrams", CPAIOR 2016; N. Eén, N. Sörensson, "Temporal Induction by Incremental SAT Solving", BMC 2003 (assumptions).
struct JointFinder {
  /// True, by factor, if some set depends on it.
  let constrains: [Bool]
  /// The factors that some set depends on, in level order.
  let order: [Int]

  private let store: DiagramStore
  private let parts: [Diagram]
  private let solver: ClauseSolver
  /// The literal for each value of all factors, or 0 if no set depends on the factor.
  private var literals: [Int32]

  /// The literal that enables each optional set.
  private var switches: [Int32] = []

  /// Creates a finder for the intersection of `parts`; the `optional` sets count only in questions that name them.
  init(_ parts: [Diagram], optional: [Diagram] = [], in store: DiagramStore) {
    self.parts = parts
    self.store = store
    solver = ClauseSolver(budget: store.budget)
    literals = Array(repeating: 0, count: store.domains.valueCount)
    let nodes = (parts + optional).map { store.nodes(of: $0) }
    var constrains = Array(repeating: false, count: store.domains.count)
    for node in nodes.joined() { constrains[store.order[store.level(of: node)]] = true }
    self.constrains = constrains
    order = store.order.filter { constrains[$0] }
    for factor in order { addValues(of: factor) }
    for (part, nodes) in zip(parts, nodes) { add(part, nodes, if: []) }
    for (part, nodes) in zip(optional, nodes.dropFirst(parts.count)) {
      switches.append(solver.newVariable())
      add(part, nodes, if: switches.suffix(1))
    }
  }

  /// The number of steps taken so far.
  var steps: Int { solver.steps }

  /// Throws if a question was abandoned.
  func check() throws(LimitExceeded) {
    if let failure = solver.failure { throw failure }
  }

  /// True if the complete row that starts at index `start` of `cells` is in all sets.
  func contains(_ cells: [Int32], from start: Int) -> Bool {
    parts.allSatisfy { part in
      var node = part.node
      while node > NodeTable.full {
        let factor = store.order[store.level(of: node)]
        node = store.child(Int(cells[start + factor]), of: node)
      }
      return node == NodeTable.full
    }
  }

  // MARK: Clauses

  /// Encodes that a factor has exactly one value; for two values, one literal is the negation of the other.
  private mutating func addValues(of factor: Int) {
    let first = store.domains.firstValue[factor]
    let size = store.domains.sizes[factor]
    guard size != 2 else {
      literals[first] = solver.newVariable()
      literals[first + 1] = -literals[first]
      return
    }
    let values = (0..<size).map { _ in solver.newVariable() }
    literals.replaceSubrange(first..<(first + size), with: values)
    solver.add(values)
    // "One of the values so far": sequential encoding of at most one.
    var before: Int32?
    for value in values {
      let now = solver.newVariable()
      solver.add([-value, now])
      if let before {
        solver.add([-before, now])
        solver.add([-before, -value])
      }
      before = now
    }
  }

  /// Forbids everything outside a set if the literal, if any, is true.
  private func add(_ part: Diagram, _ nodes: [Int32], if condition: ArraySlice<Int32>) {
    let start = condition.map { -$0 }
    if part == .empty { solver.add(start) }
    var parents: [Int32: Int] = [:]
    for node in nodes { for (child, _) in edges(of: node) { parents[child, default: 0] += 1 } }
    var variables: [Int32: Int32] = [:]
    for node in nodes where parents[node, default: 0] > 1 { variables[node] = solver.newVariable() }
    /// Forbids the paths from a node to the empty set.
    func forbid(_ node: Int32, after path: [Int32]) {
      for (child, notTaken) in edges(of: node) where child != NodeTable.full {
        if child == NodeTable.empty {
          solver.add(path + notTaken)
        } else if let variable = variables[child] {
          solver.add(path + notTaken + [variable])
        } else {
          forbid(child, after: path + notTaken)
        }
      }
    }
    if let root = nodes.first { forbid(root, after: start) }
    for node in nodes { if let variable = variables[node] { forbid(node, after: [-variable]) } }
  }

  /// Returns the distinct children of a node, each with literals of which at least one is true if the child is not taken.
  private func edges(of node: Int32) -> [(child: Int32, notTaken: [Int32])] {
    let level = store.level(of: node)
    let first = store.domains.firstValue[store.order[level]]
    var values: [Int32: [Int]] = [:]
    var children: [Int32] = []
    for value in 0..<store.table.sizes[level] {
      let child = store.child(value, of: node)
      if values[child] == nil { children.append(child) }
      values[child, default: []].append(value)
    }
    return children.map { child in
      let leading = values[child] ?? []
      if leading.count == 1 { return (child, [-literals[first + leading[0]]]) }
      let others = children.filter { $0 != child }.flatMap { values[$0] ?? [] }
      return (child, others.map { literals[first + $0] })
    }
  }

  // MARK: Questions

  /// Returns the literals that hold for exactly the rows of a nonempty cube.
  private func assumptions(_ cube: Cube) -> [Int32] {
    order.flatMap { factor in
      let first = store.domains.firstValue[factor]
      let count = cube.valueCount(of: factor)
      if count == 1 { return [literals[first + cube.values(of: factor)[0]]] }
      guard count < store.domains.sizes[factor] else { return [] }
      return (0..<store.domains.sizes[factor]).filter { !cube.contains($0, factor: factor) }
        .map { -literals[first + $0] }
    }
  }

  private func literal(_ value: Int32, of factor: Int) -> Int32 {
    literals[store.domains.firstValue[factor] + Int(value)]
  }

  /// Returns the value of a factor in the latest model.
  private func found(_ factor: Int) -> Int32 {
    (0..<Int32(store.domains.sizes[factor])).first { solver.isTrue(literal($0, of: factor)) } ?? 0
  }

  /// True if some row is in all sets, in the optional sets with the given indices, and in a nonempty cube.
  func hasRows(in cube: Cube, with named: [Int] = []) -> Bool {
    solver.isSatisfiable(assuming: named.map { switches[$0] } + assumptions(cube))
  }

  /// Finds the first row that is in all sets and in a cube.
  ///
  /// - Parameters:
  ///   - cube: The rows to search; not empty.
  ///   - row: On entry, the preferred value of each factor, which must be in the cube; on success, the row found. Unconstrained factors
  ///     keep their values.
  ///   - order: The constrained factors, in the order in which rows are compared.
  ///   - choices: Returns the values of a factor in the order in which they are tried if the preferred one is impossible.
  /// - Returns: True if there is such a row; otherwise `row` is unchanged.
  func find(
    in cube: Cube,
    near row: inout [Int32],
    by order: [Int],
    choices: (Int) -> [Int32]
  ) -> Bool {
    if contains(row, from: 0) { return true }
    var result = row
    var decided = assumptions(cube)
    let open = order.filter { cube.valueCount(of: $0) > 1 }
    var next = 0
    while true {
      // The longest prefix of the preferred values that can hold.
      var preferred = open[next...].map { literal(result[$0], of: $0) }
      while !solver.isSatisfiable(assuming: decided + preferred) {
        guard solver.failure == nil, let last = preferred.lastIndex(where: solver.isToBlame) else {
          return false
        }
        preferred.removeSubrange(last...)
      }
      decided += preferred
      next += preferred.count
      guard next < open.count else { break }
      let factor = open[next]
      let others = choices(factor).filter {
        $0 != row[factor] && cube.contains(Int($0), factor: factor)
      }
      repeat {
        result[factor] = found(factor)
        let better = others.prefix { $0 != result[factor] }.map { literal($0, of: factor) }
        if better.isEmpty { break }
        if !solver.isSatisfiable(assuming: decided, oneOf: better) { break }
      } while true
      guard solver.failure == nil else { return false }
      decided.append(literal(result[factor], of: factor))
      next += 1
    }
    precondition(contains(result, from: 0), "a row that was found is in every set")
    row = result
    return true
  }

  /// Returns the values that occur in rows of all sets within a nonempty cube, or `nil` if there are no such rows.
  ///
  /// Complexity: one question for each value of a constrained factor that no earlier model contains.
  func support(in cube: Cube) -> Cube? {
    let given = assumptions(cube)
    guard solver.isSatisfiable(assuming: given) else { return nil }
    var result = cube
    var seen = Cube(none: store.domains)
    func see() { for factor in order { seen.insert(Int(found(factor)), factor: factor) } }
    see()
    for factor in order {
      for value in cube.values(of: factor) where !seen.contains(value, factor: factor) {
        if solver.isSatisfiable(assuming: given + [literal(Int32(value), of: factor)]) {
          see()
        } else {
          result.remove(value, factor: factor)
        }
      }
    }
    return solver.failure == nil ? result : nil
  }
}

extension DiagramStore {
  /// Returns the number of nodes of a diagram, not counting the two terminals.
  package func size(of diagram: Diagram) throws(LimitExceeded) -> Int {
    let size = table.size(of: diagram.node)
    try pay()
    return size
  }

  /// Returns the nodes of a diagram from top to bottom, without the two terminals.
  func nodes(of diagram: Diagram) -> [Int32] {
    var reached: Set<Int32> = []
    var nodes: [Int32] = []
    if diagram.node > NodeTable.full {
      reached.insert(diagram.node)
      nodes.append(diagram.node)
    }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      for value in 0..<table.sizes[level(of: node)] {
        let child = child(value, of: node)
        if child > NodeTable.full, reached.insert(child).inserted { nodes.append(child) }
      }
    }
    nodes.sort { (level(of: $0), $0) < (level(of: $1), $1) }
    return nodes
  }
}
