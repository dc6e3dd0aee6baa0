/// Cubes that together hold all rows of a set.
package struct CubeCover: Sendable {
  /// Maximal, the preferred ones in front, and none redundant unless the store has no nodes left to tell.
  package var cubes: [Cube]
  /// Whether every row of the set is in a cube; otherwise a budget was exceeded.
  package var isComplete: Bool
  /// Whether fewer cubes cannot do for certain.
  package var isMinimal: Bool
}
