package import Specification
import Text

/// A factor, value, operation or part that was added or removed between two versions of a spec, or a range that changed.
package struct DeclarationChange: Sendable {
  /// The label, for a value after the label of its factor, and for a factor with its values: "Copy: In repair", "Kind: Book / Game".
  package var name: String
  /// The range as written, or the id of anything else; `nil` if the version does not have it.
  package var before: String?
  package var after: String?

  /// Returns the changes of factors, then those of operations, each in the order of declaration.
  package static func all(from old: Specification, to new: Specification) -> [Self] {
    let names = EarlierNames(EarlierFactor.all(of: old), in: new)
    let (was, now) = (Wording(old), Wording(new))
    var changes: [Self] = []
    /// Adds the values that only one version has, except numbers.
    func add(
      _ before: [FactorValue],
      _ after: [FactorValue],
      _ today: [Int?],
      name: (_ value: FactorValue, _ place: Int, _ isNew: Bool) -> String
    ) {
      for (old, new) in EarlierNames.pairs(today, of: after.count) where old == nil || new == nil {
        guard let value = old.map({ before[$0] }) ?? new.map({ after[$0] }), value.numbers == nil
        else { continue }
        let name = name(value, old ?? new ?? 0, old == nil)
        let ids = [old, new].map { $0 == nil ? nil : value.id }
        changes.append(Self(name: name, before: ids[0], after: ids[1]))
      }
    }
    let factors = old.factors.map { names.factor($0.name) }
    for (place, number) in EarlierNames.pairs(factors, of: new.factors.count) {
      let earlier = place.map { old.factors[$0] }
      let factor = number.flatMap { $0 < new.factors.count ? new.factors[$0] : nil }
      guard let shown = factor ?? earlier, shown.comparison == nil else { continue }
      let label = shown.label.onOneLine
      guard let earlier, let factor, let number else {
        let name = now.labelled(label, shown.contents)
        changes.append(Self(name: name, before: earlier?.name, after: factor?.name))
        continue
      }
      if earlier.line?.written != factor.line?.written {
        changes.append(Self(name: label, before: earlier.contents, after: factor.contents))
      }
      guard (earlier.line == nil) == (factor.line == nil) else { continue }
      let places = earlier.values.map { names.value($0.id, of: number) }
      add(earlier.values, factor.values, places) { value, _, _ in
        now.labelled(label, value.label.onOneLine)
      }
    }
    let partners = names.operations(of: old, in: new)
    let kept = Set(partners.values)
    for (number, operation) in old.operations.enumerated() where !kept.contains(number) {
      changes.append(Self(name: operation.label.onOneLine, before: operation.id, after: nil))
    }
    for (number, operation) in new.operations.enumerated() {
      guard let place = partners[number] else {
        changes.append(Self(name: operation.label.onOneLine, before: nil, after: operation.id))
        continue
      }
      let earlier = old.operations[place].variants
      let places = earlier.map { value in operation.variants.firstIndex { $0.id == value.id } }
      add(earlier, operation.variants, places) { _, value, isNew in
        isNew
          ? now.operation(now.firstValues[number] + value)
          : was.operation(was.firstValues[place] + value)
      }
    }
    return changes
  }
}

extension Factor {
  /// The range as written, or the labels of the values.
  fileprivate var contents: String {
    line?.written ?? values.map(\.label.onOneLine).joined(separator: " / ")
  }
}
