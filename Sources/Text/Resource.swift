import CResources

/// Returns the text of an embedded data file; `Sources/CResources/resources.c` lists them by name.
package func resource(_ name: String) -> String {
  guard let text = unsafe resource_text(name) else {
    preconditionFailure("there is no resource `\(name)`")
  }
  return unsafe String(cString: text)
}
