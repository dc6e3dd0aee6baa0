/// What is pinned to rows that are deleted and goes to other sheets.
extension WorkbookReviser {
  /// Pins to their new rows what stood on rows that are deleted.
  mutating func pin(
    _ leaving: [String: (parts: [CellPosition: PinnedParts.Leaving], from: PartRelations)],
    _ places: PlannedPlaces
  ) throws(WorkbookProblem) {
    guard !leaving.isEmpty else { return }
    let types = try ContentTypes(&parts)
    var moves: [String: [Int: RowMove]] = [:]
    for move in revision.moves where moves[move.sheet]?[move.row] == nil {
      moves[move.sheet, default: [:]][move.row] = move
    }
    for (sheet, (pinned, from)) in leaving.sorted(by: { $0.key < $1.key }) {
      let drawing = try parts.relations(of: from.first("drawing")?.part ?? "")
      let sorted = pinned.values.sorted {
        ($0.place.row, $0.place.column) < ($1.place.row, $1.place.column)
      }
      for item in sorted {
        guard let move = moves[sheet]?[item.place.row],
          let target = places.number(of: move.toSheet),
          let index = sheets.firstIndex(where: { $0.planned == target }),
          let document = sheets[index].document,
          places.layouts[target].plannedRows.indices.contains(move.toRow)
        else { continue }
        let column = column(of: item.place.column, on: sheet, in: target, places)
        let row = places.layouts[target].plannedRows[move.toRow]
        let place = CellPosition(row: row, column: column)
        let pins = PinnedMoves(
          document: document,
          relations: sheets[index].relations,
          types: types
        )
        try pins.put(item.anchors, from: drawing, at: place, &parts)
        if let comment = item.comment {
          let cell = try pins.put(
            comment,
            by: item.author,
            shape: item.shape,
            at: place,
            &parts
          )
          try pins.put(thread: item.thread, at: cell, &parts)
        }
        if let link = item.link, let relation = link.relation.flatMap({ from[$0] }) {
          pins.put(link: link, to: relation.target, at: place)
        }
      }
    }
    types.write(to: &parts)
  }

  /// The column of a planned sheet that has the heading of a saved one; the same place where none has.
  private func column(
    of column: Int,
    on sheet: String,
    in target: Int,
    _ places: PlannedPlaces
  ) -> Int {
    guard let planned = revision.sheets.firstIndex(where: { $0?.saved == sheet }),
      let own = revision.sheets[planned]?.columns.firstIndex(of: column)
    else { return column }
    func headings(_ number: Int) -> [CellPlan.Content] {
      let plan = revision.plan.sheets[number]
      let row = plan.filter?.first.row ?? 0
      return plan.rows.indices.contains(row) ? plan.rows[row].cells.map(\.content) : []
    }
    let ours = headings(planned)
    guard ours.indices.contains(own), let there = headings(target).firstIndex(of: ours[own]) else {
      return column
    }
    return places.layouts[target].plannedColumns[there]
  }
}
