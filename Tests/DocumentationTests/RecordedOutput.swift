import Foundation
import Reporting
import Specification
import Testing

@testable import SpecMatrixCLI

/// A part of a page that the program writes, between `<!-- output: REQUEST -->` and `<!-- end of output -->`.
///
/// A request is one of
///
/// * `specmatrix check specs/a.yaml`: the output of the command;
/// * `specmatrix check specs/a.yaml; findings 1 3`: only these findings, whole, and `…` for those between;
/// * `specmatrix check specs/a.yaml --format github; lines 3 4`: only these lines, and `…` for those between;
/// * `specmatrix diff HEAD specs/a.yaml; edit specs/a.yaml: OLD => NEW`: the output in a git repository after the edit;
/// * `output/A.csv; cases A-001 A-007; columns Case, Setup`: these rows and columns as a table;
/// * `catalogue operation`: the catalogue's entries of a kind as a table;
/// * `findings`, `explanations`, `mistakes`: the kinds of findings as a table, their meanings, the mistakes.
struct RecordedOutput {
  let request: String
  let range: Range<String.Index>

  private static let end = "<!-- end of output -->"

  static func all(in text: String) throws -> [RecordedOutput] {
    var found: [RecordedOutput] = []
    for match in text.matches(of: /<!-- output: (.*) -->\n/) {
      let rest = text[match.range.upperBound...]
      let end = try #require(
        rest.firstRange(of: end),
        "an output without its end: \(match.output.1)"
      )
      let range = match.range.upperBound..<end.lowerBound
      found.append(RecordedOutput(request: String(match.output.1), range: range))
    }
    return found
  }

  /// Returns the current output for the request.
  func actual(in checkout: Checkout) throws -> String {
    if request.hasPrefix("catalogue ") {
      let kind = CatalogueEntry.Kind(rawValue: String(request.dropFirst("catalogue ".count)))
      return CatalogueTable.markdown(try #require(kind, "\(request)"))
    }
    switch request {
    case "findings": return FindingDescription.table
    case "explanations": return FindingDescription.sections
    case "mistakes": return MistakeDescription.table
    default: break
    }
    let parts = request.split(separator: "; ").map(String.init)
    if parts[0].hasPrefix("output/") {
      let table = CaseTable(csv: try checkout.text(parts[0]))
      return try table.markdown(
        cases: Self.list(of: "cases ", separator: " ", in: parts),
        columns: Self.list(of: "columns ", separator: ", ", in: parts)
      )
    }
    // Edits must not affect later outputs.
    let checkout = parts[0].hasPrefix("specmatrix diff ") ? try Checkout() : checkout
    if parts[0].hasPrefix("specmatrix diff ") { try checkout.commit() }
    for part in parts where part.hasPrefix("edit ") {
      let edit = try #require(part.wholeMatch(of: /edit (\S+): (.*) => (.*)/), "\(part)").output
      try checkout.replace(String(edit.2), with: String(edit.3), in: String(edit.1))
    }
    let run = checkout.run(parts[0])
    try #require(run.status == .success || run.status == .findings, "\(run.errors)")
    let numbers = Self.list(of: "findings ", separator: " ", in: parts).compactMap { Int($0) }
    let lines = Self.list(of: "lines ", separator: " ", in: parts).compactMap { Int($0) }
    var output =
      numbers.isEmpty ? run.output : try Self.findings(numbers, of: run.output)
    if !lines.isEmpty { output = try Self.lines(lines, of: run.output) }
    return "```console\n$ \(parts[0])\n\(output)```\n"
  }

  private static func list(of name: String, separator: String, in parts: [String]) -> [String] {
    parts.filter { $0.hasPrefix(name) }
      .flatMap { $0.dropFirst(name.count).components(separatedBy: separator) }
  }

  /// Returns the given lines (from 1) of an output, with `…` for gaps.
  private static func lines(_ numbers: [Int], of output: String) throws -> String {
    let lines = output.split(separator: "\n")
    let shown = numbers.filter { lines.indices.contains($0 - 1) }.map { "\(lines[$0 - 1])\n" }
    try #require(shown.count == numbers.count, "there are \(lines.count) lines")
    return (numbers[0] > 1 ? "…\n" : "") + shown.joined()
      + (numbers[numbers.count - 1] < lines.count ? "…\n" : "")
  }

  /// Returns the given findings (from 1) as printed, with `…` for gaps.
  private static func findings(_ numbers: [Int], of output: String) throws -> String {
    var findings: [[Substring]] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("specs/") { findings.append([]) }
      if !findings.isEmpty { findings[findings.count - 1].append(line) }
    }
    var text = ""
    var next = 1
    for number in numbers {
      try #require(findings.indices.contains(number - 1), "there is no finding \(number)")
      if number > next { text += "…\n" }
      let lines = findings[number - 1].joined(separator: "\n")
      text += lines.trimmingCharacters(in: .newlines) + "\n"
      next = number + 1
    }
    return next <= findings.count ? text + "…\n" : text
  }
}
