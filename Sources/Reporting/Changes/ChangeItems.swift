import Diagnostics
import Specification
import TestDesign
import Text

extension SuiteChanges {
  /// Returns the cases of a kind that is sufficiently described by their ids, as one item.
  func idItems(_ kind: CaseChange.Kind) -> [ChangeSection.Item] {
    let ids = cases(kind).map(\.id)
    return ids.isEmpty ? [] : [ChangeSection.Item(ids: ids)]
  }

  /// Returns the changed results, with cases that changed alike in one item, and only the changed parts of an operation with parts.
  func outcomeItems(_ say: ReportText) -> [ChangeSection.Item] {
    struct Key: Hashable {
      var before: CaseChange.Outcome?
      var after: CaseChange.Outcome?
      var parts: [CaseChange.Part]
    }
    return cases(.result).gathered { change in
      change.parts.isEmpty
        ? Key(before: change.before, after: change.after, parts: []) : Key(parts: change.parts)
    }.map { group in
      let outcomes =
        group[0].parts.isEmpty
        ? [("", group[0].before, group[0].after)]
        : group[0].parts.map { ($0.label + ": ", $0.before, $0.after) }
      return ChangeSection.Item(
        ids: group.map(\.id),
        details: outcomes.flatMap { label, before, after in
          [("was", "前", before), ("now", "後", after)].map { english, japanese, outcome in
            let said = outcome?.phrase(say) ?? say("not to be seen")
            return (say(english, japanese), label + said)
          }
        }
      )
    }
  }

  /// Returns the rules that now set factors differently.
  func moveItems(_ say: ReportText) -> [ChangeSection.Item] {
    func moves(_ text: String) -> String {
      let lines = text.split(separator: "\n").filter { $0.hasPrefix(EarlierRule.move) }
      return lines.isEmpty ? say("nothing changes") : lines.joined(separator: ", ")
    }
    return specification.compactMap { difference in
      guard case .rule(let id) = difference.subject, let before = difference.before,
        let after = difference.after,
        case let (was, now) = (moves(before), moves(after)), was != now
      else { return nil }
      return ChangeSection.Item(ids: [id], details: say.sides(was, now))
    }
  }

  /// Returns the added, removed and changed entries under `impossible` or `precedence`.
  func entries(of key: String) -> [SpecificationDifference] {
    specification.filter { difference in
      if case .rule(let id) = difference.subject { EarlierRule.key(of: id) == key } else { false }
    }
  }

  func items(of key: String, _ say: ReportText) -> [ChangeSection.Item] {
    entries(of: key).map { difference in
      let sides = [difference.before, difference.after].map { $0?.replacing("\n", with: " – ") }
      return ChangeSection.Item(
        ids: [key],
        text: difference.condition,
        details: say.sides(sides[0], sides[1])
      )
    }
  }

  /// Returns the changed setups, with cases that gained the same factors in one item, naming values that all of them share.
  func setupItems(_ say: ReportText) -> [ChangeSection.Item] {
    cases(.setup).gathered { change in change.newSettings.map { change.setup[$0].factor } }
      .map { group in
        let factors = group[0].newSettings.indices.map { place in
          let settings = group.map { $0.setup[$0.newSettings[place]] }
          let value = Set(settings).count == 1 ? settings[0].value : nil
          return settings[0].factor + (value.map { ": \($0)" } ?? "")
        }
        return ChangeSection.Item(
          ids: group.map(\.id),
          text: factors.isEmpty
            ? say("results stand")
            : say("check again: now with ", "要再確認、加わった条件：") + say.list(factors)
        )
      }
  }
}

extension CaseChange {
  func item(showing outcome: Outcome?, _ say: ReportText) -> ChangeSection.Item {
    let settings = setup.compactMap { setting in
      setting.value.map { "\(setting.factor): \($0)" }
    }
    return ChangeSection.Item(
      ids: [id],
      text: ([operation] + settings).joined(separator: " / "),
      details: outcome.map { [(say("expected"), $0.phrase(say))] } ?? []
    )
  }
}

extension CaseChange.Outcome {
  /// Returns the expected results, or a phrase saying that there are none.
  func phrase(_ say: ReportText) -> String {
    let results = expected.joined(separator: " / ")
    return switch status {
    case "defined": results
    case "contradictory": say("contradictory: ", "矛盾：") + results
    default: say("\(status), no result", status == "undecided" ? "未決定、結果なし" : "未定義、結果なし")
    }
  }
}

extension Finding {
  var item: ChangeSection.Item {
    ChangeSection.Item(
      ids: [id],
      text: isQuestion ? message : "\(severity.rawValue)[\(code.rawValue)] \(message)"
    )
  }
}

extension EarlierNames.Rename {
  /// Returns a phrase such as `plan is now tier` or `plan: free is now basic`.
  func phrase(_ say: ReportText) -> String {
    let what = value.map { _ in say.labelled(factor, "") } ?? ""
    let new = value ?? factor
    return say("\(what)\(old) is now \(new)")
  }
}

extension ReportText {
  /// Returns the details of what was and what is now, each unless it is missing.
  func sides(_ before: String?, _ after: String?) -> [(label: String, text: String)] {
    [(self("was"), before), (self("now"), after)].compactMap { label, text in
      text.map { (label, $0) }
    }
  }
}
