package import PICTModel

/// A model in numbers, for programs that know neither words nor the language: what they can be given of it.
package struct PlainModel: Hashable, Sendable {
  /// By parameter: the number of its values.
  package var sizes: [Int]
  package var forbidden: [ForbiddenCombination]

  package init(sizes: [Int], forbidden: [ForbiddenCombination] = []) {
    self.sizes = sizes
    self.forbidden = forbidden
  }

  /// Translates a model.
  ///
  /// - Throws: What stands in the way.
  package init(_ model: PICTModel) throws(Obstacle) {
    guard !model.hasNegativeValues else { throw .negativeValues }
    guard model.submodels.isEmpty, model.parameters.allSatisfy({ $0.order == nil }) else {
      throw .strengths
    }
    guard model.inputs.count == model.parameters.count else { throw .expectedResults }
    guard let forbidden = ForbiddenCombinations.of(model) else { throw .constraints }
    self.init(sizes: model.parameters.map(\.values.count), forbidden: forbidden)
  }
}
