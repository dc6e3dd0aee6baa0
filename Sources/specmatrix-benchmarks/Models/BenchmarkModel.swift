import Diagnostics
import Foundation
package import PICTModel

/// A model that suites are made for.
package struct BenchmarkModel: Sendable {
  /// What it is reported among: the name of its folder, or `classic`.
  package var set: String
  /// The name of its file, less the extension.
  package var name: String
  package var path: String
  package var model: PICTModel

  package init(set: String, name: String, path: String, model: PICTModel) {
    self.set = set
    self.name = name
    self.path = path
    self.model = model
  }

  /// Reads a file; what keeps it from being a model is said.
  init?(set: String, name: String, path: String) {
    guard let data = FileManager.default.contents(atPath: path) else {
      ThisProcess.say("\(path): cannot be read")
      return nil
    }
    let file = SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    let read = readPICTModel(file)
    guard let model = read.value else {
      ThisProcess.say(DiagnosticRenderer().render(read.diagnostics, in: file))
      return nil
    }
    self.init(set: set, name: name, path: path, model: model)
  }

  /// Writes the classic models into a folder.
  static func classic(in folder: URL) throws -> [BenchmarkModel] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try ClassicModels.all.compactMap { name, signature in
      let path = folder.appendingPathComponent("\(name).pict").path
      try signature.pict.write(toFile: path, atomically: true, encoding: .utf8)
      return BenchmarkModel(set: ClassicModels.set, name: name, path: path)
    }
  }

  /// The models in a folder and the folders in it, set by set, names with numbers in the order of the numbers.
  static func all(below folder: String) -> [BenchmarkModel] {
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let models = found.filter { $0.hasSuffix(".pict") }.compactMap { subpath in
      let file = URL(fileURLWithPath: folder).appendingPathComponent(subpath).standardizedFileURL
      return BenchmarkModel(
        set: file.deletingLastPathComponent().lastPathComponent,
        name: file.deletingPathExtension().lastPathComponent,
        path: file.path
      )
    }
    if models.isEmpty { ThisProcess.say("\(folder): no models (*.pict) in it") }
    return models.sorted { ($0.set, $0.number, $0.name) < ($1.set, $1.number, $1.name) }
  }

  private var number: Int { Int(name) ?? .max }
}

/// How many parameters have how many values, as covering arrays are named: `2^7 3^2 10^2`.
package struct Signature: Hashable, Sendable {
  /// By parameter: the number of its values.
  package var sizes: [Int]

  /// Reads parts such as `4^15` between spaces; `nil` where one is something else.
  package init?(_ text: String) {
    sizes = []
    for part in text.split(separator: " ") {
      let numbers = part.split(separator: "^", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let values = numbers[0], let parameters = numbers[1], values > 0,
        parameters > 0
      else { return nil }
      sizes += Array(repeating: values, count: parameters)
    }
    guard !sizes.isEmpty else { return nil }
  }

  /// A model of that signature in the language of PICT.
  package var pict: String {
    sizes.enumerated().map { index, size in
      let values = (0..<size).map(String.init).joined(separator: ", ")
      return "p\(index): \(values)\n"
    }.joined()
  }
}

/// The models without constraints that papers and programs have been compared on since 1997, by their signatures.
enum ClassicModels {
  static let set = "classic"

  /// Those whose name is their signature, `_` for a space.
  private static let plain = [
    "3^4", "3^10", "3^13", "3^20", "3^50", "3^100", "4^10", "4^20", "4^40", "4^100",
    "4^15_3^17_2^29", "4^1_3^39_2^35", "5^1_3^8_2^2", "5^1_4^4_3^11_2^5", "5^6_4^4_3^6_2^4",
    "6^1_5^1_4^6_3^8_2^3", "6^2_4^9_2^9", "7^1_6^1_5^1_4^6_3^8_2^3",
    "10^1_9^1_8^1_7^1_6^1_5^1_4^1_3^1_2^1", "2^10", "2^20", "2^50", "2^100", "2^200", "5^10",
    "5^20", "6^10", "7^10", "8^10", "10^10", "10^20", "15^15", "20^10",
  ]
  private static let named = [("TCAS_10^2_4^1_3^2_2^7", "10^2 4^1 3^2 2^7")]

  /// Names and signatures, in the order in which they are reported.
  static var all: [(name: String, signature: Signature)] {
    let all =
      plain.map { ($0, $0.split(separator: "_").joined(separator: " ")) } + named
    return all.compactMap { name, text in Signature(text).map { (name, $0) } }
  }
}
