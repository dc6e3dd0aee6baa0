import Diagnostics
import Specification
import TestDesign
import Text

extension MeasureReport {
  /// The report for programs.
  package var json: String {
    let document: JSONValue = [
      "version": 1,
      "spec": .string(specification.path),
      "id": .string(specification.id),
      "suite": .string(path),
      "rows": .integer(measure.rows),
      "complete": .bool(measure.isComplete),
      "depth": .string(measure.depth.rawValue),
      "strength": .integer(measure.strength),
      "rules": json(measure.rules) { number in
        let rule = specification.rules[number]
        return rule.house == nil ? rule.id : ReportText(language: .english).reference(to: rule)
      },
      "exceptions": json(measure.overrides) { pair in
        "\(specification.rules[pair.winner].id) over \(specification.rules[pair.beaten].id)"
      },
      "conditions": json(measure.conditions) { target in
        "\(specification.rules[target.rule].id) \(target.words(specification))"
      },
      "questions": json(measure.questions) { $0 },
      "includes": json(measure.includes) {
        "line \(specification.coverage.include[$0].span.start.line)"
      },
      "relevant": json(measure.relevant, settings(ofRelevant:)),
      "all": json(measure.all, settings(ofAny:)),
      "impossible": .array(measure.impossible.map(json)),
      "different": .array(different.map(json)),
      "idle": .array(measure.idle.map { .integer(suite.rows[$0].place + 1) }),
      "problems": .array(suite.problems.map(json)),
    ]
    return document.text(spreading: 2)
  }

  private func json(
    _ tuples: SuiteMeasure.Tuples,
    _ settings: (SuiteMeasure.Missing) -> [(factor: String, id: String)]
  ) -> JSONValue {
    [
      "possible": .integer(tuples.possible),
      "covered": .integer(tuples.covered),
      "missing": .array(
        tuples.missing.map { missing in
          .object(settings(missing).map { JSONValue.Member($0.factor, .string($0.id)) })
        }
      ),
    ]
  }

  private func json(_ settings: [(factor: Int, value: Int?)]) -> JSONValue {
    .object(
      settings.map { setting in
        JSONValue.Member(
          name(ofFactor: setting.factor),
          setting.value == nil ? .null : .string(id(ofValue: setting.value, of: setting.factor))
        )
      }
    )
  }

  private func json<Thing>(
    _ share: SuiteMeasure.Share<Thing>,
    _ name: (Thing) -> String
  ) -> JSONValue {
    ["all": .integer(share.all), "missing": .strings(share.missing.map(name))]
  }

  private func json(_ impossible: SuiteMeasure.Impossible) -> JSONValue {
    [
      "row": .integer(suite.rows[impossible.row].place + 1),
      "values": json(impossible.values),
      "lines": .array(
        impossible.conflict.places.map { .integer($0.span.start.line) }
      ),
      "notes": .strings(impossible.conflict.notes),
    ]
  }

  private func json(_ row: DifferentRow) -> JSONValue {
    [
      "row": .integer(suite.rows[row.row].place + 1),
      "expected": .strings(suite.rows[row.row].expected),
      "spec": .array(row.results.map { .strings($0) }),
      "questions": .strings(row.questions),
    ]
  }

  private func json(_ problem: ImportedSuite.Problem) -> JSONValue {
    let message = JSONValue.string(words(for: problem))
    return switch problem {
    case .column(let heading, _): ["column": .string(heading), "message": message]
    case .missing(let factor): ["factor": .string(name(ofFactor: factor)), "message": message]
    case .value(let text, let factor, let rows, _):
      [
        "factor": .string(name(ofFactor: factor)), "text": .string(text),
        "rows": .array(rows.map { .integer(suite.rows[$0].place + 1) }), "message": message,
      ]
    case .sentence(let text, let rows):
      [
        "text": .string(text),
        "rows": .array(rows.map { .integer(suite.rows[$0].place + 1) }), "message": message,
      ]
    }
  }
}
