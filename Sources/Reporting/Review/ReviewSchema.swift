package import Specification
import TestDesign

extension SchemaDocument {
  /// The form of the review page's data: `specmatrix review --format json`.
  package static let review = SchemaDocument(
    title: "The data of the review page of specmatrix",
    root: .object(
      [
        "version": .integer(1...1),
        "tool": .said("The program and its version."),
        "day": .day("The day that deadlines are measured against."),
        "revision": .anyOf([.anyText, .null])
          .described("The commit of the specs, with a + behind it where they differ from it."),
        "specs": .list(.reference("spec"), isFilled: false),
      ]
    ),
    definitions: [
      .init(name: "spec", schema: spec), .init(name: "problem", schema: problem),
      .init(name: "factor", schema: factor), .init(name: "operation", schema: operation),
      .init(name: "cell", schema: cell), .init(name: "wording", schema: wording),
      .init(name: "table", schema: table), .init(name: "question", schema: question),
      .init(name: "rule", schema: rule), .init(name: "case", schema: testCase),
      .init(name: "texts", schema: .list(.anyText, isFilled: false)),
      .init(
        name: "rows",
        schema: .list(.reference("texts"), isFilled: false)
      ),
    ]
  )

  private static let spec = Schema.object(
    [
      "path": .said("As the command line has it."),
      "state": .words(["ready", "planned", "broken", "tooLarge"]),
      "problems": .list(.reference("problem"), isFilled: false),
    ],
    optional: [
      "id": .anyText, "feature": .anyText, "language": .words(["en", "ja"]), "owner": .anyText,
      "counts": .object(
        [
          "combinations": .count, "defined": .count, "undecided": .count, "contradictory": .count,
          "undefined": .count,
        ]
      ),
      "factors": .list(.reference("factor"), isFilled: true)
        .described("States before data; the operation is the last."),
      "operations": .list(.reference("operation"), isFilled: true)
        .described("The same as in `specmatrix show --format json`."),
      "wording": .mapping(.reference("wording"))
        .described("By the id of an operation: the words of its table, beside its ids."),
      "agreement": .object(["agreed": .number, "operations": .number]),
      "tables": .object(
        [
          "questions": .reference("table"),
          "cases": .anyOf([.reference("table"), .null]).described("Null while they are made."),
        ]
      ),
      "questions": .list(.reference("question"), isFilled: false)
        .described("In the order of the table."),
      "rules": .list(.reference("rule"), isFilled: false),
      "cases": .list(.reference("case"), isFilled: false).described("In the order of the table."),
      "answers": .object(
        [
          "kinds": .mapping(.anyText).described("What people write as the kind of an answer."),
          "agreed": .anyText, "notSo": .anyText,
        ]
      ),
      "outcomesHeadings": .mapping(.anyText)
        .described("The headings of a file in which people agree to operations."),
    ]
  )

  private static let problem = Schema.object(
    [
      "code": .anyText, "severity": .words(["error", "warning", "note"]), "message": .anyText,
      "line": .number, "column": .number, "endLine": .number, "endColumn": .number,
      "text": .said("The message beside the line that it is about."),
    ],
    optional: [
      "help": .reference("texts"),
      "related": .list(.anyObject, isFilled: true),
    ]
  )

  private static let factor = Schema.object(
    [
      "name": .anyText, "kind": .words(["state", "data", "operation"]), "label": .anyText,
      "values": .list(
        .object(["id": .anyText, "label": .anyText, "invalid": .boolean]),
        isFilled: true
      ),
    ]
  )

  private static let operation = Schema.object(
    ["id": .anyText, "label": .anyText],
    optional: [
      "refused": .said("Why there is no table."),
      "fingerprint": .anyText, "factors": .reference("texts"), "smallest": .boolean,
      "cellCount": .number,
      "cells": .list(.reference("cell"), isFilled: false),
      "folds": .list(.reference("cell"), isFilled: false),
      "assumptions": .list(.anyObject, isFilled: false),
      "agreement": .object(
        ["by": .anyText, "on": .anyText, "comment": .anyText],
        optional: [
          "holds": .anyOf([.boolean, .null]).described("Null where nobody can tell."),
          "differing": .anyOf([.number, .null]).described("How many cells differ since."),
        ]
      ),
    ]
  )

  private static let cell = Schema.object(
    [
      "when": .mapping(.list(.anyOf([.anyText, .null]), isFilled: true))
        .described("By factor: the values; null stands for not applicable."),
      "any": .reference("texts").described("The factors that make no difference there."),
    ],
    optional: [
      "outcome": .words(["defined", "undefined", "undecided", "contradictory"]),
      "results": .anyOf([.reference("texts"), .reference("rows")]),
      "open": .anyOf([.reference("texts"), .number]),
      "rules": .reference("texts"),
      "houseRules": .list(.anyObject, isFilled: true),
      "departsFrom": .reference("texts"), "questions": .reference("texts"),
      "combinations": .anyText, "cases": .reference("texts"), "cells": .number,
    ]
  )

  private static let wording = Schema.object(
    [
      "factors": .reference("texts"), "cells": .reference("rows"), "folds": .reference("rows"),
      "assumptions": .reference("texts"),
    ]
  )

  private static let table = Schema.object(
    [
      "title": .anyText,
      "head": .reference("texts").described("What stands above the headings."),
      "columns": .list(
        .object(
          ["role": .anyText, "heading": .anyText, "kind": .words(["generated", "people"])],
          optional: [
            "choices": .reference("texts"), "hint": .anyText, "hidden": .boolean,
            "folded": .boolean,
          ]
        ),
        isFilled: true
      ),
      "rows": .list(
        .object(
          ["key": .anyText, "cells": .reference("texts")],
          optional: ["choices": .mapping(.reference("texts"))]
        ),
        isFilled: false
      ),
    ]
  )

  private static let question = Schema.object(
    [
      "id": .anyText, "code": .words(FindingCode.allCases.map(\.rawValue)),
      "operations": .reference("texts"), "line": .number, "column": .number,
      "cases": .reference("texts"),
    ],
    optional: [
      "until": .day("When an answer is needed."), "overdue": .boolean,
      "ask": .said("Who is asked."),
      "entries": .reference("texts").described(
        "What nobody considered, where a question is about several."
      ),
    ]
  )

  private static let rule = Schema.object(
    [
      "id": .anyText, "condition": .anyText, "says": .reference("texts"), "line": .number,
    ],
    optional: ["path": .said("The pack, of a rule of the house.")]
  )

  private static let testCase = Schema.object(
    [
      "id": .anyText, "depth": .words(Depth.allCases.map(\.rawValue)),
      "status": .words(["defined", "undefined", "undecided", "contradictory"]),
      "operation": .anyText,
    ],
    optional: [
      "result": .words(["passed", "failed", "blocked", "notRun", "notApplicable"])
    ]
  )
}

extension Schema {
  fileprivate static let number = Schema.integer(0...Int(Int32.max))
  /// A number in decimal, which may have more digits than a program's numbers; null where it is not counted.
  fileprivate static let count = Schema.anyOf([.string(pattern: "^[0-9]+$"), .null])
  fileprivate static let anyObject = mapping(
    .anyOf([
      .anyText, number, .reference("texts"), .map(SchemaMap(others: .reference("texts"))),
    ])
  )

  fileprivate static func said(_ description: String) -> Schema {
    .described(.anyText, description)
  }

  fileprivate static func day(_ description: String) -> Schema {
    .described(.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), description)
  }

  /// A map whose keys are names.
  fileprivate static func mapping(_ value: Schema) -> Schema { .map(SchemaMap(others: value)) }

  /// An object with these members, all of which are there, and others that may be.
  fileprivate static func object(
    _ required: KeyValuePairs<String, Schema>,
    optional: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    let members = Array(required) + Array(optional)
    return .map(
      SchemaMap(
        properties: members.map { .init(name: $0.key, schema: $0.value) },
        required: required.map(\.key)
      )
    )
  }
}
