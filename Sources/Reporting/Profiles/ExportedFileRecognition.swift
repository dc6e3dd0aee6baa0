import Text

/// Telling our files from those of others, so that none of theirs is ever replaced.
extension ExportedSuite {
  /// Whether a file is one that was written for a tool, or holds nothing.
  ///
  /// Formats with comments have a mark. A table has our headings and, in each row that names anything, an id of ours: an export of the tool
  /// with more columns is none.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - profile: The tool; `nil` for the Markdown for people.
  /// - Returns: `false` for a file that must be left alone.
  package func wrote(_ bytes: [UInt8], for profile: ExportProfile?) -> Bool {
    if bytes.isEmpty { return true }
    guard let headings = headings(of: profile) else {
      return String(decoding: bytes.prefix(400), as: UTF8.self).contains(Self.mark)
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      let records = try? CSVRecords(
        text.first == "\u{FEFF}" ? String(text.dropFirst()) : text,
        cellLimit: 20_000_000
      )
    else { return false }
    return hasOurs(records.rows, below: headings)
  }

  /// Whether the rows of a workbook are those for QualityForward.
  package func wroteQualityForward(_ rows: [[String]]) -> Bool {
    rows.isEmpty || hasOurs(rows, below: qualityForwardHeadings)
  }

  private func hasOurs(_ rows: [[String]], below headings: [String]) -> Bool {
    guard rows.first == headings else { return false }
    return rows.count == 1
      || rows.dropFirst().contains { row in
        row.contains { $0.hasPrefix(id + "-") || $0.hasPrefix("Q-") }
      }
  }

  /// The headings of a table; `nil` for other formats.
  private func headings(of profile: ExportProfile?) -> [String]? {
    switch profile {
    case .xray: Self.xrayHeadings
    case .azure: Self.azureHeadings
    case .qase: Self.qaseHeadings
    case .zephyrScale: Self.zephyrScaleHeadings
    case .jira: Self.jiraHeadings
    case .testRail, .qualityForward, .testomat, .gitHub, nil: nil
    }
  }

  /// A part without cases; `nil` where the tool takes all of them at once.
  package func emptyPart(of profile: ExportProfile) -> [UInt8]? {
    guard profile.mostCases != nil else { return nil }
    var writer = CSVWriter(encoding: .utf8WithMark, separator: ";")
    writer.record(Self.xrayHeadings)
    return writer.bytes
  }
}
