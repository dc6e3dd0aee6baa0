import TestSupport

/// Reads workbooks with openpyxl, a reader that shares no code with the writer.
enum OpenPyXL {
  /// Returns one fact per line about the visible contents of every sheet.
  static func facts(ofWorkbookAt path: String) throws -> [String] {
    try Python.run(program, [path]).split(separator: "\n").map(String.init)
  }

  private static let program = """
    import sys, openpyxl
    book = openpyxl.load_workbook(sys.argv[1])
    print("created", book.properties.created.isoformat())
    for name in sorted(book.defined_names): print("name", name, book.defined_names[name].attr_text)
    for sheet in book:
      def say(*words): print(sheet.title, *words, sep="|")
      say("state", sheet.sheet_state)
      # Headings stand above what scrolls.
      top = int("".join(c for c in sheet.freeze_panes if c.isdigit())) - 1 if sheet.freeze_panes else 1
      say("headings", *[str(cell.value) for cell in sheet[top]])
      say("freeze", sheet.freeze_panes)
      say("filter", sheet.auto_filter.ref)
      say("repeat", sheet.print_title_rows)
      page = sheet.page_setup
      # A page count of 1 is the format's default and may be left out.
      fit = " × ".join(str(1 if count is None else count) for count in (page.fitToWidth, page.fitToHeight))
      say("page", page.orientation, page.paperSize, fit, sheet.sheet_properties.pageSetUpPr.fitToPage)
      say("footer", sheet.oddFooter.center.text)
      say("merged", len(sheet.merged_cells.ranges))
      say("protected", sheet.protection.sheet)
      for rule in sheet.data_validations.dataValidation: say("choice", rule.sqref, rule.type, rule.formula1)
      for area in sheet.conditional_formatting:
        for rule in area.rules: say("format", area.sqref, rule.formula[0], rule.dxf.fill.bgColor.rgb)
      for row in sheet.iter_rows():
        for cell in row:
          if cell.data_type == "f": say("formula", cell.coordinate, cell.value)
          if cell.hyperlink: say("link", cell.coordinate, cell.hyperlink.location or cell.hyperlink.target)
    """
}
