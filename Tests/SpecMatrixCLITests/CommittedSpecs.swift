import Foundation

/// The specs of the repository.
enum CommittedSpecs {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static let names = [
    "boost-popup", "complete", "payment-confirmation", "profile-screen", "tsukurepo-post",
  ]

  static func path(_ name: String) -> String { root.appending(path: "specs/\(name).yaml").path }

  /// The folder with their suites.
  static let output = root.appending(path: "output").path
}
