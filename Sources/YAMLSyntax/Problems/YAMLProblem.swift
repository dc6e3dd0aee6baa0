/// What libyaml says when a text is not YAML.
struct YAMLProblem: Error {
  /// What went wrong, in libyaml's words.
  var problem: String
  /// What libyaml was reading, in its words; empty where it does not say.
  var context: String
  /// Where it went wrong, as an index of the text's scalars.
  var place: Int
  /// Where what it was reading begins.
  var contextPlace: Int?
}
