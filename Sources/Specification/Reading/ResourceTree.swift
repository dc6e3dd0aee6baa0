import Diagnostics
import Text
package import YAMLSyntax

package func tree(ofResource name: String) -> SyntaxNode {
  let checked = parseYAML(SourceFile(path: name, text: resource(name)))
  guard let tree = checked.value, !checked.hasErrors else {
    preconditionFailure("\(name) is malformed: \(checked.diagnostics.map(\.message))")
  }
  return tree
}
