import PICTModel
import Testing

@Suite struct ParameterTests {
  /// A line and its parsed values: `~` before negative names, `*n` after weighted ones.
  @Test(arguments: [
    ("A: 1, 2", "A", ["1", "2"]),
    ("  A b :1,2  ", "A b", ["1", "2"]),
    ("A, 1, 2", "A", ["1", "2"]),
    ("A: x: y, z", "A", ["x: y", "z"]),
    ("A:", "A", [""]),
    (": 1", "", ["1"]),
    ("A: 1,, 2", "A", ["1", "", "2"]),
    ("A: 1, 1", "A", ["1", "1"]),
    ("A: a | b |c, d", "A", ["a/b/c", "d"]),
    ("A: ~ -1, 2", "A", ["~-1", "2"]),
    ("A: ~a|~b, c", "A", ["~a/~b", "c"]),
    (
      "A: a (3), b(2), c (0), d (-1), e (x), f (1) g, h|i ( 4 )", "A",
      ["a*3", "b*2", "c (0)", "d*1000000", "e (x)", "f (1) g", "h/i*4"]
    ),
    ("A: a (2.9)", "A", ["a*2"]),
    ("A: 1 # no comment", "A", ["1 # no comment"]),
    ("名前: 日本語, é", "名前", ["日本語", "é"]),
  ])
  func aLineIsRead(line: String, name: String, values: [String]) throws {
    let model = try #require(PICTCase(line + "\nlast: 1").model)
    #expect(model.parameters[0].name == name)
    #expect(model.parameters[0].values.map(Self.shown) == values)
  }

  @Test func signsCanBeChosen() throws {
    let options = PICTSyntaxOptions(
      valueSeparator: ";",
      aliasSeparator: "/",
      negativePrefix: "!"
    )
    let model = try #require(PICTCase("A: a,b; !c/d; ~e|f", options: options).model)
    #expect(model.parameters[0].values.map(Self.shown) == ["a,b", "~c/d", "~e|f"])
  }

  @Test func referencesTakeTheValuesOfAnother() throws {
    let test = PICTCase("A: ~1, 2|zwei (3)\nB: 0, <a>, <C>\nC: <B>")
    let model = try #require(test.model)
    #expect(model.parameters[1].values.map(Self.shown) == ["0", "~1", "2/zwei*3", "<C>"])
    #expect(model.parameters[2].values == model.parameters[1].values)
    #expect(
      test.headlines == [
        "2:12: warning[unknown-reference]: there is no parameter `C` above: `<C>` is taken as a value"
      ]
    )
  }

  @Test func ordersOfParametersAreRead() throws {
    let model = try #require(PICTCase("A @ 3: 1\nB@x: 1\nC@0: 2").model)
    #expect(model.parameters.map(\.name) == ["A", "B@x", "C"])
    #expect(model.parameters.map(\.order) == [3, nil, nil])
  }

  @Test func commentsBlankLinesAndMarksAreSkipped() throws {
    let text = "\u{FEFF}# first\r\n\r\n  # second\r\nA: 1, 2\r\n#IF\r\nB: 3\r\n"
    let model = try #require(PICTCase(text).model)
    #expect(model.hasByteOrderMark)
    #expect(model.parameters.map(\.name) == ["A", "B"])
    #expect(model.parameters[1].values.map(\.names) == [["3"]])
  }

  @Test(arguments: [
    ("", ["error[empty-model]: the model has no parameters"]),
    ("# nothing\n", ["error[empty-model]: the model has no parameters"]),
    (
      "A: 1\n B b\n",
      ["2:2: error[missing-values]: the line is neither a parameter with values nor a constraint"]
    ),
    ("A: 1\nB: 2\na: 3", ["3:1: error[duplicate-parameter]: there are two parameters `a`"]),
    ("A: ~1, ~2\nB: 1", ["1:1: error[only-negative-values]: all values of `A` are negative"]),
  ])
  func mistakesAreTold(text: String, headlines: [String]) {
    let test = PICTCase(text)
    #expect(test.model == nil)
    #expect(test.headlines == headlines)
  }

  @Test func namesMayDifferInCaseAlone() throws {
    let options = PICTSyntaxOptions(isCaseSensitive: true)
    let test = PICTCase("OS: a, B\nos: b, A\n[os] <> \"a\";\n[OS] <> \"b\";", options: options)
    let model = try #require(test.model)
    #expect(
      model.constraints.map(\.consequence) == [
        .oneOf(parameter: 1, values: [true, true]), .oneOf(parameter: 0, values: [true, true]),
      ]
    )
  }

  private static func shown(_ value: PICTValue) -> String {
    (value.isNegative ? "~" : "") + value.names.joined(separator: "/")
      + (value.weight == 1 ? "" : "*\(value.weight)")
  }
}
