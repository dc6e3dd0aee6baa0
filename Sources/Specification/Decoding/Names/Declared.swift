/// What a section declares, as far as it could be read.
struct Declared<Item> {
  var items: [Item] = []
  /// Whether a mistake may have hidden items: then a name that is not there is no second mistake.
  var isBroken = false
}
