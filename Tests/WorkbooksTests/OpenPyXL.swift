import Foundation

/// Reads workbooks with openpyxl, a reader that shares no code with the writer.
enum OpenPyXL {
  /// Whether `python3` is there and has it.
  static let isThere = (try? run("import openpyxl", [])) != nil

  struct Failure: Error {
    var output: String
  }

  /// What a Python program prints; it finds its arguments from `sys.argv[1]`.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONIOENCODING": "utf-8"],
      uniquingKeysWith: { _, new in new }
    )
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(output: text) }
    return text
  }

  /// One fact a line: what people see and use of every sheet.
  static func facts(ofWorkbookAt path: String) throws -> [String] {
    try run(program, [path]).split(separator: "\n").map(String.init)
  }

  private static let program = """
    import sys, openpyxl
    book = openpyxl.load_workbook(sys.argv[1])
    print("created", book.properties.created.isoformat())
    for name in sorted(book.defined_names): print("name", name, book.defined_names[name].attr_text)
    for sheet in book:
      def say(*words): print(sheet.title, *words, sep="|")
      say("state", sheet.sheet_state)
      say("headings", *[str(cell.value) for cell in sheet[1]])
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
