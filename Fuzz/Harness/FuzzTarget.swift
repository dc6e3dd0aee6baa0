/// What inputs are tried on.
enum FuzzTarget: String, CaseIterable {
  /// A spec: checked, in every format, shown and explained.
  case check
  /// A spec: its cases, three times.
  case generate
  /// Two specs: what changed.
  case diff
  /// A model in PICT's language, with seeds.
  case cover
  /// Parts of a workbook that came back.
  case workbook
  /// A CSV file: of answers, of cases, and a suite to measure.
  case csv
  /// The stored suite of a spec.
  case suite
  /// Reports of the parts of a check.
  case merge
  /// The settings of a project, and its pack.
  case settings
  /// Answers to the questions that a spec asks: made from the bytes, so that most of them can be applied.
  case answers

  /// Tries an input.
  ///
  /// - Returns: True if it may be kept to make others from.
  func isTried(_ input: [UInt8], in workshop: Workshop) -> Bool {
    workshop.use {
      switch self {
      case .check: SpecTrial(workshop).check(input)
      case .generate: SpecTrial(workshop).generate(input)
      case .diff: SpecTrial(workshop).diff(input)
      case .cover: CoverTrial(workshop).cover(input)
      case .workbook: ReturnTrial(workshop).workbook(input)
      case .csv: ReturnTrial(workshop).csv(input)
      case .suite: ReturnTrial(workshop).suite(input)
      case .merge: ReportTrial(workshop).merge(input)
      case .settings: ReportTrial(workshop).settings(input)
      case .answers: AnswerTrial(workshop).answers(input)
      }
      return true
    }
  }
}

/// An input that stands for several files.
enum InputFiles {
  /// The line between two files.
  private static let line = Array("\n%%%%\n".utf8)

  /// At most `limit` files; the last has what is left.
  static func split(_ input: [UInt8], limit: Int) -> [[UInt8]] {
    var files: [[UInt8]] = []
    var start = 0
    var place = 0
    while files.count < limit - 1, place + line.count <= input.count {
      if input[place] == line[0], input[place..<place + line.count].elementsEqual(line) {
        files.append(Array(input[start..<place]))
        place += line.count
        start = place
      } else {
        place += 1
      }
    }
    return files + [Array(input[start...])]
  }

  /// True if the costly promises are asked of this input too: of one in `share`, by its bytes alone.
  static func isSample(_ input: [UInt8], oneOf share: UInt64) -> Bool {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in input { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (digest >> 32) % share == 0
  }
}
