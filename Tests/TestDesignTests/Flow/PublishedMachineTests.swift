import Testing

@testable import TestDesign

/// Published state machines, with the fewest cases and steps that cover every arc.
///
/// The numbers come from an exhaustive search over all sets of arcs in a separate program: fewest walks from the start, then fewest steps.
/// The single walk of the telephone is split where it returns to the start, at no cost in steps.
@Suite struct PublishedMachineTests {
  struct Machine: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The arcs; the start comes first.
    var arcs: String
    var cases: Int
    var steps: Int
  }

  @Test(arguments: [
    Machine(
      testDescription: "turnstile: Wikipedia, “Finite-state machine”",
      arcs: "locked coin unlocked, unlocked push locked",
      cases: 1,
      steps: 2
    ),
    Machine(
      testDescription:
        "flight reservation: L. Copeland, A Practitioner's Guide to Software Test Design, 2004, ch. 7",
      arcs: """
        none give_info made, made pay paid, made timer_expires cancelled_non_pay, made cancel cancelled_by_customer,
        paid cancel cancelled_by_customer, paid print ticketed, ticketed cancel cancelled_by_customer, ticketed give_ticket used
        """,
      cases: 5,
      steps: 15
    ),
    Machine(
      testDescription: "PIN entry: D. Graham et al., Foundations of Software Testing, ch. 4",
      arcs: """
        start insert_card wait_for_pin, wait_for_pin enter_pin first_try, first_try pin_ok access, first_try pin_wrong second_try,
        second_try pin_ok access, second_try pin_wrong third_try, third_try pin_ok access, third_try pin_wrong card_eaten
        """,
      cases: 4,
      steps: 17
    ),
    Machine(
      testDescription: "document review: Drupal, “Content Moderation”, editorial workflow",
      arcs: """
        none create draft, draft publish published, published edit draft, published archive archived,
        archived restore published, archived restore_draft draft
        """,
      cases: 1,
      steps: 8
    ),
    Machine(
      testDescription: "telephone: OMG, UML 1.4, “State diagram”",
      arcs: """
        idle lift dial_tone, dial_tone wait time_out, dial_tone dial dialing, dialing wait time_out, dialing dial_wrong no_number,
        dialing dial_all connecting, connecting number_busy busy, connecting connect ringing, ringing answer talking,
        talking callee_hangs_up pinned, pinned answer talking, dial_tone hang_up idle, time_out hang_up idle, dialing hang_up idle,
        no_number hang_up idle, connecting hang_up idle, busy hang_up idle, ringing hang_up idle, talking hang_up idle,
        pinned hang_up idle
        """,
      cases: 3,
      steps: 44
    ),
  ])
  func `flows are the fewest cases and steps`(machine: Machine) throws {
    let arcs = machine.arcs.split(separator: ",").map {
      $0.split { $0.isWhitespace }.map(String.init)
    }
    var states: [String] = []
    for state in arcs.flatMap({ [$0[0], $0[2]] }) where !states.contains(state) {
      states.append(state)
    }
    let operations = Dictionary(grouping: arcs) { $0[1] }.sorted { $0.key < $1.key }
    let rules = operations.flatMap { operation, arcs in
      ["  \(operation):", "    state:"]
        + arcs.map { "      \($0[0]): {then: It is \($0[2]), becomes: {state: \($0[2])}}" }
    }
    let text = spec(
      """
      states:
        state: {values: [\(states.joined(separator: ", "))], start: \(states[0])}
      operations:
      \(operations.map { "  \($0.key): Do \($0.key)" }.joined(separator: "\n"))
      rules:
      \(rules.joined(separator: "\n"))
      """
    )
    var matrix = TestMatrix(strength: 1, cases: [], retired: [])
    let analysed = try analysed(text)
    try analysed.addFlows(to: &matrix, inPairs: false, by: FlowWriter(analysed))
    #expect(matrix.flows.count == machine.cases)
    #expect(matrix.flows.map(\.steps.count).reduce(0, +) == machine.steps)
  }
}
