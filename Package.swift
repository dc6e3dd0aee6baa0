// swift-tools-version: 6.2

import PackageDescription

/// What every Swift target of the package is compiled with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// For the modules in which the tests spend most of their time: optimized in debug builds too.
///
/// Elsewhere optimizing takes longer than it saves.
let optimized: [SwiftSetting] = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The modules in the order of the import table (`Documentation/modules.md`): each imports only what stands above it.
let package = Package(
  name: "specmatrix",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "specmatrix", targets: ["specmatrix"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(
      name: "CXLSXWriter",
      pkgConfig: "xlsxwriter",
      providers: [.apt(["libxlsxwriter-dev"]), .brew(["libxlsxwriter"])]
    ),
    .systemLibrary(
      name: "CMinizip",
      pkgConfig: "minizip",
      providers: [.apt(["libminizip-dev"]), .brew(["minizip"])]
    ),
    .systemLibrary(
      name: "CExpat",
      pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]
    ),
    .systemLibrary(
      name: "CCaDiCaL",
      providers: [.apt(["libcadical-dev"]), .brew(["cadical"])]
    ),
    .target(name: "CResources"),
    .target(name: "Diagnostics", swiftSettings: optimized),
    .target(
      name: "Text",
      dependencies: ["CResources", "Diagnostics"],
      exclude: ["Words"],
      swiftSettings: optimized
    ),
    .target(
      name: "Workbooks",
      dependencies: ["CXLSXWriter", "CMinizip", "CExpat", "Diagnostics", "Text"],
      swiftSettings: optimized
    ),
    .target(name: "YAMLSyntax", dependencies: ["CYAML", "Diagnostics"], swiftSettings: optimized),
    .target(
      name: "Specification",
      dependencies: ["YAMLSyntax", "Text", "Diagnostics"],
      exclude: [
        "Catalogue/catalogue.yaml", "Catalogue/touches.yaml", "Catalogue/alike.yaml",
        "Catalogue/Words",
      ],
      swiftSettings: optimized
    ),
    .target(
      name: "Combinatorics",
      dependencies: ["CCaDiCaL"],
      swiftSettings: optimized,
      // CaDiCaL is a static library of C++.
      linkerSettings: [
        .linkedLibrary("stdc++", .when(platforms: [.linux])),
        .linkedLibrary("m", .when(platforms: [.linux])),
        .linkedLibrary("c++", .when(platforms: [.macOS])),
        .unsafeFlags(["-L/opt/homebrew/lib"], .when(platforms: [.macOS])),
      ]
    ),
    .target(
      name: "PICTModel",
      dependencies: ["Diagnostics", "Text", "Combinatorics"],
      swiftSettings: optimized
    ),
    .target(
      name: "TestDesign",
      dependencies: ["YAMLSyntax", "Specification", "Combinatorics", "Text", "Diagnostics"],
      exclude: [
        "Wording/absolute.yaml", "Wording/common.yaml", "Wording/controls.yaml",
        "Wording/english.yaml", "Wording/japanese.yaml", "Wording/units.yaml", "Wording/vague.yaml",
      ],
      swiftSettings: optimized
    ),
    .target(
      name: "Reporting",
      dependencies: [
        "TestDesign", "Specification", "Workbooks", "YAMLSyntax", "Text", "Diagnostics",
      ],
      exclude: [
        "FindingCatalogue/findings.yaml", "FindingCatalogue/mistakes.yaml",
        "Profiles/issues.sh", "Profiles/managers.yaml", "Review/Page",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ReviewServer",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "EditorServer",
      dependencies: [
        "Reporting", "TestDesign", "Specification", "Combinatorics", "YAMLSyntax", "Text",
        "Diagnostics",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TestCode",
      dependencies: ["TestDesign", "Specification", "Combinatorics", "Text", "Diagnostics"],
      resources: ["swift", "kotlin", "typescript", "python", "gherkin", "snapshots"].map {
        .embedInCode("Templates/\($0).mustache")
      },
      swiftSettings: settings
    ),
    .target(
      name: "RoundTrip",
      dependencies: [
        "Reporting", "TestDesign", "Specification", "Workbooks", "YAMLSyntax", "Text",
        "Diagnostics",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SpecMatrixCLI",
      dependencies: [
        "Diagnostics", "Text", "Workbooks", "YAMLSyntax", "Specification",
        "Combinatorics", "PICTModel", "TestDesign", "Reporting", "TestCode", "RoundTrip",
        "ReviewServer", "EditorServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Agent/Texts", "Commands/Starter"],
      swiftSettings: settings
    ),
    .executableTarget(name: "specmatrix", dependencies: ["SpecMatrixCLI"], swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "Diagnostics", "Text", "Workbooks", "YAMLSyntax", "Specification", "Combinatorics",
        "TestDesign", "Reporting", "RoundTrip", "SpecMatrixCLI",
      ],
      path: "Tests/TestSupport",
      swiftSettings: optimized
    ),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(
      name: "DiagnosticsTests",
      dependencies: ["Diagnostics"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TextTests",
      dependencies: ["Reporting", "Workbooks", "Text", "Diagnostics", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WorkbooksTests",
      dependencies: [
        "YAMLSyntax", "Workbooks", "Reporting", "TestDesign", "Specification", "Text",
        "Diagnostics",
        "TestSupport",
      ],
      exclude: ["Recorded"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "YAMLSyntaxTests",
      dependencies: ["YAMLSyntax", "Diagnostics", "TestSupport"],
      exclude: ["Messages"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SpecificationTests",
      dependencies: ["Specification", "YAMLSyntax", "Text", "Diagnostics", "TestSupport"],
      exclude: ["BadPacks", "BadSpecs", "FirstSpecs", "Specs"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CombinatoricsTests",
      dependencies: ["Combinatorics"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PICTModelTests",
      dependencies: ["PICTModel", "Combinatorics", "Diagnostics"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TestDesignTests",
      dependencies: [
        "Text", "TestDesign", "Specification", "Combinatorics", "YAMLSyntax", "Diagnostics",
        "TestSupport",
      ],
      exclude: ["Cases/FirstEdition", "Specs"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Workbooks", "Reporting", "TestDesign", "Specification", "Text", "YAMLSyntax",
        "Diagnostics",
        "TestSupport",
      ],
      exclude: ["Check/Recorded", "Check/Schemas", "Reports"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TestCodeTests",
      dependencies: [
        "TestCode", "TestDesign", "Specification", "YAMLSyntax", "Combinatorics", "Text",
        "Diagnostics",
        "TestSupport",
      ],
      exclude: ["Programs"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RoundTripTests",
      dependencies: [
        "RoundTrip", "Reporting", "TestDesign", "Specification", "Workbooks", "Text", "YAMLSyntax",
        "Diagnostics", "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SpecMatrixCLITests",
      dependencies: [
        "Workbooks", "SpecMatrixCLI", "TestSupport", "Reporting", "Specification", "YAMLSyntax",
        "Diagnostics", "Text", "ReviewServer", "PICTModel", "Combinatorics", "RoundTrip",
        "TestDesign", "EditorServer",
      ],
      exclude: ["ReviewSpecs"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EditorServerTests",
      dependencies: ["EditorServer", "Diagnostics", "Text"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReviewServerTests",
      dependencies: ["ReviewServer", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "SpecMatrixCLI", "Reporting", "TestDesign", "Specification", "YAMLSyntax", "Diagnostics",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
  ],
  cLanguageStandard: .c2x
)

// The fuzzers need a compiler's runtime that not every toolchain has: `make fuzz` asks for them.
if Context.environment["SPECMATRIX_FUZZ"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "specmatrix-fuzz",
      dependencies: [
        "SpecMatrixCLI", "TestDesign", "Specification", "Workbooks", "Text", "TestSupport",
      ],
      path: "Fuzz/Harness",
      swiftSettings: settings
    )
  )
}
