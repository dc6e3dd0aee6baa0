import Text

/// The factors in the conditions of a sheet, and the value that each condition gives them.
///
/// A sentence is read as a number if it also occurs with another one, as a statement if it also occurs denied, as a word if another one
/// occurs in its place, and otherwise as a statement that is never denied. A long sentence that occurs only once is not read.
struct SheetFactors {
  enum Kind {
    case statement
    case range(NumberKind, String, decimals: Int)
    case words([(id: String, label: String)])
  }

  struct Factor {
    var id: String
    var label: String
    var kind: Kind
    /// True for a statement that holds unless a row says otherwise.
    var isUsual = false
    /// The id of the value for blank cells.
    var blank: String?

    /// True if the factor is about the user.
    var isState: Bool {
      let words = Set(ConditionReading.words(label))
      return SheetWords.list("user").contains { word in
        SheetWords.isJapanese(word) ? label.contains(word) : words.contains(word)
      }
    }
  }

  /// The origin of a factor: readings with the same key, or a column.
  private enum Source: Hashable {
    case number(String, unit: String, NumberKind)
    case word(String)
    case statement(String)
    case column(Int)

    init(_ reading: ConditionReading) {
      self =
        switch reading.value {
        case .number(let span):
          .number(
            reading.key,
            unit: reading.isCounted ? "" : ConditionReading.unitKey(reading.unit),
            span.kind
          )
        case .word: .word(reading.key)
        case .statement: .statement(reading.key)
        }
    }
  }

  private(set) var factors: [Factor] = []
  /// The labels of factors with more values than a spec allows.
  private(set) var overfull: Set<String> = []
  private var numbers: [Source: Int] = [:]
  private var wordIDs: [Int: [String: String]] = [:]
  /// True for a statement whose label affirms it.
  private var affirms: [Int: Bool] = [:]

  private var readings: [String: [ConditionReading]] = [:]
  private var occurrences: [String: Int] = [:]
  private var spans: [Source: Set<NumberSpan>] = [:]
  private var units: [Source: String] = [:]
  private var words: [Source: Set<String>] = [:]
  /// The words of loose readings, which count if there are at least three of them, or other words.
  private var looseWords: [Source: Set<String>] = [:]
  private var truths: [Source: Set<Bool>] = [:]
  /// The words after each subject, including opposites, unless a row has two of them.
  private var allWords: [Source: Set<String>] = [:]
  /// The statements that some sentence makes without a word after its subject: "is not active".
  private var wordless: Set<Source> = []
  /// The first sentence that affirms a statement.
  private var affirmations: [Source: String] = [:]
  private let areNumbered: Bool
  private var ids: DraftIDs
  private var valueIDs: [Int: DraftIDs] = [:]

  /// The maximum number of factors, and of values per factor; further ones are not read.
  static let limit = 300

  /// Collects the factors in the conditions of all rows, in order, and in the columns with their headings.
  ///
  /// `areNumbered` is true for ids that are a word with a number.
  init(
    _ rows: [[CaseSheet.Condition]],
    _ columns: [(column: Int, heading: String)],
    areNumbered: Bool
  ) {
    self.areNumbered = areNumbered
    ids = DraftIDs(areNumbered: areNumbered)
    var cells: [Int: [String]] = [:]
    var sentences: [String] = []
    let conditions = rows.joined()
    for condition in conditions {
      switch condition {
      case .sentence(let text):
        occurrences[text, default: 0] += 1
        if occurrences[text] == 1 { sentences.append(text) }
      case .cell(let column, let text): cells[column, default: []].append(text)
      }
    }
    for sentence in sentences { readings[sentence] = ConditionReading.all(sentence) }
    nameBareDenials()
    addUnits()
    for sentence in sentences { count(sentence) }
    let notExclusive = Set(rows.flatMap(subjectsOfSeveralWords))
    allWords = allWords.filter { !notExclusive.contains($0.key) }
    // Words are alternatives if their sentences are neither about a number nor denied.
    for all in readings.values {
      for reading in all {
        guard case .word(let word) = reading.value, numberOrDenial(all) == nil else { continue }
        let list = reading.isLoose ? \Self.looseWords : \Self.words
        self[keyPath: list][Source(reading), default: []].insert(word.asSaid)
      }
    }
    for (source, all) in looseWords
    where !notExclusive.contains(source) && (words[source] != nil || all.count > 2) {
      words[source, default: []].formUnion(all)
    }
    for (column, heading) in columns { add(column, heading, cells[column] ?? []) }
    for condition in conditions {
      guard case .sentence(let text) = condition, let reading = chosen(text) else { continue }
      add(reading)
    }
  }

  /// Returns the factor of a condition with the allowed values, as written in a spec, or `nil` if it cannot be read.
  func meaning(of condition: CaseSheet.Condition) -> (factor: Int, values: [String])? {
    switch condition {
    case .cell(let column, let text):
      guard let factor = numbers[.column(column)] else { return nil }
      return values(text, of: factor).map { (factor, $0) }
    case .sentence(let text):
      guard let reading = chosen(text), let factor = numbers[Source(reading)] else { return nil }
      switch (reading.value, factors[factor].kind) {
      case (.number(let span), .range(_, _, let decimals)): return (factor, [span.text(decimals)])
      case (.word(let word), .words): return values(word, of: factor).map { (factor, $0) }
      case (.statement(let isTrue), _): return (factor, [isTrue == affirms[factor] ? "yes" : "no"])
      default: return nil
      }
    }
  }

  // MARK: Sentences

  /// Matches 未登録 with 会員登録 if no other statement ends in 登録.
  private mutating func nameBareDenials() {
    var keys: [String: Set<String>] = [:]
    for reading in readings.values.compactMap(\.last) where reading.value == .statement(true) {
      for length in 2...3 {
        keys[String(reading.key.suffix(length)), default: []].insert(reading.key)
      }
    }
    for (sentence, all) in readings {
      guard let denial = all.last, denial.isBareDenial, let whole = keys[denial.key],
        whole.count == 1, let key = whole.first
      else { continue }
      readings[sentence]?[all.count - 1].key = key
    }
  }

  /// Gives 写真なし the unit of 写真3枚 if photos have no other unit.
  private mutating func addUnits() {
    var units: [String: Set<String>] = [:]
    for case let reading? in readings.values.map(\.first) where !reading.unit.isEmpty {
      units[reading.key, default: []].insert(reading.unit)
    }
    for (sentence, all) in readings {
      guard let reading = all.first, reading.unit.isEmpty, case .number = reading.value,
        let known = units[reading.key], known.count == 1, let unit = known.first
      else { continue }
      readings[sentence]?[0].unit = unit
    }
  }

  private mutating func count(_ sentence: String) {
    for reading in readings[sentence] ?? [] {
      let source = Source(reading)
      if !reading.unit.isEmpty, units[source] == nil { units[source] = reading.unit }
      switch reading.value {
      case .number(let span): spans[source, default: []].insert(span)
      case .word(let word):
        if reading.isPlainWord { allWords[source, default: []].insert(word.asSaid) }
      case .statement(let isTrue):
        truths[source, default: []].insert(isTrue)
        if readings[sentence]?.contains(where: \.isPlainWord) != true { wordless.insert(source) }
        if isTrue, affirmations[source] == nil { affirmations[source] = reading.stem }
      }
    }
  }

  /// Returns the subjects for which a row has several words, which therefore are not mutually exclusive.
  private func subjectsOfSeveralWords(in row: [CaseSheet.Condition]) -> [Source] {
    var said: [Source: String] = [:]
    return row.flatMap { condition -> [Source] in
      guard case .sentence(let text) = condition else { return [] }
      return (readings[text] ?? []).compactMap { reading in
        guard case .word(let word) = reading.value, Self.excluded(by: word) == nil else {
          return nil
        }
        let source = Source(reading)
        defer { said[source] = word }
        return said[source, default: word] == word ? nil : source
      }
    }
  }

  /// Returns the reading of a sentence supported by the others, or `nil` if it cannot be read.
  private func chosen(_ sentence: String) -> ConditionReading? {
    guard let all = readings[sentence], let plain = all.last,
      !SheetWords.pointsElsewhere(sentence)
    else { return nil }
    if let reading = numberOrDenial(all) { return reading }
    for reading in all {
      if case .word(let word) = reading.value, let all = words[Source(reading)], all.count > 1,
        all.contains(word.asSaid)
      {
        return reading
      }
    }
    let isShort =
      SheetWords.isJapanese(sentence)
      ? sentence.count <= 30 && !sentence.contains("、")
      : ConditionReading.words(sentence).count <= 12
    let recurs = occurrences[sentence, default: 0] > 1 && sentence.count <= 120
    guard case .statement = plain.value, isShort || recurs else { return nil }
    return plain
  }

  /// Returns the reading of a sentence that also occurs with another number or denied.
  private func numberOrDenial(_ all: [ConditionReading]) -> ConditionReading? {
    all.first { reading in
      switch reading.value {
      case .number(let span):
        let count = spans[Source(reading), default: []].count
        return (span.from != span.to || count > 1) && count < Self.limit
      case .word: return false
      case .statement:
        // Given active, inactive and suspended, none is merely a denial.
        let isOfSeveral =
          !wordless.contains(Source(reading))
          && all.contains { $0.isPlainWord && allWords[Source($0), default: []].count > 2 }
        return truths[Source(reading), default: []].count > 1 && !isOfSeveral
      }
    }
  }

  private mutating func add(_ reading: ConditionReading) {
    let source = Source(reading)
    switch reading.value {
    case .number:
      guard numbers[source] == nil else { return }
      add(source, reading.stem, range(spans[source] ?? [], unit: units[source] ?? ""))
    case .word(let word):
      if numbers[source] == nil { add(source, reading.stem, .words([])) }
      if let factor = numbers[source] { addWords(of: word, words[source] ?? [], to: factor) }
    case .statement:
      guard numbers[source] == nil else { return }
      let label = affirmations[source] ?? reading.stem
      add(source, label, .statement, id: Self.name(ofStatement: label))
      if let factor = numbers[source] { affirms[factor] = affirmations[source] != nil }
    }
  }

  private mutating func add(_ source: Source, _ label: String, _ kind: Kind, id: String? = nil) {
    guard factors.count < Self.limit else { return }
    numbers[source] = factors.count
    factors.append(Factor(id: ids.id(id ?? label, or: "factor"), label: label, kind: kind))
  }

  private mutating func add(_ word: String, to factor: Int) {
    guard case .words(var all) = factors[factor].kind, wordIDs[factor]?[word.asSaid] == nil
    else { return }
    guard all.count < Self.limit else {
      overfull.insert(factors[factor].label)
      return
    }
    let id = valueIDs[factor, default: DraftIDs(areNumbered: areNumbered)].id(word, or: "value")
    wordIDs[factor, default: [:]][word.asSaid] = id
    all.append((id, word))
    factors[factor].kind = .words(all)
  }

  private func range(_ spans: Set<NumberSpan>, unit: String) -> Kind {
    let decimals = spans.map(\.decimals).max() ?? 0
    let kind = spans.first?.kind ?? .range
    let least =
      spans.flatMap { [$0.bounds(decimals).from, $0.bounds(decimals).to] }
      .compactMap(\.self).min() ?? 0
    return .range(kind, kind.range(from: least, decimals, unit: unit), decimals: decimals)
  }

  /// Returns the name of a statement in conditions: 延滞資料がある is 延滞資料, "The user has a saved card" is `saved_card`.
  private static func name(ofStatement label: String) -> String {
    guard !SheetWords.isJapanese(label) else {
      let end = ["がある", "があり", "がいる", "あり"].first { label.hasSuffix($0) && label.count > $0.count }
      return end.map { String(label.dropLast($0.count)) } ?? label
    }
    let words = label.split(separator: " ").map(String.init).filter { word in
      !SheetWords.list("articles").contains(word.lowercased())
    }
    let isOfUser = words.count > 1 && ["user", "customer"].contains(words[0].lowercased())
    return (isOfUser ? Array(words.dropFirst()) : words).joined(separator: " ")
  }

  // MARK: Columns

  /// Returns the blank cells that are values: in the operation, every other value occurs in the same context, and they affect the result.
  static func blanks(
    of sheet: CaseSheet,
    _ conditions: [[CaseSheet.Condition]],
    _ operations: [String]
  ) -> [(row: Int, column: Int)] {
    sheet.factorColumns.flatMap { column, _ -> [(row: Int, column: Int)] in
      let cells = conditions.map { row in row.first { $0.column == column }?.text.asSaid }
      let words = Set(cells.compactMap(\.self))
      // A range has no such value.
      if words.allSatisfy({ CellNumber($0) != nil }) { return [] }
      let others = conditions.map { row in Set(row.filter { $0.column != column }) }
      var results: [String: [Set<CaseSheet.Condition>: [String?: Set<[String]>]]] = [:]
      for (place, row) in sheet.rows.enumerated()
      where cells[place] != nil || sheet.isBlank(column, in: row) {
        let (operation, rest, cell) = (operations[place], others[place], cells[place])
        results[operation, default: [:]][rest, default: [:]][cell, default: []].insert(row.expected)
      }
      let found = results.filter { _, groups in
        let beside = groups.values.filter { $0[nil] != nil }
        return Set(beside.flatMap { $0.keys.compactMap(\.self) }) == words
          && beside.contains { Set($0.values).count > 1 }
      }
      return sheet.rows.indices.filter { place in
        sheet.isBlank(column, in: sheet.rows[place])
          && found[operations[place]]?[others[place]]?.count ?? 0 > 1
      }.map { ($0, column) }
    }
  }

  private mutating func add(_ column: Int, _ heading: String, _ texts: [String]) {
    let distinct = Set(texts.map(\.asSaid)).count
    guard distinct > 0, factors.count < Self.limit else { return }
    let label = CompatibilityForms.plain(heading).withSingleBlanks.trimmingSigns
    guard distinct <= Self.limit else {
      overfull.insert(label)
      return
    }
    if texts.allSatisfy({ SheetWords.holds("true", $0) || SheetWords.holds("false", $0) }) {
      add(.column(column), label.capitalisedAtStart, .statement)
      affirms[factors.count - 1] = true
      return
    }
    let numbers = texts.map { Self.choice($0, CellNumber.init)?.named ?? [] }
    let units = Set(numbers.joined().map(\.unit).filter { !$0.isEmpty })
    let spans = Set(numbers.joined().map(\.span))
    if numbers.allSatisfy({ !$0.isEmpty }), units.count <= 1, Set(spans.map(\.kind)).count == 1 {
      add(.column(column), label, range(spans, unit: units.first ?? ""))
      return
    }
    add(.column(column), label, .words([]))
    let whole = Set(texts.filter { Self.parts($0).count == 1 }.map(\.asSaid))
    for text in texts { addWords(of: text, whole, to: factors.count - 1) }
  }

  /// Adds the words of a text: its parts if these are known or joined by “or”, or else the whole text.
  private mutating func addWords(of text: String, _ known: Set<String>, to factor: Int) {
    guard !Self.isOrdered(text, among: known) else { return }
    let excluded = Self.excluded(by: text)
    let parts = Self.parts(excluded ?? text)
    let areKnown = parts.allSatisfy { known.contains($0.asSaid) }
    // A single denied value and its denial are two values.
    let isOneOfTwo = excluded != nil && known.count { Self.excluded(by: $0) == nil } < 2
    let areJoined = excluded == nil && Self.alternatives(text) != text
    let isWord = { (part: String) in
      known.contains(part.asSaid) || text.contains("「\(part)」") || text.contains("“\(part)”")
    }
    let areWords = areKnown && !isOneOfTwo || areJoined && parts.contains(where: isWord)
    for word in areWords ? parts : [text] { add(word, to: factor) }
  }

  /// Returns the values that a condition allows for a factor, sorted so that equal sets are equal, with excluded ones after `not`.
  private func values(_ text: String, of factor: Int) -> [String]? {
    Self.choice(text) { text in
      switch factors[factor].kind {
      case .statement: SheetWords.holds("true", text) ? "yes" : "no"
      case .range(_, _, let decimals): CellNumber(text)?.span.text(decimals)
      case .words: wordIDs[factor]?[text.asSaid]
      }
    }.map { choice in
      let all = Set(choice.named).sorted()
      return choice.isExcluded ? ["not " + all.joined(separator: ", ")] : all
    }
  }
}
