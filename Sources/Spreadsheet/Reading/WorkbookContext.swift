/// What the parts around the sheets say, which cells refer to.
struct WorkbookContext {
  var texts: [String] = []
  /// By the number of a cell's style.
  var showsDate: [Bool] = []
  var dateSystem = DateSystem.from1900
}
