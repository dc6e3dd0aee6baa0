extension Oracle {
  /// The combinations of the space: the index of a value by factor (the operation last), `nil` for *not applicable*.
  package var combinations: [[Int?]] {
    space.combinations.indices.map(combination)
  }

  package func combination(_ point: Int) -> [Int?] {
    zip(space.combinations[point], values).map { $0 == $1.count ? nil : $0 }
  }

  /// True if no combination is possible, in which case the reader must refuse the spec.
  package var isEmpty: Bool { space.combinations.isEmpty }

  /// True if the lists of precedence form a cycle.
  ///
  /// The reader must refuse such a spec, and the other results are then meaningless.
  package var isPrecedenceCircle: Bool { Ranking.isCircle(spec) }

  package var count: Int { space.combinations.count }

  package func count(_ status: Status) -> Int { points(status).count }

  package func points(_ status: Status) -> PointSet {
    points[status] ?? PointSet(capacity: count)
  }

  package func status(of point: Int) -> Status {
    Status.allCases.first { points($0).contains(point) } ?? .undefined
  }

  /// Returns the winning rules of a combination, ascending.
  package func winners(of point: Int) -> [Int] {
    won.indices.filter { won[$0].contains(point) }
  }

  /// Returns the number of a combination given by factor (the operation last), or `nil` if it is not in the space.
  package func point(of combination: [Int?]) -> Int? {
    precondition(combination.count == factors.count, "a combination says something of every factor")
    let numbers = zip(combination, values).map { $0 ?? $1.count }
    return space.combinations.firstIndex(of: numbers)
  }

  /// Returns a combination in words, for failure messages.
  package func describe(_ point: Int) -> String {
    zip(factors, combination(point)).map { factor, value in
      "\(factor.name)=\(value.map { factor.values[$0].id } ?? "–")"
    }
    .joined(separator: " ")
  }
}
