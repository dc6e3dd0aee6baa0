/// How many parameters have how many values, as covering arrays are named: `2^7 3^2 10^2`.
package struct Signature: Hashable, Sendable {
  /// By parameter: the number of its values.
  package var sizes: [Int]

  /// Reads parts such as `4^15` between spaces; `nil` where one is something else.
  package init?(_ text: String) {
    sizes = []
    for part in text.split(separator: " ") {
      let numbers = part.split(separator: "^", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let values = numbers[0], let parameters = numbers[1], values > 0,
        parameters > 0
      else { return nil }
      sizes += Array(repeating: values, count: parameters)
    }
    guard !sizes.isEmpty else { return nil }
  }

  /// A model of that signature in the language of PICT.
  package var pict: String {
    sizes.enumerated().map { index, size in
      let values = (0..<size).map(String.init).joined(separator: ", ")
      return "p\(index): \(values)\n"
    }.joined()
  }
}
