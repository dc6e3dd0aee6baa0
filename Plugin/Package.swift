// swift-tools-version: 6.2

import PackageDescription

/// Runs an installed specmatrix when a target is built.
///
/// It stands apart from the program's own package, so that nobody has to build that.
let package = Package(
  name: "specmatrix-plugin",
  products: [
    .plugin(name: "SpecMatrixCode", targets: ["SpecMatrixCode"])
  ],
  targets: [
    .plugin(name: "SpecMatrixCode", capability: .buildTool())
  ]
)
