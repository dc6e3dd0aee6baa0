import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// The answers in a saved file that are not in the spec yet when the file is generated again.
struct UnappliedAnswers {
  /// How many there are.
  let count: Int
  /// By the id of a question that the spec no longer asks: the question that took its place.
  let successors: [String: String]

  static let none = UnappliedAnswers(count: 0, successors: [:])

  private init(count: Int, successors: [String: String]) {
    self.count = count
    self.successors = successors
  }

  /// - Parameters:
  ///   - saved: The file as it was saved.
  ///   - path: The file.
  ///   - analysed: The spec.
  ///   - text: What the spec was read from.
  ///   - settings: What it was read with.
  ///   - earlier: The suite of the last generation.
  ///   - today: The day that deferrals are measured against.
  init(
    in saved: SavedWorkbook,
    _ path: String,
    _ analysed: AnalysedSpecification,
    text: String,
    settings: Settings,
    earlier: EarlierSuite?,
    today: CalendarDay
  ) {
    let specification = analysed.specification
    let answers = SavedAnswers(
      saved,
      file: path,
      specification: specification,
      analysis: analysed.analysis
    )
    guard !answers.answers.isEmpty else {
      self = .none
      return
    }
    let states = analysed.states(
      of: answers.answers,
      in: .spec(
        text,
        of: specification,
        catalogue: specification.catalogue,
        settings: settings
      ),
      today: today
    )
    let successors = SuccessorQuestions(
      .questions(of: specification, analysed.analysis),
      analysed,
      earlier: earlier
    ).successors(of: answers.orphans(states))
    self.init(count: answers.unappliedCount(states), successors: successors)
  }

  /// What to tell whoever generates; `nil` where all answers are in the spec.
  func message(_ path: String) -> String? {
    guard count > 0 else { return nil }
    let answers = counted(count, "answer")
    return
      "\(path): \(answers) \(count == 1 ? "is" : "are") not in the spec yet: run `specmatrix answer \(path)` first"
  }
}
