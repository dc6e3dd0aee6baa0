/// Dates as people write them: `2027-01-31`, `2027/1/31`, `2027年1月31日`, in any width.
package enum WrittenDate {
  /// Returns the dates in a text in order; `nil` for a day that does not exist.
  package static func all(in text: String) -> [CalendarDate?] {
    let plain = CompatibilityForms.plain(text).map { character -> Character in
      switch character {
      case "/", "年", "月": "-"
      case "日": " "
      default: character
      }
    }
    let runs = plain.split { !($0 == "-" || $0.isASCII && $0.isNumber) }
    return runs.compactMap { run in
      let parts = run.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].count == 4, (1...2).contains(parts[1].count),
        (1...2).contains(parts[2].count), let year = Int(String(parts[0])),
        let month = Int(String(parts[1])), let day = Int(String(parts[2]))
      else { return nil }
      return .some(CalendarDate(year: year, month: month, day: day))
    }
  }

  /// True if the whole text is a date in any form, a month or a day of the week: `until 31 Jan`, 来月末.
  package static func isAlone(_ text: String) -> Bool {
    var numbers = 0
    var isNamed = false
    var rest = CompatibilityForms.plain(text).lowercased()[...]
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        numbers += 1
        rest = rest.drop { $0.isASCII && $0.isNumber }
      } else if first.isASCII, first.isLetter {
        let word = rest.prefix { $0.isASCII && $0.isLetter }
        guard names.contains(word) || joints.contains(word) else { return false }
        isNamed = isNamed || names.contains(word)
        rest = rest.dropFirst(word.count)
      } else if first.isLetter {
        guard let name = (names + joints).first(where: { !$0.isEmpty && rest.hasPrefix($0) }) else {
          return false
        }
        isNamed = isNamed || names.contains(name)
        rest = rest.dropFirst(name.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return isNamed || numbers > 2 || numbers == 2 && text.contains { "/／".contains($0) }
  }

  /// The words for dates, and the words that may accompany them.
  private static let (names, joints): ([Substring], [Substring]) = {
    let lists = wordLists("Words/dates.yaml")
    return (lists[0].texts, lists[1].texts)
  }()
}
