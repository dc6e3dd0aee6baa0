extension TupleTable {
  /// Closes all open tuples that no row of the space has, as far as that takes no more than the steps.
  mutating func closeImpossible(in finder: inout RowFinder, steps: Int) {
    guard !finder.isJoint else { return }
    let before = finder.steps
    for index in runs.indices.dropLast() {
      let run = runs[index]..<runs[index + 1]
      let first = run.lowerBound
      let last = domains.sizes[lastFactor(of: first)]
      for prefix in 0..<((firstTuple[first + 1] - firstTuple[first]) / last) {
        guard finder.steps - before < steps else { return }
        if hasOpen(prefix, in: run) { closeImpossible(prefix, in: run, &finder) }
      }
    }
  }

  /// Closes the impossible ones among the tuples that agree with one in all factors but the last, which may be any.
  mutating func closeImpossible(like tuple: Int, of subset: Int, in finder: inout RowFinder) {
    guard !finder.isJoint else { return close(tuple, of: subset) }
    var low = 0
    var high = runs.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= subset { low = middle } else { high = middle }
    }
    let prefix = (tuple - firstTuple[subset]) / domains.sizes[lastFactor(of: subset)]
    closeImpossible(prefix, in: runs[low]..<runs[low + 1], &finder)
  }

  /// One walk over the diagram tells all values that stand beside the prefix.
  private mutating func closeImpossible(
    _ prefix: Int,
    in run: Range<Int>,
    _ finder: inout RowFinder
  ) {
    let first = run.lowerBound
    let someTuple = tuples(prefix, of: first).lowerBound
    var partial = Array(repeating: RowFinder.open, count: domains.count)
    for place in firstPlace[first]..<(firstPlace[first + 1] - 1) {
      partial[Int(factors[place])] = Int32(value(at: place, of: someTuple, in: first))
    }
    let support = finder.support(of: partial, firstValue: firstValue)
    for subset in run where openInSubset[subset] > 0 {
      let firstValue = firstValue[lastFactor(of: subset)]
      for (value, tuple) in tuples(prefix, of: subset).enumerated()
      where !(support?[firstValue + value] ?? false) {
        close(tuple, of: subset)
      }
    }
  }

  private func hasOpen(_ prefix: Int, in run: Range<Int>) -> Bool {
    run.contains { subset in
      openInSubset[subset] > 0 && tuples(prefix, of: subset).contains { isOpen[$0] == 1 }
    }
  }

  /// The tuples of a subset that begin with the values of the prefix.
  private func tuples(_ prefix: Int, of subset: Int) -> Range<Int> {
    let size = domains.sizes[lastFactor(of: subset)]
    let first = firstTuple[subset] + prefix * size
    return first..<(first + size)
  }

  private func lastFactor(of subset: Int) -> Int { Int(factors[firstPlace[subset + 1] - 1]) }
}
