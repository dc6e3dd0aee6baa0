/// What a YAML text may ask for at most, so that no text can exhaust memory, stack or time.
package enum SyntaxLimits {
  /// The bytes of a file: 4 MiB.
  package static let bytes = 4 << 20
  /// How deep lists and mappings may stand in each other, aliases expanded.
  package static let depth = 64
  /// The nodes that the aliases of a document stand for, all together.
  package static let expandedNodes = 100_000
  /// The mistakes of one file that are listed.
  package static let mistakes = 100
}
