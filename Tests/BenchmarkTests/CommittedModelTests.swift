import Diagnostics
import Foundation
import PICTModel
import Testing

/// The models in `Benchmarks/models`.
@Suite struct CommittedModelTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Benchmarks/models")

  private func models(in set: String) throws -> [(name: String, model: PICTModel)] {
    let folder = Self.folder.appendingPathComponent(set)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.map { file in
      let url = folder.appendingPathComponent(file)
      let text = try String(contentsOf: url, encoding: .utf8)
      let read = readPICTModel(SourceFile(path: file, text: text))
      #expect(read.diagnostics.isEmpty, "\(file): \(read.diagnostics.map(\.message))")
      return (file, try #require(read.value))
    }
  }

  @Test func theProductsShowTheWholeLanguage() throws {
    let models = try models(in: "products").map(\.model)
    #expect(models.count >= 10)
    #expect(models.contains { $0.hasNegativeValues })
    #expect(models.contains { !$0.submodels.isEmpty })
    #expect(models.contains { $0.parameters.contains { $0.order != nil } })
    #expect(models.contains { $0.parameters.contains { $0.values.contains { $0.weight > 1 } } })
  }

  @Test func thirtyModelsHaveValuesThatDoNotApply() throws {
    let models = try models(in: "not-applicable")
    #expect(models.count == 30)
    for (name, model) in models {
      #expect((9...40).contains(model.parameters.count), "\(name)")
      let absent = model.parameters.count { parameter in
        parameter.values.contains { ["NA", "nil", "-1"].contains($0.name) }
      }
      #expect(absent * 2 > model.parameters.count, "\(name)")
      #expect(!model.constraints.isEmpty, "\(name)")
    }
  }
}
