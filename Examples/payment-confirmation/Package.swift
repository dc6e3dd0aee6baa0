// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "payment-confirmation",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "PaymentConfirmation"),
    .testTarget(
      name: "PaymentConfirmationTests",
      dependencies: ["PaymentConfirmation"],
      exclude: ["Snapshots"]
    ),
  ]
)
