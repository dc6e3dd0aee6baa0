/// What kind of test a case is.
package enum CaseKind: String, CaseIterable, Sendable {
  /// 正常系
  case normal
  /// 準正常系: the operation reads a value that the feature must reject.
  case invalidInput = "invalid-input"
  /// 異常系: the operation is a failure of something around the feature.
  case failure
  /// 中断・復帰: the operation interrupts what the user is about.
  case interruption
}
