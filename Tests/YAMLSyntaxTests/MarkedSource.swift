import Diagnostics
import YAMLSyntax

/// A text in which `«` and `»` mark the expected locations.
struct MarkedSource {
  let text: String
  /// The marked spans, in order of their starts.
  let spans: [SourceSpan]

  init(_ marked: String) {
    var text = String.UnicodeScalarView()
    var spans: [SourceSpan] = []
    var open: [Int] = []
    var place = SourcePosition(line: 1, column: 1)
    var previous: Unicode.Scalar?
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«":
        open.append(spans.count)
        spans.append(SourceSpan(start: place, end: place))
      case "»":
        if let index = open.popLast() { spans[index].end = place }
      default:
        text.append(scalar)
        if scalar == "\n" && previous == "\r" {
          previous = scalar
          continue
        }
        if scalar == "\n" || scalar == "\r" {
          place = SourcePosition(line: place.line + 1, column: 1)
        } else {
          place.column += 1
        }
        previous = scalar
      }
    }
    self.text = String(text)
    self.spans = spans
  }
}

extension SyntaxNode {
  /// The spans of all nodes and keys of the tree, in order of their starts.
  var allSpans: [SourceSpan] {
    switch content {
    case .scalar: [span]
    case .sequence(let items): [span] + items.flatMap(\.allSpans)
    case .mapping(let entries): [span] + entries.flatMap { [$0.keySpan] + $0.value.allSpans }
    }
  }

  /// The tree in one line, with types: `{a: int 1, b: [text x]}`.
  var outline: String {
    switch content {
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "null"
      case .bool(let value): "bool \(value)"
      case .int(let value): "int \(value)"
      case .float: "float \(scalar.text)"
      case .text: scalar.text.debugDescription
      }
    case .sequence(let items):
      "[" + items.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }
}

/// Returns the tree of the text in one line, or the messages in concise form.
func outline(_ text: String) -> String {
  let file = SourceFile(path: "a.yaml", text: text)
  let result = parseYAML(file)
  let messages = DiagnosticRenderer(form: .concise).render(result.diagnostics, in: file)
  return (result.value?.outline ?? "") + messages
}

func messages(_ text: String) -> String {
  let file = SourceFile(path: "a.yaml", text: text)
  return DiagnosticRenderer().render(parseYAML(file).diagnostics, in: file)
}
