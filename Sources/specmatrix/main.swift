import SpecMatrixCLI

exit(with: run(Array(CommandLine.arguments.dropFirst()), on: .ofProcess()))
