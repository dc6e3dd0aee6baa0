import Combinatorics
import Foundation

/// The results of one set in sum, as a Markdown table, a line for each program.
///
/// Programs differ in the models that they can be given or finish. So a program's rows are summed over the models of which it has a
/// certified suite, and compared with the best known and with ours on the same models. Its times are those of all models that it was
/// given, with or without success.
package struct TotalsTable {
  private let results: [SuiteResult]

  /// Takes the results of a set.
  package init(_ results: [SuiteResult]) {
    self.results = results
  }

  static let heading = """
    | program | certified | rows | to best known | equal to best | `normal` has on the same | seconds | median | slowest | memory | first 30 %: least, median |
    | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
    """

  /// The table.
  package var markdown: String {
    ([Self.heading] + contestants.map(line)).joined(separator: "\n") + "\n"
  }

  static let summaryHeading = """
    | models | program | certified | rows | `normal` has on the same | median | slowest |
    | --- | --- | --: | --: | --: | --: | --: |
    """

  /// The lines of a table that sums up several sets.
  package var summaryLines: [String] {
    contestants.map { contestant in
      let done = certified(contestant)
      let cells = [
        results.first?.set ?? "", title(contestant), certifiedOfAll(contestant),
        "\(done.map(\.rows).reduce(0, +))", ours(contestant),
        ResultTable.seconds(seconds(contestant).middle), slowest(contestant),
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
  }

  private var contestants: [Contestant] {
    var contestants: [Contestant] = []
    for result in results where !contestants.contains(result.contestant) {
      contestants.append(result.contestant)
    }
    return contestants
  }

  private func title(_ contestant: Contestant) -> String {
    contestant.isOurs ? "specmatrix `\(contestant.name)`" : contestant.name
  }

  private func certifiedOfAll(_ contestant: Contestant) -> String {
    "\(certified(contestant).count) of \(results.count { $0.contestant == contestant })"
  }

  private func given(_ contestant: Contestant) -> [SuiteResult] {
    results.filter { $0.contestant == contestant && !$0.isInexpressible }
  }

  /// Ascending.
  private func seconds(_ contestant: Contestant) -> [Double] {
    given(contestant).map(\.medianSeconds).sorted()
  }

  private func slowest(_ contestant: Contestant) -> String {
    let isStopped = given(contestant).contains(where: \.isTimedOut)
    return (isStopped ? "> " : "") + ResultTable.seconds(seconds(contestant).last ?? 0)
  }

  private func ours(_ contestant: Contestant) -> String {
    guard contestant != .specmatrix(.normal), let share = oursInShare(of: contestant) else {
      return "–"
    }
    return String(format: "%.0f %%", share * 100)
  }

  /// The rows of a program as a share of the best known, over the models that have both; `nil` where none has.
  package func ratioToBest(_ contestant: Contestant) -> Double? {
    let known = certified(contestant).filter { $0.best != nil }
    let best = known.compactMap(\.best).reduce(0, +)
    return best == 0 ? nil : Double(known.map(\.rows).reduce(0, +)) / Double(best)
  }

  /// Our rows as a share of the program's, over the models of which both have a certified suite; `nil` where there is none.
  package func oursInShare(of contestant: Contestant) -> Double? {
    let theirs = certified(contestant)
    var (our, their) = (0, 0)
    for ours in certified(.specmatrix(.normal)) {
      guard let same = theirs.first(where: { $0.model == ours.model }) else { continue }
      our += ours.rows
      their += same.rows
    }
    return their == 0 ? nil : Double(our) / Double(their)
  }

  private func certified(_ contestant: Contestant) -> [SuiteResult] {
    results.filter { $0.contestant == contestant && $0.isCertified }
  }

  private func line(_ contestant: Contestant) -> String {
    let done = certified(contestant)
    let known = done.filter { $0.best != nil }
    let seconds = seconds(contestant)
    let shares = done.map(\.shareOfFirstRows).sorted()
    let ratio = ratioToBest(contestant).map { String(format: "× %.3f", $0) }
    let equal = known.count { $0.rows <= $0.best ?? 0 }
    let first = shares.first.map {
      String(format: "%.0f %%, %.0f %%", $0 * 100, shares.middle * 100)
    }
    let cells = [
      title(contestant), certifiedOfAll(contestant), "\(done.map(\.rows).reduce(0, +))",
      ratio ?? "–",
      known.isEmpty ? "–" : "\(equal) of \(known.count)",
      ours(contestant),
      ResultTable.seconds(seconds.reduce(0, +)), ResultTable.seconds(seconds.middle),
      slowest(contestant),
      "\((given(contestant).map(\.peakMemory).max() ?? 0) / 1_000_000) MB", first ?? "–",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }
}
