import CXLSXWriter
import Text

/// A wrapper of libxlsxwriter that writes a workbook to a file.
///
/// Only this file uses the library. The library copies every text passed to it, and each of its results is checked. A workbook released
/// before `close` leaves no file.
@safe struct WorkbookHandle: ~Copyable {
  private typealias Sheet = UnsafeMutablePointer<lxw_worksheet>
  private typealias Format = UnsafeMutablePointer<lxw_format>

  private let book: UnsafeMutablePointer<lxw_workbook>
  private var styles: [CellStyle: Format] = unsafe [:]
  private var tones: [CellTone: Format] = unsafe [:]
  /// The texts that the library borrows.
  private let texts: CTextPool
  private var isOpen = true

  /// Creates a workbook; `scratch` is the folder for the library's unnamed temporary files.
  init(path: String, scratch: String) throws(WorkbookError) {
    let texts = CTextPool()
    var options = unsafe lxw_workbook_options()
    unsafe options.tmpdir = .init(texts.text(scratch))
    guard let book = unsafe workbook_new_opt(path, &options) else {
      throw .refused(step: "begin", reason: "out of memory")
    }
    unsafe self.book = unsafe book
    self.texts = texts
  }

  deinit {
    if isOpen { unsafe lxw_workbook_free(book) }
  }

  /// Writes the file; the handle must not be used afterwards, even after a failure.
  mutating func close() throws(WorkbookError) {
    isOpen = false
    try Self.check("write", unsafe workbook_close(book))
  }

  /// Creates the formats of all styles and tones, to be called once before any sheet is added.
  mutating func makeFormats(font: String) throws(WorkbookError) {
    for style in CellStyle.allCases {
      unsafe styles[style] = try unsafe format(of: CellLook(style), font: font)
    }
    for tone in CellTone.allCases {
      unsafe tones[tone] = try unsafe format(of: ToneLook(tone))
    }
  }

  func set(_ properties: WorkbookProperties) throws(WorkbookError) {
    var values = unsafe lxw_doc_properties()
    unsafe values.title = .init(texts.text(properties.title))
    unsafe values.subject = .init(texts.text(properties.subject))
    unsafe values.comments = .init(texts.text(properties.comments))
    // The library takes 0 for "now". Zip archives cannot have dates before 1980, nor documents after the year 9999.
    unsafe values.created = min(max(properties.created, 315_532_800), 253_402_300_799)
    try Self.check("properties", unsafe workbook_set_properties(book, &values))
  }

  func define(_ name: DefinedNamePlan) throws(WorkbookError) {
    try Self.check("name", unsafe workbook_define_name(book, name.name, name.formula))
  }

  func add(_ plan: SheetPlan) throws(WorkbookError) {
    guard let sheet = unsafe workbook_add_worksheet(book, plan.name) else {
      throw .refused(step: "sheet", reason: "the name '\(plan.name)' is not allowed")
    }
    for (number, column) in plan.columns.enumerated() {
      var options = lxw_row_col_options()
      options.hidden = column.isHidden ? 1 : 0
      options.level = UInt8(clamping: column.outlineLevel)
      options.collapsed = column.isCollapsed ? 1 : 0
      let (place, width) = (UInt16(number), column.width)
      let result = unsafe worksheet_set_column_opt(sheet, place, place, width, nil, &options)
      try Self.check("column", result)
    }
    for (number, row) in plan.rows.enumerated() {
      if row.height != nil || row.isFolded {
        let height = row.height ?? LXW_DEF_ROW_HEIGHT
        var options = lxw_row_col_options()
        options.hidden = row.isFolded ? 1 : 0
        options.level = row.isFolded ? 1 : 0
        let isNextFolded = number + 1 < plan.rows.count && plan.rows[number + 1].isFolded
        options.collapsed = !row.isFolded && isNextFolded ? 1 : 0
        let result = unsafe worksheet_set_row_opt(sheet, UInt32(number), height, nil, &options)
        try Self.check("row", result)
      }
      for (column, cell) in row.cells.enumerated() {
        try unsafe write(cell, to: sheet, row: UInt32(number), column: UInt16(column))
      }
    }
    try unsafe set(plan, on: sheet)
    for validation in plan.validations { try unsafe add(validation, to: sheet) }
    for format in plan.conditionalFormats { try unsafe add(format, to: sheet) }
    if let chart = plan.chart { try unsafe add(chart, of: plan.name, to: sheet) }
  }

  private func write(
    _ cell: CellPlan,
    to sheet: Sheet,
    row: UInt32,
    column: UInt16
  ) throws(WorkbookError) {
    let style = unsafe styles[cell.style]
    if case .text(let text) = cell.content, let link = cell.link {
      let address =
        switch link {
        case .cell(let position, let sheet): "internal:" + position.qualified(by: sheet)
        case .page(let page): page
        }
      let shown = CellText.escaped(text)
      let result = unsafe worksheet_write_url_opt(sheet, row, column, address, style, shown, nil)
      return try Self.check("link", result)
    }
    let result =
      switch cell.content {
      case .kept: LXW_NO_ERROR
      case .blank: unsafe worksheet_write_blank(sheet, row, column, style)
      case .text(let text):
        unsafe worksheet_write_string(sheet, row, column, CellText.escaped(text), style)
      case .number(let number):
        unsafe worksheet_write_number(sheet, row, column, Double(number), style)
      case .share(let share): unsafe worksheet_write_number(sheet, row, column, share, style)
      case .formula(let formula, let value):
        unsafe write(.formula(formula, value), to: sheet, row: row, column: column, style)
      case .saved(let cell): unsafe write(cell, to: sheet, row: row, column: column, style)
      }
    try Self.check("cell", result)
  }

  /// Writes an entry with its original type; a formula is kept, with its value for programs that do not calculate.
  private func write(
    _ cell: SavedCell,
    to sheet: Sheet,
    row: UInt32,
    column: UInt16,
    _ style: Format?
  ) -> lxw_error {
    if case .empty = cell { return unsafe worksheet_write_blank(sheet, row, column, style) }
    if case .boolean(let value) = cell {
      return unsafe worksheet_write_boolean(sheet, row, column, value ? 1 : 0, style)
    }
    let text = CellText.escaped(CellText.fitted(cell.plainText))
    if case .formula(var formula, let value) = cell {
      formula = "=" + formula
      if let number = value.asNumber {
        return unsafe worksheet_write_formula_num(sheet, row, column, formula, style, number)
      }
      return unsafe worksheet_write_formula_str(sheet, row, column, formula, style, text)
    }
    if let number = cell.asNumber {
      return unsafe worksheet_write_number(sheet, row, column, number, style)
    }
    return unsafe worksheet_write_string(sheet, row, column, text, style)
  }

  private func set(_ plan: SheetPlan, on sheet: Sheet) throws(WorkbookError) {
    if plan.isHidden { unsafe worksheet_hide(sheet) }
    if let color = plan.tabColor { unsafe worksheet_set_tab_color(sheet, UInt32(color)) }
    if let freeze = plan.freeze {
      unsafe worksheet_freeze_panes(sheet, UInt32(freeze.row), UInt16(freeze.column))
    }
    if let (top, left, bottom, right) = plan.filter?.corners {
      try Self.check("filter", unsafe worksheet_autofilter(sheet, top, left, bottom, right))
    }
    if let range = plan.digitsAsText?.description {
      let kind = UInt8(LXW_IGNORE_NUMBER_STORED_AS_TEXT.rawValue)
      try Self.check("digits as text", unsafe worksheet_ignore_errors(sheet, kind, range))
    }
    unsafe worksheet_gridlines(sheet, UInt8(LXW_HIDE_ALL_GRIDLINES.rawValue))
    unsafe worksheet_set_landscape(sheet)
    unsafe worksheet_set_paper(sheet, Self.paperA3)
    // The control that expands a group of columns precedes it, where people do not hide the column. Collapsed rows belong to the row above
    // them.
    let isBelow: UInt8 = plan.rows.contains(where: \.isFolded) ? 0 : 1
    unsafe worksheet_outline_settings(sheet, 1, isBelow, 0, 0)
    if let (top, left, bottom, right) = plan.printArea?.corners {
      let result = unsafe worksheet_print_area(sheet, top, left, bottom, right)
      try Self.check("print area", result)
    }
    try unsafe set(plan.page, on: sheet)
  }

  private func set(_ page: PagePlan, on sheet: Sheet) throws(WorkbookError) {
    unsafe worksheet_set_margins(sheet, 0.4, 0.4, 0.5, 0.6)
    try Self.check("footer", unsafe worksheet_set_footer(sheet, page.footer))
    if let rows = page.repeatedRows {
      let (first, last) = (UInt32(rows.lowerBound), UInt32(rows.upperBound))
      try Self.check("repeated rows", unsafe worksheet_repeat_rows(sheet, first, last))
    }
    switch page.width {
    case .onePage: unsafe worksheet_fit_to_pages(sheet, 1, page.isOnePage ? 1 : 0)
    case .several(let percent, let repeated):
      unsafe worksheet_set_print_scale(sheet, UInt16(clamping: percent))
      if repeated > 0 {
        let result = unsafe worksheet_repeat_columns(sheet, 0, UInt16(repeated - 1))
        try Self.check("repeated columns", result)
      }
    }
  }

  private func add(_ plan: ValidationPlan, to sheet: Sheet) throws(WorkbookError) {
    var validation = unsafe lxw_data_validation()
    unsafe validation.input_title = .init(texts.text(plan.promptTitle))
    unsafe validation.input_message = .init(texts.text(plan.prompt))
    if plan.choices.isEmpty {
      unsafe validation.validate = UInt8(LXW_VALIDATION_TYPE_ANY.rawValue)
    } else {
      // As a list, the library accepts 255 bytes rather than the 255 characters of spreadsheets, and writes beyond its buffer.
      let list = plan.choices.joined(separator: ",").replacing("\"", with: "\"\"")
      guard list.utf16.count <= SpreadsheetLimits.validationLength else {
        throw .refused(step: "drop-down", reason: "the choices are longer than 255 characters")
      }
      unsafe validation.validate = UInt8(LXW_VALIDATION_TYPE_LIST_FORMULA.rawValue)
      unsafe validation.value_formula = .init(texts.text("=\"\(list)\""))
    }
    let (top, left, bottom, right) = plan.range.corners
    try Self.check(
      "drop-down",
      unsafe worksheet_data_validation_range(sheet, top, left, bottom, right, &validation)
    )
  }

  private func add(_ plan: ConditionalFormatPlan, to sheet: Sheet) throws(WorkbookError) {
    var format = unsafe lxw_conditional_format()
    switch plan.rule {
    case .formula(let formula, let tone):
      unsafe format.type = UInt8(LXW_CONDITIONAL_TYPE_FORMULA.rawValue)
      unsafe format.value_string = .init(texts.text("=" + formula))
      unsafe format.format = unsafe tones[tone]
      unsafe format.stop_if_true = 1
    case .scale(let least, let most):
      unsafe format.type = UInt8(LXW_CONDITIONAL_2_COLOR_SCALE.rawValue)
      unsafe format.min_color = UInt32(least)
      unsafe format.max_color = UInt32(most)
    }
    let (top, left, bottom, right) = plan.range.corners
    try Self.check(
      "conditional format",
      unsafe worksheet_conditional_format_range(sheet, top, left, bottom, right, &format)
    )
  }

  private func add(_ plan: ChartPlan, of name: String, to sheet: Sheet) throws(WorkbookError) {
    guard let chart = unsafe workbook_add_chart(book, UInt8(LXW_CHART_BAR.rawValue)),
      let series = unsafe chart_add_series(
        chart,
        "=" + plan.categories.absolute(in: name),
        "=" + plan.values.absolute(in: name)
      )
    else { throw .refused(step: "chart", reason: "out of memory") }
    unsafe chart_title_set_name(chart, plan.title)
    unsafe chart_legend_set_position(chart, UInt8(LXW_CHART_LEGEND_NONE.rawValue))
    unsafe chart_series_set_labels(series)
    try unsafe color(series, plan.colors)
    // The library calls the horizontal axis of values in a bar chart x. The first category is on top, as in the cells.
    unsafe chart_axis_set_reverse(chart.pointee.y_axis)
    unsafe chart_axis_set_min(chart.pointee.x_axis, 0)
    unsafe chart_axis_off(chart.pointee.x_axis)
    unsafe chart_axis_major_gridlines_set_visible(chart.pointee.x_axis, 0)
    var options = unsafe lxw_chart_options()
    unsafe options.x_scale = Double(plan.width) / 480
    unsafe options.y_scale = Double(plan.height) / 288
    let (row, column) = (UInt32(plan.position.row), UInt16(plan.position.column))
    let result = unsafe worksheet_insert_chart_opt(sheet, row, column, chart, &options)
    try Self.check("chart", result)
  }

  private func color(
    _ series: UnsafeMutablePointer<lxw_chart_series>,
    _ colors: [Int]
  ) throws(WorkbookError) {
    var fills = colors.map { lxw_chart_fill(color: UInt32($0), none: 0, transparency: 0) }
    let result = unsafe fills.withUnsafeMutableBufferPointer { fills -> lxw_error in
      var points = unsafe fills.indices.map { index in
        unsafe lxw_chart_point(
          line: nil,
          fill: fills.baseAddress.map { unsafe $0 + index },
          pattern: nil
        )
      }
      return unsafe points.withUnsafeMutableBufferPointer { points -> lxw_error in
        var list = unsafe points.indices.map { index in
          unsafe points.baseAddress.map { unsafe $0 + index }
        }
        unsafe list.append(nil)
        return unsafe chart_series_set_points(series, &list)
      }
    }
    try Self.check("chart", result)
  }

  /// `DMPAPER_A3`.
  private static let paperA3: UInt8 = 8

  private func format(of look: CellLook, font: String) throws(WorkbookError) -> Format {
    let format = try unsafe newFormat()
    unsafe format_set_font_name(format, font)
    unsafe format_set_font_size(format, look.size)
    unsafe format_set_font_color(format, UInt32(look.color))
    if look.isBold { unsafe format_set_bold(format) }
    if look.isUnderlined {
      unsafe format_set_underline(format, UInt8(LXW_UNDERLINE_SINGLE.rawValue))
    }
    if let fill = look.fill { unsafe format_set_bg_color(format, UInt32(fill)) }
    if look.hasBorder {
      unsafe format_set_border(format, UInt8(LXW_BORDER_THIN.rawValue))
      unsafe format_set_border_color(format, 0xC8CDD5)
    }
    if look.isWrapped { unsafe format_set_text_wrap(format) }
    if look.isRotated { unsafe format_set_rotation(format, 90) }
    if look.isCentered {
      unsafe format_set_align(format, UInt8(LXW_ALIGN_CENTER.rawValue))
      unsafe format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_CENTER.rawValue))
    } else {
      if look.isLeftAligned { unsafe format_set_align(format, UInt8(LXW_ALIGN_LEFT.rawValue)) }
      unsafe format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
    }
    if let numberFormat = look.numberFormat { unsafe format_set_num_format(format, numberFormat) }
    return unsafe format
  }

  private func format(of look: ToneLook) throws(WorkbookError) -> Format {
    let format = try unsafe newFormat()
    unsafe format_set_font_color(format, UInt32(look.color))
    unsafe format_set_bg_color(format, UInt32(look.fill))
    if look.isBold { unsafe format_set_bold(format) }
    return unsafe format
  }

  private func newFormat() throws(WorkbookError) -> Format {
    guard let format = unsafe workbook_add_format(book) else {
      throw .refused(step: "style", reason: "out of memory")
    }
    return unsafe format
  }

  private static func check(_ step: String, _ result: lxw_error) throws(WorkbookError) {
    guard result != LXW_NO_ERROR else { return }
    let reason = unsafe lxw_strerror(result).map { unsafe String(cString: $0) }
    throw .refused(step: step, reason: reason ?? "error \(result.rawValue)")
  }
}

extension CellRange {
  /// The corners in the types of the library.
  fileprivate var corners: (top: UInt32, left: UInt16, bottom: UInt32, right: UInt16) {
    (UInt32(first.row), UInt16(first.column), UInt32(last.row), UInt16(last.column))
  }
}

extension SavedCell {
  /// The serial number in spreadsheets, or `nil` for texts and for days before March 1900, on which programs disagree.
  fileprivate var asNumber: Double? {
    switch self {
    case .number(let number): return number
    case .day(let day):
      let serial = day.number + 25_569
      return serial >= 61 ? Double(serial) : nil
    default: return nil
    }
  }
}
