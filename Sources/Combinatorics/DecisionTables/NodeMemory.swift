/// A map from one or two nodes to a node, with open addressing: several times as fast as a dictionary.
struct NodeMemory {
  private var keys: [UInt64] = []
  private var nodes: [Int32] = []
  private var count = 0

  private static let free = UInt64.max

  subscript(node: Int32) -> Int32? {
    get { self[node, -1] }
    set { self[node, -1] = newValue }
  }

  subscript(left: Int32, right: Int32) -> Int32? {
    get {
      guard !keys.isEmpty else { return nil }
      let slot = slot(of: Self.key(left, right))
      return keys[slot] == Self.free ? nil : nodes[slot]
    }
    set {
      guard let newValue else { preconditionFailure("entries cannot be removed") }
      if count * 4 >= keys.count * 3 { grow() }
      let key = Self.key(left, right)
      let slot = slot(of: key)
      if keys[slot] == Self.free { count += 1 }
      keys[slot] = key
      nodes[slot] = newValue
    }
  }

  /// Packs two nodes into a key, which never equals `free` because `left` is never -1.
  private static func key(_ left: Int32, _ right: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
  }

  /// Returns the slot of a key, or the free slot where it belongs.
  private func slot(of key: UInt64) -> Int {
    let bits = keys.count.trailingZeroBitCount
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
    while keys[slot] != key, keys[slot] != Self.free { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldNodes) = (keys, nodes)
    keys = Array(repeating: Self.free, count: max(16, keys.count * 2))
    nodes = Array(repeating: 0, count: keys.count)
    for (key, node) in zip(oldKeys, oldNodes) where key != Self.free {
      let slot = slot(of: key)
      keys[slot] = key
      nodes[slot] = node
    }
  }
}
