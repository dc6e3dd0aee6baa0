extension Oracle {
  /// The combinations of the space: by factor (the operation last) the number of a value, `nil` for *not applicable*.
  package var combinations: [[Int?]] {
    space.combinations.indices.map(combination)
  }

  /// The combination with a number.
  package func combination(_ point: Int) -> [Int?] {
    zip(space.combinations[point], values).map { $0 == $1.count ? nil : $0 }
  }

  /// True if no combination is possible; whoever reads the spec must refuse it.
  package var isEmpty: Bool { space.combinations.isEmpty }

  /// True if the lists of precedence go in a circle; whoever reads the spec must refuse it, and nothing else here is then of use.
  package var isPrecedenceCircle: Bool { Ranking.isCircle(spec) }

  /// The number of combinations of the space.
  package var count: Int { space.combinations.count }

  /// The number of combinations of a status.
  package func count(_ status: Status) -> Int { points(status).count }

  /// The combinations of a status.
  package func points(_ status: Status) -> PointSet {
    points[status] ?? PointSet(capacity: count)
  }

  /// What a combination is.
  package func status(of point: Int) -> Status {
    Status.allCases.first { points($0).contains(point) } ?? .undefined
  }

  /// The numbers of the rules that win in a combination, ascending.
  package func winners(of point: Int) -> [Int] {
    won.indices.filter { won[$0].contains(point) }
  }

  /// The number of a combination given by factor (the operation last), or `nil` where it is not in the space.
  package func point(of combination: [Int?]) -> Int? {
    precondition(combination.count == factors.count, "a combination says something of every factor")
    let numbers = zip(combination, values).map { $0 ?? $1.count }
    return space.combinations.firstIndex(of: numbers)
  }

  /// A combination in words, for the message of a test that fails.
  package func describe(_ point: Int) -> String {
    zip(factors, combination(point)).map { factor, value in
      "\(factor.name)=\(value.map { factor.values[$0].id } ?? "–")"
    }
    .joined(separator: " ")
  }
}
