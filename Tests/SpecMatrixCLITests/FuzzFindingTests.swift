import Testing

@testable import SpecMatrixCLI

/// Regressions found by `make fuzz` in whole commands.
@Suite struct FuzzFindingTests {
  /// A CSV file is read by its headings: each generation took the factor's column for one added by people, and added it again.
  @Test(arguments: ["Note", "note", "Steps", "結果", "Expected result"])
  func aFactorCalledLikeAColumnIsToldApart(label: String) throws {
    let folder = try TemporaryFolder()
    let text = SampleSpecs.complete.replacing(
      "{plan: [free, premium]}",
      with: "{plan: {label: \(label), values: [free, premium]}}"
    )
    let path = try folder.write(text, to: "done.yaml")
    func generate() -> CommandRun { CommandRun("generate", path, "-o", folder("out")) }
    try #require(generate().status == .success)
    let first = try folder.read("out/DONE.csv")
    #expect(first.contains(",\(label) (plan)\r\n"))
    // Of the eight empty cells for testers, the fourth is the device.
    let noted = first.replacing(",,,,,,,,,", with: ",,,,my phone,,,,,")
    try #require(noted != first)
    try folder.write(noted, to: "out/DONE.csv")
    try #require(generate().status == .success)
    let second = try folder.read("out/DONE.csv")
    #expect(second == noted)
    try #require(generate().status == .success)
    #expect(try folder.read("out/DONE.csv") == second)
  }

  /// The column of a removed factor is removed, even if it was named by label and name.
  @Test func theColumnOfAFactorThatIsGoneIsGone() throws {
    let folder = try TemporaryFolder()
    func generate(_ factors: String) throws -> String {
      let text = SampleSpecs.complete.replacing("{plan: [free, premium]}", with: factors)
      let path = try folder.write(text, to: "done.yaml")
      try #require(CommandRun("generate", path, "-o", folder("out")).status == .success)
      return try folder.read("out/DONE.csv")
    }
    let one = "plan: {label: Note, values: [free, premium]}"
    let both = try generate("{\(one), other: {label: Steps, values: [a, b]}}")
    #expect(both.contains(",Note (plan),Steps (other)\r\n"))
    let left = try generate("{\(one)}")
    #expect(left.contains(",Note (plan)\r\n") && !left.contains("Steps (other)"))
  }
}
