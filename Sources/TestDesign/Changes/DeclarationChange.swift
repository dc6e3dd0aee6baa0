package import Specification
import Text

/// A factor, value, operation or part that was added or removed between two versions of a spec, or a range that changed.
package struct DeclarationChange: Sendable {
  /// Its label; of a value, behind that of its factor, and of a factor, with its values: "Copy: In repair", "Kind: Book / Game".
  package var name: String
  /// The range as written, or the id of anything else; `nil` in the version that does not have it.
  package var before: String?
  package var after: String?

  /// Factors, then operations, in the order in which the versions declare them.
  package static func all(from old: Specification, to new: Specification) -> [Self] {
    let names = EarlierNames(EarlierFactor.all(of: old), in: new)
    let (was, now) = (Wording(old), Wording(new))
    var changes: [Self] = []
    var before: [Int: Factor] = [:]
    for factor in old.factors where factor.comparison == nil {
      if let number = names.factor(factor.name) {
        before[number] = factor
      } else {
        let name = now.labelled(factor.label.onOneLine, factor.contents)
        changes.append(Self(name: name, before: factor.name, after: nil))
      }
    }
    for (number, factor) in new.factors.enumerated() where factor.comparison == nil {
      let label = factor.label.onOneLine
      guard let earlier = before[number] else {
        let name = now.labelled(label, factor.contents)
        changes.append(Self(name: name, before: nil, after: factor.name))
        continue
      }
      if earlier.line?.written != factor.line?.written {
        changes.append(Self(name: label, before: earlier.contents, after: factor.contents))
      }
      guard (earlier.line == nil) == (factor.line == nil) else { continue }
      let places = earlier.values.map { names.value($0.id, of: number) }
      func name(_ value: FactorValue) -> String {
        now.labelled(label, value.label.onOneLine)
      }
      for (value, place) in zip(earlier.values, places) where value.numbers == nil && place == nil {
        changes.append(Self(name: name(value), before: value.id, after: nil))
      }
      let kept = Set(places)
      for (place, value) in factor.values.enumerated()
      where value.numbers == nil && !kept.contains(place) {
        changes.append(Self(name: name(value), before: nil, after: value.id))
      }
    }
    let partners = names.operations(of: old, in: new)
    let kept = Set(partners.values)
    for (number, operation) in old.operations.enumerated() where !kept.contains(number) {
      changes.append(Self(name: operation.label.onOneLine, before: operation.id, after: nil))
    }
    for (number, operation) in new.operations.enumerated() {
      guard let earlier = partners[number].map({ old.operations[$0] }) else {
        changes.append(Self(name: operation.label.onOneLine, before: nil, after: operation.id))
        continue
      }
      let ids = [earlier, operation].map { Set($0.variants.map(\.id)) }
      for (value, variant) in earlier.variants.enumerated()
      where variant.numbers == nil && !ids[1].contains(variant.id) {
        let name = was.operation(was.firstValues[partners[number] ?? 0] + value)
        changes.append(Self(name: name, before: variant.id, after: nil))
      }
      for (value, variant) in operation.variants.enumerated()
      where variant.numbers == nil && !ids[0].contains(variant.id) {
        let name = now.operation(now.firstValues[number] + value)
        changes.append(Self(name: name, before: nil, after: variant.id))
      }
    }
    return changes
  }
}

extension Factor {
  /// Its range as it is written, or its values.
  fileprivate var contents: String {
    line?.written ?? values.map(\.label.onOneLine).joined(separator: " / ")
  }
}
