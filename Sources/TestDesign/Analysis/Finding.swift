package import Diagnostics

/// A finding of the analysis with everything that any format shows of it.
package struct Finding: Sendable {
  package var code: FindingCode
  package var severity: Severity
  /// `Q-` (a question somebody must answer) or `F-` and eight hexadecimal digits, made from the meaning, not from the place.
  package var id: String
  /// One sentence.
  ///
  /// Of the three question kinds it is in the spec's language, of all others in English.
  package var message: String
  package var span: SourceSpan
  /// What to know and what to do, one phrase each, in English.
  package var help: [String]
  package var related: [Diagnostic.Related]
  /// The combinations that it speaks of, where they are a cube.
  package var cube: NamedCube?
  /// How many combinations it stands for, in decimal; `nil` where it stands for none in particular.
  package var combinations: String?
  /// Who is asked.
  package var ask: String?
  /// The expectations concerned, the subject first: numbers in `Specification.expectations`.
  package var rules: [Int]
  /// YAML to paste that would answer it: one item of `expectations`, two blanks of indentation inside, no line break at the end.
  package var stub: String?
  /// For a question: what else its reader wants to see.
  package var question: QuestionDetail?

  package init(
    code: FindingCode,
    severity: Severity,
    id: String,
    message: String,
    span: SourceSpan,
    help: [String] = [],
    related: [Diagnostic.Related] = [],
    cube: NamedCube? = nil,
    combinations: String? = nil,
    ask: String? = nil,
    rules: [Int] = [],
    stub: String? = nil,
    question: QuestionDetail? = nil
  ) {
    self.code = code
    self.severity = severity
    self.id = id
    self.message = message
    self.span = span
    self.help = help
    self.related = related
    self.cube = cube
    self.combinations = combinations
    self.ask = ask
    self.rules = rules
    self.stub = stub
    self.question = question
  }

  /// Whether somebody must answer it.
  package var isQuestion: Bool { question != nil }
}
