import Specification
import Testing

/// Slips in conditions that were misread; the others are in `Specs/slips.md`.
@Suite struct ConditionSlipTests {
  /// The overflow ended the process.
  @Test func `a comparison with the last number of all is an error like others`() async {
    await #expect(processExitsWith: .success) {
      for condition in ["> 9223372036854775807", "< -9223372036854775808"] {
        _ = decode(
          sections: """
            data: {n: {range: 1..5}}
            operations: {o: O}
            rules: {o: {n: {"\(condition)": X}}}
            """
        )
      }
    }
  }
}
