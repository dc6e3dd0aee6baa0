import Specification
import Testing

/// Slips in conditions that were read as something else; the others are in `Specs/slips.md`.
@Suite struct ConditionSlipTests {
  /// The overflow ended the process.
  @Test(arguments: ["> 9223372036854775807", "< -9223372036854775808"])
  func `a comparison with the last number of all is an error like others`(condition: String) async {
    switch condition.first {
    case ">":
      await #expect(processExitsWith: .success) {
        _ = decode(
          sections: """
            data: {n: {range: 1..5}}
            operations: {o: O}
            rules: {o: {n: {"> 9223372036854775807": X}}}
            """
        )
      }
    default:
      await #expect(processExitsWith: .success) {
        _ = decode(
          sections: """
            data: {n: {range: 1..5}}
            operations: {o: O}
            rules: {o: {n: {"< -9223372036854775808": X}}}
            """
        )
      }
    }
  }
}
