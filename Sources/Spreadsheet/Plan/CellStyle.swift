/// The ways a cell can look.
package enum CellStyle: String, CaseIterable, Hashable, Sendable {
  /// The feature's name on the front page.
  case title
  /// The heading of a group of lines on the front page.
  case section
  /// The name of a line on the front page.
  case label
  /// A heading above a column that the program fills.
  case heading
  /// A heading above a column for people.
  case peopleHeading
  case text
  /// Says that nothing in particular stands here.
  case muted
  case number
  /// A number beside its label on the front page.
  case count
  case link
  /// A cell to write into.
  case people
  /// A cell to write a day into.
  case peopleDay
  /// A generated cell of a row that people added.
  case peopleText
  /// On a sheet of people's own.
  case plain
  /// A day on a sheet of people's own.
  case plainDay
  /// The sentence above a grid.
  case caption
  /// A name above a narrow column, turned upright.
  case upright
  case gridNumber
  case gridShare
  /// Where two values cannot meet.
  case gridImpossible
  /// Where a row meets its own column.
  case gridSame
}
