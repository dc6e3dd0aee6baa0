/// Arrays over one value less.
extension PartitionedArray {
  /// The array without its last value and two of its rows.
  ///
  /// Rename the values so that some row holds the last value everywhere; without that value the row is idle and goes, and the
  /// last value leaves free cells elsewhere. Take another row s and write s's value of each factor into the free cells of
  /// that factor: a pair (s_i, s_j) is then covered by the row that had the last value in i and s_j in j, so that s goes too.
  ///
  /// Source: C. Colbourn, G. Kéri, P. Rivas Soriano, J.-C. Schlage-Puchta, "Covering and radius-covering arrays:
  /// constructions and classification", Discrete Applied Mathematics 158, 2010.
  func fused() -> PartitionedArray {
    let last = values - 1
    var fused = rows
    let idle = fused.removeLast()
    for factor in idle.indices where idle[factor] != Self.free {
      Self.exchange(idle[factor], last, in: &fused, factor: factor)
    }
    let second = fused.removeLast()
    for row in fused.indices {
      for factor in 0..<factors where fused[row][factor] == last {
        fused[row][factor] = second[factor] == last ? Self.free : second[factor]
      }
    }
    return .withOneConstantRow(rows: fused, values: last)
  }

  /// The array without its last value and the constant row that holds it, all other constant rows kept.
  ///
  /// One row more than `fused()`, but good for products.
  func trimmed() -> PartitionedArray {
    let last = values - 1
    var kept = rows
    if let idle = kept.indices.prefix(constantRows).first(where: { kept[$0][0] == last }) {
      kept.remove(at: idle)
    }
    for row in kept.indices {
      for factor in 0..<factors where kept[row][factor] == last { kept[row][factor] = Self.free }
    }
    return PartitionedArray(
      values: last,
      constantRows: last,
      constantFactors: constantFactors,
      rows: kept
    )
  }
}
