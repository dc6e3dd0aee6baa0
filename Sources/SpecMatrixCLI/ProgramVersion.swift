/// The version of the program.
package enum ProgramVersion {
  package static let current = "0.1.0"
}
