extension String {
  /// True if a text stands in this one, byte for byte: what the standard library finds character by character, in a fraction of the time.
  package func holds(_ part: String) -> Bool {
    let found = unsafe utf8.withContiguousStorageIfAvailable { whole in
      unsafe part.utf8.withContiguousStorageIfAvailable { part in
        guard let first = unsafe part.first else { return true }
        var start = 0
        while start + part.count <= whole.count {
          if unsafe whole[start] == first {
            var length = 1
            while unsafe length < part.count && whole[start + length] == part[length] {
              length += 1
            }
            if length == part.count { return true }
          }
          start += 1
        }
        return false
      }
    }
    return (found ?? nil) ?? contains(part)
  }
}
