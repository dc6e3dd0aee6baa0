import Combinatorics
import Diagnostics
import PICTModel

/// What is told of a model and of rows instead of writing a suite.
extension CoverCommand {
  /// Writes the combinations that no row can have, and why.
  func explainImpossible(
    in model: PICTModel,
    _ source: SourceFile,
    on console: Console
  ) throws -> CommandStatus {
    let explained: Checked<PICTImpossibilities>
    do throws(LimitExceeded) {
      explained = try impossibleCombinations(of: model, strength: strength?.strength ?? .standard)
    } catch {
      return refuse(source, error, on: console)
    }
    say(explained.diagnostics, in: source, on: console)
    guard let found = explained.value else { return .invalid }
    try console.write(format == .json ? found.json(of: model) : found.text(of: model))
    return .success
  }

  /// Writes what the rows of a file cover; that something is missing is a finding.
  func measure(
    _ path: String,
    against model: PICTModel,
    _ source: SourceFile,
    on console: Console
  ) throws -> CommandStatus {
    let file = try read(path, on: console)
    let rows = readPICTSeeds(file, for: model)
    say(rows.diagnostics, in: file, on: console)
    let measured: Checked<PICTCoverage>
    do throws(LimitExceeded) {
      let strength = strength?.strength ?? .standard
      measured = try coverage(of: rows.value ?? [], in: model, strength: strength)
    } catch {
      return refuse(source, error, on: console)
    }
    say(measured.diagnostics, in: source, rows: file, on: console)
    guard let found = measured.value else { return .invalid }
    try console.write(format == .json ? found.json(of: model) : found.text(of: model))
    return found.missingCount + found.invalidCount > 0 ? .findings : .success
  }
}
