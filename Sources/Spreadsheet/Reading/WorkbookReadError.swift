/// Why a workbook could not be read, with what to do about it.
package struct WorkbookReadError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var problem: WorkbookProblem

  package init(path: String, problem: WorkbookProblem) {
    self.path = path
    self.problem = problem
  }

  package var description: String { "cannot read '\(path)': \(problem)" }
}
