import Foundation
package import Testing

extension Tag {
  /// Tests that start a compiler, a browser, an office suite or another external program.
  @Tag package static var external: Self
}

extension Trait where Self == ConditionTrait {
  /// Enables slow tests that start other programs only if `SPECMATRIX_EXTERNAL=1`, which `make test-external` sets.
  ///
  /// That runs suites whose names begin with `External`. A condition cannot add a tag, so they have both:
  /// `@Suite(.tags(.external), .external)`.
  package static var external: Self { .enabled(if: isExternal, "make test-external") }

  /// The same for a test that also needs a program.
  package static func external(
    _ condition: @autoclosure @escaping @Sendable () -> Bool,
    _ reason: Comment
  ) -> Self {
    .enabled(if: isExternal && condition(), reason)
  }
}

private let isExternal = ProcessInfo.processInfo.environment["SPECMATRIX_EXTERNAL"] == "1"
