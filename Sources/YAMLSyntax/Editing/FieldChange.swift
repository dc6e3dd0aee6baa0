/// A change of one key in a map.
package enum FieldChange: Hashable, Sendable {
  /// Another key and value take the place of a key.
  case replace(String, by: String, NewValue)
  /// The key gets a value; where it is missing it is written behind another one.
  case set(String, NewValue, behind: String)
  /// The key goes, if it is there.
  case remove(String)
  /// Something to remember: the value of the key where the map has none yet, a comment behind another key otherwise, and in flow style,
  /// where there is no place for a comment, one more part of the value.
  case mention(String, String, behind: String)
}
