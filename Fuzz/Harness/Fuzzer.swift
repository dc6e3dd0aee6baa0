#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// libFuzzer's own main function as a call, so that the target can be named before its options are read.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target that this process tries, and the folder that it works in; set once, before the first input.
nonisolated(unsafe) private var current: (target: FuzzTarget, workshop: Workshop)?

/// The fuzzer: `FUZZ_TARGET=check specmatrix-fuzz [libFuzzer's options and corpora]`, and `specmatrix-fuzz seeds FOLDER`.
///
/// Everything runs in one process, through the same call that the program's main function makes. An input that breaks a promise ends
/// the process, as one that crashes it does, and libFuzzer keeps it. The target is no argument, since libFuzzer starts itself again with
/// those that it was given.
@main
enum Fuzzer {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "seeds" {
      Seeds(folder: arguments[2]).write()
      exit(0)
    }
    let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) }
    guard let target = name.flatMap(FuzzTarget.init) else {
      print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
      exit(name == nil ? 0 : 2)
    }
    unsafe current = (target, Workshop())
    var count = CommandLine.argc
    var words = unsafe CommandLine.unsafeArgv
    let status = unsafe runDriver(&count, &words) { bytes, count in
      guard let (target, workshop) = unsafe current else { return -1 }
      let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
      return target.isTried(input, in: workshop) ? 0 : -1
    }
    unsafe current?.workshop.remove()
    exit(status)
  }
}

/// An input that shows a defect.
enum Finding {
  /// Says what is wrong, and ends the process so that libFuzzer keeps the input.
  static func report(_ what: String, _ details: String = "") -> Never {
    let text = "\n==FINDING== \(what)\n\(details.prefix(20_000))\n"
    _ = unsafe text.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
    abort()
  }
}
