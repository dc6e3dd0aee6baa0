package import Specification
package import Workbooks

/// A column of a table: its meaning, its heading, and who fills it.
package struct ReportColumn: Hashable, Sendable {
  /// The language-independent meaning of a column.
  package enum Role: Hashable, Sendable {
    // Cases and questions.
    case id, kind, operation, rule, note
    // Questions.
    case combinations, condition, question, example, nearestRule, options, followUp, ask
    case answeredBy, answeredOn, comment, relatedCases
    /// The number of a question, from 1.
    case number
    /// The choice from the drop-down: an option or a kind of answer.
    case answerKind
    /// A result or a reason.
    case answer
    /// The date until which a question is postponed.
    case decideBy
    /// The status of an answer: open, answered, or why `answer` did not apply it.
    case refusal
    /// A hidden digest of the question, to check that it has not changed.
    case fingerprint
    // Cases.
    case title, depth, setup, steps, expected, priority
    case recheck, result, testedOn, tester, device, evidence, defect
    // Progress: the number of cases in all, by result and without one, and the share that is done.
    case cases, passed, failed, blocked, left, done, minutesLeft
    /// The results on a device named in the settings.
    case deviceResult(String)
    case optional(Planning.Column)
    /// The estimated minutes per case.
    case estimate
    // Outcomes: the agreement to an operation, and the factor with this index in its block.
    case agreement, agreementComment
    case conditionValue(Int)
    // Rules.
    case comesBefore, source
    // Factors.
    case factorName, factorID, factorKind, value, valueID, validity, onlyWhen, sample
    // Changes, and entries that were set aside.
    case change, before, after, standing, origin
    /// The reason why a row stays although its subject was removed; empty in all other rows.
    case state
    /// The factor with this index in `Specification.factors`.
    case factor(Int)
    /// A column that people added, with its index among these.
    case added(Int)
    /// A column of a saved sheet that the table does not use.
    case unused

    /// True if testers enter results in the column.
    package var isResult: Bool { self == .result || isOfDevice }

    package var isOfDevice: Bool { device != nil }

    /// The device for a column of results, or `nil` for any other column.
    package var device: String? {
      if case .deviceResult(let device) = self { device } else { nil }
    }

    var isDate: Bool { [.answeredOn, .decideBy, .testedOn, .optional(.due)].contains(self) }

    /// The prefix of the keys of results on devices.
    package static let deviceKey = "deviceResult:"

    /// A language-independent name.
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
    /// The program, which overwrites edits.
    case generated
    /// Directors and testers; the program leaves it empty.
    case people
    /// Nobody: it stays as it is in the saved sheet.
    case kept
    /// Nobody: the program filled it in the saved sheet but no longer does.
    case gone
    /// The program, for the digests of each row.
    case digests
  }

  /// The width of a column in formats where columns have one.
  package struct Room: Hashable, Sendable {
    /// The range in digits of the default font, which is exceeded if a cell would need more than `maxLines` and `shownLines` is `nil`.
    package var width: ClosedRange<Double>
    /// The number of lines per cell above which the column grows.
    package var maxLines: Int
    /// The maximum number of lines that a cell adds to the height of its row; longer texts are meant to be copied.
    package var shownLines: Int?

    package init(_ width: ClosedRange<Double>, maxLines: Int = 22, shownLines: Int? = nil) {
      (self.width, self.maxLines, self.shownLines) = (width, maxLines, shownLines)
    }

    package static let ordinary = Room(6...18)
    /// The default for people's columns: wide enough to write in but no wider, since every column shrinks the printed page.
    package static let people = Room(8...8)
  }

  /// The appearance of a column besides its heading, in the spec's language.
  package struct Look: Hashable, Sendable {
    /// The choices, if only certain texts make sense.
    var choices: [String] = []
    /// A sentence that explains what to enter.
    var hint: String?
    /// The highlighting, of which the first match applies.
    var marks: [ReportMark] = []
    package var isHidden = false
    /// The pages of the tickets whose ids people enter.
    var tickets: TicketPages?
  }

  package var role: Role
  package var heading: String
  package var kind: Kind
  package var room: Room
  package var look = Look()
  /// The key of a device that the settings no longer name.
  package var formerKey: String?
  /// The width set by people, or `nil` to derive it from the content.
  package var width: Double?
  /// True if the column is grouped with its neighbours and collapsed initially.
  package var isFolded = false

  /// True if the column has content for people, rather than holding a place in a saved sheet.
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
  package enum Match: Hashable, Sendable {
    case equals(String)
    case begins(String)
  }

  package var match: Match
  package var tone: CellTone

  package init(_ match: Match, _ tone: CellTone) {
    self.match = match
    self.tone = tone
  }
}
