/// A statement about a row, built from cubes.
package indirect enum Formula: Sendable {
  /// The row is in at least one of the cubes; of none: never.
  case anyOf([Cube])
  case not(Formula)
  case all([Formula])
  case any([Formula])
  /// Both hold or neither does.
  case equivalent(Formula, Formula)
  /// At most one factor has one of the values that the cube holds; a factor of which the cube holds none does not count.
  case atMostOneIn(Cube)
}
