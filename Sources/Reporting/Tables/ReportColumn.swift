package import Specification
package import Workbooks

/// A column of a table: what it means, what it is called, and who fills it.
package struct ReportColumn: Hashable, Sendable {
  /// The meaning of a column, the same in every language.
  package enum Role: Hashable, Sendable {
    // Cases and questions.
    case id, kind, operation, rule, note
    // Questions.
    case combinations, condition, question, example, nearestRule, options, followUp, ask
    case answeredBy, answeredOn, comment, relatedCases
    /// The place of a question among all, from 1.
    case number
    /// What of the drop-down is chosen: an option, or a kind of answer.
    case answerKind
    /// A result, or a reason.
    case answer
    /// The day until which a question is put off.
    case decideBy
    /// What became of an answer: open, answered, or why `answer` did not apply it.
    case refusal
    /// Identifies the question, to check that it is still the same; not for people.
    case fingerprint
    // Cases.
    case title, depth, setup, steps, expected, priority
    case recheck, result, testedOn, tester, device, evidence, defect
    // Progress: how many cases there are, of which result, without one, and which part is done.
    case cases, passed, failed, blocked, left, done, minutesLeft
    /// The results on a device of the settings.
    case deviceResult(String)
    case optional(Planning.Column)
    /// How many minutes a case takes.
    case estimate
    // Outcomes: whether people agree to an operation, and the factor of its block with this number.
    case agreement, agreementComment
    case conditionValue(Int)
    // Rules.
    case comesBefore, source
    // Factors.
    case factorName, factorID, factorKind, value, valueID, validity, onlyWhen, sample
    // Changes and what is gone.
    case change, before, after, standing, origin
    /// Why a row stays although the spec no longer has what it is about; empty in all others.
    case state
    /// The factor with this number in `Specification.factors`.
    case factor(Int)
    /// The column that people added, counted from the first of its table.
    case added(Int)
    /// A column of a saved sheet that the table does not use.
    case unused

    /// True if testers enter results there.
    package var isResult: Bool { self == .result || isOfDevice }

    package var isOfDevice: Bool { device != nil }

    /// The device whose results are entered there; `nil` for any other column.
    package var device: String? {
      if case .deviceResult(let device) = self { device } else { nil }
    }

    /// True if dates are entered there.
    var isDate: Bool { [.answeredOn, .decideBy, .testedOn, .optional(.due)].contains(self) }

    /// The prefix of the keys of results on devices.
    package static let deviceKey = "deviceResult:"

    /// A name that stays the same in every language.
    package var key: String {
      switch self {
      case .deviceResult(let device): Self.deviceKey + device
      case .optional(let column): column.rawValue
      default: "\(self)"
      }
    }
  }

  /// Who fills a column.
  package enum Kind: String, Hashable, Sendable {
    /// The program; an edit there is overwritten.
    case generated
    /// Directors and testers; the program leaves it empty.
    case people
    /// Nobody: it stays as it is in the saved sheet.
    case kept
    /// Nobody: the program filled it in the saved sheet, and no longer does.
    case gone
    /// The program, for its own use: the digests of each row.
    case digests
  }

  /// How much room a column takes where columns have a width.
  package struct Room: Hashable, Sendable {
    /// In digits of the default font: no narrower and no wider, unless a cell would take more than `maxLines`.
    package var width: ClosedRange<Double>
    /// The most lines that a cell should take; beyond, the column grows.
    package var maxLines: Int

    package init(_ width: ClosedRange<Double>, maxLines: Int = 22) {
      self.width = width
      self.maxLines = maxLines
    }

    /// Where nothing is said.
    package static let ordinary = Room(6...18)
    /// The default for people's columns: wide enough to write in, and no wider, since every column makes the printed page smaller.
    package static let people = Room(8...8)
  }

  /// What people see of a column besides its heading; it depends on the spec's language.
  package struct Look: Hashable, Sendable {
    /// The texts to choose from, where only certain ones make sense.
    var choices: [String] = []
    /// One sentence that tells people what to enter.
    var hint: String?
    /// What is highlighted in the column; the first match counts.
    var marks: [ReportMark] = []
    package var isHidden = false
    /// Where the tickets are found whose ids people enter.
    var tickets: TicketPages?
  }

  package var role: Role
  package var heading: String
  package var kind: Kind
  package var room: Room
  package var look = Look()
  /// The key of a device that the settings no longer name.
  package var formerKey: String?
  /// The width that people gave the column; `nil` if it follows from the content.
  package var width: Double?
  /// True if it is for a second look: grouped with its neighbours, and folded until somebody opens the group.
  package var isFolded = false

  /// True if it says something to people; the others only hold a place in a saved sheet.
  package var hasContent: Bool { kind == .generated || kind == .people }

  package init(
    role: Role,
    heading: String,
    kind: Kind = .generated,
    room: Room? = nil
  ) {
    self.role = role
    self.heading = heading
    self.kind = kind
    self.room = room ?? (kind == .people ? .people : .ordinary)
  }
}

package struct ReportMark: Hashable, Sendable {
  /// When the mark shows.
  package enum Match: Hashable, Sendable {
    /// The cell contains this text.
    case equals(String)
    /// The cell begins with this text.
    case begins(String)
  }

  package var match: Match
  package var tone: CellTone

  package init(_ match: Match, _ tone: CellTone) {
    self.match = match
    self.tone = tone
  }
}
