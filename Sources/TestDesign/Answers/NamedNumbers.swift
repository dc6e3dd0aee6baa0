import Specification
import Text

/// The numbers of a line that a person named as a range: `5枚以上`, `10,001 EUR or more`, `1〜4枚`, `less than 3`.
enum NamedNumbers {
  /// The values whose numbers a text names, and nothing else; `nil` where it says anything else, or names no value.
  ///
  /// - Parameters:
  ///   - factor: A factor whose values are whole numbers.
  ///   - text: What stands before “:” or 「の場合」 in an answer.
  /// - Returns: Numbers of values, ascending.
  static func values(of factor: Factor, in text: String) -> [Int]? {
    guard let line = factor.line, line.scale.isCounted else { return nil }
    var rest = text.folded
    let units = [line.unit ?? ""] + Scale.textLength.words.units
    for name in ([factor.label, factor.name] + units).map(\.folded).sorted(by: {
      $0.count > $1.count
    })
    where !name.isEmpty {
      rest = rest.replacing(name, with: " ")
    }
    let ranges = rest.ungrouped.parts(at: ["、", "・", "または", " or ", ","]).map(range)
    guard !ranges.isEmpty, ranges.allSatisfy({ $0 != nil }) else { return nil }
    let values = factor.values.indices.filter { value in
      factor.values[value].number.map { number in
        ranges.contains { $0?.contains(number) ?? false }
      } ?? false
    }
    return values.isEmpty ? nil : values
  }

  /// A range, or one number.
  private static func range(_ text: String) -> ClosedRange<Int>? {
    let text = text.filter { !$0.isWhitespace }
    if let number = Int(text) { return number...number }
    for (words, bound) in bounds {
      for word in words {
        if text.hasSuffix(word), let number = Int(text.dropLast(word.count)) {
          return bound(number)
        }
        if text.hasPrefix(word), let number = Int(text.dropFirst(word.count)) {
          return bound(number)
        }
      }
    }
    for stroke in ["〜", "~", "～", "–", "-", "から", "to", ".."] {
      guard let place = text.ranges(of: stroke).first,
        let from = Int(text[..<place.lowerBound]), let to = Int(text[place.upperBound...]),
        from <= to
      else { continue }
      return from...to
    }
    return nil
  }

  /// Words on either side of a number, the longest first, without blanks.
  private static let bounds: [([String], @Sendable (Int) -> ClosedRange<Int>)] = [
    (
      ["より少ない", "未満", "lessthan", "fewerthan", "below", "under", "<"],
      { $0 == .min ? .min...(.min) : .min...($0 - 1) }
    ),
    (
      ["より多い", "を超える", "超", "morethan", "above", "over", ">"],
      { $0 == .max ? .max...(.max) : ($0 + 1)...(.max) }
    ),
    (["以上", "ormore", "andmore", "orabove", "atleast", "andup", "+", "≥", ">="], { $0...(.max) }),
    (["以下", "まで", "orless", "orfewer", "orbelow", "atmost", "upto", "≤", "<="], { .min...$0 }),
  ]
}

extension String {
  /// The text without the commas that part groups of three digits.
  fileprivate var ungrouped: String { replacing(/(\d),(?=\d{3}(\D|$))/) { $0.output.1 } }

  /// The pieces between some separators; “or more” and “or less” belong to what stands before them.
  fileprivate func parts(at separators: [String]) -> [String] {
    let kept = ["more", "less", "fewer", "above", "below"].reduce(self) { text, word in
      text.replacing(" or \(word)", with: "or\(word)")
    }
    return separators.reduce([kept]) { pieces, separator in
      pieces.flatMap { $0.split(separator: separator).map(String.init) }
    }.map(\.trimmed).filter { !$0.isEmpty }
  }
}
