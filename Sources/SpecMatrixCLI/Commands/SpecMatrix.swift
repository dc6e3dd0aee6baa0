import ArgumentParser

/// The program: its name and its commands.
struct SpecMatrix: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "specmatrix",
    abstract: "Finds what a feature spec leaves undefined, and derives its test cases.",
    discussion: """
      A spec names the states, data and operations of a feature and says what is expected when. \
      specmatrix answers, of every combination and not only of a sample, which have no answer, \
      two answers or an open question.

      Exit status: 0 nothing found, 1 findings, 2 wrong usage or a file that cannot be read, is \
      invalid or cannot be written, 3 an internal error or a limit exceeded.
      """,
    version: ProgramVersion.current,
    subcommands: [
      CheckCommand.self, MergeCommand.self, ExplainCommand.self, GenerateCommand.self,
      AnswerCommand.self,
      DiffCommand.self, CoverCommand.self, CatalogueCommand.self, SchemaCommand.self,
    ]
  )
}
