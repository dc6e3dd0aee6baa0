import Diagnostics
package import Specification
import TestDesign
import Text

/// The settings of a project as the report of a check names them.
///
/// Settings can hide findings. A report that did not say so would pass for one about a spec without any.
package struct AppliedSettings: Hashable, Sendable {
  package var path: String
  /// How much findings weigh in the project, by their codes.
  package var severities: [String: Settings.Level]

  package init(path: String, severities: [String: Settings.Level]) {
    self.path = path
    self.severities = severities
  }

  /// The codes whose weight they change, in the order of all codes.
  var changed: [(code: FindingCode, level: Settings.Level)] {
    FindingCode.allCases.compactMap { code in severities[code.rawValue].map { (code, $0) } }
  }
}

/// Settings that are in force, with what they do to the specs of a report.
struct SettingsInForce {
  var applied: AppliedSettings
  /// How many findings they switch off, by code.
  var switchedOff: [FindingCode: Int]

  var switchedOffCount: Int { switchedOff.values.reduce(0, +) }

  /// `settings of the project: specmatrix.yaml: undefined-expectation off (33 findings), unread-factor error`.
  var line: String { "settings of the project: \(applied.path)\(changesSuffix)" }

  /// What they change, behind a colon; empty if that is nothing.
  var changesSuffix: String {
    let changes = applied.changed.map { code, level in
      let hidden = switchedOff[code] ?? 0
      let count = hidden > 0 ? " (\(counted(hidden, "finding")))" : ""
      return "\(code.rawValue) \(level.rawValue)\(count)"
    }
    return changes.isEmpty ? "" : ": " + changes.joined(separator: ", ")
  }

  /// What formats without a place of their own for settings tell them as.
  static let code = "settings"
}

extension CheckReport {
  /// The settings that are in force, each once, in the order of the bytes of their paths.
  var settings: [SettingsInForce] {
    var found: [String: SettingsInForce] = [:]
    for spec in specs {
      guard let own = spec.settingsInForce else { continue }
      found[own.applied.path, default: SettingsInForce(applied: own.applied, switchedOff: [:])]
        .switchedOff.merge(own.switchedOff, uniquingKeysWith: +)
    }
    return found.values.sorted {
      $0.applied.path.utf8.lexicographicallyPrecedes($1.applied.path.utf8)
    }
  }

  /// How many findings settings switch off.
  var switchedOffCount: Int { specs.reduce(0) { $0 + $1.switchedOffCount } }

  /// The lines that name the settings, before the total.
  var settingsLines: String { settings.map { VisibleText.line($0.line) + "\n" }.joined() }
}

extension SpecCheck {
  /// The settings of the spec's project with what they switch off of it; `nil` if there are none.
  var settingsInForce: SettingsInForce? {
    settings.map { SettingsInForce(applied: $0, switchedOff: switchedOff) }
  }

  var switchedOffCount: Int { switchedOff.values.reduce(0, +) }
}
