/// A schema with the definitions that it refers to.
package struct SchemaDocument: Sendable {
  package struct Definition: Sendable {
    package var name: String
    package var schema: Schema
  }

  package var title: String
  package var root: Schema
  package var definitions: [Definition]
}
