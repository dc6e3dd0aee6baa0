@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A run of the program, and what every run has to keep to.
struct Run {
  let arguments: [String]
  let status: CommandStatus
  /// What went to standard output.
  let output: String
  /// What went to standard error.
  let errors: String

  /// The CPU seconds that a run may take; sanitizers slow it down about five times.
  private static let patience = 60.0

  init(_ arguments: String..., input: [UInt8] = []) {
    self.init(arguments, input: input)
  }

  init(_ arguments: [String], input: [UInt8] = []) {
    var output = ""
    var errors = ""
    let console = Console(
      environment: [:],
      readInput: { limit throws(SystemError) in Array(input.prefix(limit + 1)) },
      write: { text throws(SystemError) in output += text },
      report: { errors += $0 },
      isTerminal: false,
      now: { 1_795_219_200 }
    )
    let began = Self.seconds
    let status = Program.run(arguments, on: console)
    let took = Self.seconds - began
    self.arguments = arguments
    self.status = status
    self.output = output
    self.errors = errors
    if Self.isShown { print(describe) }
    if took > Self.patience { report("took \(took) seconds of CPU") }
    if status == .interrupted { report("interrupted by nobody") }
    if errors.contains("internal error") { report("an internal error") }
    // The mistakes in specs are what a check reports, so they go to standard output.
    if status >= .invalid, errors.isEmpty, output.isEmpty { report("no message") }
    expectVisible(errors, called: "standard error")
  }

  /// Ends the process with a finding about this run.
  func report(_ what: String) -> Never {
    Finding.report(what, describe)
  }

  private var describe: String {
    """
    specmatrix \(arguments.joined(separator: " "))
    status \(status.rawValue)
    \(errors)
    --- output
    \(output)
    """
  }

  /// True if every run is printed: `FUZZ_SHOW=1`, to see what an input does.
  private static let isShown = unsafe getenv("FUZZ_SHOW") != nil

  /// Text for people has no controls, and nothing that turns what stands around it.
  func expectVisible(_ text: String, called name: String) {
    for scalar in text.unicodeScalars where InvisibleSigns.has(scalar) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      report("U+\(code) in \(name)")
    }
  }

  /// The CPU seconds of this process, all threads together.
  private static var seconds: Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

/// Signs that a terminal obeys, or that hide what a reader would otherwise see.
enum InvisibleSigns {
  /// Line feeds are none, and neither are the joiners that scripts and emoji are made of.
  static func has(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x20..<0x7F: false
    case 0x00..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
