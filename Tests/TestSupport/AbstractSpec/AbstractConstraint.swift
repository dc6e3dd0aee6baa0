/// What cannot happen, as it is written.
package enum AbstractConstraint: Hashable, Codable, Sendable {
  case require(when: AbstractCondition, require: AbstractCondition, because: String)
  case exclude(AbstractCondition, because: String)
}
