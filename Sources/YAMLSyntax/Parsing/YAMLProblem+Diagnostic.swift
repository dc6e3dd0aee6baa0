import Diagnostics

extension YAMLProblem {
  func diagnostic(in text: SourceText) -> Diagnostic {
    Diagnostic(
      code: "yaml-syntax",
      message: problem + "|" + context,
      span: text.span(place..<place)
    )
  }
}
