/// Texts as C takes them, all kept until the pool is gone.
@safe final class CTextPool {
  private var texts: [UnsafeMutablePointer<CChar>] = unsafe []
  private var lists: [UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>] = unsafe []

  deinit {
    unsafe texts.forEach { unsafe $0.deallocate() }
    unsafe lists.forEach { unsafe $0.deallocate() }
  }

  /// The text in UTF-8 with a zero byte at the end.
  func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    unsafe copy.initialize(from: bytes, count: bytes.count)
    unsafe texts.append(copy)
    return unsafe copy
  }

  /// The texts behind one another, then a null pointer.
  func list(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let copy = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      .allocate(capacity: texts.count + 1)
    for (number, item) in texts.enumerated() {
      unsafe (copy + number).initialize(to: text(item))
    }
    unsafe (copy + texts.count).initialize(to: nil)
    unsafe lists.append(copy)
    return unsafe copy
  }
}
