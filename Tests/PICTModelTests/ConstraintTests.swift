import Diagnostics
import Testing

@testable import PICTModel

@Suite struct ConstraintTests {
  private static let parameters = """
    N: 1, 2.5, -3, 10
    M: 10, 1e0, 4
    T: a, B, ab, ""
    U: A, b, c|a
    S: x, ~y

    """

  /// Conditions on one parameter, and the values that satisfy them.
  @Test(arguments: [
    ("[N] = 1", "N", ["1"]), ("[n]<>1", "N", ["2.5", "-3", "10"]),
    ("[N] < 2.5", "N", ["1", "-3"]), ("[N]<=2.5", "N", ["1", "2.5", "-3"]),
    ("[N] > +1", "N", ["2.5", "10"]), ("[N] >= 1e1", "N", ["10"]),
    ("[N] = 0x1", "N", ["1"]), ("[M] = 1.0", "M", ["1e0"]),
    ("[N] IN {1, -3}", "N", ["1", "-3"]), ("[N] NOT IN { 1 }", "N", ["2.5", "-3", "10"]),
    ("[T] = \"b\"", "T", ["B"]), ("[T] >= \"AB\"", "T", ["B", "ab"]),
    ("[T] < \"ab\"", "T", ["a", "\"\""]), ("[T]IN{\"A\",\"b\"}", "T", ["a", "B"]),
    ("[T] LIKE \"a*\"", "T", ["a", "ab"]), ("[T] like \"?\"", "T", ["a", "B"]),
    ("[T] NOT LIKE \"*B\"", "T", ["a", "\"\""]), ("[T] LIKE \"\\\"*\"", "T", ["\"\""]),
    ("[U] = \"c\"", "U", ["c"]), ("[U] <> \"a\"", "U", ["b", "c"]),
    ("NOT [N] = 1", "N", ["2.5", "-3", "10"]), ("NOT NOT [N] = 1", "N", ["1"]),
    ("NOT [N] = 1 AND [N] < 5", "N", ["2.5", "-3"]),
    ("[N] = 1 OR [N] = 10 AND [N] = -3", "N", ["1"]),
    ("([N] = 1 OR [N] = 10) AND [N] <> 1", "N", ["10"]),
    ("NOT ([N] = 1 OR NOT [N] > 0)", "N", ["2.5", "10"]),
    ("IsNegative(S)", "S", ["y"]), ("isPositive( s )", "S", ["x"]),
    ("IsNegative()", "S", ["y"]), ("NOT IsPositive()", "S", ["y"]),
    ("[N]=1OR[N]=10", "N", ["1", "10"]), ("[N] = 1\n0", "N", ["10"]),
  ])
  func aStatementHoldsFor(statement: String, name: String, values: [String]) throws {
    let text = Self.parameters + "IF [T] = \"a\" THEN [T] = \"a\";\n(" + statement + ");"
    let test = PICTCase(text)
    let model = try #require(test.model, "\(test.headlines)")
    let index = try #require(model.parameters.firstIndex { $0.name == name })
    var held: [String] = []
    for (number, value) in model.parameters[index].values.enumerated() {
      var row = Array(repeating: 0, count: model.parameters.count)
      row[index] = number
      if model.constraints[1].consequence.holds(for: row) { held.append(value.name) }
    }
    #expect(held == values)
  }

  @Test(arguments: ["=", "<>", ">", "<="])
  func parametersAreCompared(relation: String) throws {
    let model = try #require(PICTCase("A: 1, 2\nB: 2.0, 1\n[A] \(relation) [B];").model)
    let (left, right) = ([1.0, 2.0], [2.0, 1.0])
    for row in PICTCase.allowed(PICTModel(parameters: model.parameters)) {
      let (a, b) = (left[row[0]], right[row[1]])
      let expected =
        switch relation {
        case "=": a == b
        case "<>": a != b
        case ">": a > b
        default: a <= b
        }
      #expect(model.constraints[0].consequence.holds(for: row) == expected)
    }
  }

  @Test func conditionsHaveAnElse() throws {
    let text = "A: 1, 2\nB: 1, 2, 3\nIF [A] = 1\n  # a comment\nTHEN [B] = 1\n\nELSE [B] <> 1;"
    let model = try #require(PICTCase(text).model)
    #expect(PICTCase.allowed(model) == [[0, 0], [1, 1], [1, 2]])
  }

  @Test func textGoesOnInTheNextLine() throws {
    let model = try #require(PICTCase("A: one two, b\n[A] = \"one\n two\";").model)
    #expect(PICTCase.allowed(model) == [[0]])
  }

  @Test func namesHaveEscapes() throws {
    let model = try #require(PICTCase("A]: 1, 2\nB\\: 1\n[A\\]] = 1;\n[B\\\\] = 1;").model)
    #expect(PICTCase.allowed(model) == [[0, 0]])
  }

  @Test func caseCountsWhereAsked() throws {
    let options = PICTSyntaxOptions(isCaseSensitive: true)
    let model = try #require(
      PICTCase("A: x, X\nB: 1\nif [A] = \"X\" then [B] = 1;\n[A] LIKE \"x\";", options: options)
        .model
    )
    #expect(PICTCase.allowed(model) == [[0, 0]])
    // The same for names: PICT ignores the constraint.
    let test = PICTCase("A: x, X\n[a] = \"x\";", options: options)
    #expect(PICTCase.allowed(try #require(test.model)) == [[0], [1]])
    #expect(test.diagnostics.map(\.code) == ["unknown-parameter"])
  }

  @Test func aPartWithAnUnknownParameterIsLeftOut() throws {
    let test = PICTCase(
      "Plan: 1, 2\nB: 1, 2\nIF [Plan] = 1 THEN [Pln] = 1 ELSE [B] = 2;\nIsNegative(Q) OR [B] = 1;"
    )
    let model = try #require(test.model)
    #expect(PICTCase.allowed(model) == [[0, 0], [0, 1], [1, 1]])
    #expect(
      test.headlines == [
        "3:20: warning[unknown-parameter]: there is no parameter `Pln`: the constraint is ignored",
        "4:12: warning[unknown-parameter]: there is no parameter `Q`: the constraint is ignored",
      ]
    )
    #expect(test.diagnostics[0].help == ["did you mean `Plan`?"])
  }

  @Test(arguments: [
    ("[N] = 7;", "6:1: warning[constant-relation]: no value of `N` satisfies this"),
    ("[N] < 70;", "6:1: warning[constant-relation]: every value of `N` satisfies this"),
    ("[N] = \"1\";", "6:7: error[type-mismatch]: `N` is numeric, and this is a text"),
    ("[T] = 1;", "6:7: error[type-mismatch]: `T` is compared as text, but this is a number"),
    ("[N] IN {1, \"2\"};", "6:12: error[type-mismatch]: `N` is numeric, and this is a text"),
    ("[N] = [T];", "6:1: error[type-mismatch]: `N` is numeric and `T` is compared as text"),
    ("[N] = [n];", "6:1: error[self-comparison]: `N` is compared with itself"),
    ("[N] LIKE \"1*\";", "6:10: error[type-mismatch]: LIKE compares texts, and `N` is numeric"),
    ("[T] LIKE 1;", "6:10: error[type-mismatch]: LIKE must be followed by a pattern, not a number"),
    ("[N] 1;", "6:5: error[constraint-syntax]: a parameter must be followed by a relation"),
    (
      "[N] NOT = 1;",
      "6:9: error[constraint-syntax]: NOT after a parameter must be followed by IN or LIKE"
    ),
    ("[N] = ;[]", "6:7: error[constraint-syntax]: this is not a value"),
    ("[N] IN 1;[]", "6:8: error[constraint-syntax]: IN must be followed by values in braces"),
    ("[N] IN {1;[]", "6:10: error[constraint-syntax]: the braces are not closed"),
    ("([N] = 1;[]", "6:9: error[constraint-syntax]: the parenthesis is not closed"),
    (
      "[N] = 1; [N = 1;", "6:10: error[constraint-syntax]: this is not closed before the model ends"
    ),
    (
      "[N] = 1",
      "6:8: error[constraint-syntax]: a constraint ends with a semicolon, but the model ends"
    ),
    ("[N] = 1 THEN;[]", "6:9: error[constraint-syntax]: a constraint ends with a semicolon"),
    ("[N] = 1 ELSE [N] = 2;", "6:9: error[constraint-syntax]: this ELSE has no IF"),
    ("IF [N] = 1 [N] = 2;", "6:12: error[constraint-syntax]: a condition must be followed by THEN"),
    (
      "[T] = \"\\n\";",
      "6:9: error[constraint-syntax]: a backslash may only precede `\\`, `\"` or `]`"
    ),
    (
      "IF IsNegative THEN [N]=1;",
      "6:15: error[constraint-syntax]: a function must be followed by a parameter in parentheses"
    ),
    (
      "[N] = 1; N = 1;",
      "6:10: error[constraint-syntax]: a statement begins with a parameter in brackets"
    ),
  ])
  func mistakesAreTold(constraint: String, headline: String) {
    let first = PICTCase(Self.parameters.replacing("\n\n", with: "\n") + constraint).headlines.first
    #expect(first == headline)
  }

  @Test func eachConstraintTellsItsMistake() {
    let test = PICTCase("A: 1, 2\n[A] 1;\n[A] = 1;\n[A] = x;\n")
    #expect(test.diagnostics.map { $0.span?.start.line } == [2, 4])
  }

  @Test func deepParenthesesAreRefused() {
    let text = "A: 1\n" + String(repeating: "(", count: 100_000) + "[A] = 1;"
    #expect(PICTCase(text).diagnostics.map(\.code) == ["constraint-syntax"])
  }

  @Test func manyConstraintsAreRead() throws {
    var text = (0..<60).map { "p\($0): 0, 1, 2\n" }.joined()
    for number in 0..<128 {
      let (a, b, c) = (number % 60, (number * 7 + 1) % 60, (number * 13 + 2) % 60)
      text += "([p\(a)] <> 2 OR [p\(b)] <> 2 OR [p\(c)] = 0);\n"
    }
    let model = try #require(PICTCase(text).model)
    #expect(model.constraints.count == 128)
  }
}
