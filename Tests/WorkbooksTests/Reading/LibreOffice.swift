import Foundation

/// Opens workbooks in LibreOffice and saves them again.
enum LibreOffice {
  /// True if `soffice` is on the path.
  static let isThere = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .contains { FileManager.default.isExecutableFile(atPath: $0 + "/soffice") }

  struct Failure: Error {
    var output: String
  }

  /// Saves files anew under the same names in another folder; all in one run, since starting takes seconds.
  static func save(_ paths: [String], as format: String, in folder: TemporaryFolder) throws {
    let profile = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "soffice", "--headless", "-env:UserInstallation=\(profile.url.absoluteString)",
        "--convert-to", format, "--outdir", folder.url.path,
      ] + paths
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(output: String(decoding: data, as: UTF8.self))
    }
  }
}
