package import Specification
package import TestDesign
import Text

/// The state diagrams of a spec, one for each factor that rules change.
package struct FlowReport {
  private let specification: Specification
  private let maps: [StateMap]
  private let wording: Wording

  package init(_ specification: Specification, _ maps: [StateMap]) {
    self.specification = specification
    self.maps = maps
    wording = Wording(specification)
  }

  /// Returns the label of a value, with an ellipsis if a counted number also stands for all up to the next value, such as "1…".
  private func label(of value: Int, _ map: StateMap) -> String {
    let values = specification.factors[map.factor].values
    let isCounted =
      map.isCounted && values.numbers(ofValue: value).map { $0.lowerBound < $0.upperBound } == true
    return values[value].label.onOneLine + (isCounted ? "…" : "")
  }

  /// Returns the label of an arrow: the operation, followed by its guard in brackets.
  private func label(of arrow: StateMap.Arrow) -> String {
    let operation = wording.operation(arrow.operationValue).onOneLine
    return arrow.guardText.isEmpty ? operation : "\(operation) [\(arrow.guardText.onOneLine)]"
  }

  /// Returns the arrows, with those between the same two values combined.
  private func bundles(of map: StateMap) -> [(from: Int, to: Int, labels: [String])] {
    var bundles: [(from: Int, to: Int, labels: [String])] = []
    for arrow in map.arrows {
      let label = label(of: arrow)
      if let last = bundles.last, last.from == arrow.from, last.to == arrow.to {
        if !last.labels.contains(label) { bundles[bundles.count - 1].labels.append(label) }
      } else {
        bundles.append((arrow.from, arrow.to, [label]))
      }
    }
    return bundles
  }

  // MARK: Mermaid

  /// The diagrams in Mermaid, each factor as a composite state.
  package var mermaid: String {
    var lines = ["stateDiagram-v2"]
    for (number, map) in maps.enumerated() {
      let factor = specification.factors[map.factor]
      let isAlone = maps.count == 1
      let indent = isAlone ? "    " : "        "
      func name(_ value: Int) -> String { "f\(number)v\(value)" }
      if !isAlone {
        lines.append("    state \"\(Self.escaped(factor.label))\" as f\(number) {")
      }
      lines += map.values.map {
        "\(indent)state \"\(Self.escaped(label(of: $0, map)))\" as \(name($0))"
      }
      lines += map.starts.map { "\(indent)[*] --> \(name($0))" }
      lines += bundles(of: map).map { bundle in
        let labels = bundle.labels.map(Self.escaped).joined(separator: " / ")
        return "\(indent)\(name(bundle.from)) --> \(name(bundle.to)): \(labels)"
      }
      lines += map.finals.map { "\(indent)\(name($0)) --> [*]" }
      if !isAlone { lines.append("    }") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a text with Mermaid's special characters written as entities (`#quot;`).
  private static func escaped(_ text: String) -> String {
    text.onOneLine.escaping([
      "#": "#35;", "\"": "#quot;", ":": "#58;", ";": "#59;", "<": "#lt;", ">": "#gt;",
    ])
  }

  // MARK: Data

  /// The values of each factor and the transitions between them, for the review page.
  var json: [JSONValue]? {
    maps.json { map in
      [
        "label": specification.factors[map.factor].label.onOneLine,
        "values": map.values.json { value in
          [
            "label": label(of: value, map), "start": map.starts.contains(value).ifTrue,
            "final": map.finals.contains(value).ifTrue,
            "unreached": (!map.reached.contains(value)).ifTrue,
          ]
        },
        "steps": bundles(of: map).json {
          [
            "from": map.values.firstIndex(of: $0.from), "to": map.values.firstIndex(of: $0.to),
            "labels": $0.labels,
          ]
        },
      ]
    }.ifAny
  }
}
