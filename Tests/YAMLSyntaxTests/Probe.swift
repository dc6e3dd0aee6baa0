import Diagnostics
import Foundation
import Testing
import YAMLSyntax

@Test func probe() throws {
  let text = try String(contentsOfFile: "/tmp/probe/cases.txt", encoding: .utf8)
  for piece in text.components(separatedBy: "\n=====\n") {
    let file = SourceFile(path: "a.yaml", text: piece.replacingOccurrences(of: "→", with: "\t"))
    let result = parseYAML(file)
    print("-----------\n\(piece)\n>>>")
    if let v = result.value { dump(v, indent: "", text: file.text) }
    print(DiagnosticRenderer().render(result.diagnostics, in: file))
  }
}
func show(_ s: SourceSpan) -> String { "\(s.start.line):\(s.start.column)-\(s.end.line):\(s.end.column)" }
func dump(_ n: SyntaxNode, indent: String, text: String) {
  switch n.content {
  case .scalar(let s): print("\(indent)\(show(n.span)) \(s.kind) \(s.text.debugDescription)")
  case .sequence(let i):
    print("\(indent)\(show(n.span)) seq")
    for x in i { dump(x, indent: indent + "  ", text: text) }
  case .mapping(let e):
    print("\(indent)\(show(n.span)) map")
    for x in e { print("\(indent)  key \(show(x.keySpan)) \(x.key)"); dump(x.value, indent: indent + "    ", text: text) }
  }
}
