import Foundation
import TestSupport

/// Opens workbooks in LibreOffice and saves them again.
enum LibreOffice {
  /// True if `soffice` is on the path.
  static let isThere = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .contains { FileManager.default.isExecutableFile(atPath: $0 + "/soffice") }

  /// Saves files under the same names in another folder; all in one run, since starting takes seconds.
  static func save(_ paths: [String], as format: String, in folder: TemporaryFolder) throws {
    let profile = try TemporaryFolder()
    try Tool(at: "/usr/bin/env").run(
      [
        "soffice", "--headless", "-env:UserInstallation=\(profile.url.absoluteString)",
        "--convert-to", format, "--outdir", folder.url.path,
      ] + paths
    )
  }
}
