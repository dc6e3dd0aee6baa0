import Specification
import Testing

@testable import TestDesign

/// Small features with what is found in them, by hand.
@Suite struct FlowExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sections: String
    /// Question by question.
    var unreached: [String] = []
    /// By rule: the fewest steps.
    var breaks: [String: Int] = [:]
    var neverReached: [String] = []
    var finals: [String] = []
    /// `cancel × ship`: the operations in the order of declaration.
    var crossings: [String] = []
  }

  @Test(arguments: [
    invitation, loan, order, paper, device, account,
  ])
  func `an example has these findings`(example: Example) throws {
    let analysed = try analysed(spec(example.sections))
    let specification = analysed.specification
    let oracle = FlowOracle(specification)
    let unreached = oracle.unreachedValues.map { question in
      let factor = specification.factors[question[0]]
      return factor.name + "="
        + question.dropFirst().map { factor.values[$0].id }.joined(separator: ",")
    }
    #expect(unreached.sorted() == example.unreached)
    let breaks = oracle.breaks.map { (specification.rules[$0.key].id, $0.value) }
    #expect(Dictionary(uniqueKeysWithValues: breaks) == example.breaks)
    #expect(oracle.neverReached.map { specification.rules[$0].id } == example.neverReached)
    let finals = oracle.finals.map { state in
      zip(oracle.moving, state).map { factor, value in
        specification.factors[factor].values[value].id
      }.joined(separator: " ")
    }
    #expect(finals.sorted() == example.finals)
    let crossings = oracle.crossings.filter { !$0.value.certain.isEmpty }.keys.map { pair in
      pair.map { specification.operations[$0].id }.joined(separator: " × ")
    }
    #expect(crossings.sorted() == example.crossings)
    var tally = FlowTally()
    try tally.compare(analysed, example.testDescription)
    #expect(tally.differences == [])
  }

  /// Nothing makes an invitation expire, so that nobody can see that it has.
  static let invitation = Example(
    testDescription: "an invitation that should expire",
    sections: """
      states:
        invitation: {values: [none, sent, accepted, expired], start: none}
      operations:
        invite: Tap Invite
        join: {label: Tap Join, only_when: {invitation: not none}}
      rules:
        invite:
          - {id: sends, when: {invitation: none}, then: The link is sent, becomes: {invitation: sent}}
          - {id: waits, when: {invitation: not none}, then: The link is shown}
        join:
          - {id: joins, when: {invitation: sent}, then: The team opens, becomes: {invitation: accepted}}
          - {id: opens, when: {invitation: accepted}, then: The team opens}
          - {id: too_late, when: {invitation: expired}, then: A new link is offered}
      """,
    unreached: ["invitation=expired"],
    neverReached: ["too_late"],
    finals: ["accepted"]
  )

  /// Borrowed, extended twice: then the return date must not pass, and nothing says so.
  static let loan = Example(
    testDescription: "a loan with a return date",
    sections: """
      states:
        loan: {values: [none, out, overdue, returned], start: none}
      data:
        extensions: {range: 0..2}
      impossible:
        - {when: {loan: overdue, extensions: 2}, because: the second extension has no end}
        - {when: {loan: none, extensions: not 0}, because: nothing is lent}
      operations:
        borrow: Tap Borrow
        extend: Tap Extend
        day_passes: {label: The return date passes, happens: true}
        give_back: The book is given back
      rules:
        borrow:
          - {id: borrows, when: {loan: none}, then: The book is lent, becomes: {loan: out}}
          - {id: has_it, when: {loan: not none}, then: The loan is shown}
        extend:
          - {id: extends, when: {loan: out, extensions: 0..1}, then: The date moves, becomes: {extensions: +1}}
          - {id: no_more, when: {loan: out, extensions: 2}, then: “Twice is enough” is shown}
          - {id: not_now, when: {loan: not out}, then: “It is not lent” is shown}
        day_passes:
          - {id: is_due, when: {loan: out}, then: A reminder is sent, becomes: {loan: overdue}}
        give_back:
          - {id: returns, when: {loan: [out, overdue]}, then: The loan ends, becomes: {loan: returned}}
      """,
    breaks: ["is_due": 4],
    finals: ["returned 0", "returned 1", "returned 2"]
  )

  /// What comes first decides: the parcel leaves, or the order is called off.
  static let order = Example(
    testDescription: "an order that is called off while it is sent",
    sections: """
      states:
        order: {values: [placed, sent, ended, delivered], start: placed}
      operations:
        send_parcel: {label: The parcel leaves, happens: true}
        call_off: Tap Cancel order
        deliver: {label: The parcel arrives, happens: true, only_when: {order: sent}}
      rules:
        send_parcel:
          - {id: leaves, when: {order: placed}, then: A mail is sent, becomes: {order: sent}}
          - {id: stopped, when: {order: ended}, then: The parcel is kept}
        call_off:
          - {id: ends, when: {order: placed}, then: The money is returned, becomes: {order: ended}}
          - {id: too_late, when: {order: [sent, delivered]}, then: “It is on its way” is shown}
        deliver:
          - {id: arrives, then: A mail is sent, becomes: {order: delivered}}
      """,
    finals: ["delivered", "ended"],
    crossings: ["send_parcel × call_off"]
  )

  /// A draft is never locked, and two ways lead to a locked draft; nobody approves.
  static let paper = Example(
    testDescription: "a paper that is locked",
    sections: """
      states:
        paper: {values: [draft, review, approved, archived], start: draft}
        locked: {label: The paper is locked, start: no}
      impossible:
        - {when: {paper: draft, locked: yes}, because: a draft can be edited}
      operations:
        submit_paper: Tap Submit
        lock_paper: Tap Lock
        unlock_paper: Tap Unlock
        reopen: Tap Reopen
        archive_paper: Tap Archive
      rules:
        submit_paper:
          - {id: submits, when: {paper: draft}, then: The paper is in review, becomes: {paper: review}}
        lock_paper:
          - {id: locks, when: {locked: no}, then: A lock is shown, becomes: {locked: yes}}
        unlock_paper:
          - {id: unlocks, when: {locked: yes}, then: The lock is gone, becomes: {locked: no}}
        reopen:
          - {id: reopens, when: {paper: review}, then: The editor opens, becomes: {paper: draft}}
        archive_paper:
          - {id: archives, when: {paper: approved}, then: The list opens, becomes: {paper: archived}}
      """,
    unreached: ["paper=approved"],
    breaks: ["locks": 1, "reopens": 3],
    neverReached: ["archives"]
  )

  /// The battery keeps its charge while no device is there to show it.
  static let device = Example(
    testDescription: "a device that is removed and comes back",
    sections: """
      states:
        device: {values: [absent, paired], start: absent}
        battery: {values: [full, low, dead], only_when: {device: paired}, start: [full, low]}
      operations:
        pair: Tap Pair
        remove_device: Tap Remove
        drain: {label: An hour passes, happens: true}
        replace_battery: The battery is replaced
      rules:
        pair:
          - {id: pairs, when: {device: absent}, then: The device is shown, becomes: {device: paired}}
        remove_device:
          - {id: removes, when: {device: paired}, then: The device is gone, becomes: {device: absent}}
        drain:
          - {id: drains, when: {battery: full}, then: Half a bar is shown, becomes: {battery: low}}
          - {id: dies, when: {battery: low}, then: No bar is shown, becomes: {battery: dead}}
        replace_battery:
          - {id: replaces, when: {battery: dead}, then: The bar is shown, becomes: {battery: any}}
      """,
    crossings: ["remove_device × drain"]
  )

  /// One to seven wrong codes are one class of numbers, and so are ten to twelve, to which nothing leads.
  static let account = Example(
    testDescription: "an account that wrong codes lock",
    sections: """
      states:
        account: {values: [open, locked, closed], start: open}
      data:
        attempts: {range: 0..12, start: 0}
      operations:
        wrong_code: Enter a wrong code
        right_code: Enter the right code
      rules:
        wrong_code:
          - {id: counts, when: {account: open, attempts: 0..7}, then: “Wrong” is shown, becomes: {attempts: +1}}
          - {id: locks, when: {account: open, attempts: 8}, then: “Locked” is shown, becomes: {account: locked, attempts: +1}}
          - {id: over, when: {account: open, attempts: 10..12}, then: “Wrong” is shown}
          - {id: refused, when: {account: [locked, closed]}, then: “Locked” is shown}
        right_code:
          - {id: enters, when: {account: open}, then: The account opens, becomes: {attempts: 0}}
      """,
    unreached: ["account=closed", "attempts=10,12"],
    neverReached: ["over"],
    finals: ["locked 9"]
  )
}
