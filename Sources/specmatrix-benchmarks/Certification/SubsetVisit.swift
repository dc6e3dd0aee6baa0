/// Every choice of so many factors.
enum SubsetVisit {
  /// Calls with each choice, in lexicographic order.
  static func visit(_ factors: [Int], _ count: Int, _ body: ([Int]) -> Void) {
    var choice = Array(0..<count)
    while true {
      body(choice.map { factors[$0] })
      guard let place = choice.indices.last(where: { choice[$0] < factors.count - count + $0 })
      else { return }
      choice[place] += 1
      for next in choice.indices.dropFirst(place + 1) { choice[next] = choice[next - 1] + 1 }
    }
  }
}
