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
      Benchmarks.say("\(path): cannot be read")
      return nil
    }
    let file = SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    let read = readPICTModel(file)
    guard let model = read.value else {
      Benchmarks.say(DiagnosticRenderer().render(read.diagnostics, in: file))
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
    if models.isEmpty { Benchmarks.say("\(folder): no models (*.pict) in it") }
    return models.sorted { ($0.set, $0.number, $0.name) < ($1.set, $1.number, $1.name) }
  }

  private var number: Int { Int(name) ?? .max }
}
